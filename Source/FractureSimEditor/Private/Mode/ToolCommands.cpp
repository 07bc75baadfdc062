// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mode/ToolCommands.h"

#include "FractureSimPaintTool.h"
#include "FractureSimPreviewTool.h"
#include "Framework/Commands/UICommandList.h"

#define LOCTEXT_NAMESPACE "FractureSimToolCommands"

namespace FractureSim::Editor
{
FPaintToolCommands::FPaintToolCommands()
	: TInteractiveToolCommands<FPaintToolCommands>(
		  FName("FractureSimPaintTool"), LOCTEXT("Paint", "FractureSim Paint"), NAME_None, FName("FractureSimStyle"))
{
}

void FPaintToolCommands::GetToolDefaultObjectList(TArray<UInteractiveTool*>& ToolCDOs)
{
	ToolCDOs.Add(GetMutableDefault<UFractureSimPaintTool>());
}

FPreviewToolCommands::FPreviewToolCommands()
	: TInteractiveToolCommands<FPreviewToolCommands>(FName("FractureSimPreviewTool"),
		  LOCTEXT("Preview", "FractureSim Preview"),
		  NAME_None,
		  FName("FractureSimStyle"))
{
}

void FPreviewToolCommands::GetToolDefaultObjectList(TArray<UInteractiveTool*>& ToolCDOs)
{
	ToolCDOs.Add(GetMutableDefault<UFractureSimPreviewTool>());
}

void RegisterToolCommands()
{
	FPaintToolCommands::Register();
	FPreviewToolCommands::Register();
}

void UnregisterToolCommands()
{
	FPaintToolCommands::Unregister();
	FPreviewToolCommands::Unregister();
}

void BindToolCommands(const TSharedPtr<FUICommandList>& List, UInteractiveTool& Tool)
{
	if (Cast<UFractureSimPaintTool>(&Tool))
	{
		FPaintToolCommands::Get().BindCommandsForCurrentTool(List, &Tool);
	}
	else if (Cast<UFractureSimPreviewTool>(&Tool))
	{
		FPreviewToolCommands::Get().BindCommandsForCurrentTool(List, &Tool);
	}
}

void UnbindToolCommands(const TSharedPtr<FUICommandList>& List)
{
	FPaintToolCommands::Get().UnbindActiveCommands(List);
	FPreviewToolCommands::Get().UnbindActiveCommands(List);
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
