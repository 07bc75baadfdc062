// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Tools/InteractiveToolsCommands.h"

class FUICommandList;
class UInteractiveTool;

namespace FractureSim::Editor
{
/// The paint tool's actions as commands, so that their keys work and can be changed in the editor's preferences.
class FPaintToolCommands : public TInteractiveToolCommands<FPaintToolCommands>
{
public:
	FPaintToolCommands();
	virtual void GetToolDefaultObjectList(TArray<UInteractiveTool*>& ToolCDOs) override;
};

/// The preview tool's. A set of its own: a key may mean something else in each tool.
class FPreviewToolCommands : public TInteractiveToolCommands<FPreviewToolCommands>
{
public:
	FPreviewToolCommands();
	virtual void GetToolDefaultObjectList(TArray<UInteractiveTool*>& ToolCDOs) override;
};

void RegisterToolCommands();
void UnregisterToolCommands();

/// While a tool is active its keys belong to it.
void BindToolCommands(const TSharedPtr<FUICommandList>& List, UInteractiveTool& Tool);
void UnbindToolCommands(const TSharedPtr<FUICommandList>& List);
} // namespace FractureSim::Editor
