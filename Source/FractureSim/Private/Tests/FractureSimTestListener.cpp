// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tests/FractureSimTestListener.h"

void UFractureSimTestListener::Listen(UFractureSimComponent& Component)
{
	Component.OnImpactEvaluated.AddDynamic(this, &UFractureSimTestListener::HandleEvaluated);
	Component.OnFractured.AddDynamic(this, &UFractureSimTestListener::HandleFractured);
	Component.OnFragmentSpawned.AddDynamic(this, &UFractureSimTestListener::HandleSpawned);
}

void UFractureSimTestListener::HandleEvaluated(UFractureSimComponent*, FFractureSimImpact, float, bool)
{
	++Evaluated;
}

void UFractureSimTestListener::HandleFractured(UFractureSimComponent*, FFractureSimImpact Impact, float, int32 Count)
{
	++Fractured;
	LastCount = Count;
	LastSource = Impact.Source;
}

void UFractureSimTestListener::HandleSpawned(UFractureSimComponent*, UDynamicMeshComponent*, int32)
{
	++Spawned;
}
