// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/PropertyEditor/FDetailWidgetRow (5.5).

#include "Widgets/DeclarativeSyntaxSupport.h"

class FDetailWidgetRow
{
public:
	struct FContent
	{
		FDetailWidgetRow* Row;
		FDetailWidgetRow& operator[](const TSharedRef<SWidget>& In)
		{
			Row->StandInWidgets.Add(In);
			return *Row;
		}
	};
	FContent WholeRowContent() { return {this}; }
	FContent NameContent() { return {this}; }
	FContent ValueContent() { return {this}; }
	TArray<TSharedPtr<SWidget>> StandInWidgets;
};
