// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Physics tells of a contact in every frame that it lasts. What merely lies there must cost nothing, and must not break
// what bears its weight.
#include "FractureSimSettings.h"
#include "Level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureTests;

namespace
{
constexpr double Pi = 3.14159265358979323846;

/// As physics tells it, from a body that touches the pane's near side; kg cm/s.
void Touch(AFractureSimActor& Pane, AActor& Other, double Impulse)
{
	FRigidBodyCollisionInfo Own;
	Own.Component = Pane.Mesh.Get();
	FRigidBodyCollisionInfo Striker;
	Striker.Actor = &Other;
	Striker.Component = &BallOf(Other);
	FCollisionImpactData Data;
	Data.TotalNormalImpulse = FVector(Impulse, 0.0, 0.0);
	Data.ContactInfos.AddDefaulted_GetRef().ContactPosition = FVector(-1.0, 3.0, 2.0);
	Pane.DispatchPhysicsCollisionHit(Own, Striker, Data);
}

/// A ball that stays where it is.
AActor& AddWeight(FLevel& Level, float Kilograms)
{
	AActor& Ball = Level.AddBall(FVector(-500.0, 500.0, 0.0), FVector::ZeroVector);
	BallOf(Ball).SetMassOverrideInKg(NAME_None, Kilograms, true);
	Level.World->Physics().Gravity = FVector::ZeroVector;
	return Ball;
}
} // namespace

TEST(UnrealRest, AWeightPressesWithItsForceAndIsNotEvenWorkedOut)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	AActor& Weight = AddWeight(Level, 30.0f);
	UListener& Listener = Listen(Level, *Pane.Fracture);
	FLevel::WaitForTasks();
	float Longest = 0.0f;
	Pane.Fracture->ImpactFilter.BindLambda(
		[&Longest](UFractureSimComponent&, const FFractureSimImpact& Impact)
		{
			Longest = std::max(Longest, Impact.Duration);
			return true;
		});
	for (int32 Frame = 0; Frame < 60; ++Frame)
	{
		Level.Tick();
		Touch(Pane, Weight, 30.0 * 981.0 / 60.0); // m g dt: 49 times the project's least impulse
		Level.Tick(Frame % 2 == 0 ? 0 : 10);      // with pauses, so that it begins anew
	}
	// The peak of the half sine is the weight: J (pi / 2) / duration = m g.
	EXPECT_NEAR(Longest, Pi / 2.0 / 60.0, 1.0e-5);
	EXPECT_EQ(Listener.Evaluated, 0);
	EXPECT_EQ(Level.World->SubsystemTicks, 0) << "no solve, no tick";
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);
}

TEST(UnrealRest, AContactThatGoesOnIsWorkedOutOnceAndAgainWhenItGetsHarder)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	Pane.Fracture->StrengthScale = 1000.0f; // it holds whatever comes
	AActor& Weight = AddWeight(Level, 3.0f);
	UListener& Listener = Listen(Level, *Pane.Fracture);
	const auto Press = [&](double Impulse, int32 Frames)
	{
		for (int32 Frame = 0; Frame < Frames; ++Frame)
		{
			Touch(Pane, Weight, Impulse * (Frame % 2 == 0 ? 1.0 : 1.1)); // physics trembles
			Level.Tick();
		}
	};
	Press(800.0, 60);
	// A solve may take longer than the pause that ends a contact: what goes on meanwhile goes on.
	ASSERT_TRUE(Level.TickUntil(
		[&]
		{
			Press(800.0, 1);
			return Listener.Evaluated > 0;
		}));
	EXPECT_EQ(Listener.Evaluated, 1);
	const int32 Ticks = Level.World->SubsystemTicks;
	Press(800.0, 100);
	EXPECT_EQ(Level.World->SubsystemTicks, Ticks) << "what rests costs nothing";
	Press(1600.0, 30);
	EXPECT_EQ(Level.World->SubsystemTicks, Ticks) << "it presses harder, and surely not too hard";
	ASSERT_TRUE(Level.TickUntil(
		[&]
		{
			Press(8000.0, 1);
			return Listener.Evaluated > 1;
		}));
	Press(8000.0, 30);
	EXPECT_EQ(Listener.Evaluated, 2) << "harder than was borne";
	Press(800.0, 30);
	EXPECT_EQ(Listener.Evaluated, 2) << "it has borne more";
	Level.Tick(30);
	ASSERT_TRUE(Level.TickUntil(
		[&]
		{
			Press(800.0, 1);
			return Listener.Evaluated > 2;
		}));
	Press(800.0, 30);
	EXPECT_EQ(Listener.Evaluated, 3) << "it was away";
	// Somebody else is another contact.
	Touch(Pane, AddWeight(Level, 3.0f), 800.0);
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 1);
}

TEST(UnrealRest, StepsOfOneFrameAreOneBlow)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	AActor& Ball = AddWeight(Level, 3.0f);
	double Sum = 0.0;
	Pane.Fracture->ImpactFilter.BindLambda(
		[&Sum](UFractureSimComponent&, const FFractureSimImpact& Impact)
		{
			EXPECT_LT(Impact.Duration, 1.0e-3f) << "fast: it strikes";
			Sum += Impact.Impulse.X;
			return false;
		});
	for (const double Part : {2000.0, 900.0, 300.0})
	{
		Touch(Pane, Ball, Part);
	}
	EXPECT_EQ(Sum, 3200.0);
}

TEST(UnrealRest, AWeightThatGetsHeavierPressesAndABlowOnItStrikes)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	AActor& Weight = AddWeight(Level, 3.0f);
	float Duration = 0.0f;
	Pane.Fracture->ImpactFilter.BindLambda(
		[&Duration](UFractureSimComponent&, const FFractureSimImpact& Impact)
		{
			Duration = Impact.Duration;
			return false;
		});
	Level.Tick();
	Touch(Pane, Weight, 3.0 * 981.0 / 60.0);
	EXPECT_NEAR(Duration, Pi / 2.0 / 60.0, 1.0e-5);
	// More is put on top of it than its own mass could ever press with in a frame.
	for (const double Times : {3.0, 9.0})
	{
		Duration = 0.0f;
		Level.Tick();
		Touch(Pane, Weight, Times * 3.0 * 981.0 / 60.0);
		EXPECT_NEAR(Duration, Pi / 2.0 / 60.0, 1.0e-5) << Times;
	}
	Level.Tick();
	Touch(Pane, Weight, 6000.0);
	EXPECT_LT(Duration, 1.0e-3f) << "a hammer on it";
}
