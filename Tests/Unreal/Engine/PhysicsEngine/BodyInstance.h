// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/PhysicsEngine/FBodyInstance (5.5).

#include "CoreMinimal.h"

struct FBodyInstance
{
	void SetMaxDepenetrationVelocity(float In) { StandInMaxDepenetration = In; }
	void SetOverrideMaxDepenetrationVelocity(bool bIn) { bStandInOverrideDepenetration = bIn; }

	float StandInMaxDepenetration = 0.0f;
	bool bStandInOverrideDepenetration = false;
};
