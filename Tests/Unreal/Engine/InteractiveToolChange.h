// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/InteractiveToolsFramework/FToolCommandChange
// (5.5).

#include "CoreMinimal.h"
#include "UObject/Object.h"

class FToolCommandChange
{
public:
	virtual ~FToolCommandChange() = default;
	virtual void Apply(UObject* Object) = 0;
	virtual void Revert(UObject* Object) = 0;
	virtual FString ToString() const { return FString(); }
};
