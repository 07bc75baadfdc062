// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/GeometryFramework/Components/UDynamicMeshComponent
// (5.5). Collides with the boxes round its convex shapes.

#include "Components/PrimitiveComponent.h"
#include "DynamicMesh/DynamicMesh3.h"
#include "PhysicsEngine/AggregateGeom.h"

enum class EDynamicMeshComponentRenderUpdateMode
{
	NoUpdate,
	FullUpdate,
	FastUpdate,
};

class UDynamicMeshComponent : public UPrimitiveComponent
{
public:
	STANDIN_CLASS(UDynamicMeshComponent, UPrimitiveComponent)

	virtual void SetMesh(UE::Geometry::FDynamicMesh3&& MoveMesh);
	virtual UE::Geometry::FDynamicMesh3* GetMesh() { return &Mesh; }
	virtual void SetSimpleCollisionShapes(const FKAggregateGeom& AggGeom, bool bUpdateCollision);
	virtual void ClearSimpleCollisionShapes(bool bUpdateCollision);
	const FKAggregateGeom& GetSimpleCollisionShapes() const { return Shapes; }
	void ConfigureMaterialSet(const TArray<UMaterialInterface*>& NewMaterialSet, bool bDeleteExtraSlots);
	virtual UMaterialInterface* GetMaterial(int32 Index) const override;
	virtual int32 GetNumMaterials() const override { return Materials.Num(); }
	virtual void SetTriangleColorFunction(TUniqueFunction<FColor(const UE::Geometry::FDynamicMesh3*, int)> NewFunction,
		EDynamicMeshComponentRenderUpdateMode UpdateMode)
	{
		StandInColour = NewFunction;
		StandInColourUpdates += UpdateMode == EDynamicMeshComponentRenderUpdateMode::NoUpdate ? 0 : 1;
	}
	virtual void FastNotifyColorsUpdated() { ++StandInColourUpdates; }
	virtual void StandInShapes(StandIn::FShapes& Out) const override;

	TUniqueFunction<FColor(const UE::Geometry::FDynamicMesh3*, int)> StandInColour;
	int32 StandInColourUpdates = 0;

private:
	UE::Geometry::FDynamicMesh3 Mesh;
	FKAggregateGeom Shapes;
	TArray<TObjectPtr<UMaterialInterface>> Materials;
};
