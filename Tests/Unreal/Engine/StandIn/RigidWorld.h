// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows nothing of the engine: a small rigid world in the place of Chaos, with hit events in its form and units (cm,
// kg, kg cm/s).

#include "PhysicsPublic.h"

class UWorld;

namespace StandIn
{
/// Balls against boxes, everything against a floor. Pieces of a body do not feel each other.
class FRigidWorld
{
public:
	void Step(UWorld& World, float DeltaSeconds);

	/// Tells actors of what touched in the last step.
	void Dispatch();

	double FloorHeight = -1.0e9; // cm
	double Restitution = 0.3;
	FVector Gravity = FVector(0.0, 0.0, -980.0);
	bool bCountImpulseForSecond = false; // which of two bodies the events' impulses are counted for: both happen

private:
	void SubStep(UWorld& World, double DeltaSeconds);
	void Collide(UPrimitiveComponent& Ball, double Radius, UPrimitiveComponent& Other);
	void Rest(UPrimitiveComponent& Body, double DeltaSeconds);

	TArray<FCollisionNotifyInfo> Pending;
};
} // namespace StandIn
