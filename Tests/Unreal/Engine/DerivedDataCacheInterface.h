// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Developer/DerivedDataCache/FDerivedDataCacheInterface
// (5.5). A map here.

#include "CoreMinimal.h"

class FDerivedDataCacheInterface
{
public:
	static FString BuildCacheKey(const TCHAR* PluginName, const TCHAR* VersionString, const TCHAR* Suffix);
	bool GetSynchronous(const TCHAR* CacheKey, TArray<uint8>& OutData, FStringView DebugContext);
	void Put(const TCHAR* CacheKey, TArrayView64<const uint8> Data, FStringView DataContext, bool bPutEvenIfExists);

	TMap<FString, TArray<uint8>> StandInData;
};
