// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Net/DOREPLIFETIME (5.5).

#include "CoreMinimal.h"

struct FLifetimeProperty
{
	FString Name;
};

#define DOREPLIFETIME(Class, Property)                                                                                 \
	{                                                                                                                  \
		static_assert(sizeof(&Class::Property) > 0);                                                                   \
		OutLifetimeProps.Add(FLifetimeProperty{TEXT(#Property)});                                                      \
	}
