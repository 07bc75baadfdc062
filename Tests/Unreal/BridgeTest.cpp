// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// One test a quantity that crosses the border.
#include "Break/PieceTree.h"
#include "Break/RestShape.h"
#include "Bridge/ImpactBridge.h"
#include "Bridge/MaterialBridge.h"
#include "Bridge/MeshBridge.h"
#include "Bridge/UnitBridge.h"
#include "DynamicMesh/DynamicMeshAttributeSet.h"
#include "FractureCore/Asset.h"
#include "FractureSimAsset.h"
#include "FractureSimMaterial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <span>

using namespace FractureSim::Private;
using FractureCore::Vec3;

namespace
{
void ExpectNear(const FVector& A, const FVector& B)
{
	EXPECT_LT(FVector::Distance(A, B), 1.0e-9 * (1.0 + B.Size())) << StandIn::ToUtf8(*A.ToString());
}

void ExpectNear(const Vec3& A, const Vec3& B)
{
	EXPECT_LT(FractureCore::Length(A - B), 1.0e-9 * (1.0 + FractureCore::Length(B)));
}

/// Outward triangles, as the core has them.
FractureCore::SurfaceMesh Tetrahedron()
{
	FractureCore::SurfaceMesh Mesh;
	Mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	Mesh.triangles = {{{0, 2, 1}}, {{0, 1, 3}}, {{0, 3, 2}}, {{1, 2, 3}}};
	return Mesh;
}

FractureCore::MassProperties Solid(double Kilograms)
{
	FractureCore::MassProperties Mass;
	Mass.mass = Kilograms;
	Mass.inertia = FractureCore::Mat3::Identity();
	return Mass;
}

constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();
} // namespace

TEST(UnrealBridge, LengthsAreCentimetresWithYTheOtherWay)
{
	EXPECT_EQ(ToMetres(FVector(100.0, 200.0, -50.0)), (Vec3{1.0, -2.0, -0.5}));
	EXPECT_EQ(ToCentimetres({1.0, -2.0, -0.5}), FVector(100.0, 200.0, -50.0));
}

TEST(UnrealBridge, VelocitiesAreCentimetresPerSecondWithYTheOtherWay)
{
	EXPECT_EQ(ToMetresPerSecond(FVector(100.0, 200.0, -50.0)), (Vec3{1.0, -2.0, -0.5}));
	EXPECT_EQ(ToCentimetresPerSecond({1.0, -2.0, -0.5}), FVector(100.0, 200.0, -50.0));
	// On their way into a record they are turned into the body's own frame: a quarter turn about z has its x along y.
	FFractureSimImpact Impact;
	Impact.Impulse = FVector(1.0, 0.0, 0.0);
	FBodyState State;
	State.Transform = FTransform(FQuat(FVector(0.0, 0.0, 1.0), std::acos(0.0)), FVector(1000.0, 0.0, 0.0));
	State.Velocity = FVector(0.0, 300.0, 40.0);
	State.bSimulated = true;
	FFractureSimImpactRecord Record;
	FString Problem;
	ASSERT_TRUE(FillRecord(Record, TArray<FFractureSimImpact>{Impact}, State, Solid(2.0), 0.3f, 0.0002f, Problem));
	EXPECT_EQ(Record.Velocity, FIntVector(30000, 0, 4000)) << "steps of 0.1 mm/s";
}

TEST(UnrealBridge, ImpulsesAreKilogramCentimetresPerSecond)
{
	// 1 N s = 100 kg cm/s.
	EXPECT_EQ(ToNewtonSeconds(FVector(0.0, 0.0, 100.0)), (Vec3{0.0, 0.0, 1.0}));
	EXPECT_EQ(ToNewtonSeconds(FVector(0.0, -100.0, 0.0)), (Vec3{0.0, 1.0, 0.0}));
}

TEST(UnrealBridge, MassIsKilogramsOnBothSides)
{
	// A litre of something with 2000 kg/m^3, given in cm, weighs 2 kg for Unreal, as it does for the core.
	UFractureSimMaterial* const Heavy = NewObject<UFractureSimMaterial>(nullptr);
	Heavy->Density = 2000.0;
	UFractureSimAsset* const Asset = UFractureSimAsset::BakeBox(nullptr, FVector(10.0, 10.0, 10.0), Heavy, 100);
	ASSERT_NE(Asset, nullptr);
	EXPECT_NEAR(Asset->GetRestShape()->Mass, 2.0, 1.0e-9);
	const TArray<uint8> Bytes = Asset->GetBytes();
	const auto Object =
		FractureCore::LoadAsset(std::span<const uint8_t>(Bytes.GetData(), static_cast<size_t>(Bytes.Num())));
	ASSERT_TRUE(Object);
	EXPECT_EQ(Object->mass.mass, Asset->GetRestShape()->Mass);
	StandIn::MarkAsGarbage(*Heavy);
	StandIn::MarkAsGarbage(*Asset);
	StandIn::CollectGarbage();
}

TEST(UnrealBridge, InertiaTurnsABodyAsItDoesInUnrealsSpace)
{
	// An impulse off the centre of a body with products of inertia: what the core makes of it, taken over, is what
	// I w = r x J gives in Unreal's own kg cm^2 and left-handed axes, where xy and yz have the other sign.
	FractureCore::MassProperties Mass = Solid(2.0);
	Mass.centre = {0.1, -0.2, 0.3};
	Mass.inertia = FractureCore::Mat3{{{1.0, 0.1, 0.2}, {0.1, 2.0, 0.3}, {0.2, 0.3, 3.0}}};
	const FVector Point(30.0, -10.0, 50.0);     // cm
	const FVector Impulse(200.0, 300.0, -50.0); // kg cm/s
	const FractureCore::BodyMotion Core = MotionOfImpulse(Mass, ToMetres(Point), ToNewtonSeconds(Impulse));
	const FVector Spin = FromCoreSpin(Core.angularVelocity);
	const FVector Torque = FVector::CrossProduct(Point - ToCentimetres(Mass.centre), Impulse); // kg cm^2/s
	constexpr double K = 1.0e4;                                                                // cm^2 in a m^2
	ExpectNear(FVector(K * (1.0 * Spin.X - 0.1 * Spin.Y + 0.2 * Spin.Z),
				   K * (-0.1 * Spin.X + 2.0 * Spin.Y - 0.3 * Spin.Z),
				   K * (0.2 * Spin.X - 0.3 * Spin.Y + 3.0 * Spin.Z)),
		Torque);
	ExpectNear(ToCentimetresPerSecond(Core.velocity), Impulse / 2.0);
}

TEST(UnrealBridge, AngularVelocityTurnsPointsTheSameWay)
{
	// v = w x r must hold on both sides, whatever the mirror does to the axes.
	const FVector Spin(0.3, -1.2, 2.0);
	const FVector Arm(10.0, 20.0, -5.0);
	const FVector Velocity = FVector::CrossProduct(Spin, Arm);
	ExpectNear(ToMetres(Velocity), FractureCore::Cross(ToCoreSpin(Spin), ToMetres(Arm)));
	ExpectNear(FromCoreSpin(ToCoreSpin(Spin)), Spin);
}

TEST(UnrealBridge, QuaternionsAreXYZWAndPosesKeepThem)
{
	// A quarter turn about z takes x to y.
	ExpectNear(
		FQuat(0.0, 0.0, std::sqrt(0.5), std::sqrt(0.5)).RotateVector(FVector(1.0, 0.0, 0.0)), FVector(0.0, 1.0, 0.0));
	const FVector Axis = FVector(1.0, 2.0, -3.0).GetSafeNormal();
	const FQuat Turn(Axis, 0.7);
	const FFractureSimPose Pose = ToPose(4, FTransform(Turn, FVector(12.34, -5.0, 600.0)), true);
	EXPECT_EQ(Pose.Location, FIntVector(123, -50, 6000)) << "mm";
	EXPECT_EQ(Pose.Rotation.X, static_cast<int32>(FMath::RoundToDouble(32767.0 * Turn.X)));
	EXPECT_EQ(Pose.Rotation.Y, static_cast<int32>(FMath::RoundToDouble(32767.0 * Turn.Y)));
	EXPECT_EQ(Pose.Rotation.Z, static_cast<int32>(FMath::RoundToDouble(32767.0 * Turn.Z)));
	// The same turn with all signs changed is the same pose.
	const FQuat Same(-Turn.X, -Turn.Y, -Turn.Z, -Turn.W);
	EXPECT_EQ(ToPose(4, FTransform(Same, FVector(12.34, -5.0, 600.0)), true), Pose);
	const FVector V(3.0, -4.0, 5.0);
	EXPECT_LT(FVector::Distance(FromPose(Pose).GetRotation().RotateVector(V), Turn.RotateVector(V)), 1.0e-3);
}

TEST(UnrealBridge, RotationsGoThereAndBack)
{
	FQuat Turn(0.1, -0.2, 0.3, 0.9);
	Turn.Normalize();
	const FVector Point(3.0, 4.0, 5.0);
	const FractureCore::Vec3 Core = FractureCore::Rotated(ToCoreQuat(Turn), ToMetres(Point));
	EXPECT_LT(FVector::Distance(ToCentimetres(Core), Turn.RotateVector(Point)), 1.0e-12);
	const FQuat Back = FromCoreQuat(ToCoreQuat(Turn));
	EXPECT_EQ(FVector(Back.X, Back.Y, Back.Z), FVector(Turn.X, Turn.Y, Turn.Z));
	EXPECT_EQ(Back.W, Turn.W);
}

TEST(UnrealBridge, StressIsPascalsAndMaterialsSurviveTheWayThere)
{
	EXPECT_EQ(PascalsFromMegapascals(50.0), 5.0e7);
	EXPECT_EQ(PascalsFromGigapascals(70.0), 7.0e10);
	UFractureSimMaterial* const Material = NewObject<UFractureSimMaterial>(nullptr);
	for (const FractureCore::Material& Preset : FractureCore::MaterialPresets())
	{
		FromCoreMaterial(Preset, *Material);
		const FractureCore::Material Back = ToCoreMaterial(*Material, Preset);
		EXPECT_NEAR(Back.youngModulus / Preset.youngModulus, 1.0, 1.0e-12) << Preset.name;
		EXPECT_NEAR(Back.tensileStrength / Preset.tensileStrength, 1.0, 1.0e-12);
		EXPECT_NEAR(Back.fractureToughness / Preset.fractureToughness, 1.0, 1.0e-12);
		EXPECT_NEAR(Back.grainSize, Preset.grainSize, 1.0e-12);
		EXPECT_EQ(Back.density, Preset.density);
	}
	StandIn::MarkAsGarbage(*Material);
	StandIn::CollectGarbage();
}

TEST(UnrealBridge, TrianglesFaceOutwardInUnrealsSense)
{
	const UE::Geometry::FDynamicMesh3 Mesh = ToDynamicMesh(Tetrahedron(), {});
	ASSERT_EQ(Mesh.TriangleCount(), 4);
	const FVector Middle(25.0, -25.0, 25.0);
	for (int T = 0; T < 4; ++T)
	{
		const UE::Geometry::FIndex3i Corners = Mesh.GetTriangle(T);
		const FVector A = Mesh.GetVertex(Corners.A);
		// Unreal's outward normal: (C - A) x (B - A).
		const FVector Normal = FVector::CrossProduct(Mesh.GetVertex(Corners.C) - A, Mesh.GetVertex(Corners.B) - A);
		EXPECT_GT(FVector::DotProduct(Normal, A - Middle), 0.0) << T;
		const FVector3f Stored =
			Mesh.Attributes()->PrimaryNormals()->GetElement(Mesh.Attributes()->PrimaryNormals()->GetTriangle(T).A);
		EXPECT_GT(FVector::DotProduct(Normal, FVector(Stored.X, Stored.Y, Stored.Z)), 0.0) << T;
	}
}

TEST(UnrealBridge, TextureCoordinatesCountDownward)
{
	FractureCore::SurfaceMesh Surface = Tetrahedron();
	Surface.uvChannels = 1;
	Surface.cornerUvs.assign(12, {0.25f, 0.75f});
	const UE::Geometry::FDynamicMesh3 Mesh = ToDynamicMesh(Surface, {});
	const FVector2f Uv = Mesh.Attributes()->PrimaryUV()->GetElement(0);
	EXPECT_EQ(Uv.X, 0.25f);
	EXPECT_EQ(Uv.Y, 0.25f);
}

TEST(UnrealBridge, EdgesOfManyTrianglesGetCornersOfTheirOwn)
{
	FractureCore::SurfaceMesh Surface;
	Surface.positions = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}};
	Surface.triangles = {{{0, 1, 2}}, {{0, 1, 3}}, {{0, 1, 4}}};
	const UE::Geometry::FDynamicMesh3 Mesh = ToDynamicMesh(Surface, {});
	EXPECT_EQ(Mesh.TriangleCount(), 3);
	EXPECT_EQ(Mesh.VertexCount(), 8);
}

TEST(UnrealBridge, OnlyTheSameScaleAlongAllAxesIsAScale)
{
	EXPECT_EQ(UniformScale(FVector(2.0, 2.0, 2.0)).Get(0.0), 2.0);
	EXPECT_TRUE(UniformScale(FVector(1.0, 1.0, 1.0005)).IsSet());
	for (const FVector& Bad : {FVector(1.0, 1.0, 2.0),
			 FVector(0.0, 0.0, 0.0),
			 FVector(-1.0, -1.0, -1.0),
			 FVector(1.0, NotANumber, 1.0),
			 FVector(std::numeric_limits<double>::infinity(), 1.0, 1.0)})
	{
		EXPECT_FALSE(UniformScale(Bad).IsSet()) << StandIn::ToUtf8(*Bad.ToString());
	}
}

TEST(UnrealBridge, RecordsKeepImpactsToTheirSteps)
{
	FFractureSimImpact Impact;
	Impact.Location = FVector(110.0, 200.0, 300.0);
	Impact.Impulse = FVector(-345.678, 12.0, 7.0);
	Impact.Duration = 0.001f;
	Impact.Radius = 1.5f;
	FBodyState State;
	State.Transform = FTransform(FQuat(FVector(0.0, 0.0, 1.0), 0.4), FVector(100.0, 200.0, 300.0));
	FractureCore::MassProperties Mass;
	Mass.mass = 2.0;
	Mass.inertia = FractureCore::Mat3::Identity();
	FFractureSimImpactRecord Record;
	FString Problem;
	ASSERT_TRUE(FillRecord(Record, TArray<FFractureSimImpact>{Impact}, State, Mass, 0.3f, 0.0002f, Problem));
	const FCoreImpact Core = ToCoreImpact(Record);
	ASSERT_EQ(Core.Contacts.size(), 1u);
	const FVector Point = State.Transform.TransformPositionNoScale(ToCentimetres(Core.Contacts[0].point));
	// To half a step along each axis.
	EXPECT_LT(FVector::Distance(Point, Impact.Location), 0.5 * 0.001 * 1.74);
	const Vec3 Impulse = ToNewtonSeconds(State.Transform.InverseTransformVectorNoScale(Impact.Impulse));
	EXPECT_LT(FractureCore::Length(Core.Contacts[0].impulse - Impulse), 0.5 * 0.0001 * 1.74);
	EXPECT_NEAR(Core.Contacts[0].pulse.duration, 0.001, 1.0e-9);
	EXPECT_NEAR(Core.Contacts[0].pulse.patchRadius, 0.015, 1.0e-5);
	EXPECT_EQ(Record.Restitution, 0); // nothing bounced off it
}

TEST(UnrealBridge, WhatPhysicsDeliveredIsTakenBackFromTheMotion)
{
	// A body at rest was hit by 4 N s before anyone was told: it now moves with 2 m/s.
	FFractureSimImpact Impact;
	Impact.Location = FVector(0.0, 0.0, 0.0);
	Impact.Impulse = FVector(400.0, 0.0, 0.0);
	Impact.Source = EFractureSimSource::Physics;
	FBodyState State;
	State.bSimulated = true;
	State.Velocity = FVector(200.0, 0.0, 0.0);
	FractureCore::MassProperties Mass;
	Mass.mass = 2.0;
	Mass.inertia = FractureCore::Mat3::Identity();
	FFractureSimImpactRecord Record;
	FString Problem;
	ASSERT_TRUE(FillRecord(Record, TArray<FFractureSimImpact>{Impact}, State, Mass, 0.3f, 0.0002f, Problem));
	EXPECT_EQ(Record.Velocity, FIntVector(0, 0, 0));
	EXPECT_EQ(Record.Restitution, 3000);
}

TEST(UnrealBridge, BadImpactsAreLeftOutAndNamed)
{
	const FractureCore::MassProperties Mass;
	FFractureSimImpactRecord Record;
	FString Problem;
	FFractureSimImpact Impact;
	Impact.Impulse = FVector(NotANumber, 0.0, 0.0);
	EXPECT_FALSE(FillRecord(Record, TArray<FFractureSimImpact>{Impact}, {}, Mass, 0.0f, 0.0002f, Problem));
	EXPECT_TRUE(Problem.Contains(TEXT("impulse")));
	Impact.Impulse = FVector(1.0, 0.0, 0.0);
	Impact.Location = FVector(1.0e12, 0.0, 0.0);
	EXPECT_FALSE(FillRecord(Record, TArray<FFractureSimImpact>{Impact}, {}, Mass, 0.0f, 0.0002f, Problem));
	EXPECT_TRUE(Problem.Contains(TEXT("location")));
	Impact.Location = FVector();
	Impact.Radius = -1.0f;
	EXPECT_FALSE(FillRecord(Record, TArray<FFractureSimImpact>{Impact}, {}, Mass, 0.0f, 0.0002f, Problem));
	EXPECT_TRUE(Problem.Contains(TEXT("radius")));
	// The good one of two is taken, and who asks is told which.
	FFractureSimImpact Good = Impact;
	Good.Radius = 1.0f;
	TArray<FFractureSimImpact> Taken;
	EXPECT_TRUE(FillRecord(Record, TArray<FFractureSimImpact>{Impact, Good}, {}, Mass, 0.0f, 0.0002f, Problem, &Taken));
	EXPECT_EQ(Record.Contacts.Num(), 1);
	ASSERT_EQ(Taken.Num(), 1);
	EXPECT_EQ(Taken[0].Radius, 1.0f);
}

TEST(UnrealBridge, TheNearestPointOfASurfaceIsOnIt)
{
	const FractureCore::SurfaceMesh Surface = Tetrahedron();
	ExpectNear(NearestOnSurface(Surface, {0.2, 0.2, -3.0}), Vec3{0.2, 0.2, 0.0});
	ExpectNear(NearestOnSurface(Surface, {-1.0, -1.0, -1.0}), Vec3{0.0, 0.0, 0.0});
	ExpectNear(NearestOnSurface(Surface, {5.0, 0.0, 0.0}), Vec3{1.0, 0.0, 0.0});
	ExpectNear(NearestOnSurface(Surface, {1.0, 1.0, 1.0}), Vec3{1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0});
	ExpectNear(NearestOnSurface(Surface, {0.5, -2.0, 0.0}), Vec3{0.5, 0.0, 0.0});
}
