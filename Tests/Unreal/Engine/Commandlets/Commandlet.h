// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Commandlets/UCommandlet (5.5).

#include "UObject/Object.h"

class UCommandlet : public UObject
{
public:
	STANDIN_CLASS(UCommandlet, UObject)
	virtual int32 Main(const FString&) { return 0; }

	bool IsClient = true;
	bool IsServer = true;
	bool IsEditor = true;
	bool LogToConsole = false;
	bool ShowErrorCount = true;
};
