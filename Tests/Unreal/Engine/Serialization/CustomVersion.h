// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Serialization/FCustomVersionRegistration
// (5.5).

#include "CoreMinimal.h"

class FCustomVersionRegistration
{
public:
	FCustomVersionRegistration(FGuid, int32, const TCHAR*) {}
};
