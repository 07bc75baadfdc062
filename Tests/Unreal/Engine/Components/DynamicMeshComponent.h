// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/GeometryFramework/Components/UDynamicMeshComponent,
// UBaseDynamicMeshComponent (5.5): EditMesh, FastNotifyColorsUpdated, SetColorOverrideMode, SetConstantOverrideColor.
// Collides with the boxes round its convex shapes.

#include "Components/PrimitiveComponent.h"
#include "DynamicMesh/DynamicMesh3.h"
#include "PhysicsEngine/AggregateGeom.h"

enum class EDynamicMeshComponentRenderUpdateMode
{
	NoUpdate,
	FullUpdate,
	FastUpdate,
};

enum class EDynamicMeshComponentColorOverrideMode : uint8
{
	None,
	VertexColors,
	Polygroups,
	Constant,
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
	virtual void EditMesh(
		TFunctionRef<void(UE::Geometry::FDynamicMesh3&)> EditFunc, EDynamicMeshComponentRenderUpdateMode UpdateMode);
	virtual void SetColorOverrideMode(EDynamicMeshComponentColorOverrideMode NewMode) { StandInColourMode = NewMode; }
	virtual void SetConstantOverrideColor(FColor NewColor) { StandInConstantColour = NewColor; }
	void FastNotifyColorsUpdated();
	virtual void StandInShapes(StandIn::FShapes& Out) const override;

	EDynamicMeshComponentColorOverrideMode StandInColourMode = EDynamicMeshComponentColorOverrideMode::None;
	FColor StandInConstantColour = FColor::White;

	/// What the renderer was told of: 1 an element of the colour overlay.
	TArray<FVector4f> StandInDrawnColours;

private:
	UE::Geometry::FDynamicMesh3 Mesh;
	FKAggregateGeom Shapes;
	TArray<TObjectPtr<UMaterialInterface>> Materials;
};
