// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"

#include "FractureSimSettings.generated.h"

/// Project Settings > Plugins > FractureSim. The console variables fracturesim.* override the first four at run time.
UCLASS(Config = Game, DefaultConfig, meta = (DisplayName = "FractureSim"))
class FRACTURESIM_API UFractureSimSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	/// Time a frame that the game thread may spend on making pieces. At least one piece is made, so that a broken body
	/// comes apart whatever the budget.
	UPROPERTY(Config, EditAnywhere, Category = "Budget", meta = (ClampMin = "0.1", ForceUnits = "ms"))
	float BudgetMilliseconds = 2.0f;

	/// Pieces made a frame at most.
	UPROPERTY(Config, EditAnywhere, Category = "Budget", meta = (ClampMin = "1"))
	int32 BodiesPerFrame = 16;

	/// Pieces in the world at most. The oldest make room; those of one body appear all together or not at all.
	UPROPERTY(Config, EditAnywhere, Category = "Budget", meta = (ClampMin = "1"))
	int32 MaxFragments = 512;

	/// Impacts worked out at the same time.
	UPROPERTY(Config, EditAnywhere, Category = "Budget", meta = (ClampMin = "1"))
	int32 MaxSolves = 2;

	/// A piece that slept this long stops being simulated and stays as scenery; below 0: never.
	UPROPERTY(Config, EditAnywhere, Category = "Pieces", meta = (ForceUnits = "s"))
	float FreezeDelay = 2.0f;

	/// Pieces are not broken by hits for so long after their birth: what broke the body still touches them.
	UPROPERTY(Config, EditAnywhere, Category = "Pieces", meta = (ClampMin = "0", ForceUnits = "s"))
	float PieceDelay = 0.25f;

	/// Impacts on one body whose cracks are remembered although they did not split it; 0: cracks are forgotten.
	UPROPERTY(Config, EditAnywhere, Category = "Pieces", meta = (ClampMin = "0", ClampMax = "256"))
	int32 MaxDamageImpacts = 16;

	/// How often a server tells where pieces are that still move, for players who join meanwhile. Pieces that come to
	/// rest are told at once.
	UPROPERTY(Config, EditAnywhere, Category = "Pieces", meta = (ClampMin = "0.1", ForceUnits = "s"))
	float PoseInterval = 1.0f;

	/// Weaker hits are not looked at, in kg cm/s.
	UPROPERTY(
		Config, EditAnywhere, Category = "Impacts", meta = (ClampMin = "0", DisplayName = "Min Impulse (kg cm/s)"))
	float MinImpulse = 10.0f;

	/// Where nothing is known about a contact.
	UPROPERTY(Config, EditAnywhere, Category = "Impacts", meta = (ClampMin = "0.000001", ForceUnits = "s"))
	float ContactDuration = 0.0002f;

	/// What closes slower presses and does not strike: its force lasts the frame, as a weight's does.
	UPROPERTY(Config, EditAnywhere, Category = "Impacts", meta = (ClampMin = "0", ForceUnits = "cm/s"))
	float RestSpeed = 35.0f;

	/// A contact that goes on, no harder than it was borne before, is not looked at again; this long a pause ends it.
	UPROPERTY(Config, EditAnywhere, Category = "Impacts", meta = (ClampMin = "0", ForceUnits = "s"))
	float RestGap = 0.1f;

	/// Of strikers: how stiff they are decides how short a contact is.
	UPROPERTY(Config,
		EditAnywhere,
		Category = "Impacts",
		meta = (ClampMin = "0.000001", DisplayName = "Striker Young Modulus (GPa)"))
	float StrikerYoungModulusGPa = 10.0f;

	/// That hits of the physics engine are taken to include.
	UPROPERTY(Config, EditAnywhere, Category = "Impacts", meta = (ClampMin = "0", ClampMax = "1"))
	float Restitution = 0.3f;

	/// Of what moves by sweeps and has no mass of its own, such as a character.
	UPROPERTY(Config, EditAnywhere, Category = "Impacts", meta = (ClampMin = "0", ForceUnits = "kg"))
	float SweptMass = 70.0f;

	virtual FName GetCategoryName() const override { return FName(TEXT("Plugins")); }
};
