// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/EditorFramework/Subsystems/UPlacementSubsystem
// (5.4, 5.5).

#include "Factories/AssetFactoryInterface.h"
#include "UObject/ScriptInterface.h"

class UPlacementSubsystem : public UObject
{
public:
	STANDIN_CLASS(UPlacementSubsystem, UObject)

	void RegisterAssetFactory(TScriptInterface<IAssetFactoryInterface> AssetFactory)
	{
		StandInFactories.Add(AssetFactory.GetObject());
	}
	void UnregisterAssetFactory(TScriptInterface<IAssetFactoryInterface> AssetFactory)
	{
		StandInFactories.RemoveAll([&AssetFactory](const UObject* Other) { return Other == AssetFactory.GetObject(); });
	}
	TArray<UObject*> StandInFactories;
};
