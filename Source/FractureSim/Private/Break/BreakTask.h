// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Break/BreakBody.h"
#include "CoreMinimal.h"
#include "DynamicMesh/DynamicMesh3.h"
#include "FractureCore/Break.h"
#include "FractureSimHistory.h"
#include "PhysicsEngine/AggregateGeom.h"
#include "Tasks/Task.h"

#include <atomic>
#include <limits>

namespace FractureSim::Private
{
/// A piece as the game thread needs it: nothing left to compute.
struct FFragmentData
{
	UE::Geometry::FDynamicMesh3 Mesh; // cm, about the piece's centre
	FKAggregateGeom Shapes;
	int32 Number = 0;                     // among all pieces of the result
	FVector Centre = FVector::ZeroVector; // cm, in the body's frame
	double Mass = 0.0;                    // kg
	FVector Velocity = FVector::ZeroVector;
	FVector AngularVelocity = FVector::ZeroVector; // of the break, in the body's frame
};

/// A piece as what it may break from again.
struct FPieceSource
{
	TSharedPtr<const FractureCore::Fragment> Fragment; // null: it stays whole
	double HarmlessForce = 0.0;                        // N
	FVector Centre = FVector::ZeroVector;              // cm, in the body's frame
	bool bHeld = false;                                // by an anchor of the body
};

/// One impact worked out on a task. All but the flag may be read once the task is complete.
struct FBreakTask
{
	// Given.
	TSharedPtr<FBreakBody> Body;     // complete
	FFractureSimImpactRecord Record; // without a result; contacts are moved onto the surface unless bFromHistory
	bool bFromHistory = false;
	bool bForce = false; // hit harder and harder until it breaks
	int32 MaxFragments = 0;
	TSharedPtr<const FractureCore::CrackSet> Damage;                   // what is open already; null: nothing
	TArray<FFractureSimImpactRecord> Before;                           // the impacts that left it, for recordings
	double LeastPieceVolume = std::numeric_limits<double>::infinity(); // m^3: pieces from this size on may break again

	UE::Tasks::FTask Task;
	std::atomic<bool> bCancelled = false;

	// Found.
	FString Error; // empty: all below is good
	bool bSeparated = false;
	double ImpulseShare = 1.0;                       // of the impulses, that the body took before it came apart
	double LoadFraction = 0.0;                       // of the peak force, at which it fails
	double CrackEnergy = 0.0;                        // J
	TArray<TUniquePtr<FFragmentData>> Fragments;     // apart: a mesh must not be moved about by a growing array
	TArray<FPieceSource> Pieces;                     // all of the result, by number, shown or not
	TSharedPtr<const FractureCore::CrackSet> Cracks; // of a body that did not come apart; null: no more than before
	TArray<FVector> DebrisLocations;                 // cm, in the body's frame
	TArray<float> DebrisSizes;                       // cm
	FractureCore::MassProperties BodyMass;
};

/// Starts the work on a body that is ready.
void StartBreakTask(const TSharedRef<FBreakTask>& Task);
} // namespace FractureSim::Private
