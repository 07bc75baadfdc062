// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/Styling/FSlateStyleRegistry (5.5).

#include "Styling/SlateStyle.h"

class FSlateStyleRegistry
{
public:
	static void RegisterSlateStyle(const ISlateStyle& InSlateStyle) { StandInAll().Add(&InSlateStyle); }
	static void UnRegisterSlateStyle(const ISlateStyle& InSlateStyle)
	{
		StandInAll().RemoveAll([&InSlateStyle](const ISlateStyle* Other) { return Other == &InSlateStyle; });
	}
	static TArray<const ISlateStyle*>& StandInAll();
};
