// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Internationalization/FText (5.5): FromString.

#include "Containers/UnrealString.h"

class FText
{
public:
	static FText FromString(FString In)
	{
		FText Result;
		Result.Text = std::move(In);
		return Result;
	}
	const FString& ToString() const { return Text; }

private:
	FString Text;
};
