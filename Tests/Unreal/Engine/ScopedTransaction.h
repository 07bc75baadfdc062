// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/FScopedTransaction (5.5).

#include "Internationalization/Text.h"

class FScopedTransaction
{
public:
	explicit FScopedTransaction(const FText& SessionName, const bool bShouldActuallyTransact = true)
	{
		if (bShouldActuallyTransact)
		{
			StandInNames().Add(SessionName.ToString());
		}
	}

	static TArray<FString>& StandInNames()
	{
		static TArray<FString> Names;
		return Names;
	}
};
