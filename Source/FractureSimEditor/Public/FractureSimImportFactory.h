// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Factories/Factory.h"

#include "FractureSimImportFactory.generated.h"

/// Imports what the command line baked: .frac files, dropped into the Content Browser.
UCLASS()
class FRACTURESIMEDITOR_API UFractureSimImportFactory : public UFactory
{
	GENERATED_BODY()

public:
	UFractureSimImportFactory();

	virtual FText GetDisplayName() const override;
	virtual UObject* FactoryCreateBinary(UClass* InClass,
		UObject* InParent,
		FName InName,
		EObjectFlags Flags,
		UObject* Context,
		const TCHAR* Type,
		const uint8*& Buffer,
		const uint8* BufferEnd,
		FFeedbackContext* Warn) override;
};
