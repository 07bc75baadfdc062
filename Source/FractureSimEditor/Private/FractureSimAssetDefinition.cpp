// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimAssetDefinition.h"

#include "FractureSimAsset.h"

#define LOCTEXT_NAMESPACE "FractureSimAssetDefinition"

FText UFractureSimAssetDefinition::GetAssetDisplayName() const
{
	return LOCTEXT("Name", "Fracture Asset");
}

FLinearColor UFractureSimAssetDefinition::GetAssetColor() const
{
	return FLinearColor(0.13f, 0.56f, 0.55f);
}

TSoftClassPtr<UObject> UFractureSimAssetDefinition::GetAssetClass() const
{
	return UFractureSimAsset::StaticClass();
}

TConstArrayView<FAssetCategoryPath> UFractureSimAssetDefinition::GetAssetCategories() const
{
	static const TArray<FAssetCategoryPath> Categories = {EAssetCategoryPaths::Physics};
	return Categories;
}

#undef LOCTEXT_NAMESPACE
