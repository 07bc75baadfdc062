// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Tetrahedralise.h"

#include "Support/Sanitized.h"
#include "TetraShapes.h"
#include "ThreadTaskRunner.h"
#include "WallsAt.h"

#include "Mesh/SurfaceIntegrals.h"
#include "Tetra/SurfaceTopology.h"
#include "Tetra/ThinWalls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

using namespace FractureTest;
using FractureToolkit::ThreadTaskRunner;

namespace
{
/// A doorstop: 1 m long, 0.4 m wide, as high as its angle makes it.
SolidSurface MakeDoorstop(double degrees)
{
	SolidSurface wedge = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 0.4, std::tan(degrees * kPi / 180.0)}));
	for (Vec3& p : wedge.positions)
	{
		p.z *= p.x;
	}
	return wedge;
}

/// Along the lattice, where a row of cells is missing at once.
SolidSurface MakeWideWedge(double height)
{
	SolidSurface wedge = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, height, 1.0}));
	for (Vec3& p : wedge.positions)
	{
		p.y *= p.x;
	}
	return wedge;
}

struct WedgeCase
{
	double height; // m
	int32_t target;
};

/// Sharp on both sides, 2 m long and 2 cm thick: a knife.
SolidSurface MakeKnife()
{
	SolidSurface knife = AsSolid(MakeBox({0.0, -1.0, 0.0}, {1.0, 1.0, 2.0}));
	for (Vec3& p : knife.positions)
	{
		// The square's corners to those of the section.
		const bool isFar = p.x > 0.5;
		p.x = isFar == (p.y > 0.0) ? (isFar ? 0.35 : 0.0) : 0.3;
		p.y = p.x == 0.3 ? (isFar ? -0.01 : 0.01) : 0.0;
	}
	return knife;
}

/// 3 cm thick, with a bevel on one side.
SolidSurface MakeBevelledPlate()
{
	SolidSurface plate = AsSolid(MakeBox({0.0, 0.0, 0.0}, {0.8, 0.8, 0.03}));
	for (Vec3& p : plate.positions)
	{
		p.x += p.x > 0.5 && p.z == 0.0 ? 0.2 : 0.0;
	}
	return plate;
}

/// A disc with a sharp rim.
SolidSurface MakeFlatCone(double height)
{
	return Revolve({{0.0, 0.0}, {0.5, 0.0}, {0.0, height}}, 64, false);
}

Tetrahedralisation MeshOfTets(const SolidSurface& solid, int32_t target)
{
	TetSettings settings;
	settings.targetTets = target;
	ThreadTaskRunner runner(2);
	Result<Tetrahedralisation> result = Tetrahedralise(solid, settings, runner);
	EXPECT_TRUE(result.HasValue()) << result.GetError().message;
	return result ? std::move(*result) : Tetrahedralisation{};
}

/// As many pieces and holes as the surface has, the angles that are promised, the volume but for the tips.
void ExpectSolid(
	const Tetrahedralisation& result, const SolidSurface& solid, double volumeTolerance, double mostOfTips = 0.0)
{
	const SurfaceTopology topology = MeasureTopology(BoundaryTriangles(result.mesh), result.mesh.nodes);
	const SurfaceTopology expected = MeasureTopology(solid.triangles, solid.positions);
	EXPECT_EQ(CountComponents(result.mesh), expected.components);
	EXPECT_EQ(topology, expected);
	const DihedralRange range = ComputeDihedralRange(result.mesh);
	EXPECT_GE(range.minDegrees, 10.7);
	EXPECT_LE(range.maxDegrees, 164.8);
	const double share = TotalVolume(result.mesh) / EnclosedVolume(solid);
	EXPECT_LE(share, 1.0 + volumeTolerance);
	EXPECT_GE(share, 1.0 - volumeTolerance - mostOfTips);
}

bool TellsOf(const Tetrahedralisation& result, const std::string& words)
{
	return std::any_of(result.warnings.begin(),
		result.warnings.end(),
		[&](const Warning& warning) { return warning.message.find(words) != std::string::npos; });
}

bool IsAboutBluntEdges(const Warning& warning)
{
	return warning.code == WarningCode::BluntEdges;
}
} // namespace

TEST(BluntEdges, AWedgeIsToldFromAWall)
{
	for (const double cell : {0.015, 0.02, 0.03})
	{
		for (const double degrees : {5.0, 10.0, 14.0})
		{
			const ThinWalls wedge = WallsAt(Turned(MakeDoorstop(degrees), 0.4), cell);
			EXPECT_EQ(wedge.wallSpots, 0) << degrees << " " << cell;
			EXPECT_GT(wedge.wedgeSpots, 8) << degrees << " " << cell;
			// Where it is as thick as a cell and a bit.
			EXPECT_NEAR(wedge.wedgeReach * std::tan(degrees * kPi / 180.0), kThinnestWall * cell, 0.25 * cell);
		}
		// Thinner and thinner, but not to nothing.
		SolidSurface slanted = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 0.4, 1.0}));
		for (Vec3& p : slanted.positions)
		{
			p.z *= (0.4 + 0.4 * p.x) * cell;
		}
		const ThinWalls wall = WallsAt(Turned(slanted, 0.4), cell);
		EXPECT_EQ(wall.wedgeSpots, 0) << cell;
		EXPECT_GT(wall.wallSpots, 100) << cell;
	}
}

TEST(BluntEdges, AWallThatEndsInAWedgeIsAWallUpToThere)
{
	const ThinWalls walls = WallsAt(Turned(MakeBevelledPlate(), 0.4), 0.04);
	EXPECT_GT(walls.wallSpots, 100);
	EXPECT_GT(walls.wedgeSpots, 8);
	EXPECT_NEAR(walls.thickness, 0.03, 0.002);
}

TEST(BluntEdges, AWallThatEndsInAWedgeIsRefinedForTheWallAndNotForTheTip)
{
	EXPECT_LT(MeshOfTets(MakeBevelledPlate(), 3'000).mesh.tets.size(), 15'000u);
}

TEST(BluntEdges, ASolidWithASharpEdgeIsMeshedUpToNearItForAnyNumberOfTets)
{
	for (const SolidSurface& solid : FractureTests::Cases({Turned(MakeDoorstop(10.0), 0.3),
															  MakeFlatCone(0.2),
															  MakeDoorstop(14.0),
															  Turned(MakeDoorstop(14.0), 0.7),
															  Turned(MakeDoorstop(5.0), 1.1),
															  Turned(MakeFlatCone(0.1), 0.5)},
			 2))
	{
		for (const int32_t target : FractureTests::Cases({2'000, 5'000, 10'000, 20'000}, 1))
		{
			SCOPED_TRACE(target);
			const Tetrahedralisation result = MeshOfTets(solid, target);
			ExpectSolid(result, solid, target < 20'000 ? 0.1 : 0.02, target < 20'000 ? 0.2 : 0.09);
			const double ratio = static_cast<double>(result.mesh.tets.size()) / target;
			EXPECT_TRUE(std::abs(ratio - 1.0) < 0.15 || TellsOf(result, "instead of " + std::to_string(target)));
			// Too thin for so few: more than the tips would go.
			EXPECT_NEAR(ratio, 1.0, target == 2'000 && TellsOf(result, "needed cells") ? 0.7 : 0.25);
			EXPECT_LE(std::count_if(result.warnings.begin(), result.warnings.end(), IsAboutBluntEdges), 1);
			const bool isFull = std::abs(TotalVolume(result.mesh) / EnclosedVolume(solid) - 1.0) < 0.02;
			EXPECT_TRUE(isFull || TellsOf(result, "than the surface encloses"));
			EXPECT_FALSE(TellsOf(result, "holes"));
		}
	}
}

TEST(BluntEdges, TheTipsThatAreLeftOutDoNotCountAsTetsAskedFor)
{
	for (const WedgeCase& c :
		FractureTests::Cases<WedgeCase>({{0.17, 3'000}, {0.17, 3'500}, {0.087, 8'000}, {0.087, 10'000}}, 1))
	{
		SCOPED_TRACE(c.target);
		const SolidSurface wedge = MakeWideWedge(c.height);
		const Tetrahedralisation result = MeshOfTets(wedge, c.target);
		ExpectSolid(result, wedge, 0.01, 0.14);
		EXPECT_NEAR(static_cast<double>(result.mesh.tets.size()) / c.target, 1.0, 0.15);
		EXPECT_EQ(std::count_if(result.warnings.begin(), result.warnings.end(), IsAboutBluntEdges), 1);
	}
}

TEST(BluntEdges, TheRestDoesNotSwellToMakeUpForTheTips)
{
	// Blunt nodes are left out of the first; the lattice meets next to nothing of the tip of the second.
	for (const WedgeCase& c : {WedgeCase{0.17, 3'000}, WedgeCase{0.087, 5'000}})
	{
		SCOPED_TRACE(c.target);
		const SolidSurface wedge = MakeWideWedge(c.height);
		const Tetrahedralisation result = MeshOfTets(wedge, c.target);
		const double slope = std::hypot(1.0, c.height);
		double farthest = 0.0;
		for (const Vec3& p : result.mesh.nodes)
		{
			farthest = std::max({farthest, -p.y, (p.y - c.height * p.x) / slope, p.x - 1.0, -p.z, p.z - 1.0});
		}
		EXPECT_LT(farthest, 0.035 * result.cellSize);
		const double lost = 1.0 - TotalVolume(result.mesh) / EnclosedVolume(wedge);
		char words[32];
		std::snprintf(words, sizeof(words), "lack %.3g %% of", 100.0 * lost);
		EXPECT_TRUE(TellsOf(result, words)) << words;
	}
}

TEST(BluntEdges, AKnifeIsMeshedForAnyNumberOfTetsAndNoFinerThanItTakes)
{
	const SolidSurface knife = MakeKnife();
	ASSERT_NEAR(EnclosedVolume(knife), 0.007, 1.0e-9);
	for (const int32_t target : FractureTests::Cases({1'000, 10'000}, 1))
	{
		SCOPED_TRACE(target);
		const Tetrahedralisation result = MeshOfTets(knife, target);
		ExpectSolid(result, knife, 0.01, 0.29);
		EXPECT_LT(result.mesh.tets.size(), 45'000u);
		EXPECT_TRUE(TellsOf(result, "instead of " + std::to_string(target)));
	}
}

TEST(BluntEdges, AWedgeThinnerThanTheCellsTakesNoFinerOnesThanItsTipsNeed)
{
	const SolidSurface wedge = MakeWideWedge(0.05);
	for (const int32_t target : FractureTests::Cases({1'000, 3'000, 5'000}, 1))
	{
		SCOPED_TRACE(target);
		const Tetrahedralisation result = MeshOfTets(wedge, target);
		ExpectSolid(result, wedge, 0.01, 0.29);
		EXPECT_LT(result.mesh.tets.size(), 16'000u);
	}
}

TEST(BluntEdges, TheWarningSaysHowFarTheTetsEndFromTheEdge)
{
	const SolidSurface wedge = Turned(MakeDoorstop(10.0), 0.3);
	const Tetrahedralisation result = MeshOfTets(wedge, 10'000);
	ASSERT_EQ(result.warnings.size(), 1u);
	const std::string& message = result.warnings.front().message;
	const size_t at = message.find("end up to ");
	ASSERT_NE(at, std::string::npos) << message;
	const double told = std::stod(message.substr(at + 10));
	// The edge is what x = 0 was turned to; the turn keeps its middle's distance from the others.
	const SolidSurface edge = Turned({{{0.0, 0.0, 0.0}, {0.0, 0.4, 0.0}}, {}}, 0.3);
	double nearest = 1.0;
	for (const Vec3& node : result.mesh.nodes)
	{
		nearest = std::min(nearest, Length(node - 0.5 * (edge.positions[0] + edge.positions[1])));
	}
	EXPECT_LT(nearest, told + result.cellSize);
	EXPECT_LT(told, 8.0 * result.cellSize);
}

TEST(BluntEdges, PartsThatTouchInAnEdgeStayApartForAnyNumberOfTets)
{
	SolidSurface pair = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}));
	Append(pair, AsSolid(MakeBox({-1.0, -1.0, 0.0}, {0.0, 0.0, 1.0})));
	SolidSurface unequal = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 0.6, 0.8}));
	Append(unequal, AsSolid(MakeBox({-0.7, -1.0, 0.3}, {0.0, 0.0, 1.3})));
	for (const double turn : FractureTests::Cases({0.0, 0.4, 1.3}, 2))
	{
		for (const SolidSurface* solid : {&pair, &unequal})
		{
			const SolidSurface turned = Turned(*solid, turn);
			for (const int32_t target : FractureTests::Cases({5'000, 10'000, 20'000}, 1))
			{
				SCOPED_TRACE(std::to_string(turn) + " " + std::to_string(target));
				const Tetrahedralisation result = MeshOfTets(turned, target);
				ExpectSolid(result, turned, 0.01);
				EXPECT_NEAR(static_cast<double>(result.mesh.tets.size()) / target, 1.0, 0.15);
				EXPECT_TRUE(result.warnings.empty());
			}
		}
	}
}

TEST(BluntEdges, PartsThatTouchInManyEdgesAreApartOrTheWarningSaysSo)
{
	SolidSurface checker;
	for (int32_t i = 0; i < 27; ++i)
	{
		const Vec3 low{static_cast<double>(i % 3), static_cast<double>(i / 3 % 3), static_cast<double>(i / 9)};
		if (i % 2 == 0)
		{
			Append(checker, AsSolid(MakeBox(low, low + Vec3{1.0, 1.0, 1.0})));
		}
	}
	const SurfaceTopology expected = MeasureTopology(checker.triangles, checker.positions);
	for (const double turn : FractureTests::Cases({0.4, 0.0}, 1))
	{
		const SolidSurface turned = Turned(checker, turn);
		for (const int32_t target : FractureTests::Cases({1'000, 5'000, 20'000}, 1))
		{
			SCOPED_TRACE(std::to_string(turn) + " " + std::to_string(target));
			const Tetrahedralisation result = MeshOfTets(turned, target);
			const DihedralRange range = ComputeDihedralRange(result.mesh);
			EXPECT_GE(range.minDegrees, 10.7);
			EXPECT_LE(range.maxDegrees, 164.8);
			EXPECT_NEAR(TotalVolume(result.mesh) / EnclosedVolume(turned), 1.0, 0.03);
			const SurfaceTopology topology = MeasureTopology(BoundaryTriangles(result.mesh), result.mesh.nodes);
			EXPECT_NE(topology == expected, TellsOf(result, "touch in an edge"));
		}
	}
}

TEST(BluntEdges, ThreadsDoNotChangeABit)
{
	SolidSurface solid = MakeDoorstop(8.0);
	Append(solid, AsSolid(MakeBox({1.0, 0.4, 0.0}, {1.5, 0.8, 0.3})));
	solid = Turned(solid, 0.6);
	TetSettings settings;
	ThreadTaskRunner one(1);
	const Result<Tetrahedralisation> expected = Tetrahedralise(solid, settings, one);
	ASSERT_TRUE(expected.HasValue());
	for (const int32_t threads : {2, 8})
	{
		ThreadTaskRunner runner(threads);
		const Result<Tetrahedralisation> result = Tetrahedralise(solid, settings, runner);
		ASSERT_TRUE(result.HasValue());
		EXPECT_EQ(result->mesh.nodes, expected->mesh.nodes);
		EXPECT_EQ(result->mesh.tets, expected->mesh.tets);
		EXPECT_EQ(result->warnings, expected->warnings);
	}
}
