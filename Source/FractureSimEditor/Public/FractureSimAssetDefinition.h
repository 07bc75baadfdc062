// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "AssetDefinitionDefault.h"
#include "CoreMinimal.h"

#include "FractureSimAssetDefinition.generated.h"

/// The asset's face in the Content Browser.
UCLASS()
class FRACTURESIMEDITOR_API UFractureSimAssetDefinition : public UAssetDefinitionDefault
{
	GENERATED_BODY()

public:
	virtual FText GetAssetDisplayName() const override;
	virtual FLinearColor GetAssetColor() const override;
	virtual TSoftClassPtr<UObject> GetAssetClass() const override;
	virtual TConstArrayView<FAssetCategoryPath> GetAssetCategories() const override;
};
