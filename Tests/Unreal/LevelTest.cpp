// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The module in a level: real impacts, real tasks, a small rigid world in the place of Chaos.
#include "Level.h"
#include "Curves/CurveFloat.h"
#include "DynamicMesh/DynamicMeshAttributeSet.h"
#include "FractureSimMaterial.h"
#include "FractureSimSettings.h"
#include "Materials/MaterialInterface.h"
#include "PhysicalMaterials/PhysicalMaterial.h"
#include "Tasks/Task.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace FractureTests;

TEST(UnrealLevel, ABallBreaksAPaneWithinTheBudgetAndFliesOn)
{
	const int32 ObjectsBefore = StandIn::LiveObjects();
	const FScopedVariable Budget(TEXT("fracturesim.BodiesPerFrame"), 3);
	{
		FLevel Level;
		AFractureSimActor& Pane = Level.AddPane();
		// What the ball does to the pieces, seconds later, hangs on how long the solve took.
		Pane.Fracture->PieceGenerations = 0;
		AActor& Ball = Level.AddBall(FVector(-200.0, 3.0, 2.0), FVector(2000.0, 0.0, 0.0));
		Level.World->Physics().Gravity = FVector(0.0, 0.0, -980.0);
		UListener& Listener = Listen(Level, *Pane.Fracture);
		double SpeedAfter = 0.0;
		Listener.DoOnFractured = [&](UFractureSimComponent&)
		{ SpeedAfter = BallOf(Ball).GetPhysicsLinearVelocity().X; };
		int32 LastComponents = 0;
		int32 HitTick = -1;
		for (int32 Tick = 0; Tick < 300; ++Tick)
		{
			const int32 TicksBefore = Level.World->SubsystemTicks;
			Level.Tick();
			if (HitTick < 0 && Level.World->SubsystemTicks > TicksBefore)
			{
				HitTick = Tick;
			}
			const int32 Components = Level.PieceComponents();
			EXPECT_LE(Components - LastComponents, 3) << "pieces made in one frame";
			LastComponents = Components;
			// All at once: the body stands until the last piece is ready.
			EXPECT_EQ(Level.Pieces().Num() > 0, !Pane.Mesh->IsVisible());
		}
		ASSERT_GT(HitTick, 2) << "nothing ticks before the hit";
		ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
		EXPECT_EQ(Listener.Evaluated, 1);
		EXPECT_EQ(Listener.Fractured, 1);
		EXPECT_GE(Listener.LastCount, 3);
		EXPECT_EQ(Listener.Spawned, Listener.LastCount);
		EXPECT_LT(Listener.LastLoad, 1.0f);
		EXPECT_GT(Listener.LastEnergy, 0.0f);
		EXPECT_EQ(Listener.LastImpact.Source, EFractureSimSource::Physics);
		// From the ball, into the pane.
		EXPECT_GT(Listener.LastImpact.Impulse.X, 100.0);
		// Steel on glass: some tenths of a millisecond, over some millimetres.
		EXPECT_GT(Listener.LastImpact.Duration, 1.0e-5f);
		EXPECT_LT(Listener.LastImpact.Duration, 1.0e-3f);
		EXPECT_GT(Listener.LastImpact.Radius, 0.05f);
		EXPECT_LT(Listener.LastImpact.Radius, 5.0f);
		// It goes on, not back: breaking took little of its momentum.
		EXPECT_GT(SpeedAfter, 1500.0);
		const FFractureSimStats Stats = Level.Subsystem().GetStats();
		EXPECT_EQ(Stats.Fractures, 1);
		EXPECT_EQ(Stats.LiveFragments, Listener.LastCount);
		EXPECT_EQ(Stats.RunningSolves, 0);
		EXPECT_EQ(Stats.QueuedImpacts, 0);
	}
	EXPECT_EQ(UE::Tasks::StandInPending(), 0);
	EXPECT_EQ(StandIn::LiveObjects(), ObjectsBefore) << "the pool is empty after shutdown";
	EXPECT_EQ(StandIn::EnsureFailures(), 0);
}

TEST(UnrealLevel, PiecesComeToRestAndNothingTicksAnyMore)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	Level.World->Physics().FloorHeight = -20.5;
	Strike(*Pane.Fracture);
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	EXPECT_TRUE(Level.Subsystem().IsTickable());
	UDynamicMeshComponent& Watched = *Level.Pieces()[0];
	double FellAsleep = 0.0;
	double WasFrozen = 0.0;
	ASSERT_TRUE(Level.TickUntil(
		[&]
		{
			const double Now = Level.World->GetTimeSeconds();
			FellAsleep = Watched.IsAnyRigidBodyAwake() ? Now : FellAsleep;
			WasFrozen = Watched.IsSimulatingPhysics() ? Now : WasFrozen;
			return !Level.Subsystem().IsTickable();
		}));
	EXPECT_NEAR(WasFrozen - FellAsleep, 2.0, 0.05) << "it sleeps for the delay, in seconds, before it is scenery";
	for (UDynamicMeshComponent* Piece : Level.Pieces())
	{
		EXPECT_FALSE(Piece->IsSimulatingPhysics());
		EXPECT_TRUE(Piece->StandInCollides());
	}
	const int32 Ticks = Level.World->SubsystemTicks;
	Level.Tick(10);
	EXPECT_EQ(Level.World->SubsystemTicks, Ticks);
}

TEST(UnrealLevel, WithoutADelayPiecesSleepAndAreNeverFrozen)
{
	const TScopedSetting<float> Never(&UFractureSimSettings::FreezeDelay, -1.0f);
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	Level.World->Physics().FloorHeight = -20.5;
	Strike(*Pane.Fracture);
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	EXPECT_FALSE(Level.Subsystem().IsTickable()) << "nothing left to do";
	Level.Tick(600);
	for (const UDynamicMeshComponent* Piece : Level.Pieces())
	{
		EXPECT_TRUE(Piece->IsSimulatingPhysics());
	}
}

TEST(UnrealLevel, FrictionIsPartOfABlow)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	FVector Taken;
	Pane.Fracture->ImpactFilter.BindLambda(
		[&Taken](UFractureSimComponent&, const FFractureSimImpact& Impact)
		{
			Taken = Impact.Impulse;
			return false;
		});
	FRigidBodyCollisionInfo Own;
	Own.Component = Pane.Mesh.Get();
	FCollisionImpactData Data;
	Data.TotalNormalImpulse = FVector(1000.0, 0.0, 0.0);
	Data.TotalFrictionImpulse = FVector(0.0, 0.0, 200.0);
	Data.ContactInfos.AddDefaulted_GetRef().ContactPosition = FVector(-1.0, 0.0, 0.0);
	Pane.DispatchPhysicsCollisionHit(Own, FRigidBodyCollisionInfo(), Data);
	EXPECT_EQ(Taken, FVector(1000.0, 0.0, 200.0));
	// What it did to the body's velocity tells for whom it was counted.
	Level.Tick(10); // another blow, not the same that goes on
	Own.DeltaVelocity = FVector(-5.0, 0.0, 0.0);
	Pane.DispatchPhysicsCollisionHit(Own, FRigidBodyCollisionInfo(), Data);
	EXPECT_EQ(Taken, FVector(-1000.0, 0.0, -200.0));
}

TEST(UnrealLevel, MomentumIsKeptWhenAFreeBodyBreaks)
{
	for (const bool bCountedForSecond : {false, true})
	{
		FLevel Level;
		Level.World->Physics().Gravity = FVector::ZeroVector;
		Level.World->Physics().bCountImpulseForSecond = bCountedForSecond;
		AFractureSimActor& Pane = Level.AddPane(true);
		const double PaneMass = Pane.Mesh->Mass;
		EXPECT_NEAR(PaneMass, 0.02 * 0.4 * 0.4 * 2500.0, 1.0e-3) << "the real mass";
		AActor& Ball = Level.AddBall(FVector(-50.0, 3.0, 2.0), FVector(2000.0, 0.0, 0.0));
		// Once broken, let no piece meet the ball again: what is looked at is the break.
		UListener& Listener = Listen(Level, *Pane.Fracture);
		double PiecesMomentum = 0.0;
		double BallMomentum = 0.0;
		double PiecesMass = 0.0;
		Listener.DoOnFractured = [&](UFractureSimComponent&)
		{
			for (UDynamicMeshComponent* Piece : Level.Pieces())
			{
				PiecesMomentum += Piece->Mass * Piece->GetPhysicsLinearVelocity().X;
				PiecesMass += Piece->Mass;
			}
			BallMomentum = 3.0 * BallOf(Ball).GetPhysicsLinearVelocity().X;
		};
		ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
		EXPECT_NEAR(PiecesMass, PaneMass, 0.01 * PaneMass);
		EXPECT_NEAR(PiecesMomentum + BallMomentum, 3.0 * 2000.0, 0.01 * 6000.0);
		// The pane gave way: it took a small part.
		EXPECT_LT(PiecesMomentum, 0.5 * 6000.0);
		EXPECT_GT(BallMomentum, 0.5 * 6000.0);
	}
}

TEST(UnrealLevel, ATapIsWorkedOutAndLeavesItWhole)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane(true);
	Level.World->Physics().Gravity = FVector::ZeroVector;
	UListener& Listener = Listen(Level, *Pane.Fracture);
	Strike(*Pane.Fracture, 0.01);
	ASSERT_TRUE(Level.TickUntil([&Listener] { return Listener.Evaluated > 0; }));
	EXPECT_GT(Listener.LastLoad, 1.0f);
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	EXPECT_EQ(Listener.Fractured, 0);
	// Physics knew nothing of it: the blow pushes the body now.
	EXPECT_NEAR(Pane.Mesh->GetPhysicsLinearVelocity().X, 1.0 / Pane.Mesh->Mass, 0.01);
	// And it breaks at the next.
	Strike(*Pane.Fracture);
	EXPECT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
}

namespace
{
/// As a Blueprint that overrides the event.
class UDeafComponent : public UFractureSimComponent
{
public:
	STANDIN_CLASS(UDeafComponent, UFractureSimComponent)

	virtual bool FilterImpact_Implementation(FFractureSimImpact& Impact) override
	{
		Impact.Impulse = Impact.Impulse * 0.5;
		return Super::FilterImpact_Implementation(Impact) && !bDeaf;
	}
	bool bDeaf = true;
};
} // namespace

TEST(UnrealLevel, AnOverrideOfTheNativeEventMayScaleOrRefuse)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	UDeafComponent* const Deaf = NewObject<UDeafComponent>(&Pane);
	Deaf->Asset = Pane.Fracture->Asset;
	Deaf->RegisterComponent();
	UListener& Listener = Listen(Level, *Deaf);
	Strike(*Deaf);
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 0);
	Deaf->bDeaf = false;
	Strike(*Deaf);
	ASSERT_TRUE(Level.TickUntilBroken(*Deaf));
	EXPECT_EQ(Listener.LastImpact.Impulse.X, 1000.0);
}

TEST(UnrealLevel, WhatAnAnchorHoldsStandsAndTheRestFalls)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	FFractureSimAnchor Foot;
	Foot.Box = FBox(FVector(-2.0, -21.0, -21.0), FVector(2.0, 21.0, -18.0));
	const auto HeldFrom = [&](bool bSimulate)
	{
		Pane.bSimulate = bSimulate;
		Pane.Fracture->Anchors = {Foot};
		// Looked at when play begins.
		Pane.Fracture->Repair();
		Pane.EndPlay(EEndPlayReason::RemovedFromWorld);
		Pane.BeginPlay();
		Strike(*Pane.Fracture, 40.0);
		EXPECT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
		Level.Tick(30);
		int32 Standing = 0;
		for (UDynamicMeshComponent* Piece : Level.Pieces())
		{
			const bool bStands = !Piece->IsSimulatingPhysics();
			Standing += bStands ? 1 : 0;
			double Lowest = 1000.0;
			for (int V = 0; V < Piece->GetMesh()->VertexCount(); ++V)
			{
				const FVector Vertex = Piece->GetMesh()->GetVertex(V);
				Lowest = FMath::Min(Lowest, Piece->GetComponentTransform().TransformPosition(Vertex).Z);
			}
			EXPECT_FALSE(bStands && Lowest > -17.0) << "nothing up there is held";
		}
		return Standing;
	};
	const int32 Standing = HeldFrom(false);
	EXPECT_GT(Standing, 0);
	EXPECT_LT(Standing, Level.Pieces().Num());
	// A client, or a saved game, knows it as well.
	const FFractureSimSave Save = Pane.Fracture->GetSave();
	Pane.Fracture->RestoreSave(FFractureSimSave{Save.Impacts, {}});
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	int32 Again = 0;
	for (const UDynamicMeshComponent* Piece : Level.Pieces())
	{
		Again += Piece->IsSimulatingPhysics() ? 0 : 1;
	}
	EXPECT_EQ(Again, Standing);
	EXPECT_EQ(HeldFrom(true), 0) << "a body that moves takes along what it is fixed to";
}

TEST(UnrealLevel, ANativeFilterMayScaleOrRefuse)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	UListener& Listener = Listen(Level, *Pane.Fracture);
	Pane.Fracture->ImpactFilter.BindLambda([](UFractureSimComponent&, FFractureSimImpact&) { return false; });
	Strike(*Pane.Fracture);
	Level.Tick(3);
	EXPECT_EQ(Level.World->SubsystemTicks, 0);
	Pane.Fracture->ImpactFilter.BindLambda(
		[](UFractureSimComponent&, FFractureSimImpact& Impact)
		{
			Impact.Impulse = Impact.Impulse * 0.001;
			return true;
		});
	Strike(*Pane.Fracture);
	ASSERT_TRUE(Level.TickUntil([&Listener] { return Listener.Evaluated > 0; }));
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);
}

TEST(UnrealLevel, RepairBringsTheBodyBackAndThePiecesIntoThePool)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	Strike(*Pane.Fracture);
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	const int32 Pieces = Level.Pieces().Num();
	const FFractureSimHash First = Pane.Fracture->GetResultHash();
	Pane.Fracture->Repair();
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	EXPECT_TRUE(Pane.Mesh->IsVisible());
	EXPECT_TRUE(Pane.Mesh->StandInCollides());
	EXPECT_EQ(Level.Pieces().Num(), 0);
	EXPECT_EQ(Level.Subsystem().GetStats().PooledFragments, Pieces);
	EXPECT_TRUE(Pane.Fracture->GetSave().Impacts.IsEmpty());
	// The same blow with another seed of the history: the same cracks where no grains are drawn.
	const int32 Components = Level.PieceComponents();
	Strike(*Pane.Fracture);
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	EXPECT_EQ(Level.PieceComponents(), Components) << "the pool serves again";
	EXPECT_EQ(Pane.Fracture->GetResultHash(), First);
}

TEST(UnrealLevel, BreakNowBreaksAnythingAndListenersMayRepairAtOnce)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	UListener& Listener = Listen(Level, *Pane.Fracture);
	Listener.DoOnFractured = [](UFractureSimComponent& Component) { Component.Repair(); };
	Pane.Fracture->BreakNow();
	ASSERT_TRUE(Level.TickUntil([&Listener] { return Listener.Fractured > 0; }));
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	EXPECT_EQ(Level.Pieces().Num(), 0);
}

TEST(UnrealLevel, DamageBreaksThroughItsCurve)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	Pane.Fracture->DamageToImpulse = NewObject<UCurveFloat>(Level.World);
	Pane.Fracture->DamageToImpulse->StandInSlope = 0.2f; // N s
	UListener& Listener = Listen(Level, *Pane.Fracture);
	Pane.OnTakePointDamage.Broadcast(
		&Pane, 100.0f, nullptr, FVector(-1.0, 0.0, 0.0), Pane.Mesh, FName(), FVector(1.0, 0.0, 0.0), nullptr, nullptr);
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	EXPECT_EQ(Listener.LastImpact.Source, EFractureSimSource::Damage);
	EXPECT_NEAR(Listener.LastImpact.Impulse.X, 2000.0, 1.0e-3);

	Pane.Fracture->Repair();
	Pane.OnTakeRadialDamage.Broadcast(&Pane, 1000.0f, nullptr, FVector(-5.0, 0.0, 0.0), FHitResult(), nullptr, nullptr);
	EXPECT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
}

TEST(UnrealLevel, ABlastPressesOnTheSideThatFacesIt)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	int32 Presses = 0;
	FVector Sum;
	Pane.Fracture->ImpactFilter.BindLambda(
		[&](UFractureSimComponent&, FFractureSimImpact& Impact)
		{
			++Presses;
			Sum += Impact.Impulse;
			EXPECT_NEAR(Impact.Location.X, -1.0, 1.0e-6);
			return false;
		});
	Pane.Fracture->ApplyRadialFractureImpulse(FVector(-30.0, 0.0, 0.0), 100.0f, 1000.0f);
	EXPECT_GE(Presses, 8);
	EXPECT_GT(Sum.X, 500.0);
	EXPECT_LE(Sum.X, 1000.0);
	Presses = 0;
	Pane.Fracture->ApplyRadialFractureImpulse(FVector(-300.0, 0.0, 0.0), 100.0f, 1000.0f);
	EXPECT_EQ(Presses, 0) << "out of reach";
}

TEST(UnrealLevel, AComponentMakesAForeignActorBreakable)
{
	FLevel Level;
	UFractureSimAsset* const Asset = NewObject<UFractureSimAsset>(Level.World);
	Asset->SetBytes(PaneBytes());
	AActor* const Actor = Level.World->SpawnActorDeferred<AActor>(AActor::StaticClass(), FTransform());
	UDynamicMeshComponent* const Mesh = NewObject<UDynamicMeshComponent>(Actor);
	Actor->SetRootComponent(Mesh);
	FKAggregateGeom Shapes;
	Shapes.ConvexElems.AddDefaulted_GetRef().VertexData = {FVector(-1.0, -20.0, -20.0), FVector(1.0, 20.0, 20.0)};
	Shapes.ConvexElems[0].UpdateElemBox();
	Mesh->SetSimpleCollisionShapes(Shapes, true);
	UFractureSimComponent* const Fracture = NewObject<UFractureSimComponent>(Actor);
	Fracture->Asset = Asset;
	Actor->FinishSpawning(FTransform());
	UListener& Listener = Listen(Level, *Fracture);
	Level.AddBall(FVector(-50.0, 3.0, 2.0), FVector(2000.0, 0.0, 0.0));
	ASSERT_TRUE(Level.TickUntilBroken(*Fracture));
	EXPECT_EQ(Listener.LastImpact.Source, EFractureSimSource::Physics);
	EXPECT_GT(Listener.LastImpact.Impulse.X, 0.0);

	// A sweep has no impulse: mass and speed of the mover stand in.
	Fracture->Repair();
	FHitResult Hit;
	Hit.ImpactPoint = FVector(-1.0, 0.0, 0.0);
	Hit.ImpactNormal = FVector(-1.0, 0.0, 0.0);
	AActor& Walker = Level.AddBall(FVector(-300.0, 0.0, 0.0), FVector(600.0, 0.0, 0.0));
	BallOf(Walker).bSimulated = false;
	Mesh->OnComponentHit.Broadcast(Mesh, &Walker, &BallOf(Walker), FVector::ZeroVector, Hit);
	ASSERT_TRUE(Level.TickUntilBroken(*Fracture));
	EXPECT_EQ(Listener.LastImpact.Source, EFractureSimSource::Sweep);
	EXPECT_NEAR(Listener.LastImpact.Impulse.X, 70.0 * 600.0, 1.0);
}

TEST(UnrealLevel, WhatIsGivenBackActsWhereTheStrikerWasTouched)
{
	FLevel Level;
	Level.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& Pane = Level.AddPane();
	AActor& Ball = Level.AddBall(FVector(-6.0, 3.0, 2.0), FVector::ZeroVector);
	FRigidBodyCollisionInfo Own;
	Own.Component = Pane.Mesh.Get();
	FRigidBodyCollisionInfo Striker;
	Striker.Component = &BallOf(Ball);
	FCollisionImpactData Data;
	Data.TotalNormalImpulse = FVector(6000.0, 0.0, 0.0);
	Data.ContactInfos.AddDefaulted_GetRef().ContactPosition = FVector(-1.0, 3.0, 2.0);
	Pane.DispatchPhysicsCollisionHit(Own, Striker, Data);
	// It goes its way while the impact is worked out: up and away, with a quarter turn that has what was its front at
	// its side.
	BallOf(Ball).SetWorldTransform(
		FTransform(FQuat(FVector(0.0, 0.0, 1.0), std::acos(0.0)), FVector(-90.0, 30.0, 80.0)));
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	// J at 5 cm along y from the centre: v = J / m, w = r x J / I with I = 0.4 m r^2.
	const FVector Velocity = BallOf(Ball).GetPhysicsLinearVelocity();
	EXPECT_GT(Velocity.X, 500.0);
	const FVector Expected(0.0, 0.0, -5.0 * Velocity.X / (0.4 * 25.0));
	EXPECT_LT(FVector::Distance(BallOf(Ball).GetPhysicsAngularVelocityInRadians(), Expected), 1.0e-6 * Velocity.X);
}

TEST(UnrealLevel, ABodyOfAnotherSizeIsAnotherBody)
{
	FLevel Level;
	const FTransform Twice(FQuat::Identity, FVector::ZeroVector, FVector(2.0, 2.0, 2.0));
	AFractureSimActor& Pane = Level.AddPane(true, Twice);
	EXPECT_NEAR(Pane.Mesh->Mass, 8.0 * 0.02 * 0.4 * 0.4 * 2500.0, 1.0e-2);
	Level.World->Physics().Gravity = FVector::ZeroVector;
	Pane.Fracture->ApplyFractureImpulse(FVector(-2.0, 3.0, 2.0), FVector(8000.0, 0.0, 0.0), 1.0f);
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	double Mass = 0.0;
	FBox Box(ForceInit);
	for (UDynamicMeshComponent* Piece : Level.Pieces())
	{
		Mass += Piece->Mass;
		for (int V = 0; V < Piece->GetMesh()->VertexCount(); ++V)
		{
			Box += Piece->GetMesh()->GetVertex(V) + Piece->GetComponentLocation();
		}
	}
	EXPECT_NEAR(Mass, 64.0, 0.7);
	EXPECT_NEAR(Box.Max.Y - Box.Min.Y, 80.0, 3.0);
}

TEST(UnrealLevel, MaterialAnchorsAndStrengthShapeTheResult)
{
	FLevel Level;
	AFractureSimActor& Glass = Level.AddPane();
	AFractureSimActor& Steel = Level.AddPane(false, FTransform(FVector(0.0, 500.0, 0.0)));
	Steel.Fracture->Material = NewObject<UFractureSimMaterial>(Level.World);
	Steel.Fracture->Material->TensileStrengthMPa = 5000.0;
	// Looked at when play begins.
	Steel.Fracture->EndPlay(EEndPlayReason::RemovedFromWorld);
	Steel.Fracture->BeginPlay();
	UListener& Listener = Listen(Level, *Steel.Fracture);
	Strike(*Glass.Fracture);
	Steel.Fracture->ApplyFractureImpulse(FVector(-1.0, 503.0, 2.0), FVector(2000.0, 0.0, 0.0), 1.0f);
	ASSERT_TRUE(Level.TickUntilBroken(*Glass.Fracture));
	ASSERT_TRUE(Level.TickUntil([&Listener] { return Listener.Evaluated > 0; }));
	EXPECT_EQ(Steel.Fracture->GetStatus(), EFractureSimStatus::Whole);
}

TEST(UnrealLevel, CrackFacesGetTheInnerMaterialBehindTheArtists)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	UMaterialInterface* const Outer = NewObject<UMaterialInterface>(Level.World);
	UMaterialInterface* const Inner = NewObject<UMaterialInterface>(Level.World);
	Pane.Fracture->Asset->OuterMaterials = {TObjectPtr<UMaterialInterface>(Outer)};
	Pane.Fracture->Asset->Material = NewObject<UFractureSimMaterial>(Level.World);
	Pane.Fracture->Asset->Material->InnerMaterial = Inner;
	UPhysicalMaterial* const Physical = NewObject<UPhysicalMaterial>(Level.World);
	Pane.Fracture->Asset->Material->PhysicalMaterial = Physical;
	Pane.ShowAsset();
	Strike(*Pane.Fracture);
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	for (UDynamicMeshComponent* Piece : Level.Pieces())
	{
		ASSERT_EQ(Piece->GetNumMaterials(), 2);
		EXPECT_EQ(Piece->GetMaterial(0), Outer);
		EXPECT_EQ(Piece->GetMaterial(1), Inner);
		EXPECT_EQ(Piece->PhysicalMaterial.Get(), Physical) << "friction and sound are the material's";
		int32 Faces[2] = {0, 0};
		for (int T = 0; T < Piece->GetMesh()->TriangleCount(); ++T)
		{
			const int32 Slot = Piece->GetMesh()->Attributes()->GetMaterialID()->GetValue(T);
			ASSERT_TRUE(Slot == 0 || Slot == 1);
			++Faces[Slot];
		}
		EXPECT_GT(Faces[1], 0) << "every piece has crack faces";
	}
}

TEST(UnrealLevel, PresetsFillAMaterialAndUnknownOnesAreNamed)
{
	StandIn::TakeLog();
	UFractureSimMaterial* const Material = NewObject<UFractureSimMaterial>(nullptr);
	EXPECT_TRUE(Material->LoadPreset(TEXT("concrete")));
	EXPECT_LT(Material->TensileStrengthMPa, 10.0);
	EXPECT_FALSE(Material->LoadPreset(TEXT("unobtainium")));
	EXPECT_TRUE(LogHas("glass"));
	EXPECT_TRUE(UFractureSimMaterial::GetPresetNames().Contains(TEXT("glass")));
	StandIn::MarkAsGarbage(*Material);
	StandIn::CollectGarbage();
}
