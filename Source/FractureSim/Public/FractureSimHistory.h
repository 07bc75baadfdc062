// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureSimTypes.h"
#include "Net/Serialization/FastArraySerializer.h"

#include "FractureSimHistory.generated.h"

class UFractureSimComponent;
struct FFractureSimHistory;
struct FFractureSimSettledList;

// What is replicated and saved is the impact, not its pieces: whoever has the asset works out the same pieces, bit for
// bit. All numbers that shape the result are whole numbers in the body's own frame, so that no way of sending or saving
// them can round them.

/// One blow of an impact.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimContact
{
	GENERATED_BODY()

	/// In the body's frame, in steps of 10 micrometres.
	UPROPERTY(SaveGame)
	FIntVector Point = FIntVector(0, 0, 0);

	/// On the body, in its frame, in steps of 0.1 mN s.
	UPROPERTY(SaveGame)
	FIntVector Impulse = FIntVector(0, 0, 0);

	/// Nanoseconds.
	UPROPERTY(SaveGame)
	int32 Duration = 0;

	/// Of the contact patch, in steps of 10 micrometres; 0: not known.
	UPROPERTY(SaveGame)
	int32 Radius = 0;
};

/// An impact that broke or cracked a body or one of its pieces, and what came out.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimImpactRecord : public FFastArraySerializerItem
{
	GENERATED_BODY()

	/// Of the component when this was told. Set by the server, not saved.
	UPROPERTY()
	int32 Era = 0;

	/// From 1 on, without gaps. Items may arrive in any order; they are run in this one.
	UPROPERTY(SaveGame)
	int32 Sequence = 0;

	/// Which body it hit: 0 the whole one, else a piece that the record with this sequence made, ...
	UPROPERTY(SaveGame)
	int32 Parent = 0;

	/// ... and its number among those, the largest being 0.
	UPROPERTY(SaveGame)
	int32 Piece = 0;

	/// Of that body with the component's overrides: a client or a saved game with another bake must not run this.
	UPROPERTY(SaveGame)
	FFractureSimHash Body;

	UPROPERTY(SaveGame)
	TArray<FFractureSimContact> Contacts;

	/// Before the impact, in the body's frame, in steps of 0.1 mm/s.
	UPROPERTY(SaveGame)
	FIntVector Velocity = FIntVector(0, 0, 0);

	/// Before the impact, in the body's frame, in steps of 0.1 mrad/s.
	UPROPERTY(SaveGame)
	FIntVector AngularVelocity = FIntVector(0, 0, 0);

	/// Of the collision, in steps of 0.0001.
	UPROPERTY(SaveGame)
	int32 Restitution = 0;

	UPROPERTY(SaveGame)
	int32 Seed = 0;

	UPROPERTY(SaveGame)
	EFractureSimQuality Quality = EFractureSimQuality::Full;

	/// Where the body was. Only places the pieces, shapes nothing.
	UPROPERTY(SaveGame)
	FVector Location = FVector::ZeroVector;

	UPROPERTY(SaveGame)
	FQuat Rotation = FQuat::Identity;

	/// Of fragments and motions, as the server found them.
	UPROPERTY(SaveGame)
	FFractureSimHash Result;

	/// Called by the replication of fast arrays, on clients.
	void PreReplicatedRemove(const FFractureSimHistory& History);
	void PostReplicatedAdd(const FFractureSimHistory& History);
	void PostReplicatedChange(const FFractureSimHistory&) {}
};

/// All impacts that changed a body or its pieces, replicated by difference; who joins late gets all of it.
USTRUCT()
struct FRACTURESIM_API FFractureSimHistory : public FFastArraySerializer
{
	GENERATED_BODY()

	UPROPERTY()
	TArray<FFractureSimImpactRecord> Items;

	/// Whose history it is; told what arrives.
	UPROPERTY(NotReplicated, Transient)
	TObjectPtr<UFractureSimComponent> Component;

	bool NetDeltaSerialize(FNetDeltaSerializeInfo& DeltaParms)
	{
		return FFastArraySerializer::FastArrayDeltaSerialize<FFractureSimImpactRecord, FFractureSimHistory>(
			Items, DeltaParms, *this);
	}
};

template <>
struct TStructOpsTypeTraits<FFractureSimHistory> : public TStructOpsTypeTraitsBase2<FFractureSimHistory>
{
	enum
	{
		WithNetDeltaSerializer = true
	};
};

/// Where a piece is, in whole numbers too: some millimetres do not matter, bytes do.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimPose
{
	GENERATED_BODY()

	/// Its number among those of its break.
	UPROPERTY(SaveGame)
	int32 Piece = 0;

	/// World, in mm.
	UPROPERTY(SaveGame)
	FIntVector Location = FIntVector(0, 0, 0);

	/// x, y, z of the quaternion whose w is not negative, in steps of 1/32767.
	UPROPERTY(SaveGame)
	FIntVector Rotation = FIntVector(0, 0, 0);

	/// It sleeps there, or is scenery.
	UPROPERTY(SaveGame)
	bool bAtRest = false;

	friend bool operator==(const FFractureSimPose& A, const FFractureSimPose& B)
	{
		return A.Piece == B.Piece && A.Location == B.Location && A.Rotation == B.Rotation && A.bAtRest == B.bAtRest;
	}
};

/// Where the pieces of one break are now. Who runs its record later than this arrives sees them there, not the break.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimSettled : public FFastArraySerializerItem
{
	GENERATED_BODY()

	/// Of the component when this was told. Set by the server, not saved.
	UPROPERTY()
	int32 Era = 0;

	/// Sequence of the record.
	UPROPERTY(SaveGame)
	int32 Break = 0;

	/// Pieces that are not among them are gone.
	UPROPERTY(SaveGame)
	TArray<FFractureSimPose> Poses;

	void PreReplicatedRemove(const FFractureSimSettledList&) {}
	void PostReplicatedAdd(const FFractureSimSettledList& List);
	void PostReplicatedChange(const FFractureSimSettledList& List);
};

USTRUCT()
struct FRACTURESIM_API FFractureSimSettledList : public FFastArraySerializer
{
	GENERATED_BODY()

	UPROPERTY()
	TArray<FFractureSimSettled> Items;

	UPROPERTY(NotReplicated, Transient)
	TObjectPtr<UFractureSimComponent> Component;

	bool NetDeltaSerialize(FNetDeltaSerializeInfo& DeltaParms)
	{
		return FFastArraySerializer::FastArrayDeltaSerialize<FFractureSimSettled, FFractureSimSettledList>(
			Items, DeltaParms, *this);
	}
};

template <>
struct TStructOpsTypeTraits<FFractureSimSettledList> : public TStructOpsTypeTraitsBase2<FFractureSimSettledList>
{
	enum
	{
		WithNetDeltaSerializer = true
	};
};

/// The same for a saved game: keep one a breakable actor in your USaveGame.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimSave
{
	GENERATED_BODY()

	UPROPERTY(SaveGame)
	TArray<FFractureSimImpactRecord> Impacts;

	/// Where the pieces were.
	UPROPERTY(SaveGame)
	TArray<FFractureSimSettled> Settled;
};
