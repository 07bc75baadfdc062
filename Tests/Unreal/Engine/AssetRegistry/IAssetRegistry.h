// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/AssetRegistry/IAssetRegistry (5.5). Knows what
// AssetCreated told it of.

#include "AssetRegistry/ARFilter.h"

class IAssetRegistry
{
public:
	static IAssetRegistry& StandInGet();
	bool GetAssets(const FARFilter& Filter, TArray<FAssetData>& OutAssetData, bool bSkipARFilteredAssets = true) const;
	void SearchAllAssets(bool bSynchronousSearch) { bSearched = bSynchronousSearch; }
	void AssetCreated(UObject* NewAsset);

	TArray<TWeakObjectPtr<UObject>> StandInAssets;
	bool bSearched = false;
};
