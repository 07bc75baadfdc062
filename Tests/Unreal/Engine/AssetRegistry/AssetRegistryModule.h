// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/AssetRegistry/FAssetRegistryModule (5.7).

#include "AssetRegistry/IAssetRegistry.h"
#include "Modules/ModuleManager.h"

class FAssetRegistryModule : public IModuleInterface
{
public:
	virtual IAssetRegistry& Get() const { return IAssetRegistry::StandInGet(); }
};
