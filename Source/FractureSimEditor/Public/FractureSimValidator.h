// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "EditorValidatorBase.h"

#include "FractureSimValidator.generated.h"

/// Data validation of fracture assets with the core's rules, one for each mistake a user can make. The editor finds it
/// by its class; build machines run it with -run=DataValidation.
UCLASS()
class FRACTURESIMEDITOR_API UFractureSimValidator : public UEditorValidatorBase
{
	GENERATED_BODY()

public:
	virtual bool CanValidateAsset_Implementation(
		const FAssetData& InAssetData, UObject* InObject, FDataValidationContext& InContext) const override;
	virtual EDataValidationResult ValidateLoadedAsset_Implementation(
		const FAssetData& InAssetData, UObject* InAsset, FDataValidationContext& Context) override;
};
