// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/PropertyEditor/IDetailCustomization (5.5).

#include "CoreMinimal.h"

class IDetailLayoutBuilder;

class IDetailCustomization
{
public:
	virtual ~IDetailCustomization() = default;
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) = 0;

	/// What the editor calls: with it a panel may keep a weak pointer, and have itself made anew.
	virtual void CustomizeDetails(const TSharedPtr<IDetailLayoutBuilder>& DetailBuilder)
	{
		CustomizeDetails(*DetailBuilder);
	}
};
