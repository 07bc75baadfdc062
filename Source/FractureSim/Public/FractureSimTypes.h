// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

#include "FractureSimTypes.generated.h"

class UPrimitiveComponent;

/// What a breakable is doing.
UENUM(BlueprintType)
enum class EFractureSimStatus : uint8
{
	NotReady, // no asset, or one that cannot be used; the log says why
	Whole,
	Solving,  // an impact is being worked out; the body still stands
	Applying, // it breaks: pieces are being made, within the frame's budget
	Broken,
};

/// How much work one impact may cost. Part of what is replicated, because it shapes the result.
UENUM(BlueprintType)
enum class EFractureSimQuality : uint8
{
	Fast, // one stress solve: for many bodies that break at once
	Full, // stress is solved again with the cracks in
};

/// Where an impact came from.
UENUM(BlueprintType)
enum class EFractureSimSource : uint8
{
	Physics,  // a hit of the physics engine, with its impulse
	Sweep,    // a swept move such as a character's or a projectile's, which has no impulse
	Damage,   // point or radial damage, through the damage curve
	Scripted, // a call from Blueprint or C++
	History,  // the server's or a saved game's record
};

/// A blow, in Unreal's units and world space.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimImpact
{
	GENERATED_BODY()

	/// Where, in cm. A point off the surface acts at the nearest point of it.
	UPROPERTY(BlueprintReadWrite, Category = "FractureSim")
	FVector Location = FVector::ZeroVector;

	/// On the breakable, in kg cm/s, as AddImpulse takes it.
	UPROPERTY(BlueprintReadWrite, Category = "FractureSim")
	FVector Impulse = FVector::ZeroVector;

	/// Of the area that carries the force, in cm. 0: estimated, or as small as the mesh resolves.
	UPROPERTY(BlueprintReadWrite, Category = "FractureSim")
	float Radius = 0.0f;

	/// Of the contact, in seconds. 0: estimated from the bodies, or the project's default.
	UPROPERTY(BlueprintReadWrite, Category = "FractureSim")
	float Duration = 0.0f;

	/// Where it came from.
	UPROPERTY(BlueprintReadWrite, Category = "FractureSim")
	EFractureSimSource Source = EFractureSimSource::Scripted;

	/// What hit it, if a body did. It gets back what breaking did not take.
	UPROPERTY(BlueprintReadWrite, Category = "FractureSim")
	TWeakObjectPtr<UPrimitiveComponent> Striker;

	/// Of the striker, in its own frame, that touched: it moves on while the impact is worked out.
	UPROPERTY()
	FVector StrikerPoint = FVector::ZeroVector;
};

/// 128 bits that name a baked body or a result.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimHash
{
	GENERATED_BODY()

	UPROPERTY(SaveGame)
	uint64 High = 0;

	UPROPERTY(SaveGame)
	uint64 Low = 0;

	bool IsZero() const { return High == 0 && Low == 0; }

	/// 32 hexadecimal digits, as the command line prints them.
	FString ToString() const;

	friend bool operator==(const FFractureSimHash& A, const FFractureSimHash& B)
	{
		return A.High == B.High && A.Low == B.Low;
	}
	friend bool operator!=(const FFractureSimHash& A, const FFractureSimHash& B) { return !(A == B); }
};
