// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/Tools/UEdMode,
// EditorFramework/Tools/FEditorModeInfo (5.5).

#include "Framework/Commands/Commands.h"
#include "InteractiveToolManager.h"
#include "Textures/SlateIcon.h"
#include "Toolkits/BaseToolkit.h"
#include "UObject/Object.h"

using FEditorModeID = FName;

struct FEditorModeInfo
{
	FEditorModeInfo() = default;
	FEditorModeInfo(FEditorModeID InID, FText InName, FSlateIcon InIconBrush, TAttribute<bool> InVisibility)
		: ID(InID), Name(InName), IconBrush(InIconBrush), bVisible(InVisibility.Get())
	{
	}
	FEditorModeID ID;
	FText Name;
	FSlateIcon IconBrush;
	bool bVisible = false;
};

enum class EToolsContextScope : uint8
{
	Editor,
	EdMode,
	Default,
};

class UEdMode : public UObject
{
public:
	STANDIN_CLASS(UEdMode, UObject)

	virtual void Enter()
	{
		StandInManager = NewObject<UInteractiveToolManager>(this);
		CreateToolkit();
		if (Toolkit)
		{
			Toolkit->Init(nullptr, this);
		}
		StandInManager->StandInOnToolStarted = [this](UInteractiveTool& Tool) { OnToolStarted(StandInManager, &Tool); };
		StandInManager->StandInOnToolEnded = [this](UInteractiveTool& Tool) { OnToolEnded(StandInManager, &Tool); };
	}
	virtual void Exit()
	{
		if (StandInManager->StandInActive)
		{
			StandInManager->StandInEnd(EToolShutdownType::Cancel);
		}
		Toolkit.Reset();
		StandIn::MarkAsGarbage(*StandInManager);
		StandInManager = nullptr;
	}
	virtual void CreateToolkit() {}
	virtual bool UsesToolkits() const { return true; }
	virtual void OnToolStarted(UInteractiveToolManager*, UInteractiveTool*) {}
	virtual void OnToolEnded(UInteractiveToolManager*, UInteractiveTool*) {}
	virtual TMap<FName, TArray<TSharedPtr<FUICommandInfo>>> GetModeCommands() const { return {}; }
	virtual void RegisterTool(TSharedPtr<FUICommandInfo> UICommand,
		FString ToolIdentifier,
		UInteractiveToolBuilder* Builder,
		EToolsContextScope ToolScope = EToolsContextScope::Default)
	{
		check(UICommand.IsValid());
		(void)ToolScope;
		StandInManager->StandInBuilders.Add(ToolIdentifier, Builder);
	}
	virtual UInteractiveToolManager* GetToolManager(EToolsContextScope = EToolsContextScope::Default) const
	{
		return StandInManager;
	}
	const FEditorModeInfo& GetModeInfo() const { return Info; }
	TSharedPtr<FModeToolkit> StandInToolkit() const { return Toolkit; }

protected:
	FEditorModeInfo Info;
	TSharedPtr<FModeToolkit> Toolkit;

private:
	UInteractiveToolManager* StandInManager = nullptr;
};
