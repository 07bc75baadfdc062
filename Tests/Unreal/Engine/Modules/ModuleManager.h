// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Modules/IMPLEMENT_MODULE (5.5). Modules start
// when the test program asks.

#include "Modules/ModuleInterface.h"

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

class FDefaultModuleImpl : public IModuleInterface
{
};

#define IMPLEMENT_MODULE(Type, Name)                                                                                   \
	static StandIn::FModuleRegistration StandInModule##Name(#Name, []() -> IModuleInterface* { return new Type(); });
