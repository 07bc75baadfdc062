// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimImportFactory.h"

#include "FractureSimAsset.h"

#include <limits>

#define LOCTEXT_NAMESPACE "FractureSimImport"

UFractureSimImportFactory::UFractureSimImportFactory()
{
	SupportedClass = UFractureSimAsset::StaticClass();
	bCreateNew = false;
	bEditorImport = true;
	Formats.Add(TEXT("frac;Baked fracture asset"));
}

FText UFractureSimImportFactory::GetDisplayName() const
{
	return LOCTEXT("Name", "Fracture Asset");
}

UObject* UFractureSimImportFactory::FactoryCreateBinary(UClass* InClass,
	UObject* InParent,
	FName InName,
	EObjectFlags Flags,
	UObject*,
	const TCHAR*,
	const uint8*& Buffer,
	const uint8* BufferEnd,
	FFeedbackContext*)
{
	const int64 Size = BufferEnd - Buffer;
	if (Size > std::numeric_limits<int32>::max())
	{
		return nullptr;
	}
	UFractureSimAsset* const Asset = NewObject<UFractureSimAsset>(InParent, InClass, InName, Flags);
	// The log says what is wrong with the bytes.
	return Asset->SetBytes(TConstArrayView<uint8>(Buffer, static_cast<int32>(Size))) ? Asset : nullptr;
}

#undef LOCTEXT_NAMESPACE
