// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/PropertyEditor/IDetailCategoryBuilder (5.5).

#include "DetailWidgetRow.h"

#include <deque>

class IDetailCategoryBuilder
{
public:
	FDetailWidgetRow& AddCustomRow(const FText&, bool bForAdvanced = false)
	{
		(void)bForAdvanced;
		return StandInRows.emplace_back();
	}
	std::deque<FDetailWidgetRow> StandInRows;
};
