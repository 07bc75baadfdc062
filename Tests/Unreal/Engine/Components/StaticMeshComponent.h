// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Components/UStaticMeshComponent (5.5).
// Collides as a ball of half its size: only spheres are used.

#include "Components/PrimitiveComponent.h"

class UStaticMesh;

class UStaticMeshComponent : public UPrimitiveComponent
{
public:
	STANDIN_CLASS(UStaticMeshComponent, UPrimitiveComponent)

	virtual bool SetStaticMesh(UStaticMesh* NewMesh)
	{
		StandInMesh = NewMesh;
		return true;
	}
	TObjectPtr<UStaticMesh> GetStaticMesh() const { return StandInMesh; }
	virtual void StandInShapes(StandIn::FShapes& Out) const override { Out.BallRadius = 50.0 * GetComponentScale().X; }
	UStaticMesh* StandInMesh = nullptr;
};
