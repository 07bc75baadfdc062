// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/UObject/UPackage, CreatePackage,
// GetTransientPackage (5.5). Saving writes the name of the asset.

#include "UObject/Object.h"
#include "UObject/SavePackage.h"

class UPackage : public UObject
{
public:
	STANDIN_CLASS(UPackage, UObject)
	static bool SavePackage(
		UPackage* InOuter, UObject* InAsset, const TCHAR* Filename, const FSavePackageArgs& SaveArgs);
	void FullyLoad() {}
	bool IsDirty() const { return bDirty; }
	bool bDirty = false;
};

/// The one of that name, or a new one.
UPackage* CreatePackage(const TCHAR* PackageName);

/// Where objects without an owner live.
inline UPackage* GetTransientPackage()
{
	return GetMutableDefault<UPackage>();
}
