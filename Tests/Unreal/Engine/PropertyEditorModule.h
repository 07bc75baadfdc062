// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/PropertyEditor/FPropertyEditorModule (5.5).

#include "IDetailCustomization.h"
#include "Modules/ModuleManager.h"

using FOnGetDetailCustomizationInstance = TDelegate<TSharedRef<IDetailCustomization>>;

class FPropertyEditorModule : public IModuleInterface
{
public:
	void RegisterCustomClassLayout(FName ClassName, FOnGetDetailCustomizationInstance Delegate)
	{
		StandInLayouts.Add(ClassName, Delegate);
	}
	void UnregisterCustomClassLayout(FName ClassName) { StandInLayouts.Remove(ClassName); }
	void NotifyCustomizationModuleChanged() {}
	TMap<FName, FOnGetDetailCustomizationInstance> StandInLayouts;
};
