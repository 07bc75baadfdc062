// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimHistory.h"

#include "FractureSimComponent.h"

void FFractureSimImpactRecord::PreReplicatedRemove(const FFractureSimHistory& History)
{
	if (UFractureSimComponent* const Component = History.Component.Get())
	{
		Component->ReceiveRepair(*this);
	}
}

void FFractureSimImpactRecord::PostReplicatedAdd(const FFractureSimHistory& History)
{
	if (UFractureSimComponent* const Component = History.Component.Get())
	{
		Component->ReceiveRecord(*this);
	}
}

void FFractureSimSettled::PostReplicatedAdd(const FFractureSimSettledList& List)
{
	PostReplicatedChange(List);
}

void FFractureSimSettled::PostReplicatedChange(const FFractureSimSettledList& List)
{
	if (UFractureSimComponent* const Component = List.Component.Get())
	{
		Component->MatchServer(*this);
	}
}
