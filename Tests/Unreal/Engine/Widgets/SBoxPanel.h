// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/Widgets/SVerticalBox, SHorizontalBox
// (5.5).

#include "Widgets/DeclarativeSyntaxSupport.h"

struct FStandInSlot
{
	FStandInSlot& AutoHeight() { return *this; }
	FStandInSlot& AutoWidth() { return *this; }
	FStandInSlot& Padding(float) { return *this; }
	FStandInSlot& operator[](const TSharedRef<SWidget>& In)
	{
		Content = In;
		return *this;
	}
	TSharedPtr<SWidget> Content;
};

class SVerticalBox : public SWidget
{
public:
	static FStandInSlot Slot() { return FStandInSlot(); }
};

class SHorizontalBox : public SWidget
{
public:
	static FStandInSlot Slot() { return FStandInSlot(); }
};
