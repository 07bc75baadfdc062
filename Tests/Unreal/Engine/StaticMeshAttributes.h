// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/StaticMeshDescription/FStaticMeshConstAttributes
// (5.5 and 5.6); MeshDescription/TMeshAttributesConstRef: operator[], Get, GetNumChannels.

#include "MeshDescription.h"

template <typename IDType, typename ValueType>
class TStandInAttributes
{
public:
	explicit TStandInAttributes(const TArray<ValueType>& In) : Values(&In) {}
	const ValueType& operator[](const IDType& Element) const { return (*Values)[Element.GetValue()]; }
	const ValueType& Get(const IDType& Element, int32 Channel = 0) const
	{
		check(Channel == 0);
		return (*Values)[Element.GetValue()];
	}
	int32 GetNumChannels() const { return 1; }

private:
	const TArray<ValueType>* Values;
};
template <typename ValueType>
using TVertexAttributesConstRef = TStandInAttributes<FVertexID, ValueType>;
template <typename ValueType>
using TVertexInstanceAttributesConstRef = TStandInAttributes<FVertexInstanceID, ValueType>;
template <typename ValueType>
using TPolygonGroupAttributesConstRef = TStandInAttributes<FPolygonGroupID, ValueType>;

class FStaticMeshConstAttributes
{
public:
	explicit FStaticMeshConstAttributes(const FMeshDescription& InMeshDescription) : Mesh(InMeshDescription) {}
	TVertexAttributesConstRef<FVector3f> GetVertexPositions() const
	{
		return TVertexAttributesConstRef<FVector3f>(Mesh.Positions);
	}
	TVertexInstanceAttributesConstRef<FVector3f> GetVertexInstanceNormals() const
	{
		return TVertexInstanceAttributesConstRef<FVector3f>(Mesh.InstanceNormals);
	}
	TVertexInstanceAttributesConstRef<FVector2f> GetVertexInstanceUVs() const
	{
		return TVertexInstanceAttributesConstRef<FVector2f>(Mesh.InstanceUvs);
	}
	TPolygonGroupAttributesConstRef<FName> GetPolygonGroupMaterialSlotNames() const
	{
		return TPolygonGroupAttributesConstRef<FName>(Mesh.GroupSlots);
	}

private:
	const FMeshDescription& Mesh;
};
