// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Tests/FTestWorldWrapper (5.5).

#include "Engine/World.h"

struct FTestWorldWrapper
{
	virtual ~FTestWorldWrapper() { DestroyTestWorld(true); }
	virtual bool CreateTestWorld(EWorldType::Type WorldType);
	virtual bool BeginPlayInTestWorld();
	virtual bool TickTestWorld(float DeltaTime);
	virtual bool DestroyTestWorld(bool bForceGarbageCollect);
	UWorld* GetTestWorld() const { return World; }

private:
	UWorld* World = nullptr;
};

namespace StandIn
{
/// What the engine makes for every world by itself.
inline TArray<UClass*> WorldSubsystems;
} // namespace StandIn
