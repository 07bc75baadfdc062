// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/MeshReader.h"

#include "Bridge/UnitBridge.h"
#include "Engine/StaticMesh.h"
#include "FractureCore/Bake.h"
#include "StaticMeshAttributes.h"

#define LOCTEXT_NAMESPACE "FractureSimMeshReader"

namespace FractureSim::Editor
{
using namespace FractureSim::Private;

/// Numbers of a mesh description may have gaps.
template <typename IDType, typename ElementsType>
static TArray<int32> CompactNumbers(const ElementsType& Elements)
{
	TArray<int32> Compact;
	Compact.Init(INDEX_NONE, Elements.GetArraySize());
	int32 Next = 0;
	for (const IDType Id : Elements.GetElementIDs())
	{
		Compact[Id.GetValue()] = Next++;
	}
	return Compact;
}

static void ReadTriangles(const FMeshDescription& Mesh, FSourceMesh& Out)
{
	const FStaticMeshConstAttributes Attributes(Mesh);
	const auto Normals = Attributes.GetVertexInstanceNormals();
	const auto Uvs = Attributes.GetVertexInstanceUVs();
	const auto SlotNames = Attributes.GetPolygonGroupMaterialSlotNames();
	const TArray<int32> Vertices = CompactNumbers<FVertexID>(Mesh.Vertices());
	const TArray<int32> Groups = CompactNumbers<FPolygonGroupID>(Mesh.PolygonGroups());
	FractureCore::SurfaceMesh& Surface = Out.Surface;
	for (const FPolygonGroupID Group : Mesh.PolygonGroups().GetElementIDs())
	{
		Out.Slots.Add(SlotNames[Group]);
		Surface.slotNames.push_back(TCHAR_TO_UTF8(*SlotNames[Group].ToString()));
	}
	const bool bHasUvs = Uvs.GetNumChannels() > 0;
	Surface.uvChannels = bHasUvs ? 1 : 0;
	for (const FTriangleID Triangle : Mesh.Triangles().GetElementIDs())
	{
		FractureCore::Triangle Corners;
		const TArrayView<const FVertexInstanceID> Instances = Mesh.GetTriangleVertexInstances(Triangle);
		for (int32 K = 0; K < 3; ++K)
		{
			const FVertexInstanceID Instance = Instances[K];
			Corners.v[K] = Vertices[Mesh.GetVertexInstanceVertex(Instance).GetValue()];
			const FVector3f Normal = Normals[Instance];
			Surface.cornerNormals.push_back({Normal.X, -Normal.Y, Normal.Z});
			if (bHasUvs)
			{
				const FVector2f Uv = Uvs.Get(Instance, 0);
				Surface.cornerUvs.push_back({Uv.X, 1.0f - Uv.Y});
			}
		}
		Surface.triangles.push_back(Corners);
		Surface.triangleSlots.push_back(Groups[Mesh.GetTrianglePolygonGroup(Triangle).GetValue()]);
	}
}

FText ReadStaticMesh(const UStaticMesh& Mesh, double UnitScale, FSourceMesh& OutMesh)
{
	FMeshDescription Description;
	if (!Mesh.CloneMeshDescription(0, Description))
	{
		return FText::Format(
			LOCTEXT("NoSource", "{0} has no source mesh in its LOD 0: it was cooked or made without. Import it again."),
			FText::FromString(Mesh.GetName()));
	}
	if (Description.Triangles().Num() == 0)
	{
		return FText::Format(
			LOCTEXT("NoTriangles", "{0} has no triangles in its LOD 0."), FText::FromString(Mesh.GetName()));
	}
	OutMesh = FSourceMesh();
	const auto Positions = FStaticMeshConstAttributes(Description).GetVertexPositions();
	const FVector Scale = Mesh.GetSourceModel(0).BuildSettings.BuildScale3D;
	for (const FVertexID Vertex : Description.Vertices().GetElementIDs())
	{
		const FVector3f P = Positions[Vertex];
		OutMesh.Surface.positions.push_back(ToMetres(FVector(P.X * Scale.X, P.Y * Scale.Y, P.Z * Scale.Z)));
	}
	ReadTriangles(Description, OutMesh);
	OutMesh.Hash = ToUnrealHash(FractureCore::BakeKey(OutMesh.Surface, FractureCore::BakeSettings()));
	for (FractureCore::Vec3& Position : OutMesh.Surface.positions)
	{
		Position *= UnitScale;
	}
	return FText();
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
