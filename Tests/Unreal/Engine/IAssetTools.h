// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Developer/AssetTools/IAssetTools (5.5):
// SyncBrowserToAssets.

#include "AssetRegistry/AssetData.h"

class IAssetTools
{
public:
	static IAssetTools& Get();
	void SyncBrowserToAssets(const TArray<UObject*>& AssetsToSync) { StandInShown = AssetsToSync; }

	TArray<UObject*> StandInShown;
};
