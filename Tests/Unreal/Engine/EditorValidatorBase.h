// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Plugins/DataValidation/UEditorValidatorBase (5.5): the
// overloads with a context.

#include "AssetRegistry/AssetData.h"
#include "Misc/DataValidation.h"

class UEditorValidatorBase : public UObject
{
public:
	STANDIN_CLASS(UEditorValidatorBase, UObject)

	virtual bool CanValidateAsset_Implementation(const FAssetData&, UObject*, FDataValidationContext&) const
	{
		return false;
	}
	virtual EDataValidationResult ValidateLoadedAsset_Implementation(
		const FAssetData&, UObject*, FDataValidationContext&)
	{
		return EDataValidationResult::NotValidated;
	}

protected:
	void AssetPasses(const UObject*) {}
};
