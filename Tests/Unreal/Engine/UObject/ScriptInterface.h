// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/UObject/TScriptInterface (5.5).

#include "UObject/Object.h"

template <typename InterfaceType>
class TScriptInterface
{
public:
	template <typename ObjectType>
	TScriptInterface(ObjectType* In) : Object(In), Interface(In)
	{
	}
	UObject* GetObject() const { return Object; }
	InterfaceType* GetInterface() const { return Interface; }

private:
	UObject* Object = nullptr;
	InterfaceType* Interface = nullptr;
};
