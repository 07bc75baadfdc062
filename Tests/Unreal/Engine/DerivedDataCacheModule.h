// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Developer/DerivedDataCache/IDerivedDataCacheModule
// (5.5): CreateOrGetCache.

#include "DerivedDataCacheInterface.h"
#include "Modules/ModuleManager.h"

class IDerivedDataCacheModule : public IModuleInterface
{
public:
	FDerivedDataCacheInterface* const* CreateOrGetCache()
	{
		static FDerivedDataCacheInterface Cache;
		static FDerivedDataCacheInterface* const Pointer = &Cache;
		return &Pointer;
	}
};
