// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Curves/UCurveFloat/GetFloatValue (5.5).

#include "UObject/Object.h"

class UCurveFloat : public UObject
{
public:
	STANDIN_CLASS(UCurveFloat, UObject)
	float GetFloatValue(float InTime) const { return StandInSlope * InTime; }
	float StandInSlope = 1.0f;
};
