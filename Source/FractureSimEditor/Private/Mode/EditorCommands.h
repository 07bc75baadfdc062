// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Framework/Commands/Commands.h"

namespace FractureSim::Editor
{
/// What the mode's palette offers.
class FEditorCommands : public TCommands<FEditorCommands>
{
public:
	FEditorCommands();
	virtual void RegisterCommands() override;

	TSharedPtr<FUICommandInfo> BeginPaint;
	TSharedPtr<FUICommandInfo> BeginPreview;
};
} // namespace FractureSim::Editor
