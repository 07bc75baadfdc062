// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureCore/Bake.h"
#include "FractureCore/Break.h"
#include "FractureSimHistory.h"

#include <vector>

// Between an impact in the world, its record of whole numbers, and what the core takes.
//
// A record gives the same pieces on every machine. So nothing is computed between it and the core but one
// multiplication a number; whatever takes more, such as finding the nearest point of the surface, comes before the
// record is made.

namespace FractureSim::Private
{
// Steps of the record's numbers.
inline constexpr double LengthStep = 1.0e-5;   // m
inline constexpr double ImpulseStep = 1.0e-4;  // N s
inline constexpr double DurationStep = 1.0e-9; // s
inline constexpr double MotionStep = 1.0e-4;   // m/s, rad/s
inline constexpr double ShareStep = 1.0e-4;    // of 1

/// Where a body is and how it moves, in Unreal's units.
struct FBodyState
{
	FTransform Transform; // its scale is not used: the body has it baked in
	FVector Velocity = FVector::ZeroVector;
	FVector AngularVelocity = FVector::ZeroVector;
	bool bSimulated = false;
};

/// How the body would move if an impulse (N s) at a point (m) had not been delivered to it, or has been, in core axes.
FractureCore::BodyMotion MotionOfImpulse(
	const FractureCore::MassProperties& Mass, const FractureCore::Vec3& Point, const FractureCore::Vec3& Impulse);

/// Whole numbers of these impacts on a body in that state; the physics engine has delivered those of Physics to it
/// already. An impact that is not finite, or far out of range, is left out with its reason in `OutProblem`; `OutTaken`
/// are the others. False if none is left.
bool FillRecord(FFractureSimImpactRecord& Record,
	TConstArrayView<FFractureSimImpact> Impacts,
	const FBodyState& State,
	const FractureCore::MassProperties& Mass,
	float Restitution,
	float DefaultDuration,
	FString& OutProblem,
	TArray<FFractureSimImpact>* OutTaken = nullptr);

/// Moves contacts to the nearest points of the surface, which physics knows only by its collision shapes.
void ProjectContacts(FFractureSimImpactRecord& Record, const FractureCore::BakedObject& Object);

/// The core's side of a record. `Impact.loads` points into `Contacts`.
struct FCoreImpact
{
	std::vector<FractureCore::ContactImpulse> Contacts;
	FractureCore::Impact Impact;
	FractureCore::BreakSettings Settings;
};
FCoreImpact ToCoreImpact(const FFractureSimImpactRecord& Record);

/// For both sides of the network and for replays: what a quality means.
FRACTURESIM_API FractureCore::BreakSettings SettingsOf(EFractureSimQuality Quality, int32 Seed);

/// Nearest point of a surface, by looking at every triangle.
FRACTURESIM_API FractureCore::Vec3 NearestOnSurface(
	const FractureCore::SurfaceMesh& Surface, const FractureCore::Vec3& Point);
} // namespace FractureSim::Private
