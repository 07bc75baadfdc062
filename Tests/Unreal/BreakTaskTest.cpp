// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// One impact on a task, without a level.
#include "Break/BreakTask.h"

#include "Bridge/ImpactBridge.h"
#include "Bridge/UnitBridge.h"
#include "Level.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

using namespace FractureSim::Private;

namespace
{
const TSharedPtr<FBreakBody>& Pane()
{
	static const TSharedPtr<FBreakBody> Body = []
	{
		FBreakBodySource Source;
		Source.Bytes = FractureTests::PaneBytes();
		TSharedPtr<FBreakBody> Result = PrepareBreakBody(MoveTemp(Source));
		Result->Task.Wait();
		return Result;
	}();
	return Body;
}

/// Hit on its near side, in steps of the record.
TSharedRef<FBreakTask> MakeTask(const FIntVector& Point = FIntVector(-1000, 2000, 1000), int32 Impulse = 200000)
{
	TSharedRef<FBreakTask> Task = MakeShared<FBreakTask>();
	Task->Body = Pane();
	Task->MaxFragments = 1000;
	FFractureSimContact Contact;
	Contact.Point = Point;
	Contact.Impulse = FIntVector(Impulse, 0, 0);
	Contact.Duration = 200000;
	Task->Record.Contacts.Add(Contact);
	return Task;
}

TSharedRef<FBreakTask> RunTask(const TSharedRef<FBreakTask>& Task)
{
	StartBreakTask(Task);
	Task->Task.Wait();
	return Task;
}
} // namespace

TEST(UnrealBreakTask, ACancelledImpactEndsWithoutAResult)
{
	const TSharedRef<FBreakTask> Task = MakeTask();
	Task->bCancelled.store(true);
	RunTask(Task);
	EXPECT_TRUE(Task->Error.Contains(TEXT("cancelled")));
	EXPECT_EQ(Task->Fragments.Num(), 0);
	EXPECT_TRUE(Task->Record.Result.IsZero());
}

TEST(UnrealBreakTask, BytesThatAreNoAssetMakeNoBody)
{
	FBreakBodySource Source;
	Source.Bytes = TArray<uint8>{1, 2, 3};
	const TSharedRef<FBreakBody> Body = PrepareBreakBody(MoveTemp(Source));
	Body->Task.Wait();
	EXPECT_FALSE(Body->Breakable.IsValid());
	EXPECT_FALSE(Body->Error.IsEmpty());
}

TEST(UnrealBreakTask, OverridesMakeAnotherBody)
{
	const auto Prepare = [](auto&& Change)
	{
		FBreakBodySource Source;
		Source.Bytes = FractureTests::PaneBytes();
		Change(Source);
		TSharedRef<FBreakBody> Body = PrepareBreakBody(MoveTemp(Source));
		Body->Task.Wait();
		return Body;
	};
	const TSharedRef<FBreakBody> Plain = Prepare([](FBreakBodySource&) {});
	EXPECT_EQ(Plain->Key, Pane()->Key);
	EXPECT_TRUE(Plain->Breakable->Object().heldAxes.empty());

	const TSharedRef<FBreakBody> Held = Prepare([](FBreakBodySource& Source)
		{ Source.Anchors.Add(FBox(FVector(-5.0, 15.0, -25.0), FVector(5.0, 25.0, 25.0))); });
	ASSERT_TRUE(Held->Breakable.IsValid());
	EXPECT_NE(Held->Key, Plain->Key);
	const FractureCore::BakedObject& Object = Held->Breakable->Object();
	for (size_t Node = 0; Node < Object.heldAxes.size(); ++Node)
	{
		// Unreal's y from 15 cm on is the core's y up to -0.15 m.
		EXPECT_EQ(Object.heldAxes[Node], Object.tets.nodes[Node].y <= -0.15 ? 7 : 0) << Node;
	}

	const TSharedRef<FBreakBody> Nowhere = Prepare([](FBreakBodySource& Source)
		{ Source.Anchors.Add(FBox(FVector(100.0, 100.0, 100.0), FVector(101.0, 101.0, 101.0))); });
	EXPECT_FALSE(Nowhere->Breakable.IsValid());
	EXPECT_TRUE(Nowhere->Error.Contains(TEXT("anchor"))) << StandIn::ToUtf8(*Nowhere->Error);

	const TSharedRef<FBreakBody> Weak = Prepare([](FBreakBodySource& Source) { Source.StrengthScale = 0.5; });
	EXPECT_NE(Weak->Key, Plain->Key);
	EXPECT_EQ(
		Weak->Breakable->Object().material.tensileStrength, 0.5 * Plain->Breakable->Object().material.tensileStrength);

	const TSharedRef<FBreakBody> Small = Prepare([](FBreakBodySource& Source) { Source.Scale = 0.5; });
	EXPECT_NE(Small->Key, Plain->Key);
	EXPECT_NEAR(Small->Breakable->Object().mass.mass, Plain->Breakable->Object().mass.mass / 8.0, 1.0e-12);
}

TEST(UnrealBreakTask, ContactsOffTheSurfaceActOnItAndTheRecordSaysSo)
{
	// Half a metre in front of it: physics knows collision shapes only.
	const TSharedRef<FBreakTask> Off = RunTask(MakeTask(FIntVector(-51000, 2000, 1000)));
	EXPECT_TRUE(Off->Error.IsEmpty());
	EXPECT_EQ(Off->Record.Contacts[0].Point, FIntVector(-1000, 2000, 1000));
	EXPECT_EQ(Off->Record.Result, RunTask(MakeTask())->Record.Result);
	// Who gets the record does not look for it again.
	const TSharedRef<FBreakTask> Again = MakeTask();
	Again->Record = Off->Record;
	Again->bFromHistory = true;
	EXPECT_EQ(RunTask(Again)->Record.Result, Off->Record.Result);
}

TEST(UnrealBreakTask, PiecesArePhysicalAndReadyToBeShown)
{
	const TSharedRef<FBreakTask> Task = RunTask(MakeTask());
	ASSERT_GE(Task->Fragments.Num(), 3);
	double Mass = 0.0;
	for (const TUniquePtr<FFragmentData>& Fragment : Task->Fragments)
	{
		Mass += Fragment->Mass;
		EXPECT_GT(Fragment->Mesh.TriangleCount(), 3);
		ASSERT_EQ(Fragment->Shapes.ConvexElems.Num(), 1);
		EXPECT_LE(Fragment->Shapes.ConvexElems[0].VertexData.Num(), 32);
		// The mesh lies about the centre.
		FBox Box(ForceInit);
		for (int V = 0; V < Fragment->Mesh.VertexCount(); ++V)
		{
			Box += Fragment->Mesh.GetVertex(V);
		}
		EXPECT_LT(Box.Min.Y, 0.0);
		EXPECT_GT(Box.Max.Y, 0.0);
	}
	EXPECT_NEAR(Mass, 8.0, 0.1);
	EXPECT_LT(Task->LoadFraction, 1.0);
	EXPECT_LT(Task->ImpulseShare, 1.0);
	EXPECT_GT(Task->CrackEnergy, 0.0);
}

TEST(UnrealBreakTask, PiecesMoveAsTheBodyThatTheyWere)
{
	const TSharedRef<FBreakTask> Task = MakeTask();
	Task->Record.Velocity = FIntVector(10000, 20000, -5000);         // 1, 2 and -0.5 m/s
	Task->Record.AngularVelocity = FIntVector(30000, 20000, -40000); // 3, 2 and -4 rad/s
	RunTask(Task);
	ASSERT_GE(Task->Fragments.Num(), 3);
	const FFragmentData& First = *Task->Fragments[0];
	EXPECT_GT(First.AngularVelocity.Size(), 1.0);
	for (const TUniquePtr<FFragmentData>& Fragment : Task->Fragments)
	{
		EXPECT_LT(FVector::Distance(Fragment->AngularVelocity, First.AngularVelocity), 1.0e-6);
		// v = v_0 + w x r holds in Unreal's own space.
		const FVector Expected =
			First.Velocity + FVector::CrossProduct(First.AngularVelocity, Fragment->Centre - First.Centre);
		EXPECT_LT(FVector::Distance(Fragment->Velocity, Expected), 1.0e-6 * Expected.Size());
	}
	// The blow along x adds to the first; the core's y is Unreal's other way.
	EXPECT_GT(First.Velocity.X, 0.0);
	const FVector AtCentre = First.Velocity +
		FVector::CrossProduct(First.AngularVelocity, ToCentimetres(Task->BodyMass.centre) - First.Centre);
	EXPECT_NEAR(AtCentre.Y, -200.0, 1.0e-6);
	EXPECT_NEAR(AtCentre.Z, -50.0, 1.0e-6);
}

TEST(UnrealBreakTask, MeshesOfPiecesAreClosedAndFaceOutward)
{
	const TSharedRef<FBreakTask> Task = RunTask(MakeTask());
	for (const TUniquePtr<FFragmentData>& Fragment : Task->Fragments)
	{
		const UE::Geometry::FDynamicMesh3& Mesh = Fragment->Mesh;
		std::map<std::pair<int, int>, int> Balance;
		double Volume = 0.0; // cm^3, positive if triangles face outward in Unreal's sense
		for (int T = 0; T < Mesh.TriangleCount(); ++T)
		{
			const UE::Geometry::FIndex3i Corners = Mesh.GetTriangle(T);
			for (int K = 0; K < 3; ++K)
			{
				++Balance[{Corners[K], Corners[(K + 1) % 3]}];
				--Balance[{Corners[(K + 1) % 3], Corners[K]}];
			}
			Volume += FVector::DotProduct(Mesh.GetVertex(Corners.A),
						  FVector::CrossProduct(Mesh.GetVertex(Corners.C), Mesh.GetVertex(Corners.B))) /
				6.0;
		}
		for (const auto& [Edge, Count] : Balance)
		{
			EXPECT_EQ(Count, 0) << Edge.first << " to " << Edge.second;
		}
		EXPECT_NEAR(Volume, Fragment->Mass / 2500.0 * 1.0e6, 1.0e-6 * Volume);
	}
}

TEST(UnrealBreakTask, WhatIsBeyondTheLimitIsDebris)
{
	const TSharedRef<FBreakTask> All = RunTask(MakeTask());
	const TSharedRef<FBreakTask> Few = MakeTask();
	Few->MaxFragments = 2;
	RunTask(Few);
	EXPECT_EQ(Few->Fragments.Num(), 2);
	EXPECT_EQ(Few->DebrisLocations.Num() - All->DebrisLocations.Num(), All->Fragments.Num() - 2);
	EXPECT_EQ(Few->Record.Result, All->Record.Result) << "a machine's limit does not shape the result";
}

TEST(UnrealBreakTask, ForceHitsHarderUntilItBreaks)
{
	const TSharedRef<FBreakTask> Tap = RunTask(MakeTask(FIntVector(-1000, 0, 0), 100));
	EXPECT_FALSE(Tap->bSeparated);
	const TSharedRef<FBreakTask> Forced = MakeTask(FIntVector(-1000, 0, 0), 100);
	Forced->bForce = true;
	RunTask(Forced);
	EXPECT_TRUE(Forced->bSeparated);
	EXPECT_GT(Forced->Record.Contacts[0].Impulse.X, 1000);
}
