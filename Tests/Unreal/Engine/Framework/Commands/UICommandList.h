// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Slate/Framework/Commands/FUICommandList (5.5).

#include "Framework/Commands/Commands.h"

class FUICommandList
{
public:
	bool IsActionMapped(const TSharedPtr<const FUICommandInfo> InUICommandInfo) const;
	void UnmapAction(const TSharedPtr<const FUICommandInfo> InUICommandInfo);

	// The stand-in's own: actions are functions, and a key that is pressed runs the one with that chord.
	void StandInMap(const TSharedPtr<FUICommandInfo>& Command, TFunction<void()> Run);
	bool StandInPress(const FKey& Key, EModifierKey::Type Modifiers) const;
	struct FMapped
	{
		TSharedPtr<FUICommandInfo> Command;
		TFunction<void()> Run;
	};
	TArray<FMapped> StandInMapped;
};
