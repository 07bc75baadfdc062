// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimTool.h"

#include "Engine/World.h"
#include "FractureSimComponent.h"
#include "Mode/ToolSelection.h"
#include "ToolContextInterfaces.h"

using namespace FractureSim::Editor;

bool UFractureSimToolBuilder::CanBuildTool(const FToolBuilderState& SceneState) const
{
	return FindSelectedBreakable(SceneState) != nullptr;
}

FFractureSimToolTarget UFractureSimToolBuilder::TargetOf(const FToolBuilderState& SceneState)
{
	FFractureSimToolTarget Target;
	Target.Component = FindSelectedBreakable(SceneState);
	Target.World = SceneState.World;
	return Target;
}
