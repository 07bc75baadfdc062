// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/PropertyEditor/IDetailLayoutBuilder (5.5).

#include "DetailCategoryBuilder.h"
#include "UObject/Object.h"

namespace ECategoryPriority
{
enum Type
{
	Variable,
	Transform,
	Important,
	TypeSpecific,
	Default,
	Uncommon,
};
}

class IDetailLayoutBuilder
{
public:
	void GetObjectsBeingCustomized(TArray<TWeakObjectPtr<UObject>>& OutObjects) const { OutObjects = StandInObjects; }
	IDetailCategoryBuilder& EditCategory(
		FName, const FText& = FText(), ECategoryPriority::Type = ECategoryPriority::Default)
	{
		return StandInCategory;
	}
	void ForceRefreshDetails() { ++StandInRefreshes; }

	int32 StandInRefreshes = 0;
	TArray<TWeakObjectPtr<UObject>> StandInObjects;
	IDetailCategoryBuilder StandInCategory;
};
