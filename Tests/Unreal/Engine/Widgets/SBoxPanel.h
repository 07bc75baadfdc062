// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/Widgets/SVerticalBox, SHorizontalBox,
// SHorizontalBox::FSlot::FSlotArguments (5.5).

#include "Widgets/DeclarativeSyntaxSupport.h"

struct FStandInSlot
{
	FStandInSlot& AutoHeight() { return *this; }
	FStandInSlot& AutoWidth() { return *this; }
	FStandInSlot& FillWidth(const TAttribute<float>&) { return *this; }
	FStandInSlot& Padding(float) { return *this; }
	FStandInSlot& operator[](const TSharedRef<SWidget>& In)
	{
		Content = In;
		if (Owner)
		{
			Owner->Children.Add(Content);
		}
		return *this;
	}
	TSharedPtr<SWidget> Content;
	SWidget* Owner = nullptr; // of a slot that is added to a box
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
	FStandInSlot AddSlot()
	{
		FStandInSlot Added;
		Added.Owner = this;
		return Added;
	}
};
