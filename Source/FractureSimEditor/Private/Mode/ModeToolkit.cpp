// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mode/ModeToolkit.h"

#define LOCTEXT_NAMESPACE "FractureSimModeToolkit"

namespace FractureSim::Editor
{
const FName PaletteName("FractureSim");

FName FEditorModeToolkit::GetToolkitFName() const
{
	return FName("FractureSimMode");
}

FText FEditorModeToolkit::GetBaseToolkitName() const
{
	return LOCTEXT("Name", "FractureSim");
}

void FEditorModeToolkit::GetToolPaletteNames(TArray<FName>& PaletteNames) const
{
	PaletteNames.Add(PaletteName);
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
