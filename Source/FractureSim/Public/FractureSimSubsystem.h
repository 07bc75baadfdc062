// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Delegates/Delegate.h"
#include "FractureSimHistory.h"
#include "FractureSimTypes.h"
#include "Subsystems/WorldSubsystem.h"
#include "Templates/SharedPointer.h"

#include "FractureSimSubsystem.generated.h"

class AActor;
class AController;
class AGameModeBase;
class APlayerController;
class UDamageType;
class UDynamicMeshComponent;
class UFractureSimComponent;
class UFractureSimLink;
class UPrimitiveComponent;
class UWorld;

struct FHitResult;
namespace FractureSim::Private
{
class FFragmentPool;
class FRecorder;
struct FBreakBody;
struct FBreakTask;
struct FPieceNode;
struct FServerState;
} // namespace FractureSim::Private

/// What the world's breakables are doing.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimStats
{
	GENERATED_BODY()

	/// That wait to be worked out.
	UPROPERTY(BlueprintReadOnly, Category = "FractureSim")
	int32 QueuedImpacts = 0;

	/// On tasks now.
	UPROPERTY(BlueprintReadOnly, Category = "FractureSim")
	int32 RunningSolves = 0;

	/// Pieces in the level.
	UPROPERTY(BlueprintReadOnly, Category = "FractureSim")
	int32 LiveFragments = 0;

	/// Components that wait to be pieces.
	UPROPERTY(BlueprintReadOnly, Category = "FractureSim")
	int32 PooledFragments = 0;

	/// Since the world began.
	UPROPERTY(BlueprintReadOnly, Category = "FractureSim")
	int32 Fractures = 0;

	/// Results that are not the server's, since the world began.
	UPROPERTY(BlueprintReadOnly, Category = "FractureSim")
	int32 OutOfSync = 0;

	/// Those that were repaired: by the server's pieces, or on a server by going on with what came out of a saved game.
	UPROPERTY(BlueprintReadOnly, Category = "FractureSim")
	int32 Repaired = 0;

	/// Of this subsystem's last tick.
	UPROPERTY(BlueprintReadOnly, Category = "FractureSim")
	float LastTickMilliseconds = 0.0f;

	/// Of any tick so far.
	UPROPERTY(BlueprintReadOnly, Category = "FractureSim")
	float LongestTickMilliseconds = 0.0f;
};

/// Schedules a world's fractures: collects impacts, works them out on tasks, makes pieces within the frame's budget,
/// keeps the pool. Does not tick while there is nothing to do. Game thread.
UCLASS()
class FRACTURESIM_API UFractureSimSubsystem : public UTickableWorldSubsystem
{
	GENERATED_BODY()

public:
	/// What goes on now.
	UFUNCTION(BlueprintPure, Category = "FractureSim")
	FFractureSimStats GetStats() const;

	/// Writes every impact that is worked out from now on to a text file, and beside it the bodies: a bug report that
	/// `fracturesim replay` runs again. An empty path stops. False: the file cannot be written.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	bool RecordImpacts(const FString& Path);

	virtual void Initialize(FSubsystemCollectionBase& Collection) override;
	virtual void OnWorldBeginPlay(UWorld& InWorld) override;
	virtual void Deinitialize() override;
	virtual void Tick(float DeltaTime) override;
	virtual bool IsTickable() const override;
	virtual TStatId GetStatId() const override;

private:
	friend UFractureSimComponent;
	friend UFractureSimLink;

	/// Where the server has a piece.
	struct FPlace
	{
		int32 Break = 0;
		FTransform Transform;
		bool bAtRest = false;
	};

	/// An impact on its way: queued, worked out, applied.
	struct FEvent
	{
		TWeakObjectPtr<UFractureSimComponent> Component;
		int32 Life = 0;                                    // the component's; another: it was made whole since
		TSharedPtr<FractureSim::Private::FPieceNode> Node; // the whole body, or a piece
		TArray<FFractureSimImpact> Impacts;                // those of one frame join
		FTransform Transform;                              // of the body when it was hit, and its motion
		FVector Velocity = FVector::ZeroVector;
		FVector AngularVelocity = FVector::ZeroVector;
		bool bSimulated = false;
		FFractureSimImpactRecord Record; // made when the solve starts, or given
		TSharedPtr<FractureSim::Private::FBreakTask> Task;
		TArray<TWeakObjectPtr<UDynamicMeshComponent>> Fragments; // made so far, not shown yet
		TSharedPtr<FractureSim::Private::FServerState> State;    // of adopted ones, read by the task
		TArray<FPlace> Places;                                   // the same
		double Priority = 0.0;
		bool bFromHistory = false;
		bool bAnew = false; // from history, but what it hit is not what it was: nothing to be compared with
		bool bForce = false;
		bool bRetried = false;
		bool bAdopted = false; // nothing was worked out: it is the server's
	};

	/// Makes the body of a component ready in the background, so that its first impact need not wait.
	TSharedPtr<FractureSim::Private::FBreakBody> PrepareBody(const UFractureSimComponent& Component);

	void ForgetBodies();

	/// Whether a force (N) is not worth working out: pieces are made ready for none that they bear, whole bodies go by
	/// what presses on them.
	bool SurelyBears(const UFractureSimComponent& Component,
		FractureSim::Private::FPieceNode& Node,
		const FFractureSimImpact& Impact,
		double Force);

	void QueueImpact(UFractureSimComponent& Component,
		const TSharedPtr<FractureSim::Private::FPieceNode>& Node,
		const FFractureSimImpact& Impact,
		bool bForce);
	void QueueRecord(UFractureSimComponent& Component,
		const TSharedPtr<FractureSim::Private::FPieceNode>& Node,
		const FFractureSimImpactRecord& Record,
		bool bAnew);

	/// Null: it ended, or was made whole since.
	static UFractureSimComponent* AliveOf(const FEvent& Event);

	/// Where its pieces are, of breaks that are at least so old or at rest.
	TArray<FFractureSimSettled> CollectPoses(const UFractureSimComponent& Component, double LeastAge) const;

	/// On a client: its own result is not the server's, whose pieces it shall have.
	void AskServer(UFractureSimComponent& Component);
	void AskWaiting(UFractureSimLink& Link);
	void StopAsking(const UFractureSimComponent& Component);
	void FinishAsking(const UFractureSimComponent& Component);
	UFractureSimLink* FindLink() const;

	/// Read on a task, then made within the budget.
	void AdoptState(UFractureSimComponent& Component, TArray<uint8>&& Bytes);
	void FinishReading(FEvent& Event);

	/// On the server: all pieces as they are now.
	TArray<uint8> CaptureState(const UFractureSimComponent& Component) const;
	void AnswerLater(UFractureSimLink& Link);
	void AnswerLinks();
	bool IsServer() const;
	void LinkPlayer(APlayerController& Player);
	void LinkPlayers();
	void LinkNewPlayers();
	void HandleLogin(AGameModeBase* GameMode, APlayerController* Player);
	void HandleSpawned(AActor* Actor);

	/// Cancels what is under way for a component.
	void Forget(const UFractureSimComponent& Component);

	void ForgetStriker(const UDynamicMeshComponent& Fragment);

	/// Takes its pieces out of the world.
	void RemoveFragments(const UFractureSimComponent& Component);

	/// Damage to a piece arrives at the actor that all pieces belong to.
	UFUNCTION()
	void HandlePieceDamage(AActor* DamagedActor,
		float Damage,
		AController* InstigatedBy,
		FVector HitLocation,
		UPrimitiveComponent* FHitComponent,
		FName BoneName,
		FVector ShotFromDirection,
		const UDamageType* DamageType,
		AActor* DamageCauser);

	UFUNCTION()
	void HandlePieceBlast(AActor* DamagedActor,
		float Damage,
		const UDamageType* DamageType,
		FVector Origin,
		const FHitResult& HitInfo,
		AController* InstigatedBy,
		AActor* DamageCauser);

	TSharedPtr<FractureSim::Private::FBreakBody> BodyOf(
		const UFractureSimComponent& Component, FractureSim::Private::FPieceNode& Node);
	int32 NumBeingMade() const;
	void StartSolves();
	bool StartSolve(FEvent& Event);
	void CollectResults();
	void FinishSolve(FEvent& Event);
	void FinishWhole(FEvent& Event);
	void GiveUp(FEvent& Event, const FString& Problem);
	bool CheckAgainstServer(FEvent& Event);
	void ApplyResults(double EndTime);
	bool MakeFragments(FEvent& Event, double EndTime, int32& BodiesLeft);
	void Commit(FEvent& Event);
	void CommitAdopted(FEvent& Event);
	static void TellOfBreak(
		const FEvent& Event, const FTransform& Place, TConstArrayView<UDynamicMeshComponent*> Pieces);
	static bool TellOfPieces(const FEvent& Event, TConstArrayView<UDynamicMeshComponent*> Pieces);
	TArray<UDynamicMeshComponent*> ShowFragments(const FEvent& Event, const FTransform& Place, bool bMoves);
	void AddNodes(const FEvent& Event);
	void PublishPoses(float DeltaTime, bool bSomeCameToRest);
	void Cancel(FEvent& Event);
	double PriorityOf(const UFractureSimComponent& Component) const;

	TArray<FEvent> Queue;
	TArray<FEvent> Running;
	TArray<FEvent> Applying;
	TArray<TSharedPtr<FractureSim::Private::FBreakTask>> Cancelled;   // told to stop, still running
	TMap<FString, TWeakPtr<FractureSim::Private::FBreakBody>> Bodies; // of whole bodies; components keep them
	TArray<TSharedPtr<FractureSim::Private::FBreakBody>> WholeBodies; // being made
	TArray<TSharedPtr<FractureSim::Private::FBreakBody>> PieceBodies; // being made
	TArray<TWeakObjectPtr<UFractureSimComponent>> Waiting;            // for the server's pieces
	TArray<TWeakObjectPtr<UFractureSimLink>> Answering;               // on the server, when their pause is over
	TArray<TWeakObjectPtr<APlayerController>> NewPlayers;             // whose machine is not known yet
	TArray<TWeakObjectPtr<UFractureSimComponent>> Thinned;            // that have fewer pieces than was told last
	FDelegateHandle SpawnedHandle;
	float PoseAge = 0.0f; // seconds since poses were told

	/// Keeps the pool's components alive; they belong to an actor of their own.
	UPROPERTY(Transient)
	TArray<TObjectPtr<UDynamicMeshComponent>> FragmentComponents;

	// Shared pointers, because generated code may have to destroy them without knowing what they point at.
	TSharedPtr<FractureSim::Private::FFragmentPool> Pool;
	TSharedPtr<FractureSim::Private::FRecorder> Recorder;
	FFractureSimStats Stats;
};
