// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Developer/ToolMenus/UToolMenus, UToolMenu,
// FToolMenuSection, FToolMenuContext (5.5). Startup callbacks run at once: the menus are up.

#include "Misc/Attribute.h"
#include "Textures/SlateIcon.h"
#include "UObject/Object.h"

struct FToolMenuContext
{
	template <typename T>
	T* FindContext() const
	{
		for (const TObjectPtr<UObject>& Object : StandInObjects)
		{
			if (T* const Found = Cast<T>(Object.Get()))
			{
				return Found;
			}
		}
		return nullptr;
	}
	TArray<TObjectPtr<UObject>> StandInObjects;
};

using FToolMenuExecuteAction = TDelegate<void, const FToolMenuContext&>;

/// Who added an entry.
struct FToolMenuOwner
{
	FToolMenuOwner() = default;
	FToolMenuOwner(void* InPointer) : Pointer(InPointer) {}
	void* Pointer = nullptr;
};

struct FToolMenuEntry
{
	FName Name;
	FText Label;
	FText ToolTip;
	FSlateIcon Icon;
	FToolMenuExecuteAction Action;
	void* StandInOwner = nullptr;
};

struct FToolMenuSection
{
	FName Name;
	FToolMenuEntry& AddMenuEntry(const FName InName,
		const TAttribute<FText>& InLabel,
		const TAttribute<FText>& InToolTip,
		const TAttribute<FSlateIcon>& InIcon,
		const FToolMenuExecuteAction& InAction);
	TArray<FToolMenuEntry> Entries;
};

class UToolMenu : public UObject
{
public:
	STANDIN_CLASS(UToolMenu, UObject)
	FToolMenuSection& FindOrAddSection(const FName SectionName);
	FName MenuName;
	TArray<TSharedPtr<FToolMenuSection>> Sections;
};

class UToolMenus : public UObject
{
public:
	STANDIN_CLASS(UToolMenus, UObject)
	static UToolMenus* Get();
	static FDelegateHandle RegisterStartupCallback(const FSimpleDelegate& InDelegate);
	static void UnRegisterStartupCallback(const void* UserPointer);
	static void UnregisterOwner(FToolMenuOwner Owner);
	UToolMenu* ExtendMenu(const FName Name);

	/// Entries of all menus.
	static int32 StandInEntries();
	static const FToolMenuEntry* StandInFind(const FName Menu, const FName Entry);
	TArray<UToolMenu*> StandInMenus;
	static TArray<void*>& StandInOwners(); // the last is who adds
	static int32& StandInCallbacks();
};

class FToolMenuOwnerScoped
{
public:
	explicit FToolMenuOwnerScoped(FToolMenuOwner Owner) { UToolMenus::StandInOwners().Add(Owner.Pointer); }
	~FToolMenuOwnerScoped() { UToolMenus::StandInOwners().Pop(); }
};
