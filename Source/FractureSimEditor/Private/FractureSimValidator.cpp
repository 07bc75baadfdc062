// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimValidator.h"

#include "Bake/MeshReader.h"
#include "Bridge/BakeBridge.h"
#include "Bridge/TaskBridge.h"
#include "Engine/StaticMesh.h"
#include "FractureCore/Asset.h"
#include "FractureCore/SetupCheck.h"
#include "FractureSimAsset.h"
#include "Misc/DataValidation.h"

#include <optional>

using namespace FractureSim::Editor;
using namespace FractureSim::Private;

bool UFractureSimValidator::CanValidateAsset_Implementation(
	const FAssetData&, UObject* InObject, FDataValidationContext&) const
{
	return InObject && InObject->IsA(UFractureSimAsset::StaticClass());
}

EDataValidationResult UFractureSimValidator::ValidateLoadedAsset_Implementation(
	const FAssetData&, UObject* InAsset, FDataValidationContext& Context)
{
	const UFractureSimAsset& Asset = *CastChecked<UFractureSimAsset>(InAsset);
	const TArray<uint8> Bytes = Asset.GetBytes();
	const FractureCore::Result<FractureCore::BakedObject> Object =
		FractureCore::LoadAsset(std::span<const uint8_t>(Bytes.GetData(), static_cast<size_t>(Bytes.Num())));
	const FractureCore::Result<FractureCore::BakeSettings> Settings = ToCoreBakeSettings(Asset);
	if (!Settings)
	{
		Context.AddError(FText::FromString(UTF8_TO_TCHAR(Settings.GetError().message.c_str())));
		return EDataValidationResult::Invalid;
	}
	FractureCore::SetupToCheck Check;
	Check.name = TCHAR_TO_UTF8(*Asset.GetName());
	Check.object = Object ? &*Object : nullptr;
	// With what is hidden: people count all layers of the list.
	const FractureCore::StrengthSetup Strength = ToCoreStrength(Asset.StrengthLayers, Asset.BakeSettings, true);
	FSourceMesh Source;
	const UStaticMesh* const Mesh = Asset.SourceMesh.LoadSynchronous();
	if (Mesh && ReadStaticMesh(*Mesh, Asset.BakeSettings.UnitScale, Source).IsEmpty())
	{
		Check.expectedKey = FractureCore::BakeKey(Source.Surface, *Settings);
		Check.material = &Settings->material;
		Check.setup = &Strength;
	}
	bool bGood = true;
	for (const FractureCore::SetupFinding& Finding : FractureCore::CheckSetup(Check, UnrealRunner()))
	{
		const FText Text = FText::FromString(UTF8_TO_TCHAR(Finding.text.c_str()));
		if (Finding.isError)
		{
			Context.AddError(Text);
			bGood = false;
		}
		else
		{
			Context.AddWarning(Text);
		}
	}
	if (bGood)
	{
		AssetPasses(InAsset);
	}
	return bGood ? EDataValidationResult::Valid : EDataValidationResult::Invalid;
}
