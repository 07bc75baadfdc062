// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Components/ActorComponent.h"
#include "CoreMinimal.h"
#include "Engine/EngineTypes.h"
#include "FractureSimHistory.h"
#include "FractureSimTypes.h"

#include "FractureSimComponent.generated.h"

class AController;
class UCurveFloat;
class UDamageType;
class UDynamicMeshComponent;
class UFractureSimAsset;
class UFractureSimComponent;
class UFractureSimLink;
class UFractureSimMaterial;
class UFractureSimSubsystem;
namespace FractureSim::Private
{
class FFragmentPool;
struct FPieceNode;
struct FPieceTree;
struct FRestShape;
} // namespace FractureSim::Private
struct FHitResult;
struct FRigidBodyCollisionInfo;
struct FCollisionImpactData;

/// An impact was worked out. LoadFraction is the part of its peak force at which the body fails: 1 and more leaves it
/// whole.
DECLARE_DYNAMIC_MULTICAST_DELEGATE_FourParams(FFractureSimImpactEvaluated,
	UFractureSimComponent*,
	Component,
	FFractureSimImpact,
	Impact,
	float,
	LoadFraction,
	bool,
	bBreaks);

/// It broke; pieces are in the world. Energy went into new surface, in J.
DECLARE_DYNAMIC_MULTICAST_DELEGATE_FourParams(FFractureSimFractured,
	UFractureSimComponent*,
	Component,
	FFractureSimImpact,
	Impact,
	float,
	Energy,
	int32,
	FragmentCount);

DECLARE_DYNAMIC_MULTICAST_DELEGATE_ThreeParams(
	FFractureSimFragmentSpawned, UFractureSimComponent*, Component, UDynamicMeshComponent*, Fragment, int32, Index);

/// Pieces too small to be bodies: where they are (cm, world) and how large (cm), for particles and sound.
DECLARE_DYNAMIC_MULTICAST_DELEGATE_ThreeParams(FFractureSimDebris,
	UFractureSimComponent*,
	Component,
	const TArray<FVector>&,
	Locations,
	const TArray<float>&,
	Sizes);

/// Looks at an impact before anything is worked out. False: it is ignored. The impact may be changed, for example
/// scaled.
DECLARE_DELEGATE_RetVal_TwoParams(bool, FFractureSimFilter, UFractureSimComponent&, FFractureSimImpact&);

/// A held place: no point of the body inside the box moves.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimAnchor
{
	GENERATED_BODY()

	/// In cm, in the breakable's own space at scale 1.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "FractureSim")
	FBox Box = FBox(FVector(-1.0, -1.0, -1.0), FVector(1.0, 1.0, 1.0));
};

/// Makes a primitive component of its actor breakable: the named one, or else the root. It breaks when physics, damage
/// or a call hits it hard enough. Solves run on tasks; everything here is for the game thread.
UCLASS(Blueprintable, ClassGroup = (FractureSim), meta = (BlueprintSpawnableComponent))
class FRACTURESIM_API UFractureSimComponent : public UActorComponent
{
	GENERATED_BODY()

public:
	UFractureSimComponent();

	/// The baked breakable. In play, SetAsset changes it.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "FractureSim")
	TObjectPtr<UFractureSimAsset> Asset;

	/// In the place of the asset's.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "FractureSim")
	TObjectPtr<UFractureSimMaterial> Material;

	/// Which primitive component of the actor breaks; none: the root.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "FractureSim")
	FName BodyName;

	/// Times the strength of asset and material.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "FractureSim", meta = (ClampMin = "0.001", ClampMax = "1000"))
	float StrengthScale = 1.0f;

	/// On top of those that were baked in.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "FractureSim")
	TArray<FFractureSimAnchor> Anchors;

	/// How much work one impact may cost. A server and its clients need the same.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "FractureSim")
	EFractureSimQuality Quality = EFractureSimQuality::Full;

	/// How many generations of pieces break again when they are hit: 0, none does. A server and its clients need the
	/// same.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "FractureSim|Pieces", meta = (ClampMin = "0", ClampMax = "8"))
	int32 PieceGenerations = 1;

	/// Smaller pieces stay whole: their volume over the whole body's.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "FractureSim|Pieces", meta = (ClampMin = "0", ClampMax = "1"))
	float LeastPieceVolume = 0.02f;

	/// Weaker hits are ignored, in kg cm/s. Below 0: the project's setting.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "FractureSim|Impacts",
		meta = (DisplayName = "Min Impulse (kg cm/s)"))
	float MinImpulse = -1.0f;

	/// Whether physics breaks it.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "FractureSim|Impacts")
	bool bBreakFromHits = true;

	/// Whether damage breaks it.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "FractureSim|Impacts")
	bool bBreakFromDamage = true;

	/// From damage to impulse, in N s. None: ImpulsePerDamage times the damage.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "FractureSim|Impacts")
	TObjectPtr<UCurveFloat> DamageToImpulse;

	/// Without a curve: N s for one point of damage.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "FractureSim|Impacts",
		meta = (ClampMin = "0", DisplayName = "Impulse Per Damage (N s)"))
	float ImpulsePerDamage = 0.5f;

	/// An impact was worked out, whether it breaks or not.
	UPROPERTY(BlueprintAssignable, Category = "FractureSim")
	FFractureSimImpactEvaluated OnImpactEvaluated;

	/// It broke; the pieces are in the level.
	UPROPERTY(BlueprintAssignable, Category = "FractureSim")
	FFractureSimFractured OnFractured;

	/// Once for each piece.
	UPROPERTY(BlueprintAssignable, Category = "FractureSim")
	FFractureSimFragmentSpawned OnFragmentSpawned;

	/// Where specks are made, for particles and sound.
	UPROPERTY(BlueprintAssignable, Category = "FractureSim")
	FFractureSimDebris OnDebris;

	/// For C++; asked by FilterImpact.
	FFractureSimFilter ImpactFilter;

	/// Sees every impact before anything is worked out: false ignores it, and it may be changed, for example scaled.
	/// Override it in a Blueprint or a class of your own; what is here asks ImpactFilter.
	UFUNCTION(BlueprintNativeEvent, Category = "FractureSim")
	bool FilterImpact(UPARAM(ref) FFractureSimImpact& Impact);
	virtual bool FilterImpact_Implementation(FFractureSimImpact& Impact);

	/// A blow at a point (world, cm) with an impulse (kg cm/s) over a patch (cm; 0: as small as the mesh resolves).
	/// Once it is broken, the piece nearest to the point takes it; while an impact is worked out it waits for the
	/// outcome.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	void ApplyFractureImpulse(FVector Location, FVector Impulse, float Radius);

	/// A blast: Strength (kg cm/s) at the origin, falling to nothing at the radius (cm), spread over the side that
	/// faces it; once it is broken, over the pieces in reach by their masses.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	void ApplyRadialFractureImpulse(FVector Origin, float Radius, float Strength);

	/// Any impact.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	void ApplyImpact(const FFractureSimImpact& Impact);

	/// Breaks it from above, with as much as it takes.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	void BreakNow();

	/// Whole again: pieces go, the body comes back where it was placed when play began. On the server, for all.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	void Repair();

	/// Another breakable from now on, for example one baked or loaded in play; none: it does not break. What is there
	/// is made whole first, and an AFractureSimActor shows it. Each machine has to be told: assets are not replicated.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	void SetAsset(UFractureSimAsset* NewAsset);

	/// What it is doing.
	UFUNCTION(BlueprintPure, Category = "FractureSim")
	EFractureSimStatus GetStatus() const { return Status; }

	/// For your saved game.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	FFractureSimSave GetSave() const;

	/// Breaks it as it was broken; before play begins, as soon as it does. Impacts on another bake than today's are
	/// refused with a message.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	void RestoreSave(const FFractureSimSave& Save);

	/// Switches hit events on for something that shall break things. Physics sends events only for bodies that ask.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	static void EnableStriker(UPrimitiveComponent* Striker);

	/// The component that breaks; null before registration.
	UPrimitiveComponent* GetBody() const { return Body.Get(); }

	/// Of the last break on this machine; zero while whole.
	const FFractureSimHash& GetResultHash() const { return ResultHash; }

	/// Whether the result here was another than the server's. A client then asks for the server's pieces, which end
	/// this; until they are here its own let pawns pass.
	UFUNCTION(BlueprintPure, Category = "FractureSim")
	bool IsOutOfSync() const { return bOutOfSync; }

	/// Impacts that cracked the whole body or the piece that a component shows without splitting it.
	UFUNCTION(BlueprintPure, Category = "FractureSim")
	int32 GetDamageCount(const UPrimitiveComponent* PieceOrBody) const;

	/// Whether the history that arrived has been worked out.
	UFUNCTION(BlueprintPure, Category = "FractureSim")
	bool IsUpToDate() const { return Pending.Num() == 0 && !bReplaying; }

	/// For actors that forward DispatchPhysicsCollisionHit: friction and the change of velocity come with it.
	void AddPhysicsHit(const FRigidBodyCollisionInfo& MyInfo,
		const FRigidBodyCollisionInfo& OtherInfo,
		const FCollisionImpactData& Data);

	/// Set by such actors, so that no hit counts twice.
	bool bOwnerForwardsHits = false;

	virtual void OnRegister() override;
	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;
	virtual void GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const override;
#if WITH_EDITOR
	virtual EDataValidationResult IsDataValid(class FDataValidationContext& Context) const override;
#endif

private:
	friend UFractureSimLink;
	friend UFractureSimSubsystem;
	friend FFractureSimImpactRecord;
	friend FFractureSimSettled;
	friend FractureSim::Private::FFragmentPool;

	/// What physics tells of a contact.
	enum class EContact : uint8
	{
		GoesOn, // as it was borne before
		Grows,  // it lasts, and presses harder
		Begins,
	};

	UPROPERTY(Replicated, Transient)
	FFractureSimHistory History;

	/// Where the pieces are, from about a second after each break on.
	UPROPERTY(Replicated, Transient)
	FFractureSimSettledList Settled;

	/// Of the history: how often the server began it anew. What was told in another one is of another body, however
	/// late it arrives and whatever of it stays behind.
	UPROPERTY(ReplicatedUsing = OnRep_Era, Transient)
	int32 Era = 0;

	UFUNCTION()
	void OnRep_Era();

	UPROPERTY(Transient)
	TWeakObjectPtr<UPrimitiveComponent> Body;

	UFUNCTION()
	void HandleHit(UPrimitiveComponent* HitComponent,
		AActor* OtherActor,
		UPrimitiveComponent* OtherComp,
		FVector NormalImpulse,
		const FHitResult& Hit);

	UFUNCTION()
	void HandlePointDamage(AActor* DamagedActor,
		float Damage,
		AController* InstigatedBy,
		FVector HitLocation,
		UPrimitiveComponent* FHitComponent,
		FName BoneName,
		FVector ShotFromDirection,
		const UDamageType* DamageType,
		AActor* DamageCauser);

	UFUNCTION()
	void HandleRadialDamage(AActor* DamagedActor,
		float Damage,
		const UDamageType* DamageType,
		FVector Origin,
		const FHitResult& HitInfo,
		AController* InstigatedBy,
		AActor* DamageCauser);

	UPrimitiveComponent* FindPrimitive() const;
	bool FindBody();
	bool DecidesImpacts() const;
	bool KeepsImpacts(const FractureSim::Private::FPieceNode& Node) const;
	bool TakesImpacts(const FractureSim::Private::FPieceNode& Node) const;
	bool TakesHits(const FractureSim::Private::FPieceNode& Node) const;
	EContact LookAtContact(
		FractureSim::Private::FPieceNode& Node, UPrimitiveComponent* Striker, double Impulse, bool bMayBegin) const;
	TSharedPtr<FractureSim::Private::FPieceNode> NodeOf(const UPrimitiveComponent* Component) const;
	TSharedPtr<FractureSim::Private::FPieceNode> NodeAt(const FVector& Location) const;
	UPrimitiveComponent* PrimitiveOf(const FractureSim::Private::FPieceNode& Node) const;
	void Submit(const TSharedPtr<FractureSim::Private::FPieceNode>& Node, FFractureSimImpact Impact, bool bForce);
	void SubmitLater(const TSharedPtr<FractureSim::Private::FPieceNode>& Node, const FTransform& Frame);
	void BlastPieces(const FVector& Origin, float Radius, float Strength);
	void BlastPiecesByDamage(const FVector& Origin, double Nearest, float Damage);
	void EstimateContact(
		FFractureSimImpact& Impact, const FractureSim::Private::FPieceNode& Node, EContact Contact) const;
	TSharedPtr<const FractureSim::Private::FRestShape> ShapeToHit() const;
	double BodyMass() const;
	double ImpulseOfDamage(float Damage) const;
	UFractureSimMaterial* EffectiveMaterial() const;
	void StartBreaking();
	void StopBreaking();
	void GrowTree();
	void HideBody();
	void ShowBody();
	void AddToHistory(FFractureSimImpactRecord& Record);
	void ReceiveRecord(const FFractureSimImpactRecord& Record);
	void RunNextRecord();
	void RunAnew(FFractureSimImpactRecord& Record);
	void RetellHistory(int32 FromSequence);
	void FinishRecord(int32 Sequence);
	void FailRecord();
	bool TakesServersPieces() const;
	void FallOutOfSync();
	void FinishAdoption(int32 Sequence);
	void SetStatus(FractureSim::Private::FPieceNode& Node, EFractureSimStatus NewStatus);
	void UpdateSettled(const FFractureSimSettled& Now);
	void ForgetSettled(int32 FromBreak);
	const FFractureSimSettled* FindSettled(int32 Break) const;
	const FFractureSimImpactRecord* FindPending(int32 Parent, int32 Piece) const;
	void MatchServer(const FFractureSimSettled& Item);
	void ReceiveRepair(const FFractureSimImpactRecord& Removed);
	void EnterEra(int32 Newer);
	void BecomeWhole();
	UFractureSimSubsystem* GetSubsystem() const;

	EFractureSimStatus Status = EFractureSimStatus::NotReady;
	FFractureSimHash ResultHash;
	FTransform RestTransform;
	ECollisionEnabled::Type RestCollision = ECollisionEnabled::QueryAndPhysics;
	double BodyScale = 1.0;
	bool bRestSimulated = false;
	bool bOutOfSync = false;
	bool bAdopted = false; // its pieces came from the server as they are

	TOptional<FFractureSimSave> Kept;                  // that has not been run yet, or not all of it
	TSharedPtr<FractureSim::Private::FPieceTree> Tree; // null before play begins
	TArray<FFractureSimImpactRecord> Pending;          // arrived, not run yet
	int32 LastSequence = 0;                            // run or made here
	int32 KnownEra = 0;                                // on a client: the newest that it heard of
	int32 Life = 0;                                    // how often it was made whole: sequences begin anew then
	int32 DamagedStates = 0;                           // that came from the server since the last good one
	int32 NextSeed = 1;
	bool bReplaying = false;     // the record after that one
	bool bHistoryFailed = false; // no later one can be run
	bool bRetold = false;        // on a server: a saved game came out differently, and goes on with what came out
};
