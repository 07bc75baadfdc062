// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/InteractiveToolsFramework/UInteractiveTool,
// UInteractiveToolPropertySet, FInteractiveToolActionSet (5.5).

#include "InputCoreTypes.h"
#include "ToolContextInterfaces.h"
#include "UObject/Object.h"

class FProperty;
class UInteractiveToolManager;

enum class EToolShutdownType : uint8
{
	Completed,
	Accept,
	Cancel,
};

enum class EToolMessageLevel : uint8
{
	Internal,
	UserMessage,
	UserNotification,
	UserWarning,
	UserError,
};

class UInteractiveToolPropertySet : public UObject
{
public:
	STANDIN_CLASS(UInteractiveToolPropertySet, UObject)
	virtual void SaveProperties(UObject*) { ++StandInSaved; }
	virtual void RestoreProperties(UObject*) {}
	int32 StandInSaved = 0;
};

class FInteractiveToolActionSet
{
public:
	void RegisterAction(UObject* Tool,
		int32 ActionID,
		const FString& ActionName,
		const FText& ShortUIName,
		const FText& DescriptionText,
		EModifierKey::Type Modifiers,
		const FKey& ShortcutKey,
		TFunction<void()> ActionFunction)
	{
		(void)Tool;
		(void)ActionID;
		check(!DescriptionText.IsEmpty() && !ShortUIName.IsEmpty());
		for (const FAction& Other : StandInActions)
		{
			check(!(Other.Key == ShortcutKey && Other.Modifiers == Modifiers)); // two actions for one key
		}
		StandInActions.Add({ActionName, ShortUIName, DescriptionText, Modifiers, ShortcutKey, ActionFunction});
	}
	struct FAction
	{
		FString Name;
		FText Label;
		FText Description;
		EModifierKey::Type Modifiers;
		FKey Key;
		TFunction<void()> Run;
	};
	TArray<FAction> StandInActions;
};

class UInteractiveTool : public UObject
{
public:
	STANDIN_CLASS(UInteractiveTool, UObject)

	virtual void Setup() {}
	virtual void Shutdown(EToolShutdownType) {}
	virtual void Render(IToolsContextRenderAPI*) {}
	virtual void OnTick(float) {}
	virtual bool HasCancel() const { return false; }
	virtual bool HasAccept() const { return false; }
	virtual bool CanAccept() const { return false; }
	virtual void RegisterActions(FInteractiveToolActionSet&) {}
	virtual void OnPropertyModified(UObject*, FProperty*) {}
	virtual UInteractiveToolManager* GetToolManager() const { return StandInManager; }
	virtual void SetToolDisplayName(const FText& NewName) { DisplayName = NewName; }
	virtual void AddToolPropertySource(UObject* PropertyObject) { StandInSources.Add(PropertyObject); }

	UInteractiveToolManager* StandInManager = nullptr;
	TArray<UObject*> StandInSources;
	FText DisplayName;
};
