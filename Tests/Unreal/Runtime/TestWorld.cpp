// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tests/AutomationCommon.h"

bool FTestWorldWrapper::CreateTestWorld(EWorldType::Type WorldType)
{
	check(WorldType == EWorldType::Game && !World);
	World = NewObject<UWorld>(nullptr);
	for (UClass* const Class : StandIn::WorldSubsystems)
	{
		World->AddSubsystem(Class);
	}
	return true;
}

bool FTestWorldWrapper::BeginPlayInTestWorld()
{
	World->StandInBeginPlay();
	return true;
}

bool FTestWorldWrapper::TickTestWorld(float DeltaTime)
{
	World->Tick(LEVELTICK_All, DeltaTime);
	return true;
}

bool FTestWorldWrapper::DestroyTestWorld(bool)
{
	if (!World)
	{
		return false;
	}
	World->StandInTearDown();
	StandIn::CollectGarbage();
	World = nullptr;
	return true;
}
