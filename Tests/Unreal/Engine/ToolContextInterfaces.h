// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/InteractiveToolsFramework/FToolBuilderState,
// IToolsContextRenderAPI (5.5).

#include "Engine/World.h"
#include "SceneManagement.h"

class UInteractiveToolManager;

struct FToolBuilderState
{
	UWorld* World = nullptr;
	UInteractiveToolManager* ToolManager = nullptr;
	TArray<AActor*> SelectedActors;
	TArray<UActorComponent*> SelectedComponents;
};

class IToolsContextRenderAPI
{
public:
	virtual ~IToolsContextRenderAPI() = default;
	virtual FPrimitiveDrawInterface* GetPrimitiveDrawInterface() = 0;
};
