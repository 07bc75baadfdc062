// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Modules/IMPLEMENT_MODULE, FModuleManager
// (5.5). Modules of the plugin start when the test program asks; those of the engine are there.

#include "Modules/ModuleInterface.h"
#include "UObject/NameTypes.h"

#include <functional>

namespace StandIn
{
struct FModuleRegistration
{
	FModuleRegistration(const char* Name, IModuleInterface* (*Make)());
};
void StartModules();
void StopModules();
} // namespace StandIn

class FModuleManager
{
public:
	static FModuleManager& Get()
	{
		static FModuleManager Manager;
		return Manager;
	}
	bool IsModuleLoaded(const FName) const { return true; }
	template <typename ModuleType>
	static ModuleType& LoadModuleChecked(const FName)
	{
		static ModuleType Module;
		return Module;
	}
};

class FDefaultModuleImpl : public IModuleInterface
{
};

#define IMPLEMENT_MODULE(Type, Name)                                                                                   \
	static StandIn::FModuleRegistration StandInModule##Name(#Name, []() -> IModuleInterface* { return new Type(); });
