// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/Factories/UFactory (5.5).

#include "UObject/Object.h"

class FFeedbackContext;

class UFactory : public UObject
{
public:
	STANDIN_CLASS(UFactory, UObject)

	virtual FText GetDisplayName() const { return FText(); }
	virtual bool FactoryCanImport(const FString&) { return true; }
	virtual UObject* FactoryCreateBinary(
		UClass*, UObject*, FName, EObjectFlags, UObject*, const TCHAR*, const uint8*&, const uint8*, FFeedbackContext*)
	{
		return nullptr;
	}

	TSubclassOf<UObject> SupportedClass;
	TArray<FString> Formats;
	uint8 bCreateNew : 1 = false;
	uint8 bEditAfterNew : 1 = false;
	uint8 bEditorImport : 1 = false;
};
