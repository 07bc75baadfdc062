// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Slate/SComplexGradient/FArguments (5.7).

#include "Widgets/DeclarativeSyntaxSupport.h"

class SComplexGradient : public SWidget
{
public:
	TAttribute<TArray<FLinearColor>> GradientColors;
	TAttribute<TOptional<FVector2D>> DesiredSizeOverride;
};
