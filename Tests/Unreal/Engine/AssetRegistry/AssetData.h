// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/AssetRegistry/FAssetData (5.5).

#include "UObject/Object.h"
#include "UObject/Package.h"

struct FTopLevelAssetPath
{
	FString Path;
	friend bool operator==(const FTopLevelAssetPath& A, const FTopLevelAssetPath& B) { return A.Path == B.Path; }
};

inline FTopLevelAssetPath UClass::GetClassPathName() const
{
	return {FString(TEXT("/Script/")) + (Name + 1)};
}

struct FAssetData
{
	FName PackageName;
	FName PackagePath;
	FName AssetName;

	FAssetData() = default;
	explicit FAssetData(UObject* InAsset);

	UObject* GetAsset() const { return Asset.Get(); }
	UClass* GetClass() const { return Asset.Get() ? Asset->GetClass() : nullptr; }
	bool IsValid() const { return Asset.Get() != nullptr; }
	bool IsInstanceOf(const UClass* Class) const { return Asset.Get() && Asset->IsA(Class); }
	FString GetObjectPathString() const { return Asset.Get() ? Asset->GetPathName() : FString(); }

private:
	TWeakObjectPtr<UObject> Asset;
};
