// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimEdMode.h"

#include "FractureSimPaintTool.h"
#include "FractureSimPreviewTool.h"
#include "Mode/EditorCommands.h"
#include "Mode/ModeToolkit.h"
#include "Mode/ToolCommands.h"
#include "Style/EditorStyle.h"

#define LOCTEXT_NAMESPACE "FractureSimEdMode"

using namespace FractureSim::Editor;

UFractureSimEdMode::UFractureSimEdMode()
{
	Info = FEditorModeInfo(
		FName("EM_FractureSim"), LOCTEXT("Name", "FractureSim"), MakeIcon("FractureSim.Mode"), TAttribute<bool>(true));
}

void UFractureSimEdMode::Enter()
{
	Super::Enter();
	const FEditorCommands& Commands = FEditorCommands::Get();
	RegisterTool(Commands.BeginPaint, TEXT("FractureSimPaint"), NewObject<UFractureSimPaintToolBuilder>(this));
	RegisterTool(Commands.BeginPreview, TEXT("FractureSimPreview"), NewObject<UFractureSimPreviewToolBuilder>(this));
}

void UFractureSimEdMode::CreateToolkit()
{
	Toolkit = MakeShared<FEditorModeToolkit>();
}

void UFractureSimEdMode::OnToolStarted(UInteractiveToolManager* Manager, UInteractiveTool* Tool)
{
	Super::OnToolStarted(Manager, Tool);
	if (Toolkit && Tool)
	{
		BindToolCommands(Toolkit->GetToolkitCommands(), *Tool);
	}
}

void UFractureSimEdMode::OnToolEnded(UInteractiveToolManager* Manager, UInteractiveTool* Tool)
{
	if (Toolkit)
	{
		UnbindToolCommands(Toolkit->GetToolkitCommands());
	}
	Super::OnToolEnded(Manager, Tool);
}

TMap<FName, TArray<TSharedPtr<FUICommandInfo>>> UFractureSimEdMode::GetModeCommands() const
{
	const FEditorCommands& Commands = FEditorCommands::Get();
	TMap<FName, TArray<TSharedPtr<FUICommandInfo>>> Palettes;
	TArray<TSharedPtr<FUICommandInfo>> Tools;
	Tools.Add(Commands.BeginPaint);
	Tools.Add(Commands.BeginPreview);
	Palettes.Add(PaletteName, Tools);
	return Palettes;
}

#undef LOCTEXT_NAMESPACE
