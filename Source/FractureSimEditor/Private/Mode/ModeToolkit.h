// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Toolkits/BaseToolkit.h"

namespace FractureSim::Editor
{
/// The mode's panel: what to do, above the active tool's settings.
class FEditorModeToolkit : public FModeToolkit
{
public:
	virtual FName GetToolkitFName() const override;
	virtual FText GetBaseToolkitName() const override;
	virtual void GetToolPaletteNames(TArray<FName>& PaletteNames) const override;
};

/// Of the one palette.
extern const FName PaletteName;
} // namespace FractureSim::Editor
