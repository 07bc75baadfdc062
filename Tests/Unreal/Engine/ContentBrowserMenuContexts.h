// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows
// dev.epicgames.com/documentation/unreal-engine/API/Editor/ContentBrowser/UContentBrowserAssetContextMenuContext
// (5.5).

#include "AssetRegistry/AssetData.h"

class UContentBrowserAssetContextMenuContext : public UObject
{
public:
	STANDIN_CLASS(UContentBrowserAssetContextMenuContext, UObject)

	template <typename T>
	TArray<T*> LoadSelectedObjects() const
	{
		TArray<T*> Result;
		for (const FAssetData& Data : SelectedAssets)
		{
			if (T* const Object = Cast<T>(Data.GetAsset()))
			{
				Result.Add(Object);
			}
		}
		return Result;
	}
	TArray<FAssetData> SelectedAssets;
};
