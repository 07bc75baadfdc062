// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Slate/Widgets/Text/STextBlock (5.5).

#include "Widgets/DeclarativeSyntaxSupport.h"

class STextBlock : public SWidget
{
public:
	virtual FText StandInText() const override { return Text.Get(); }
	TAttribute<FText> Text;
};
