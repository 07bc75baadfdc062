// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/MeshDescription/FMeshDescription, FVertexID,
// TMeshElementContainer, TMeshAttributesConstRef (5.5). Numbers may have gaps.

#include "CoreMinimal.h"

#define STANDIN_ELEMENT_ID(Name)                                                                                       \
	struct Name                                                                                                        \
	{                                                                                                                  \
		Name() = default;                                                                                              \
		Name(int32 In) : Value(In) {}                                                                                  \
		int32 GetValue() const { return Value; }                                                                       \
		friend bool operator==(const Name& A, const Name& B) { return A.Value == B.Value; }                            \
                                                                                                                       \
	private:                                                                                                           \
		int32 Value = INDEX_NONE;                                                                                      \
	};
STANDIN_ELEMENT_ID(FVertexID)
STANDIN_ELEMENT_ID(FVertexInstanceID)
STANDIN_ELEMENT_ID(FTriangleID)
STANDIN_ELEMENT_ID(FPolygonGroupID)

/// The numbers in use, ascending.
template <typename IDType>
class TStandInElements
{
public:
	const TArray<IDType>& GetElementIDs() const { return Ids; }
	int32 Num() const { return Ids.Num(); }
	int32 GetArraySize() const { return Ids.Num() == 0 ? 0 : Ids.Last().GetValue() + 1; }
	IDType Add(int32 Gap)
	{
		Ids.Add(IDType(GetArraySize() + Gap));
		return Ids.Last();
	}

private:
	TArray<IDType> Ids;
};

class FMeshDescription
{
public:
	const TStandInElements<FVertexID>& Vertices() const { return AllVertices; }
	const TStandInElements<FTriangleID>& Triangles() const { return AllTriangles; }
	const TStandInElements<FPolygonGroupID>& PolygonGroups() const { return AllGroups; }
	TArrayView<const FVertexInstanceID> GetTriangleVertexInstances(const FTriangleID Triangle) const
	{
		return TArrayView<const FVertexInstanceID>(
			&Corners[3 * AllTriangles.GetElementIDs().IndexOfByKey(Triangle)], 3);
	}
	FVertexID GetVertexInstanceVertex(const FVertexInstanceID Instance) const
	{
		return InstanceVertices[Instance.GetValue()];
	}
	FPolygonGroupID GetTrianglePolygonGroup(const FTriangleID Triangle) const
	{
		return TriangleGroups[AllTriangles.GetElementIDs().IndexOfByKey(Triangle)];
	}

	// The stand-in's own: how tests fill it.
	FVertexID StandInAddVertex(const FVector3f& Position, int32 Gap = 0);
	FPolygonGroupID StandInAddGroup(FName Slot);
	FTriangleID StandInAddTriangle(FPolygonGroupID Group, const FVertexID (&Vertices)[3], const FVector3f& Normal);

	TStandInElements<FVertexID> AllVertices;
	TStandInElements<FTriangleID> AllTriangles;
	TStandInElements<FPolygonGroupID> AllGroups;
	TArray<FVector3f> Positions; // 1 a number of a vertex, used or not
	TArray<FVertexID> InstanceVertices;
	TArray<FVector3f> InstanceNormals;
	TArray<FVector2f> InstanceUvs;
	TArray<FVertexInstanceID> Corners; // 3 a triangle
	TArray<FPolygonGroupID> TriangleGroups;
	TArray<FName> GroupSlots;
};
