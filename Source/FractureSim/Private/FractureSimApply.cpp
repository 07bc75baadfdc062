// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// From results to pieces in the world. Pieces are made over as many frames as the budget asks for, unseen; the body
// stands until the last one is ready, then all change places at once.
#include "Break/BreakTask.h"
#include "Break/FragmentPool.h"
#include "Break/PieceTree.h"
#include "Break/RestShape.h"
#include "Bridge/ImpactBridge.h"
#include "Bridge/UnitBridge.h"
#include "Components/DynamicMeshComponent.h"
#include "Engine/World.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimConfig.h"
#include "FractureSimMaterial.h"
#include "FractureSimSettings.h"
#include "FractureSimSubsystem.h"
#include "FractureSimTrace.h"
#include "GameFramework/Actor.h"
#include "HAL/PlatformTime.h"
#include "Materials/MaterialInterface.h"

using namespace FractureSim::Private;

namespace FractureSim::Private
{
/// The asset's slots with what the body shows on them; crack faces come behind them.
static FFragmentLook LookOf(const UFractureSimComponent& Component, const UFractureSimMaterial* Material)
{
	FFragmentLook Look;
	const UPrimitiveComponent* const Body = Component.GetBody();
	const TSharedPtr<const FRestShape> Shape = Component.Asset ? Component.Asset->GetRestShape() : nullptr;
	for (int32 Slot = 0; Slot < (Shape ? Shape->Slots : 1); ++Slot)
	{
		Look.Materials.Add(Body ? Body->GetMaterial(Slot) : nullptr);
	}
	UMaterialInterface* const Inner = Material ? Material->InnerMaterial.Get() : nullptr;
	Look.Materials.Add(Inner ? Inner : Look.Materials[0]);
	Look.PhysicalMaterial = Material ? Material->PhysicalMaterial.Get() : nullptr;
	Look.CollisionProfile = FName(TEXT("PhysicsActor"));
	return Look;
}

/// How the body moves at the moment it comes apart, world space, Unreal's units.
struct FBodyMotionNow
{
	FVector Velocity = FVector::ZeroVector;
	FVector AngularVelocity = FVector::ZeroVector;
};

/// Physics went on while the impact was worked out, with all of the hits' impulses delivered to a rigid body. What a
/// body that breaks does not take is taken back now: late, but momentum is exact. Blows that physics knows nothing of
/// come in by the share that the body took.
static FBodyMotionNow MotionAtBreak(UPrimitiveComponent& Body,
	TConstArrayView<FFractureSimImpact> Impacts,
	const FBreakTask& Task,
	const FTransform& TransformAtImpact)
{
	FBodyMotionNow Motion{Body.GetPhysicsLinearVelocity(NAME_None), Body.GetPhysicsAngularVelocityInRadians(NAME_None)};
	for (const FFractureSimImpact& Impact : Impacts)
	{
		const bool bDelivered = Impact.Source == EFractureSimSource::Physics;
		const double Share = bDelivered ? Task.ImpulseShare - 1.0 : Task.ImpulseShare;
		const FractureCore::BodyMotion Change = MotionOfImpulse(Task.BodyMass,
			ToMetres(TransformAtImpact.InverseTransformPositionNoScale(Impact.Location)),
			ToNewtonSeconds(TransformAtImpact.InverseTransformVectorNoScale(Impact.Impulse)));
		Motion.Velocity += TransformAtImpact.TransformVectorNoScale(ToCentimetresPerSecond(Change.velocity)) * Share;
		Motion.AngularVelocity +=
			TransformAtImpact.TransformVectorNoScale(FromCoreSpin(Change.angularVelocity)) * Share;
	}
	return Motion;
}

/// What the body did not take before it came apart. All have moved on since the blow: the striker, and the body from
/// `TransformAtImpact` to `Place`.
static void ShareTheRest(TConstArrayView<FFractureSimImpact> Impacts,
	double Share,
	const FTransform& TransformAtImpact,
	const FTransform& Place,
	TConstArrayView<UDynamicMeshComponent*> Pieces)
{
	for (const FFractureSimImpact& Impact : Impacts)
	{
		const FVector Rest = Impact.Impulse * Share;
		if (Impact.Source == EFractureSimSource::Physics)
		{
			// The striker bounced off a body that did not hold: this was never lost to it.
			UPrimitiveComponent* const Striker = Impact.Striker.Get();
			if (Striker && Striker->IsSimulatingPhysics())
			{
				const FVector Point = Striker->GetComponentTransform().TransformPositionNoScale(Impact.StrikerPoint);
				Striker->AddImpulseAtLocation(Rest, Point, NAME_None);
			}
			continue;
		}
		// Nobody keeps the rest of a blast: it pushes the piece it hits.
		const FVector Point =
			Place.TransformPositionNoScale(TransformAtImpact.InverseTransformPositionNoScale(Impact.Location));
		const auto DistanceTo = [&Point](const UDynamicMeshComponent& Piece)
		{ return FVector::DistSquared(Piece.GetComponentLocation(), Point); };
		UDynamicMeshComponent* Nearest = nullptr;
		for (UDynamicMeshComponent* const Piece : Pieces)
		{
			Nearest = !Nearest || DistanceTo(*Piece) < DistanceTo(*Nearest) ? Piece : Nearest;
		}
		if (Nearest && Nearest->IsSimulatingPhysics())
		{
			Nearest->AddImpulseAtLocation(Rest, Point, NAME_None);
		}
	}
}

struct FPlacedPiece
{
	FTransform Transform;
	bool bAtRest = false;
};

/// Where the server has a piece of a break that is over. Nothing: nowhere any more.
static TOptional<FPlacedPiece> PlaceOf(
	const FFractureSimImpactRecord* NextOnIt, const FFractureSimSettled& Settled, const FFragmentData& Data)
{
	for (const FFractureSimPose& Pose : Settled.Poses)
	{
		if (Pose.Piece == Data.Number)
		{
			return FPlacedPiece{FromPose(Pose), Pose.bAtRest};
		}
	}
	if (NextOnIt)
	{
		// It has broken since; until that has been worked out it waits where it did.
		const FTransform Frame(NextOnIt->Rotation, NextOnIt->Location);
		return FPlacedPiece{FTransform(Frame.GetRotation(), Frame.TransformPositionNoScale(Data.Centre)), true};
	}
	return TOptional<FPlacedPiece>();
}

} // namespace FractureSim::Private

void UFractureSimSubsystem::ApplyResults(double EndTime)
{
	const int32 BodiesAtFirst = GetBudget().BodiesPerFrame;
	int32 BodiesLeft = BodiesAtFirst;
	Applying.StableSort([](const FEvent& A, const FEvent& B) { return A.Priority > B.Priority; });
	while (Applying.Num() > 0)
	{
		const FEvent& First = Applying[0];
		const UFractureSimComponent* const Component = First.Component.Get();
		// A piece that made room for others meanwhile is not there to be broken.
		if (!Component || (!First.bFromHistory && !Component->PrimitiveOf(*First.Node)))
		{
			Cancel(Applying[0]);
			Applying.RemoveAt(0);
			continue;
		}
		// One piece a frame whatever the budget, so that every break ends; to change places is part of the time, too.
		const bool bFirst = BodiesLeft == BodiesAtFirst;
		if ((!bFirst && FPlatformTime::Seconds() >= EndTime) || !MakeFragments(Applying[0], EndTime, BodiesLeft))
		{
			return; // the rest in the next frame
		}
		// Out of the list first: listeners may do anything.
		FEvent Event = MoveTemp(Applying[0]);
		Applying.RemoveAt(0);
		if (Event.bAdopted)
		{
			CommitAdopted(Event);
		}
		else
		{
			Commit(Event);
		}
	}
}

/// True when all are there.
bool UFractureSimSubsystem::MakeFragments(FEvent& Event, double EndTime, int32& BodiesLeft)
{
	const UFractureSimComponent& Component = *Event.Component.Get();
	FBreakTask& Task = *Event.Task;
	const FFragmentLook Look = LookOf(Component, Component.EffectiveMaterial());
	if (Event.Fragments.Num() == 0)
	{
		Pool->MakeRoom(Task.Fragments.Num(), GetBudget().MaxFragments, Component.PrimitiveOf(*Event.Node));
	}
	const int32 LeastFragments = Event.Fragments.Num() + 1;
	while (Event.Fragments.Num() < Task.Fragments.Num())
	{
		if (BodiesLeft <= 0 || (Event.Fragments.Num() >= LeastFragments && FPlatformTime::Seconds() >= EndTime))
		{
			return false;
		}
		UDynamicMeshComponent* const Fragment =
			Pool->Make(*Task.Fragments[Event.Fragments.Num()], Look, Event.Transform);
		Event.Fragments.Add(Fragment);
		--BodiesLeft;
	}
	return true;
}

void UFractureSimSubsystem::Commit(FEvent& Event)
{
	FRACTURESIM_SCOPE(FractureSim_Commit);
	UFractureSimComponent& Component = *Event.Component.Get();
	FBreakTask& Task = *Event.Task;
	FPieceNode& Node = *Event.Node;
	UPrimitiveComponent* const Body = Component.PrimitiveOf(Node);
	// What history breaks is where it was then; but pieces that are not those of then are where they are.
	const bool bIsHere = Body && (!Event.bFromHistory || (Event.bAnew && !Node.IsWholeBody()));
	const bool bMoves = bIsHere && Body->IsSimulatingPhysics();
	const FTransform Place = bIsHere ? FrameOf(*Body, Node) : Event.Transform;
	if (bMoves)
	{
		const FBodyMotionNow Motion = MotionAtBreak(*Body, Event.Impacts, Task, Event.Transform);
		Event.Velocity = Motion.Velocity;
		Event.AngularVelocity = Motion.AngularVelocity;
	}
	// The server's word, also where it comes from a saved game.
	if (Component.GetOwner()->HasAuthority())
	{
		Component.AddToHistory(Task.Record);
	}
	AddNodes(Event);
	Component.SetStatus(Node, EFractureSimStatus::Broken);
	Component.ResultHash = Task.Record.Result;
	// It goes first: with its pieces there might be more than the limit.
	if (Node.IsWholeBody())
	{
		Component.HideBody();
		if (!AliveOf(Event))
		{
			Cancel(Event);
			return;
		}
	}
	else if (UDynamicMeshComponent* const Piece = Node.Component.Get())
	{
		Pool->Release(*Piece);
	}
	const TArray<UDynamicMeshComponent*> Shown = ShowFragments(Event, Place, bMoves);
	// What it was made from is not needed again.
	Node.Fragment.Reset();
	Node.Parent.Reset();
	Node.Damage.Reset();
	if (!Node.IsWholeBody()) // which may be repaired
	{
		Node.Body.Reset();
	}
	ShareTheRest(Event.Impacts, 1.0 - Task.ImpulseShare, Event.Transform, Place, Shown);
	++Stats.Fractures;
	TellOfBreak(Event, Place, Shown);
	UFractureSimComponent* const Alive = AliveOf(Event);
	if (Alive && Event.bFromHistory)
	{
		Alive->FinishRecord(Task.Record.Sequence);
	}
	else if (Alive)
	{
		Alive->SubmitLater(Event.Node, Place);
	}
}

/// Last of all. False: a listener ended or repaired it, and the pieces are none any more.
bool UFractureSimSubsystem::TellOfPieces(const FEvent& Event, TConstArrayView<UDynamicMeshComponent*> Pieces)
{
	for (int32 I = 0; I < Pieces.Num() && AliveOf(Event); ++I)
	{
		UFractureSimComponent& Component = *Event.Component.Get();
		Component.OnFragmentSpawned.Broadcast(&Component, Pieces[I], I);
	}
	return AliveOf(Event) != nullptr;
}

void UFractureSimSubsystem::TellOfBreak(
	const FEvent& Event, const FTransform& Place, TConstArrayView<UDynamicMeshComponent*> Pieces)
{
	const FBreakTask& Task = *Event.Task;
	FFractureSimImpact Impact;
	Impact.Location = Event.Transform.GetLocation();
	Impact.Source = EFractureSimSource::History;
	if (Event.Impacts.Num() > 0)
	{
		Impact = Event.Impacts[0];
	}
	TArray<FVector> DebrisLocations;
	for (const FVector& Location : Task.DebrisLocations)
	{
		DebrisLocations.Add(Place.TransformPositionNoScale(Location));
	}
	if (TellOfPieces(Event, Pieces) && DebrisLocations.Num() > 0)
	{
		Event.Component->OnDebris.Broadcast(Event.Component.Get(), DebrisLocations, Task.DebrisSizes);
	}
	if (UFractureSimComponent* const Component = AliveOf(Event))
	{
		Component->OnFractured.Broadcast(Component, Impact, static_cast<float>(Task.CrackEnergy), Pieces.Num());
	}
}

/// All pieces, shown or not: a record of the server may name any of them.
void UFractureSimSubsystem::AddNodes(const FEvent& Event)
{
	UFractureSimComponent& Component = *Event.Component.Get();
	const FBreakTask& Task = *Event.Task;
	for (int32 Number = 0; Number < Task.Pieces.Num(); ++Number)
	{
		TSharedPtr<FPieceNode> Node = MakeShared<FPieceNode>();
		Node->Break = Task.Record.Sequence;
		Node->Number = Number;
		Node->Generation = Event.Node->Generation + 1;
		Node->BornTime = GetWorld()->GetTimeSeconds();
		Node->Fragment = Task.Pieces[Number].Fragment;
		Node->HarmlessForce = Task.Pieces[Number].HarmlessForce;
		Node->Centre = Task.Pieces[Number].Centre;
		Node->Parent = Node->Fragment ? Task.Body : nullptr;
		// What an anchor holds of a body that stood stays where it is.
		Node->bStands = Event.Node->bStands && Task.Pieces[Number].bHeld;
		Component.Tree->Nodes.Add(Node);
	}
}

/// Pieces that were born together move as the body did. Where the server has told already where they are, this comes
/// late: they are there, and the break is not seen.
TArray<UDynamicMeshComponent*> UFractureSimSubsystem::ShowFragments(
	const FEvent& Event, const FTransform& Place, bool bMoves)
{
	UFractureSimComponent& Component = *Event.Component.Get();
	const FBreakTask& Task = *Event.Task;
	const FVector BodyCentre = Place.TransformPositionNoScale(ToCentimetres(Task.BodyMass.centre));
	// Since room was made for the first of them, others have come.
	const int32 Limit = GetBudget().MaxFragments;
	Pool->MakeRoom(FMath::Min(Event.Fragments.Num(), Limit), Limit);
	const FFractureSimSettled* const Settled =
		Event.bFromHistory ? Component.FindSettled(Task.Record.Sequence) : nullptr;
	TArray<UDynamicMeshComponent*> Shown;
	for (int32 I = 0; I < Event.Fragments.Num(); ++I)
	{
		UDynamicMeshComponent* const Fragment = Event.Fragments[I].Get();
		if (!Fragment)
		{
			continue;
		}
		if (Shown.Num() >= Limit) // which has become less meanwhile
		{
			Pool->Release(*Fragment);
			continue;
		}
		const FFragmentData& Data = *Task.Fragments[I];
		const TSharedPtr<FPieceNode> Node = Component.Tree->Find(Task.Record.Sequence, Data.Number);
		FTransform Transform(Place.GetRotation(), Place.TransformPositionNoScale(Data.Centre));
		FVector Velocity = Place.TransformVectorNoScale(Data.Velocity);
		FVector Spin = Place.TransformVectorNoScale(Data.AngularVelocity);
		bool bAtRest = Node->bStands;
		if (Settled)
		{
			const TOptional<FPlacedPiece> Placed =
				PlaceOf(Component.FindPending(Task.Record.Sequence, Data.Number), *Settled, Data);
			if (!Placed)
			{
				Pool->Release(*Fragment);
				continue;
			}
			Transform = Placed->Transform;
			bAtRest = Placed->bAtRest;
			Velocity = FVector::ZeroVector;
			Spin = FVector::ZeroVector;
		}
		else if (bMoves)
		{
			Velocity =
				Event.Velocity + FVector::CrossProduct(Event.AngularVelocity, Transform.GetLocation() - BodyCentre);
			Spin = Event.AngularVelocity;
		}
		Node->Mass = Data.Mass;
		Pool->Show(*Fragment, Component, Node, Component.IsOutOfSync(), Transform, Velocity, Spin, bAtRest);
		Shown.Add(Fragment);
	}
	return Shown;
}
