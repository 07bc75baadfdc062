// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mode/EditorCommands.h"

#define LOCTEXT_NAMESPACE "FractureSimCommands"

namespace FractureSim::Editor
{
FEditorCommands::FEditorCommands()
	: TCommands<FEditorCommands>(
		  FName("FractureSim"), LOCTEXT("Context", "FractureSim Mode"), NAME_None, FName("FractureSimStyle"))
{
}

void FEditorCommands::RegisterCommands()
{
	UI_COMMAND(BeginPaint,
		"Paint Strength",
		"Paints where the selected breakable is weak or strong, and what holds it",
		EUserInterfaceActionType::ToggleButton,
		FInputChord());
	UI_COMMAND(BeginPreview,
		"Preview Break",
		"Breaks the selected actor in the viewport, without Play; nothing of it is kept",
		EUserInterfaceActionType::ToggleButton,
		FInputChord());
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
