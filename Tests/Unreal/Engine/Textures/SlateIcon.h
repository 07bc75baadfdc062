// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/Textures/FSlateIcon (5.5).

#include "CoreMinimal.h"

struct FSlateIcon
{
	FSlateIcon() = default;
	FSlateIcon(const FName& InStyleSetName, const FName& InStyleName) : StyleSet(InStyleSetName), Style(InStyleName) {}
	const FName& GetStyleSetName() const { return StyleSet; }
	const FName& GetStyleName() const { return Style; }

private:
	FName StyleSet;
	FName Style;
};
