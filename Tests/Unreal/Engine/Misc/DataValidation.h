// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/Misc/FDataValidationContext (5.5).

#include "Internationalization/Text.h"
#include "UObject/Object.h"

class FDataValidationContext
{
public:
	void AddError(const FText& Text) { StandInErrors.Add(Text.ToString()); }
	void AddWarning(const FText& Text) { StandInWarnings.Add(Text.ToString()); }
	TArray<FString> StandInErrors;
	TArray<FString> StandInWarnings;
};
