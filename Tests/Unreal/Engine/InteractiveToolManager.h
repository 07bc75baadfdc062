// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows
// dev.epicgames.com/documentation/unreal-engine/API/Runtime/InteractiveToolsFramework/UInteractiveToolManager (5.5).
// One tool at a time; changes are a list that goes back and forth.

#include "InteractiveTool.h"
#include "InteractiveToolBuilder.h"
#include "InteractiveToolChange.h"
#include "ToolContextInterfaces.h"

class UInteractiveToolManager : public UObject
{
public:
	STANDIN_CLASS(UInteractiveToolManager, UObject)

	virtual void EmitObjectChange(
		UObject* TargetObject, TUniquePtr<FToolCommandChange> Change, const FText& Description);
	virtual void PostInvalidation() { ++StandInRedraws; }
	virtual void DisplayMessage(const FText& Message, EToolMessageLevel) { StandInMessage = Message; }

	// The stand-in's own: what the editor does.
	UInteractiveTool* StandInStart(const FString& Identifier, const FToolBuilderState& State);
	void StandInEnd(EToolShutdownType Type);
	void StandInUndo();
	void StandInRedo();

	struct FChange
	{
		TWeakObjectPtr<UObject> Object;
		TSharedPtr<FToolCommandChange> Change;
		FText Description;
	};
	TArray<FChange> StandInChanges;
	TFunction<void(UInteractiveTool&)> StandInOnToolStarted;
	TFunction<void(UInteractiveTool&)> StandInOnToolEnded;
	int32 StandInDone = 0;
	int32 StandInRedraws = 0;
	FText StandInMessage;
	TMap<FString, UInteractiveToolBuilder*> StandInBuilders;
	UInteractiveTool* StandInActive = nullptr;
};
