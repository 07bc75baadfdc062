// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Components/USphereComponent/InitSphereRadius
// (5.5).

#include "Components/PrimitiveComponent.h"

class USphereComponent : public UPrimitiveComponent
{
public:
	STANDIN_CLASS(USphereComponent, UPrimitiveComponent)
	void InitSphereRadius(float InSphereRadius) { SphereRadius = InSphereRadius; }
	virtual void StandInShapes(StandIn::FShapes& Out) const override { Out.BallRadius = SphereRadius; }

private:
	float SphereRadius = 32.0f;
};
