// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/GameFramework/FGameModeEvents (5.5):
// OnGameModePostLoginEvent.

#include "Delegates/Delegate.h"
#include "GameFramework/Actor.h"

class AGameModeBase;
class APlayerController;

class FGameModeEvents
{
public:
	using FGameModePostLoginEvent = TMulticastDelegate<AGameModeBase*, APlayerController*>;
	static FGameModePostLoginEvent& OnGameModePostLoginEvent()
	{
		static FGameModePostLoginEvent Event;
		return Event;
	}
};
