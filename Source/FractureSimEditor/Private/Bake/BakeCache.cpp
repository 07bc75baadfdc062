// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/BakeCache.h"

#include "DerivedDataCacheInterface.h"
#include "DerivedDataCacheModule.h"
#include "FractureCore/Asset.h"
#include "Modules/ModuleManager.h"

namespace FractureSim::Editor
{
/// New whenever equal input may give other bytes than before: a change of the baker, not only of the format.
static const TCHAR* BakerVersion = TEXT("5D0A6C1B9E3F4A728B40C1E7F26D9A53");

static FDerivedDataCacheInterface& Cache()
{
	return **FModuleManager::LoadModuleChecked<IDerivedDataCacheModule>("DerivedDataCache").CreateOrGetCache();
}

static FString CacheKey(const FFractureSimHash& Key)
{
	const FString Suffix =
		FString::Printf(TEXT("%d_%s"), static_cast<int32>(FractureCore::kAssetVersion), *Key.ToString());
	return FDerivedDataCacheInterface::BuildCacheKey(TEXT("FRACTURESIM"), BakerVersion, *Suffix);
}

bool FindCachedBake(const FFractureSimHash& Key, const FString& Name, TArray<uint8>& OutBytes)
{
	return Cache().GetSynchronous(*CacheKey(Key), OutBytes, Name);
}

void ShareBake(const FFractureSimHash& Key, const FString& Name, TConstArrayView<uint8> Bytes)
{
	Cache().Put(*CacheKey(Key), TArrayView64<const uint8>(Bytes.GetData(), Bytes.Num()), Name, false);
}
} // namespace FractureSim::Editor
