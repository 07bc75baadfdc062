// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/UAssetDefinitionDefault,
// Editor/AssetDefinition/UAssetDefinition (5.5).

#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "UObject/SoftObjectPtr.h"

struct FAssetCategoryPath
{
	explicit FAssetCategoryPath(const FText& InCategory) : Category(InCategory) {}
	FText Category;
};

namespace EAssetCategoryPaths
{
inline const FAssetCategoryPath Physics(FText::FromString(TEXT("Physics")));
}

class UAssetDefinition : public UObject
{
public:
	STANDIN_CLASS(UAssetDefinition, UObject)

	virtual FText GetAssetDisplayName() const { return FText(); }
	virtual FLinearColor GetAssetColor() const { return FLinearColor(); }
	virtual TSoftClassPtr<UObject> GetAssetClass() const { return TSoftClassPtr<UObject>(); }
	virtual TConstArrayView<FAssetCategoryPath> GetAssetCategories() const
	{
		return TConstArrayView<FAssetCategoryPath>();
	}
};

class UAssetDefinitionDefault : public UAssetDefinition
{
public:
	STANDIN_CLASS(UAssetDefinitionDefault, UAssetDefinition)
};
