// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Slate/Framework/Commands/TCommands,
// FUICommandInfo, FBindingContext (5.5); UI_COMMAND, which looks for an icon called CONTEXT.COMMAND in the style set.

#include "CoreMinimal.h"
#include "InputCoreTypes.h"
#include "Textures/SlateIcon.h"

enum class EUserInterfaceActionType : uint8
{
	None,
	Button,
	ToggleButton,
	RadioButton,
};

struct FInputChord
{
	FInputChord() = default;
	FInputChord(const FKey& InKey) : Key(InKey) {}
	FInputChord(const EModifierKey::Type InModifiers, const FKey& InKey) : Key(InKey), Modifiers(InModifiers) {}
	FKey Key;
	EModifierKey::Type Modifiers = EModifierKey::None;
};

class FUICommandInfo
{
public:
	FUICommandInfo(FName InName,
		const FText& InLabel,
		const FText& InDescription,
		const FInputChord& InChord,
		const FSlateIcon& InIcon = FSlateIcon())
		: Name(InName), Label(InLabel), Description(InDescription), Chord(InChord), Icon(InIcon)
	{
	}
	FName GetCommandName() const { return Name; }
	const FText& GetLabel() const { return Label; }
	const FText& GetDescription() const { return Description; }
	const FSlateIcon& GetIcon() const { return Icon; }
	const FInputChord& StandInChord() const { return Chord; }

private:
	FName Name;
	FText Label;
	FText Description;
	FInputChord Chord;
	FSlateIcon Icon;
};

/// Contexts that are registered.
int32& StandInCommandContexts();

template <typename CommandContextType>
class TCommands
{
public:
	TCommands(const FName InContextName, const FText& InContextDesc, const FName, const FName InStyleSetName)
		: Context(InContextName), StyleSet(InStyleSetName)
	{
		(void)InContextDesc;
	}
	virtual ~TCommands() = default;
	virtual void RegisterCommands() = 0;

	static void Register()
	{
		if (!Instance())
		{
			Instance() = MakeShareable(new CommandContextType());
			++StandInCommandContexts();
			static_cast<TCommands*>(Instance().Get())->RegisterCommands();
		}
	}
	static void Unregister()
	{
		if (Instance())
		{
			--StandInCommandContexts();
			Instance().Reset();
		}
	}
	static bool IsRegistered() { return Instance().IsValid(); }
	static const CommandContextType& Get() { return *Instance(); }
	FName GetContextName() const { return Context; }
	FName GetStyleSetName() const { return StyleSet; }

private:
	static TSharedPtr<CommandContextType>& Instance()
	{
		static TSharedPtr<CommandContextType> One;
		return One;
	}
	FName Context;
	FName StyleSet;
};

#define UI_COMMAND(CommandId, FriendlyName, InDescription, CommandType, Chord)                                         \
	CommandId = MakeShared<FUICommandInfo>(FName(#CommandId),                                                          \
		LOCTEXT(#CommandId, FriendlyName),                                                                             \
		LOCTEXT(#CommandId "_ToolTip", InDescription),                                                                 \
		Chord,                                                                                                         \
		FSlateIcon(this->GetStyleSetName(), FName(*(this->GetContextName().ToString() + TEXT("." #CommandId)))))
