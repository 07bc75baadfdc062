// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Tetrahedralise.h"

#include "TetraShapes.h"
#include "ThreadTaskRunner.h"

#include "Tetra/SurfaceTopology.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

using namespace FractureTest;
using FractureToolkit::ThreadTaskRunner;

namespace
{
TetSettings ForTets(int32_t count)
{
	TetSettings settings;
	settings.targetTets = count;
	return settings;
}

TetSettings ForCell(double size)
{
	TetSettings settings;
	settings.cellSize = size;
	return settings;
}

bool HasWarning(const Tetrahedralisation& result, WarningCode code)
{
	return std::any_of(result.warnings.begin(),
		result.warnings.end(),
		[code](const Warning& warning) { return warning.code == code; });
}

// Meshes and checks what must hold for every mesh: valid, conforming, angles within the bounds.
Tetrahedralisation MeshAndCheck(const SolidSurface& solid, const TetSettings& settings)
{
	ThreadTaskRunner runner(2);
	Result<Tetrahedralisation> result = Tetrahedralise(solid, settings, runner);
	EXPECT_TRUE(result.HasValue()) << (result ? "" : result.GetError().message);
	if (!result)
	{
		return {};
	}
	const Status valid = ValidateTetMesh(result->mesh);
	EXPECT_TRUE(valid.HasValue()) << (valid ? "" : valid.GetError().message);
	const DihedralRange range = ComputeDihedralRange(result->mesh);
	EXPECT_GE(range.minDegrees, 10.7);
	EXPECT_LE(range.maxDegrees, 164.8);
	return std::move(*result);
}

SurfaceTopology TopologyOf(const TetMesh& mesh)
{
	return MeasureTopology(BoundaryTriangles(mesh), mesh.nodes);
}

void ExpectSphereLike(const TetMesh& mesh, int32_t pieces = 1)
{
	const SurfaceTopology topology = TopologyOf(mesh);
	EXPECT_TRUE(topology.manifold);
	EXPECT_EQ(CountComponents(mesh), pieces);
	EXPECT_EQ(topology.components, pieces);
	EXPECT_EQ(topology.eulerCharacteristic, 2 * pieces);
}

SolidSurface UnitSphere()
{
	return AsSolid(MakeSphere({0.3, -0.2, 0.1}, 1.0, 64, 96));
}
} // namespace

TEST(Tetrahedralise, ACubeKeepsItsVolumeAndShape)
{
	const SolidSurface cube = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}));
	const Tetrahedralisation result = MeshAndCheck(cube, ForCell(1.0 / 12.0));
	ExpectSphereLike(result.mesh);
	EXPECT_NEAR(TotalVolume(result.mesh), 1.0, 0.002);
	EXPECT_EQ(result.cellSize, 1.0 / 12.0);
	EXPECT_TRUE(result.warnings.empty());
	for (const Vec3& p : result.mesh.nodes)
	{
		EXPECT_LE(std::max({p.x, p.y, p.z}), 1.0 + 0.1 / 12.0);
		EXPECT_GE(std::min({p.x, p.y, p.z}), -0.1 / 12.0);
	}
}

TEST(Tetrahedralise, ABoxWithFacesInPlanesOfNodesIsMeshed)
{
	// The lattice is shifted by 0.137, 0.271 and -0.093 cells against the low corner.
	const double cell = 0.125;
	const SolidSurface box =
		AsSolid(MakeBox({0.0, 0.0, 0.0}, {(4.0 - 0.137) * cell, (5.5 - 0.271) * cell, (6.0 + 0.093) * cell}));
	ExpectSphereLike(MeshAndCheck(box, ForCell(cell)).mesh);
}

TEST(Tetrahedralise, BoundaryNodesOfASphereLieOnIt)
{
	const SolidSurface sphere = UnitSphere();
	const Tetrahedralisation result = MeshAndCheck(sphere, ForCell(0.1));
	ExpectSphereLike(result.mesh);
	EXPECT_NEAR(TotalVolume(result.mesh) / EnclosedVolume(sphere), 1.0, 0.003);
	for (const Triangle& t : BoundaryTriangles(result.mesh))
	{
		for (const int32_t node : t.v)
		{
			EXPECT_NEAR(Length(result.mesh.nodes[node] - Vec3{0.3, -0.2, 0.1}), 1.0, 0.05 * 0.1);
		}
	}
}

TEST(Tetrahedralise, TheSurfaceErrorOfASphereFallsWithTheSquareOfTheCell)
{
	// Of the middles of boundary triangles, which chords put inside the sphere.
	const auto chordError = [](double cell)
	{
		const Tetrahedralisation result = MeshAndCheck(AsSolid(MakeSphere({}, 1.0, 256, 256)), ForCell(cell));
		double worst = 0.0;
		for (const Triangle& t : BoundaryTriangles(result.mesh))
		{
			const Vec3 middle =
				(result.mesh.nodes[t.v[0]] + result.mesh.nodes[t.v[1]] + result.mesh.nodes[t.v[2]]) / 3.0;
			worst = std::max(worst, std::abs(Length(middle) - 1.0));
		}
		return worst;
	};
	const double coarse = chordError(0.2);
	const double fine = chordError(0.1);
	EXPECT_LT(coarse, 0.02);
	EXPECT_LT(fine, coarse / 3.0);
}

TEST(Tetrahedralise, ATorusHasOneHole)
{
	const SolidSurface torus = MakeTorus(1.0, 0.3, 48);
	const Tetrahedralisation result = MeshAndCheck(torus, ForTets(8'000));
	EXPECT_EQ(TopologyOf(result.mesh).eulerCharacteristic, 0);
	EXPECT_EQ(CountComponents(result.mesh), 1);
	EXPECT_NEAR(TotalVolume(result.mesh) / EnclosedVolume(torus), 1.0, 0.01);
}

TEST(Tetrahedralise, TwoSeparateSolidsStayTwo)
{
	SolidSurface solid = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}));
	Append(solid, AsSolid(MakeSphere({2.0, 0.5, 0.5}, 0.6, 24, 32)));
	const Tetrahedralisation result = MeshAndCheck(solid, ForTets(4'000));
	ExpectSphereLike(result.mesh, 2);
	EXPECT_NEAR(TotalVolume(result.mesh) / EnclosedVolume(solid), 1.0, 0.01);
}

TEST(Tetrahedralise, ACavityStaysHollow)
{
	SolidSurface solid = UnitSphere();
	Append(solid, TurnedInsideOut(AsSolid(MakeSphere({0.4, -0.2, 0.1}, 0.5, 32, 48))));
	const Tetrahedralisation result = MeshAndCheck(solid, ForTets(10'000));
	EXPECT_EQ(CountComponents(result.mesh), 1);
	EXPECT_EQ(TopologyOf(result.mesh).components, 2);
	EXPECT_EQ(TopologyOf(result.mesh).eulerCharacteristic, 4);
	EXPECT_NEAR(TotalVolume(result.mesh) / EnclosedVolume(solid), 1.0, 0.01);
}

TEST(Tetrahedralise, OverlappingSolidsBecomeTheirUnion)
{
	SolidSurface solid = AsSolid(MakeSphere({0.0, 0.0, 0.0}, 1.0, 48, 64));
	Append(solid, AsSolid(MakeSphere({1.0, 0.0, 0.0}, 1.0, 48, 64)));
	const Tetrahedralisation result = MeshAndCheck(solid, ForTets(15'000));
	ExpectSphereLike(result.mesh);
	// Two caps of height 1/2 overlap: pi h^2 (3 - h) / 3 each.
	const double lens = 2.0 * kPi * 0.25 * 2.5 / 3.0;
	EXPECT_NEAR(TotalVolume(result.mesh) / (2.0 * 4.0 / 3.0 * kPi - lens), 1.0, 0.01);
}

TEST(Tetrahedralise, SizeAndPlaceDoNotMatter)
{
	const SolidSurface torus = MakeTorus(1.0, 0.4, 24);
	const size_t tets = MeshAndCheck(torus, ForTets(3'000)).mesh.tets.size();
	for (const double scale : {1.0e-4, 1.0e4})
	{
		for (const Vec3& place : {Vec3{}, Vec3{1000.0, -2000.0, 500.0} * scale})
		{
			SolidSurface moved = torus;
			for (Vec3& p : moved.positions)
			{
				p = p * scale + place;
			}
			const Tetrahedralisation result = MeshAndCheck(moved, ForTets(3'000));
			EXPECT_NEAR(static_cast<double>(result.mesh.tets.size()), static_cast<double>(tets), 0.02 * tets);
			EXPECT_NEAR(TotalVolume(result.mesh) / (EnclosedVolume(torus) * scale * scale * scale), 1.0, 0.02);
		}
	}
}

TEST(Tetrahedralise, TurningTheInputKeepsQuality)
{
	for (const double angle : {0.3, 1.1, 2.0})
	{
		const SolidSurface box = Turned(AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 0.5, 0.3})), angle);
		const Tetrahedralisation result = MeshAndCheck(box, ForTets(5'000));
		ExpectSphereLike(result.mesh);
		EXPECT_NEAR(TotalVolume(result.mesh), 0.15, 0.0015);
	}
}

TEST(Tetrahedralise, HitsTheNumberOfTets)
{
	for (const SolidSurface& solid : {UnitSphere(), MakeTorus(1.0, 0.3, 48)})
	{
		for (const int32_t target : {500, 1'500, 6'000, 40'000, 120'000})
		{
			const Tetrahedralisation result = MeshAndCheck(solid, ForTets(target));
			EXPECT_NEAR(static_cast<double>(result.mesh.tets.size()) / target, 1.0, 0.15);
			EXPECT_FALSE(HasWarning(result, WarningCode::TargetMissed));
		}
	}
}

TEST(Tetrahedralise, HitsTheNumberOfTetsOfABarOfFewCells)
{
	// Rows of cells come in one after the other as cells get smaller, and the number of tets jumps.
	const SolidSurface bar = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 0.1, 0.1}));
	for (const int32_t target : {500, 700, 1'000, 1'500, 2'000, 3'000, 5'000})
	{
		const Tetrahedralisation result = MeshAndCheck(bar, ForTets(target));
		EXPECT_NEAR(static_cast<double>(result.mesh.tets.size()) / target, 1.0, 0.15) << target;
	}
}

TEST(Tetrahedralise, HitsTheNumberOfTetsWhereFittingTheVolumeBringsARowOfCells)
{
	struct Bar
	{
		Vec3 size;
		int32_t target;
	};
	for (const Bar& bar : {Bar{{1.0, 0.05, 0.05}, 20'000},
			 Bar{{1.0, 0.05, 0.05}, 45'000},
			 Bar{{1.0, 0.1, 0.1}, 20'000},
			 Bar{{1.0, 0.6, 0.04}, 30'000}})
	{
		const Tetrahedralisation result =
			MeshAndCheck(AsSolid(MakeBox({0.0, 0.0, 0.0}, bar.size)), ForTets(bar.target));
		EXPECT_NEAR(static_cast<double>(result.mesh.tets.size()) / bar.target, 1.0, 0.15) << bar.size.y;
		EXPECT_FALSE(HasWarning(result, WarningCode::TargetMissed));
	}
}

TEST(Tetrahedralise, ThreadsDoNotChangeABit)
{
	const SolidSurface solid = Turned(MakeTorus(1.0, 0.3, 200), 0.4);
	const Result<Tetrahedralisation> serial = Tetrahedralise(solid, ForTets(20'000), SerialRunner());
	ASSERT_TRUE(serial.HasValue());
	for (const int32_t threads : {2, 8})
	{
		ThreadTaskRunner runner(threads);
		const Result<Tetrahedralisation> parallel = Tetrahedralise(solid, ForTets(20'000), runner);
		ASSERT_TRUE(parallel.HasValue());
		EXPECT_EQ(serial->mesh, parallel->mesh);
		EXPECT_EQ(serial->cellSize, parallel->cellSize);
	}
}

TEST(Tetrahedralise, IsCoarserInside)
{
	const Tetrahedralisation result = MeshAndCheck(UnitSphere(), ForTets(60'000));
	const double cell = result.cellSize;
	const Vec3 centre{0.3, -0.2, 0.1};
	double nearCentre = std::numeric_limits<double>::infinity();
	for (const Tet& tet : result.mesh.tets)
	{
		if (Length(result.mesh.nodes[tet.v[0]] - centre) < 0.3)
		{
			nearCentre = std::min(nearCentre, SignedVolume(result.mesh, tet));
		}
	}
	// A lattice tet is a twelfth of a cell; here cells are at least twice as wide.
	EXPECT_GT(nearCentre, 0.99 * 8.0 / 24.0 * cell * cell * cell);
}

TEST(Tetrahedralise, BadSettingsAreNamed)
{
	const SolidSurface cube = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}));
	const double nan = std::numeric_limits<double>::quiet_NaN();
	std::vector<TetSettings> bad{ForTets(0), ForTets(-5), ForCell(-1.0), ForCell(nan)};
	bad.push_back(ForCell(std::numeric_limits<double>::infinity()));
	bad.push_back(ForTets(100));
	bad.back().maxTets = 0;
	bad.push_back(ForTets(1'000));
	bad.back().maxTets = 500;
	for (const TetSettings& settings : bad)
	{
		const Result<Tetrahedralisation> result = Tetrahedralise(cube, settings, SerialRunner());
		ASSERT_FALSE(result.HasValue());
		EXPECT_EQ(result.GetError().code, ErrorCode::InvalidSettings);
		EXPECT_FALSE(result.GetError().message.empty());
	}
}

TEST(Tetrahedralise, TooManyTetsNamesACellSizeThatFits)
{
	const SolidSurface sphere = UnitSphere();
	TetSettings settings = ForCell(0.02);
	settings.maxTets = 20'000;
	for (const double cell : {0.05, 0.02, 1.0e-5, 1.0e-300})
	{
		settings.cellSize = cell;
		const Result<Tetrahedralisation> result = Tetrahedralise(sphere, settings, SerialRunner());
		ASSERT_FALSE(result.HasValue());
		EXPECT_EQ(result.GetError().code, ErrorCode::TooLarge);
		const std::string& message = result.GetError().message;
		const size_t at = message.find("cells of", 10);
		ASSERT_NE(at, std::string::npos);
		settings.cellSize = std::stod(message.substr(at + 9));
		EXPECT_TRUE(Tetrahedralise(sphere, settings, SerialRunner()).HasValue()) << message;
	}
}

TEST(Tetrahedralise, SurfacesWithoutASolidAreErrors)
{
	const auto codeOf = [](const SolidSurface& solid)
	{
		const Result<Tetrahedralisation> result = Tetrahedralise(solid, ForTets(1'000), SerialRunner());
		EXPECT_FALSE(result.HasValue());
		return result ? ErrorCode::Cancelled : result.GetError().code;
	};
	const SolidSurface cube = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}));
	EXPECT_EQ(codeOf({}), ErrorCode::InvalidMesh);
	EXPECT_EQ(codeOf(TurnedInsideOut(cube)), ErrorCode::InvalidMesh);
	EXPECT_EQ(codeOf(AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 0.0}))), ErrorCode::InvalidMesh);
	EXPECT_EQ(codeOf(AsSolid(MakeBox({1.0, 1.0, 1.0}, {1.0, 1.0, 1.0}))), ErrorCode::InvalidMesh);
	SolidSurface broken = cube;
	broken.triangles[3].v[1] = 99;
	EXPECT_EQ(codeOf(broken), ErrorCode::InvalidMesh);
	broken = cube;
	broken.positions[2].y = std::numeric_limits<double>::quiet_NaN();
	EXPECT_EQ(codeOf(broken), ErrorCode::InvalidMesh);
	broken = cube;
	broken.triangles.pop_back();
	EXPECT_EQ(codeOf(broken), ErrorCode::InvalidMesh);
}

TEST(Tetrahedralise, StopsWhenTold)
{
	int32_t reports = 0;
	ProgressSink sink;
	sink.user = &reports;
	sink.report = [](void* user, const char* stage, double fraction)
	{
		EXPECT_STREQ(stage, "tetrahedralise");
		EXPECT_GE(fraction, 0.0);
		EXPECT_LE(fraction, 1.0);
		return ++*static_cast<int32_t*>(user) < 2;
	};
	const Result<Tetrahedralisation> result = Tetrahedralise(UnitSphere(), ForTets(200'000), SerialRunner(), sink);
	ASSERT_FALSE(result.HasValue());
	EXPECT_EQ(result.GetError().code, ErrorCode::Cancelled);
	EXPECT_EQ(reports, 2);
}

TEST(Tetrahedralise, ScannedMeshesKeepAnglesVolumeAndTopology)
{
	for (const char* name : {"bunny.obj", "spot.obj", "goathead.obj", "penguin.obj", "armadillo.obj"})
	{
		const std::optional<SurfaceMesh> mesh = LoadScannedMesh(name);
		if (!mesh)
		{
			return;
		}
		const SolidSurface solid = AsSolid(*mesh);
		for (const int32_t target : {500, 2'000, 20'000})
		{
			SCOPED_TRACE(name + std::to_string(target));
			const Tetrahedralisation result = MeshAndCheck(solid, ForTets(target));
			EXPECT_NEAR(static_cast<double>(result.mesh.tets.size()) / target, 1.0, 0.15);
			EXPECT_NEAR(TotalVolume(result.mesh) / EnclosedVolume(solid), 1.0, target >= 20'000 ? 0.005 : 0.1);
			ExpectSphereLike(result.mesh);
			EXPECT_GE(ComputeDihedralRange(result.mesh).minDegrees, 14.9);
		}
	}
}

TEST(Tetrahedralise, HitsTheNumberAlsoWhereFineGroovesMakeTheAreaThatOfAFoil)
{
	// A drum with a top of rings so fine that the cells do not see them.
	std::vector<std::pair<double, double>> profile{{0.0, 0.0}, {0.5, 0.0}, {0.5, 0.6}};
	constexpr int32_t kRings = 120;
	for (int32_t i = 1; i < kRings; ++i)
	{
		profile.push_back({0.5 * (kRings - i) / kRings, i % 2 == 0 ? 0.6 : 0.45});
	}
	profile.push_back({0.0, 0.52});
	const SolidSurface drum = Revolve(profile, 32, false);
	for (const int32_t target : {1'000, 3'000})
	{
		TetSettings settings;
		settings.targetTets = target;
		const Result<Tetrahedralisation> result = Tetrahedralise(drum, settings, SerialRunner());
		ASSERT_TRUE(result.HasValue()) << result.GetError().message;
		EXPECT_NEAR(static_cast<double>(result->mesh.tets.size()) / target, 1.0, 0.15);
	}
}

TEST(Tetrahedralise, TooFewTetsAreAnsweredWithANumberThatIsEnough)
{
	const SolidSurface box = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 0.8, 1.2}));
	TetSettings settings;
	settings.targetTets = 1;
	const Result<Tetrahedralisation> none = Tetrahedralise(box, settings, SerialRunner());
	ASSERT_FALSE(none);
	const std::string& message = none.GetError().message;
	const size_t at = message.find("--tets ");
	ASSERT_NE(at, std::string::npos) << message;
	EXPECT_EQ(message.find("--shell"), std::string::npos) << message; // of a block
	settings.targetTets = std::stoi(message.substr(at + 7));
	const Result<Tetrahedralisation> enough = Tetrahedralise(box, settings, SerialRunner());
	ASSERT_TRUE(enough.HasValue()) << enough.GetError().message;
	EXPECT_TRUE(enough->warnings.empty());
}

TEST(Tetrahedralise, ACavityWithoutAVolumeIsNotToldAsLost)
{
	SolidSurface solid = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}));
	SolidSurface fold = AsSolid(MakeBox({0.3, 0.3, 0.4}, {0.7, 0.7, 0.6}));
	const auto tellsOfCavities = [](const SolidSurface& hollow)
	{
		TetSettings settings;
		settings.targetTets = 500;
		const Result<Tetrahedralisation> result = Tetrahedralise(hollow, settings, SerialRunner());
		EXPECT_TRUE(result.HasValue());
		return result.HasValue() &&
			std::any_of(result->warnings.begin(),
				result->warnings.end(),
				[](const Warning& w) { return w.code == WarningCode::LostCavities; });
	};
	for (Vec3& p : fold.positions)
	{
		p.z = 0.5;
	}
	SolidSurface folded = solid;
	Append(folded, TurnedInsideOut(fold));
	EXPECT_FALSE(tellsOfCavities(folded));
	Append(solid, TurnedInsideOut(AsSolid(MakeBox({0.5, 0.5, 0.5}, {0.51, 0.51, 0.51}))));
	EXPECT_TRUE(tellsOfCavities(solid));
}
