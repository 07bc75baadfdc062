// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Tetrahedralise.h"

#include "TetraShapes.h"
#include "WallsAt.h"

#include "FractureCore/Random.h"
#include "Mesh/SurfaceIntegrals.h"
#include "Tetra/SurfaceTopology.h"
#include "Tetra/ThinWalls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureTest;

namespace
{
Tetrahedralisation MeshOf(const SolidSurface& solid, const TetSettings& settings)
{
	Result<Tetrahedralisation> result = Tetrahedralise(solid, settings, SerialRunner());
	EXPECT_TRUE(result.HasValue());
	return result ? std::move(*result) : Tetrahedralisation{};
}
} // namespace

TEST(ThinWalls, APlateIsAWallWhereItIsThinnerThanACell)
{
	const SolidSurface plate = Turned(AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 0.04})), 0.5);
	for (const double cell : {0.04, 0.06, 0.1})
	{
		const ThinWalls walls = WallsAt(plate, cell);
		EXPECT_GT(walls.wallSpots, 100);
		EXPECT_NEAR(walls.thickness, 0.04, 0.002);
	}
	EXPECT_EQ(WallsAt(plate, 0.03).wallSpots, 0);
}

TEST(ThinWalls, EdgesSpikesAndRimsAreNone)
{
	EXPECT_EQ(WallsAt(AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0})), 0.1).wallSpots, 0);
	// A needle: a cone whose tip is thinner than any cell.
	const SolidSurface needle = Revolve({{0.0, 0.0}, {0.2, 0.0}, {0.0, 2.0}}, 24, false);
	EXPECT_GT(WallsAt(needle, 0.1).thinSpots, 0);
	EXPECT_EQ(WallsAt(needle, 0.1).wallSpots, 0);
	// A knife: a wedge of 28 degrees.
	SolidSurface knife = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 0.25, 0.5}));
	for (Vec3& p : knife.positions)
	{
		p.y *= p.z > 0.0 ? 1.0 : 0.0;
	}
	EXPECT_EQ(WallsAt(knife, 0.05).wallSpots, 0);
}

TEST(ThinWalls, TheWarningOfFinerCellsCountsTheTetsThatThereAreAfterOptimising)
{
	TetSettings settings;
	settings.targetTets = 1'000;
	settings.optimise = true;
	const Tetrahedralisation result = MeshOf(MakeBowl(0.5, 0.04, 96), settings);
	ASSERT_FALSE(result.warnings.empty());
	const Warning& warning = result.warnings.front();
	EXPECT_EQ(warning.code, WarningCode::ThinWallRefined);
	EXPECT_EQ(warning.count, static_cast<int64_t>(result.mesh.tets.size()));
	EXPECT_NE(warning.message.find(std::to_string(result.mesh.tets.size())), std::string::npos) << warning.message;
}

TEST(ThinWalls, ABowlStaysOnePieceWithoutHolesForAnyNumberOfTets)
{
	const SolidSurface bowl = MakeBowl(0.5, 0.04, 96);
	for (const int32_t target : {1'000, 10'000, 60'000})
	{
		SCOPED_TRACE(target);
		TetSettings settings;
		settings.targetTets = target;
		const Tetrahedralisation result = MeshOf(bowl, settings);
		const SurfaceTopology topology = MeasureTopology(BoundaryTriangles(result.mesh), result.mesh.nodes);
		EXPECT_EQ(CountComponents(result.mesh), 1);
		EXPECT_TRUE(topology.manifold);
		EXPECT_EQ(topology.components, 1);
		EXPECT_EQ(topology.eulerCharacteristic, 2);
		EXPECT_NEAR(TotalVolume(result.mesh) / EnclosedVolume(bowl), 1.0, 0.02);
		EXPECT_GE(ComputeDihedralRange(result.mesh).minDegrees, 14.9);
		ASSERT_EQ(result.warnings.size(), target < 60'000 ? 1u : 0u);
		if (target < 60'000)
		{
			const Warning& warning = result.warnings.front();
			EXPECT_EQ(warning.code, WarningCode::ThinWallRefined);
			EXPECT_EQ(warning.count, static_cast<int64_t>(result.mesh.tets.size()));
			EXPECT_NE(warning.message.find(std::to_string(result.mesh.tets.size())), std::string::npos);
		}
	}
}

TEST(ThinWalls, AWallThatMayNotBeRefinedIsNotPerforatedSilently)
{
	const SolidSurface bowl = MakeBowl(0.5, 0.04, 96);
	TetSettings settings;
	settings.targetTets = 2'000;
	settings.refineThinWalls = false;
	const Tetrahedralisation coarse = MeshOf(bowl, settings);
	ASSERT_FALSE(coarse.warnings.empty());
	EXPECT_EQ(coarse.warnings.front().code, WarningCode::ThinWallPerforated);
	EXPECT_NE(coarse.warnings.front().message.find("--shell"), std::string::npos);

	// Far too thin for what was asked for: no mesh with holes, but what to do.
	for (const double wall : {0.006, 0.002, 1.0e-5})
	{
		const Result<Tetrahedralisation> foil = Tetrahedralise(MakeBowl(0.5, wall, 96), TetSettings{}, SerialRunner());
		ASSERT_FALSE(foil.HasValue());
		const std::string& message = foil.GetError().message;
		EXPECT_NE(message.find("--shell"), std::string::npos) << message;
		EXPECT_EQ(message.find("--tets") == std::string::npos, wall < 0.003) << message;
	}
}

TEST(ThinWalls, TheAdviceIsEnough)
{
	for (const SolidSurface& solid : {MakeBowl(0.5, 0.03, 96),
			 AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 0.03})),
			 Turned(AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 0.7, 0.025})), 0.7)})
	{
		TetSettings settings;
		settings.targetTets = 500;
		settings.refineThinWalls = false;
		Result<Tetrahedralisation> coarse = Tetrahedralise(solid, settings, SerialRunner());
		ASSERT_TRUE(!coarse || !coarse->warnings.empty());
		const std::string message = coarse ? coarse->warnings.front().message : coarse.GetError().message;
		const size_t at = message.find("--tets ");
		ASSERT_NE(at, std::string::npos) << message;
		settings.targetTets = std::stoi(message.substr(at + 7));
		const Tetrahedralisation fine = MeshOf(solid, settings);
		EXPECT_TRUE(fine.warnings.empty()) << message << ": " << fine.warnings.front().message;
		EXPECT_LT(fine.mesh.tets.size(), 80'000u);
	}
}

namespace
{
/// A closed curve around the z axis: from an angle, how far from it and how high.
template <typename Curve>
SolidSurface Ring(const Curve& curve)
{
	SolidSurface solid;
	constexpr int32_t kAround = 64;
	constexpr int32_t kAcross = 48;
	for (int32_t i = 0; i < kAround * kAcross; ++i)
	{
		const double around = 2.0 * kPi * (i / kAcross) / kAround;
		const auto [radius, height] = curve(2.0 * kPi * (i % kAcross) / kAcross);
		solid.positions.push_back({radius * std::cos(around), radius * std::sin(around), height});
		const auto at = [](int32_t u, int32_t v) { return u % kAround * kAcross + v % kAcross; };
		const int32_t u = i / kAcross;
		const int32_t v = i % kAcross;
		solid.triangles.push_back({{at(u, v), at(u + 1, v), at(u + 1, v + 1)}});
		solid.triangles.push_back({{at(u, v), at(u + 1, v + 1), at(u, v + 1)}});
	}
	return solid;
}

/// A torus without a hole: its surface runs through itself at two points of its axis, where it leaves no wall.
SolidSurface Spindle()
{
	return Ring([](double angle) { return std::pair(0.05 + 0.08 * std::cos(angle), 0.08 * std::sin(angle)); });
}
} // namespace

TEST(ThinWalls, AWallThatTapersToNothingEndsShortOfThat)
{
	const SolidSurface solid = Spindle();
	TetSettings settings;
	settings.targetTets = 8000;
	const Tetrahedralisation blunt = MeshOf(solid, settings);
	EXPECT_NEAR(TotalVolume(blunt.mesh) / EnclosedVolume(solid), 1.0, 0.02);
	EXPECT_EQ(MeasureTopology(BoundaryTriangles(blunt.mesh), blunt.mesh.nodes).eulerCharacteristic, 0);
	EXPECT_TRUE(std::any_of(blunt.warnings.begin(),
		blunt.warnings.end(),
		[](const Warning& w) { return w.code == WarningCode::BluntEdges; }));

	// Where no mesh may be finer, no number of tets is named that would not be enough either.
	settings.maxTets = 20'000;
	const Result<Tetrahedralisation> result = Tetrahedralise(solid, settings, SerialRunner());
	ASSERT_FALSE(result);
	const std::string& message = result.GetError().message;
	EXPECT_EQ(message.substr(0, 30), "walls seem to taper to nothing") << message;
	EXPECT_NE(message.find("20000 tets"), std::string::npos) << message;
	EXPECT_EQ(message.find("--"), std::string::npos) << message;
}

TEST(ThinWalls, AFewThinSpotsOfAWholeMeshAreNoReasonToRefuseIt)
{
	const SolidSurface solid = Spindle();
	for (const int32_t target : {300, 1'000, 3'000, 8'000, 12'000, 16'000, 20'000, 25'000, 30'000, 50'000})
	{
		TetSettings settings;
		settings.targetTets = target;
		const Result<Tetrahedralisation> result = Tetrahedralise(solid, settings, SerialRunner());
		ASSERT_TRUE(result.HasValue()) << target << ": " << result.GetError().message;
		EXPECT_NEAR(TotalVolume(result->mesh) / EnclosedVolume(solid), 1.0, 0.05) << target;
	}
}

TEST(ThinWalls, AdviceForWhatOverlapsItselfDoesNotGoByWhatItEnclosesInSum)
{
	// An eight around an axis: what one half of it encloses the other takes away again.
	const SolidSurface eight =
		Ring([](double a) { return std::pair(1.0 + 0.3 * std::cos(a), 0.1 * std::sin(2.0 * a)); });
	TetSettings settings;
	settings.targetTets = 20;
	const Result<Tetrahedralisation> result = Tetrahedralise(eight, settings, SerialRunner());
	ASSERT_FALSE(result);
	EXPECT_NE(result.GetError().message.find("--tets 10000"), std::string::npos) << result.GetError().message;
}

TEST(ThinWalls, WallsOfTwoThicknessesAreNoTaper)
{
	// A hollow block with one thin side, and a cup whose floor is thinner than its wall.
	SolidSurface block = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}));
	Append(block, TurnedInsideOut(AsSolid(MakeBox({0.01, 0.08, 0.08}, {0.92, 0.92, 0.92}))));
	const SolidSurface cup =
		Revolve({{0.0, 0.0}, {0.5, 0.0}, {0.5, 0.6}, {0.45, 0.6}, {0.45, 0.01}, {0.0, 0.01}}, 48, false);
	for (const auto& [solid, cell] : {std::pair(Turned(block, 0.4), 0.085), std::pair(Turned(cup, 0.4), 0.06)})
	{
		const ThinWalls walls = WallsAt(solid, cell);
		EXPECT_GT(walls.wallSpots, 100);
		EXPECT_NEAR(walls.thickness, 0.01, 0.001);
		EXPECT_FALSE(walls.tapers);
		const Result<Tetrahedralisation> result = Tetrahedralise(solid, TetSettings{}, SerialRunner());
		ASSERT_FALSE(result); // rather than a mesh without the thin one
		EXPECT_EQ(result.GetError().message.find("taper"), std::string::npos) << result.GetError().message;
		EXPECT_NE(result.GetError().message.find("walls of about 0.01 m"), std::string::npos)
			<< result.GetError().message;
	}
}

TEST(ThinWalls, AShellInsteadOfWallsOfTwoThicknessesHasTheirMean)
{
	// Two plates that stand on each other, 3 and 1 cm thick: as heavy as one of 2 cm.
	SolidSurface plates = AsSolid(MakeBox({0.0, 0.0, 0.0}, {4.0, 4.0, 0.03}));
	Append(plates, AsSolid(MakeBox({0.0, 0.0, 1.0}, {4.0, 4.0, 1.01})));
	const Result<Tetrahedralisation> result = Tetrahedralise(plates, TetSettings{}, SerialRunner());
	ASSERT_FALSE(result);
	const std::string& message = result.GetError().message;
	EXPECT_NE(message.find("--shell 0.0198, their mean thickness"), std::string::npos) << message;
}

TEST(ThinWalls, CreasesBetweenBallsAreNone)
{
	// A heap of balls that run into each other.
	SolidSurface heap;
	for (uint64_t ball = 0; ball < 150; ++ball)
	{
		const auto random = [ball](uint64_t draw)
		{ return static_cast<double>(RandomBits(ball, draw) >> 11) * 0x1p-53; };
		Append(heap, AsSolid(MakeSphere({random(0), random(1), random(2)}, 0.15, 8, 16)));
	}
	for (const double cell : {0.17, 0.12, 0.08})
	{
		EXPECT_EQ(WallsAt(heap, cell).wallSpots, 0) << cell;
	}
}

namespace
{
/// Both faces curve, so that no two planes tell where they meet. What is on top of it ends the profile.
SolidSurface Lens(int32_t around, int32_t rings, double halfHeight, const std::vector<std::pair<double, double>>& onTop)
{
	std::vector<std::pair<double, double>> profile{{0.0, -halfHeight}};
	for (int32_t i = 1; i < 2 * rings; ++i)
	{
		const double radius = 1.0 - std::abs(1.0 - static_cast<double>(i) / rings);
		profile.push_back({radius, (i < rings ? -halfHeight : halfHeight) * (1.0 - radius * radius)});
	}
	profile.insert(profile.end(), onTop.begin(), onTop.end());
	profile.push_back({0.0, onTop.empty() ? halfHeight : onTop.back().second});
	return Revolve(profile, around, false);
}
} // namespace

TEST(ThinWalls, AMeshThatLacksARodDoesNotEndShortOfAnEdgeAlone)
{
	// Of so few tets the lens gets a mesh that ends short of its edge, but none that reaches up the rod.
	const SolidSurface solid = Lens(100, 40, 0.05, {{0.012, 0.05}, {0.012, 0.85}});
	TetSettings settings;
	settings.maxTets = 14'000;
	EXPECT_TRUE(Tetrahedralise(Lens(100, 40, 0.05, {}), settings, SerialRunner()).HasValue());
	EXPECT_FALSE(Tetrahedralise(solid, settings, SerialRunner()).HasValue());
}

TEST(ThinWalls, ALensGetsAMeshThatEndsShortOfItsEdge)
{
	for (const auto& [around, rings] : {std::pair(40, 10), std::pair(100, 10), std::pair(100, 40)})
	{
		SCOPED_TRACE(around);
		const SolidSurface solid = Lens(around, rings, 0.05, {});
		const Result<Tetrahedralisation> result = Tetrahedralise(solid, TetSettings{}, SerialRunner());
		ASSERT_TRUE(result.HasValue()) << result.GetError().message;
		const SurfaceTopology topology = MeasureTopology(BoundaryTriangles(result->mesh), result->mesh.nodes);
		EXPECT_EQ(CountComponents(result->mesh), 1);
		EXPECT_TRUE(topology.manifold);
		EXPECT_EQ(topology.eulerCharacteristic, 2);
		EXPECT_NEAR(TotalVolume(result->mesh) / EnclosedVolume(solid), 1.0, 0.05);
		EXPECT_GE(ComputeDihedralRange(result->mesh).minDegrees, 14.9);
		EXPECT_FALSE(result->warnings.empty());
	}
}

TEST(ThinWalls, AFewThinSpotsDoNotSetTheCellsOfAll)
{
	// So coarse that the lattice meets the wall in a dozen places: facets make it look thinner than it is in one.
	TetSettings settings;
	settings.targetTets = 300;
	const Tetrahedralisation result = MeshOf(MakeBowl(0.5, 0.04, 20), settings);
	EXPECT_LT(result.mesh.tets.size(), 45'000u);
}

TEST(ThinWalls, ASliverIsRefusedBeforeLong)
{
	SolidSurface sliver;
	sliver.positions = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.3, 0.3, 0.01}};
	sliver.triangles = {{{0, 2, 1}}, {{0, 1, 3}}, {{1, 2, 3}}, {{2, 0, 3}}};
	// Every attempt reports once, whatever the machine.
	int32_t reports = 0;
	const ProgressSink progress{[](void* counter, const char*, double)
		{
			++*static_cast<int32_t*>(counter);
			return true;
		},
		&reports};
	const Result<Tetrahedralisation> result = Tetrahedralise(sliver, TetSettings{}, SerialRunner(), progress);
	EXPECT_LE(reports, 7);
	if (!result)
	{
		EXPECT_NE(result.GetError().message.find("too thin"), std::string::npos) << result.GetError().message;
	}
}

TEST(ThinWalls, AdviceFitsTheSolidAndTheOptionsGiven)
{
	// A cavity just below a face: a sheet is not what anybody means.
	SolidSurface block = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}));
	const SolidSurface cavity = AsSolid(MakeBox({0.3, 0.3, 0.5}, {0.7, 0.7, 0.9995}));
	for (const Triangle& t : cavity.triangles)
	{
		const int32_t offset = 8;
		block.triangles.push_back({{t.v[0] + offset, t.v[2] + offset, t.v[1] + offset}});
	}
	ASSERT_EQ(block.positions.size(), 8u);
	block.positions.insert(block.positions.end(), cavity.positions.begin(), cavity.positions.end());
	const Result<Tetrahedralisation> thin = Tetrahedralise(block, TetSettings{}, SerialRunner());
	ASSERT_FALSE(thin);
	EXPECT_EQ(thin.GetError().message.find("--shell"), std::string::npos) << thin.GetError().message;
	EXPECT_NE(thin.GetError().message.find("thicker"), std::string::npos) << thin.GetError().message;

	TetSettings huge;
	huge.cellSize = 100.0;
	const Result<Tetrahedralisation> none = Tetrahedralise(AsSolid(MakeBox({}, {1.0, 1.0, 1.0})), huge, SerialRunner());
	ASSERT_FALSE(none);
	const std::string& message = none.GetError().message;
	const size_t at = message.find("--cell ");
	ASSERT_NE(at, std::string::npos) << message;
	huge.cellSize = std::stod(message.substr(at + 7));
	EXPECT_GT(MeshOf(AsSolid(MakeBox({}, {1.0, 1.0, 1.0})), huge).mesh.tets.size(), 1000u);
}

TEST(ThinWalls, NoNodeLiesOnBothFacesOfAWall)
{
	// Walls of about a cell: warping puts nodes on both faces of them.
	for (const double cell : {0.034, 0.036, 0.038, 0.04})
	{
		TetSettings settings;
		settings.cellSize = cell;
		settings.refineThinWalls = false;
		const Tetrahedralisation result = MeshOf(MakeBowl(0.5, 0.04, 96), settings);
		const SurfaceTopology topology = MeasureTopology(BoundaryTriangles(result.mesh), result.mesh.nodes);
		EXPECT_TRUE(topology.manifold);
		EXPECT_EQ(topology.pinches, 0);
		EXPECT_EQ(topology.eulerCharacteristic, 2);
		EXPECT_NEAR(TotalVolume(result.mesh) / EnclosedVolume(MakeBowl(0.5, 0.04, 96)), 1.0, 0.02);
		EXPECT_GE(ComputeDihedralRange(result.mesh).minDegrees, 14.9);
	}
}

TEST(ThinWalls, AVolumeFarFromTheSolidsIsTold)
{
	const SolidSurface ball = AsSolid(MakeSphere({}, 1.0, 24, 32));
	TetSettings settings;
	for (const int32_t target : {60, 3'000})
	{
		settings.targetTets = target;
		const Tetrahedralisation result = MeshOf(ball, settings);
		const double error = std::abs(TotalVolume(result.mesh) / EnclosedVolume(ball) - 1.0);
		const bool told = std::any_of(result.warnings.begin(),
			result.warnings.end(),
			[](const Warning& w) { return w.code == WarningCode::VolumeMissed; });
		EXPECT_EQ(told, error > 0.02) << target << " " << error;
	}
}

TEST(ThinWalls, ABarThinnerThanItsCellsIsRefinedAndNotLost)
{
	const SolidSurface plank = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 0.15, 0.03}));
	for (const int32_t target : {100, 200, 300, 400, 500, 700})
	{
		TetSettings settings;
		settings.targetTets = target;
		const Tetrahedralisation result = MeshOf(plank, settings);
		EXPECT_NEAR(TotalVolume(result.mesh) / EnclosedVolume(plank), 1.0, 0.15) << target;
		EXPECT_EQ(CountComponents(result.mesh), 1) << target;
		const double ratio = static_cast<double>(result.mesh.tets.size()) / target;
		EXPECT_TRUE((ratio > 0.85 && ratio < 1.15) || !result.warnings.empty()) << target;
	}
}

TEST(ThinWalls, ALidWithoutThicknessIsNoWall)
{
	// A room whose inside is flush with the top of the outside: open.
	SolidSurface room = AsSolid(MakeBox({0.0, 0.0, 0.0}, {4.0, 4.0, 3.0}));
	Append(room, TurnedInsideOut(AsSolid(MakeBox({0.2, 0.2, 0.2}, {3.8, 3.8, 3.0}))));
	const ThinWalls walls = WallsAt(room, 0.15);
	EXPECT_TRUE(walls.hasContact);
	EXPECT_EQ(walls.wallSpots, 0);
	EXPECT_FALSE(WallsAt(AsSolid(MakeBox({0.0, 0.0, 0.0}, {4.0, 4.0, 3.0})), 0.15).hasContact);
	const Tetrahedralisation result = MeshOf(room, TetSettings{});
	EXPECT_LT(result.mesh.tets.size(), 80'000u);
	EXPECT_NEAR(TotalVolume(result.mesh), 48.0 - 3.6 * 3.6 * 2.8, 0.2);
	EXPECT_EQ(MeasureTopology(BoundaryTriangles(result.mesh), result.mesh.nodes).eulerCharacteristic, 2);
}

TEST(ThinWalls, AWallOfASolidThatOverlapsItselfIsKeptToo)
{
	// No topology to compare with: a plate and a block that overlap.
	SolidSurface solid = Turned(AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 0.05})), 0.3);
	Append(solid, Turned(AsSolid(MakeBox({0.3, 0.3, -0.2}, {0.6, 0.6, 0.2})), 0.3));
	TetSettings settings;
	settings.targetTets = 3'000;
	const Tetrahedralisation result = MeshOf(solid, settings);
	ASSERT_FALSE(result.warnings.empty());
	EXPECT_EQ(result.warnings.front().code, WarningCode::ThinWallRefined);
	const SurfaceTopology topology = MeasureTopology(BoundaryTriangles(result.mesh), result.mesh.nodes);
	EXPECT_EQ(CountComponents(result.mesh), 1);
	EXPECT_EQ(topology.eulerCharacteristic, 2);
}

TEST(ThinWalls, OfASolidThatOverlapsItselfMostIsThereOrItIsRefused)
{
	// A cross of two bars: what the surface encloses in sum counts the middle twice.
	SolidSurface cross = Turned(AsSolid(MakeBox({-0.5, -0.05, -0.05}, {0.5, 0.05, 0.05})), 0.3);
	Append(cross, Turned(AsSolid(MakeBox({-0.05, -0.5, -0.04}, {0.05, 0.5, 0.06})), 0.3));
	const double volume = 0.01 + 0.01 - 0.1 * 0.1 * 0.09;
	for (const int32_t target : {4, 8, 15, 30, 60, 120, 500, 3'000})
	{
		TetSettings settings;
		settings.targetTets = target;
		const Result<Tetrahedralisation> result = Tetrahedralise(cross, settings, SerialRunner());
		if (!result)
		{
			EXPECT_NE(result.GetError().message.find("--tets"), std::string::npos) << result.GetError().message;
			continue;
		}
		const double error = TotalVolume(result->mesh) / volume - 1.0;
		EXPECT_GT(error, -0.55) << target;
		const bool told = std::any_of(result->warnings.begin(),
			result->warnings.end(),
			[](const Warning& w) { return w.code == WarningCode::VolumeMissed; });
		EXPECT_TRUE(told || std::abs(error) < 0.1) << target << " " << error;
	}
}
