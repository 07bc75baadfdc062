// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/Editor/UEditorEngine, GEditor (5.5):
// ActorFactories.

#include "ActorFactories/ActorFactory.h"
#include "UObject/Object.h"

class UEditorEngine : public UObject
{
public:
	STANDIN_CLASS(UEditorEngine, UObject)

	TArray<TObjectPtr<UActorFactory>> ActorFactories;
};

/// Null in the tests of what happens without an editor.
extern UEditorEngine* GEditor;
