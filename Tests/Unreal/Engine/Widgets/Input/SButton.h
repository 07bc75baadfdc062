// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Slate/Widgets/Input/SButton (5.5).

#include "Widgets/DeclarativeSyntaxSupport.h"

using FOnClicked = TDelegate<FReply>;

class SButton : public SWidget
{
public:
	virtual FText StandInText() const override { return Text.Get(); }
	TAttribute<FText> Text;
	TAttribute<bool> Enabled = true;
	FOnClicked OnClicked;
};
