// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/DeveloperSettings/Engine/UDeveloperSettings (5.5).

#include "UObject/Object.h"

class UDeveloperSettings : public UObject
{
public:
	STANDIN_CLASS(UDeveloperSettings, UObject)
	virtual FName GetCategoryName() const { return FName(); }
};
