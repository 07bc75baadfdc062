// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Slate/SColorBlock/FArguments (5.7).

#include "Widgets/DeclarativeSyntaxSupport.h"

class SColorBlock : public SWidget
{
public:
	TAttribute<FLinearColor> Color;
};
