// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/Tools/TInteractiveToolCommands (5.5):
// RegisterCommands asks each tool's default object for its actions and makes a command of each; binding runs the action
// of that name of the tool that is active.

#include "Framework/Commands/UICommandList.h"
#include "InteractiveTool.h"

template <typename CommandContextType>
class TInteractiveToolCommands : public TCommands<CommandContextType>
{
public:
	TInteractiveToolCommands(
		const FName InContextName, const FText& InContextDesc, const FName InContextParent, const FName InStyleSetName)
		: TCommands<CommandContextType>(InContextName, InContextDesc, InContextParent, InStyleSetName)
	{
	}
	virtual void GetToolDefaultObjectList(TArray<UInteractiveTool*>& ToolCDOs) = 0;

	virtual void RegisterCommands() override
	{
		TArray<UInteractiveTool*> Tools;
		GetToolDefaultObjectList(Tools);
		for (UInteractiveTool* const Tool : Tools)
		{
			FInteractiveToolActionSet Actions;
			Tool->RegisterActions(Actions);
			for (const FInteractiveToolActionSet::FAction& Action : Actions.StandInActions)
			{
				Commands.Add(MakeShared<FUICommandInfo>(
					FName(Action.Name), Action.Label, Action.Description, FInputChord(Action.Modifiers, Action.Key)));
			}
		}
	}
	virtual void BindCommandsForCurrentTool(TSharedPtr<FUICommandList> UICommandList, UInteractiveTool* Tool) const
	{
		FInteractiveToolActionSet Actions;
		Tool->RegisterActions(Actions);
		for (const TSharedPtr<FUICommandInfo>& Command : Commands)
		{
			for (const FInteractiveToolActionSet::FAction& Action : Actions.StandInActions)
			{
				if (FName(Action.Name) == Command->GetCommandName())
				{
					UICommandList->StandInMap(Command, Action.Run);
				}
			}
		}
	}
	virtual void UnbindActiveCommands(TSharedPtr<FUICommandList> UICommandList) const
	{
		for (const TSharedPtr<FUICommandInfo>& Command : Commands)
		{
			UICommandList->UnmapAction(Command);
		}
	}

private:
	TArray<TSharedPtr<FUICommandInfo>> Commands;
};
