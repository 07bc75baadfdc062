// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Components/UInputComponent (5.5):
// BindKey.

#include "Components/ActorComponent.h"
#include "InputCoreTypes.h"

#include <functional>

enum EInputEvent
{
	IE_Pressed,
	IE_Released,
};

class UInputComponent : public UActorComponent
{
public:
	STANDIN_CLASS(UInputComponent, UActorComponent)

	template <typename T>
	void BindKey(const FKey& Key, const EInputEvent KeyEvent, T* Object, void (T::*Method)())
	{
		(void)KeyEvent;
		StandInBindings.Add({Key, [Object, Method] { (Object->*Method)(); }});
	}
	TArray<TPair<FKey, std::function<void()>>> StandInBindings;
};
