// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/Editor/UEditorEngine, GEditor,
// GetEditorSubsystem (5.5). ActorFactories has no page of its own; SideFX' Houdini Engine for Unreal adds to it.

#include "ActorFactories/ActorFactory.h"
#include "Subsystems/PlacementSubsystem.h"
#include "UObject/Object.h"

class UEditorEngine : public UObject
{
public:
	STANDIN_CLASS(UEditorEngine, UObject)

	template <typename SubsystemType>
	SubsystemType* GetEditorSubsystem() const
	{
		return GetMutableDefault<SubsystemType>();
	}

	TArray<TObjectPtr<UActorFactory>> ActorFactories;
};

/// Null in the tests of what happens without an editor.
extern UEditorEngine* GEditor;
