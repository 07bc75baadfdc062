// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows
// dev.epicgames.com/documentation/unreal-engine/API/Runtime/InteractiveToolsFramework/UInteractiveToolBuilder (5.5).

#include "ToolContextInterfaces.h"
#include "UObject/Object.h"

class UInteractiveTool;

class UInteractiveToolBuilder : public UObject
{
public:
	STANDIN_CLASS(UInteractiveToolBuilder, UObject)
	virtual bool CanBuildTool(const FToolBuilderState&) const { return false; }
	virtual UInteractiveTool* BuildTool(const FToolBuilderState&) const { return nullptr; }
};
