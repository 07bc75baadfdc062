// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// One tool at a time, and what the editor's undo does with its changes.
#include "Framework/Commands/UICommandList.h"
#include "InteractiveToolManager.h"

int32& StandInCommandContexts()
{
	static int32 Contexts = 0;
	return Contexts;
}

bool FUICommandList::IsActionMapped(const TSharedPtr<const FUICommandInfo> InUICommandInfo) const
{
	return StandInMapped.IndexOfByPredicate(
			   [&](const FMapped& Mapped) { return Mapped.Command.Get() == InUICommandInfo.Get(); }) >= 0;
}

void FUICommandList::UnmapAction(const TSharedPtr<const FUICommandInfo> InUICommandInfo)
{
	StandInMapped.RemoveAll([&](const FMapped& Mapped) { return Mapped.Command.Get() == InUICommandInfo.Get(); });
}

void FUICommandList::StandInMap(const TSharedPtr<FUICommandInfo>& Command, TFunction<void()> Run)
{
	check(!IsActionMapped(Command)); // of a tool that has ended
	StandInMapped.Add({Command, Run});
}

bool FUICommandList::StandInPress(const FKey& Key, EModifierKey::Type Modifiers) const
{
	for (const FMapped& Mapped : StandInMapped)
	{
		const FInputChord& Chord = Mapped.Command->StandInChord();
		if (Chord.Key == Key && Chord.Modifiers == Modifiers)
		{
			Mapped.Run();
			return true;
		}
	}
	return false;
}

void UInteractiveToolManager::EmitObjectChange(
	UObject* TargetObject, TUniquePtr<FToolCommandChange> Change, const FText& Description)
{
	check(!Description.IsEmpty());
	StandInChanges.SetNum(StandInDone);
	StandInChanges.Add({TargetObject, MakeShareable(Change.Release()), Description});
	++StandInDone;
}

void UInteractiveToolManager::StandInUndo()
{
	check(StandInDone > 0);
	const FChange& Change = StandInChanges[--StandInDone];
	Change.Change->Revert(Change.Object.Get());
}

void UInteractiveToolManager::StandInRedo()
{
	check(StandInDone < StandInChanges.Num());
	const FChange& Change = StandInChanges[StandInDone++];
	Change.Change->Apply(Change.Object.Get());
}

UInteractiveTool* UInteractiveToolManager::StandInStart(const FString& Identifier, const FToolBuilderState& State)
{
	check(!StandInActive);
	UInteractiveToolBuilder* const Builder = *StandInBuilders.Find(Identifier);
	if (!Builder->CanBuildTool(State))
	{
		return nullptr;
	}
	FToolBuilderState Given = State;
	Given.ToolManager = this;
	StandInActive = Builder->BuildTool(Given);
	StandInActive->StandInManager = this;
	StandInActive->Setup();
	if (StandInOnToolStarted)
	{
		StandInOnToolStarted(*StandInActive);
	}
	return StandInActive;
}

void UInteractiveToolManager::StandInEnd(EToolShutdownType Type)
{
	StandInActive->Shutdown(Type);
	if (StandInOnToolEnded)
	{
		StandInOnToolEnded(*StandInActive);
	}
	StandIn::MarkAsGarbage(*StandInActive);
	StandInActive = nullptr;
}
