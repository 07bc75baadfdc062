// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Projects/Interfaces/IPluginManager, IPlugin
// (5.5).

#include "CoreMinimal.h"

class IPlugin
{
public:
	const FString GetBaseDir() const { return StandInDir(); }
	static FString& StandInDir();
};

class IPluginManager
{
public:
	static IPluginManager& Get();
	TSharedPtr<IPlugin> FindPlugin(const FString& Name);
};
