// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimMaterial.h"

#include "Bridge/MaterialBridge.h"
#include "FractureSimLog.h"
#if WITH_EDITOR
#include "Misc/DataValidation.h"
#endif

bool UFractureSimMaterial::LoadPreset(const FString& Name)
{
	const FractureCore::Result<FractureCore::Material> Preset = FractureCore::FindMaterialPreset(TCHAR_TO_UTF8(*Name));
	if (!Preset)
	{
		UE_LOG(LogFractureSim, Warning, TEXT("%s: %s"), *GetName(), UTF8_TO_TCHAR(Preset.GetError().message.c_str()));
		return false;
	}
	FractureSim::Private::FromCoreMaterial(*Preset, *this);
	return true;
}

TArray<FString> UFractureSimMaterial::GetPresetNames()
{
	TArray<FString> Names;
	for (const FractureCore::Material& Preset : FractureCore::MaterialPresets())
	{
		Names.Add(UTF8_TO_TCHAR(Preset.name.c_str()));
	}
	return Names;
}

#if WITH_EDITOR
EDataValidationResult UFractureSimMaterial::IsDataValid(FDataValidationContext& Context) const
{
	const EDataValidationResult Result = Super::IsDataValid(Context);
	const FractureCore::Status Checked =
		FractureCore::ValidateMaterial(FractureSim::Private::ToCoreMaterial(*this, FractureCore::Material()));
	if (Checked)
	{
		return Result;
	}
	Context.AddError(FText::FromString(UTF8_TO_TCHAR(Checked.GetError().message.c_str())));
	return EDataValidationResult::Invalid;
}
#endif
