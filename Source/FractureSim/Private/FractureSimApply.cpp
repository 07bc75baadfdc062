// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// From results to pieces in the world. Pieces are made over as many frames as the budget asks for, unseen; the body
// stands until the last one is ready, then all change places at once.
#include "Break/BreakTask.h"
#include "Break/FragmentPool.h"
#include "Break/RestShape.h"
#include "Bridge/ImpactBridge.h"
#include "Bridge/UnitBridge.h"
#include "Components/DynamicMeshComponent.h"
#include "Debug/Recorder.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimConfig.h"
#include "FractureSimMaterial.h"
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
	Look.bIgnoresPawns = Component.IsOutOfSync();
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
		Motion.Velocity += TransformAtImpact.TransformVectorNoScale(ToCentimetres(Change.velocity)) * Share;
		Motion.AngularVelocity +=
			TransformAtImpact.TransformVectorNoScale(FromCoreSpin(Change.angularVelocity)) * Share;
	}
	return Motion;
}

/// What the body did not take before it came apart.
static void ShareTheRest(
	TConstArrayView<FFractureSimImpact> Impacts, double Share, TConstArrayView<UDynamicMeshComponent*> Pieces)
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
				Striker->AddImpulseAtLocation(Rest, Impact.Location, NAME_None);
			}
			continue;
		}
		// Nobody keeps the rest of a blast: it pushes the piece it hits.
		const auto DistanceTo = [&Impact](const UDynamicMeshComponent& Piece)
		{ return FVector::DistSquared(Piece.GetComponentLocation(), Impact.Location); };
		UDynamicMeshComponent* Nearest = nullptr;
		for (UDynamicMeshComponent* const Piece : Pieces)
		{
			Nearest = !Nearest || DistanceTo(*Piece) < DistanceTo(*Nearest) ? Piece : Nearest;
		}
		if (Nearest)
		{
			Nearest->AddImpulseAtLocation(Rest, Impact.Location, NAME_None);
		}
	}
}

/// Last of all, and any of them may end the component.
static void TellListeners(UFractureSimComponent& Component,
	const FBreakTask& Task,
	const FFractureSimImpact& Impact,
	const FTransform& Place,
	TConstArrayView<UDynamicMeshComponent*> Pieces)
{
	TArray<FVector> DebrisLocations;
	for (const FVector& Location : Task.DebrisLocations)
	{
		DebrisLocations.Add(Place.TransformPositionNoScale(Location));
	}
	const TWeakObjectPtr<UFractureSimComponent> Alive = &Component;
	for (int32 I = 0; I < Pieces.Num() && Alive.IsValid(); ++I)
	{
		Component.OnFragmentSpawned.Broadcast(&Component, Pieces[I], I);
	}
	if (Alive.IsValid() && DebrisLocations.Num() > 0)
	{
		Component.OnDebris.Broadcast(&Component, DebrisLocations, Task.DebrisSizes);
	}
	if (Alive.IsValid())
	{
		Component.OnFractured.Broadcast(&Component, Impact, static_cast<float>(Task.CrackEnergy), Pieces.Num());
	}
}
} // namespace FractureSim::Private

void UFractureSimSubsystem::ApplyResults(double EndTime)
{
	int32 BodiesLeft = GetBudget().BodiesPerFrame;
	Applying.StableSort([](const FEvent& A, const FEvent& B) { return A.Priority > B.Priority; });
	while (Applying.Num() > 0)
	{
		if (!Applying[0].Component.IsValid())
		{
			Cancel(Applying[0]);
			Applying.RemoveAt(0);
			continue;
		}
		if (!MakeFragments(Applying[0], EndTime, BodiesLeft))
		{
			return; // the rest in the next frame
		}
		// Out of the list first: listeners may do anything.
		FEvent Event = MoveTemp(Applying[0]);
		Applying.RemoveAt(0);
		Commit(Event);
	}
}

/// True when all are there.
bool UFractureSimSubsystem::MakeFragments(FEvent& Event, double EndTime, int32& BodiesLeft)
{
	const UFractureSimComponent& Component = *Event.Component.Get();
	FBreakTask& Task = *Event.Task;
	const UPrimitiveComponent* const Body = Component.GetBody();
	const FFragmentLook Look = LookOf(Component, Component.EffectiveMaterial());
	if (Event.Fragments.Num() == 0)
	{
		Pool->MakeRoom(Task.Fragments.Num(), GetBudget().MaxFragments);
	}
	bool bMadeOne = false;
	while (Event.Fragments.Num() < Task.Fragments.Num())
	{
		if (BodiesLeft <= 0 || (bMadeOne && FPlatformTime::Seconds() >= EndTime))
		{
			return false;
		}
		UDynamicMeshComponent* const Fragment = Pool->Make(
			*Task.Fragments[Event.Fragments.Num()], Look, Body ? Body->GetComponentTransform() : Event.Transform);
		Event.Fragments.Add(Fragment);
		bMadeOne = true;
		--BodiesLeft;
	}
	return true;
}

void UFractureSimSubsystem::Commit(FEvent& Event)
{
	FRACTURESIM_SCOPE(FractureSim_Commit);
	UFractureSimComponent& Component = *Event.Component.Get();
	const FBreakTask& Task = *Event.Task;
	const UPrimitiveComponent* const Body = Component.GetBody();
	const bool bMoves = Body && Body->IsSimulatingPhysics() && !Event.bFromHistory;
	const FTransform Place = bMoves ? Body->GetComponentTransform() : Event.Transform;

	const TArray<UDynamicMeshComponent*> Shown = ShowFragments(Event, Place, bMoves);
	Component.Status = EFractureSimStatus::Broken;
	Component.ResultHash = Task.Record.Result;
	Component.HideBody();
	ShareTheRest(Event.Impacts, 1.0 - Task.ImpulseShare, Shown);
	++Stats.Fractures;
	// The server's word, also where it comes from a saved game.
	if (Component.GetOwner()->HasAuthority())
	{
		Component.AddToHistory(Task.Record);
	}
	if (Recorder)
	{
		Recorder->Add(Task);
	}
	FFractureSimImpact FromHistory;
	FromHistory.Location = Event.Transform.GetLocation();
	FromHistory.Source = EFractureSimSource::History;
	TellListeners(Component, Task, Event.Impacts.Num() > 0 ? Event.Impacts[0] : FromHistory, Place, Shown);
}

/// Pieces that were born together move as the body did.
TArray<UDynamicMeshComponent*> UFractureSimSubsystem::ShowFragments(
	const FEvent& Event, const FTransform& Place, bool bMoves)
{
	const UFractureSimComponent& Component = *Event.Component.Get();
	const FBreakTask& Task = *Event.Task;
	const FFragmentLook Look = LookOf(Component, Component.EffectiveMaterial());
	const FVector BodyCentre = Place.TransformPositionNoScale(ToCentimetres(Task.BodyMass.centre));
	const FBodyMotionNow Motion =
		bMoves ? MotionAtBreak(*Component.GetBody(), Event.Impacts, Task, Event.Transform) : FBodyMotionNow();
	TArray<UDynamicMeshComponent*> Shown;
	for (int32 I = 0; I < Event.Fragments.Num(); ++I)
	{
		UDynamicMeshComponent* const Fragment = Event.Fragments[I].Get();
		if (!Fragment)
		{
			continue;
		}
		const FFragmentData& Data = *Task.Fragments[I];
		const FVector Centre = Place.TransformPositionNoScale(Data.Centre);
		FVector Velocity = Place.TransformVectorNoScale(Data.Velocity);
		FVector Spin = Place.TransformVectorNoScale(Data.AngularVelocity);
		if (bMoves)
		{
			Velocity = Motion.Velocity + FVector::CrossProduct(Motion.AngularVelocity, Centre - BodyCentre);
			Spin = Motion.AngularVelocity;
		}
		Pool->Show(*Fragment, Component, Look, FTransform(Place.GetRotation(), Centre), Data.Mass, Velocity, Spin);
		Shown.Add(Fragment);
	}
	return Shown;
}
