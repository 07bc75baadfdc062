// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Bake.h"

#include "FractureCore/Asset.h"
#include "Support/TestMeshes.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

using namespace FractureCore;
using namespace FractureTest;
using FractureToolkit::ThreadTaskRunner;

namespace
{
BakeSettings SmallBake()
{
	BakeSettings settings;
	settings.tets.targetTets = 2000;
	return settings;
}

/// A sphere with all that an artist's mesh carries.
SurfaceMesh MakeDressedSphere()
{
	SurfaceMesh mesh = MakeSphere({0.1, 0.2, 0.3}, 0.5, 24, 32);
	mesh.uvChannels = 1;
	for (const Triangle& triangle : mesh.triangles)
	{
		for (const int32_t v : triangle.v)
		{
			const Vec3 n = Normalised(mesh.positions[v] - Vec3{0.1, 0.2, 0.3});
			mesh.cornerNormals.push_back({static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)});
			mesh.cornerUvs.push_back({static_cast<float>(n.x), static_cast<float>(n.y)});
		}
		mesh.triangleSlots.push_back(mesh.positions[triangle.v[0]].z > 0.3 ? 1 : 0);
	}
	mesh.slotNames = {"bottom", "top"};
	return mesh;
}

/// Two tets that share a face, and one alone.
TetMesh MakeThreeTets()
{
	return {
		{{9, 9, 9}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {5, 0, 0}, {6, 0, 0}, {5, 1, 0}, {5, 0, 1}},
		{{{1, 2, 3, 4}}, {{5, 2, 4, 3}}, {{6, 7, 8, 9}}}};
}

void ExpectRoundTrip(const BakedObject& object)
{
	const Result<BakedObject> loaded = LoadAsset(SaveAsset(object));
	ASSERT_TRUE(loaded) << loaded.GetError().message;
	EXPECT_EQ(*loaded, object);
}

void ExpectError(const Result<BakedObject>& baked, ErrorCode code, const std::string& words)
{
	ASSERT_FALSE(baked) << words;
	EXPECT_EQ(baked.GetError().code, code) << baked.GetError().message;
	EXPECT_NE(baked.GetError().message.find(words), std::string::npos) << baked.GetError().message;
}
} // namespace

TEST(Bake, ASurfaceThatOverlapsItselfIsWhatItsTetsAre)
{
	// A coil in one part: a square tube that runs through its own beginning, closed by its ends.
	SurfaceMesh coil;
	const Vec3 path[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 4, 0}, {2, -3, 0.1}};
	const Vec3 across[] = {{0, 0.5, 0}, {-0.35, 0.35, 0}, {-0.35, -0.35, 0}, {0.35, -0.35, 0}, {0.5, 0, 0}};
	for (size_t i = 0; i < std::size(path); ++i)
	{
		const Vec3 up{0, 0, 0.5};
		for (const Vec3& corner : {across[i] + up, across[i] - up, -across[i] - up, -across[i] + up})
		{
			coil.positions.push_back(path[i] + corner);
		}
	}
	const auto quad = [&](int32_t a, int32_t b, int32_t c, int32_t d)
	{
		coil.triangles.push_back({{a, b, c}});
		coil.triangles.push_back({{a, c, d}});
	};
	for (int32_t i = 0; i + 1 < static_cast<int32_t>(std::size(path)); ++i)
	{
		for (int32_t k = 0; k < 4; ++k)
		{
			quad(4 * i + k, 4 * i + (k + 1) % 4, 4 * i + 4 + (k + 1) % 4, 4 * i + 4 + k);
		}
	}
	quad(3, 2, 1, 0);
	quad(16, 17, 18, 19);
	const Result<BakedObject> baked = BakeObject(coil, SmallBake(), SerialRunner());
	ASSERT_TRUE(baked) << baked.GetError().message;
	EXPECT_TRUE(std::any_of(baked->warnings.begin(),
		baked->warnings.end(),
		[](const Warning& w) { return w.code == WarningCode::SelfIntersection; }));
	EXPECT_NEAR(baked->mass.volume, TotalVolume(baked->tets), 1e-9);
	EXPECT_EQ(baked->components, 1);
}

TEST(Bake, ASolidKeepsTheArtistsMeshAndGetsItsMass)
{
	const SurfaceMesh mesh = MakeDressedSphere();
	const Result<BakedObject> baked = BakeObject(mesh, SmallBake(), SerialRunner());
	ASSERT_TRUE(baked) << baked.GetError().message;
	EXPECT_EQ(baked->kind, BakedKind::Solid);
	EXPECT_EQ(baked->surface, mesh);
	EXPECT_EQ(baked->key, BakeKey(mesh, SmallBake()));
	EXPECT_TRUE(baked->closed);
	EXPECT_EQ(baked->components, 1);
	EXPECT_GT(baked->cellSize, 0.0);
	EXPECT_EQ(baked->mass, SolidMassProperties(mesh.positions, mesh.triangles, 2500.0));
	EXPECT_NEAR(baked->mass.mass, 2500.0 * 4.0 / 3.0 * kPi * 0.125, 0.02 * baked->mass.mass);
	EXPECT_NEAR(TotalVolume(baked->tets), baked->mass.volume, 0.03 * baked->mass.volume);
	EXPECT_EQ(baked->embedding, EmbedSurface(mesh, baked->tets, SerialRunner()));
	EXPECT_TRUE(baked->warnings.empty()) << baked->warnings[0].message;
	ExpectRoundTrip(*baked);
}

TEST(Bake, IsAPureFunctionForAnyNumberOfThreads)
{
	const SurfaceMesh mesh = MakeDressedSphere();
	const Result<BakedObject> serial = BakeObject(mesh, SmallBake(), SerialRunner());
	ASSERT_TRUE(serial);
	const std::vector<uint8_t> bytes = SaveAsset(*serial);
	for (const int32_t threads : {1, 2, 8})
	{
		ThreadTaskRunner runner(threads);
		const Result<BakedObject> baked = BakeObject(mesh, SmallBake(), runner);
		ASSERT_TRUE(baked);
		EXPECT_EQ(SaveAsset(*baked), bytes) << threads;
	}
}

TEST(Bake, AShellHasAreaTimesThickness)
{
	BakeSettings settings;
	settings.shellThickness = 0.01;
	SurfaceMesh sheet;
	sheet.positions = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}};
	sheet.triangles = {{{0, 1, 2}}, {{0, 2, 3}}};
	const Result<BakedObject> baked = BakeObject(sheet, settings, SerialRunner());
	ASSERT_TRUE(baked) << baked.GetError().message;
	EXPECT_EQ(baked->kind, BakedKind::Shell);
	EXPECT_EQ(baked->shellThickness, 0.01);
	EXPECT_EQ(baked->surface, sheet);
	EXPECT_NEAR(baked->mass.mass, 2500.0 * 0.02, 1.0e-12);
	EXPECT_FALSE(baked->closed);
	EXPECT_TRUE(baked->tets.tets.empty());
	ExpectRoundTrip(*baked);
}

TEST(Bake, AShellAsThickAsItIsWideIsTold)
{
	SurfaceMesh sheet;
	sheet.positions = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}};
	sheet.triangles = {{{0, 1, 2}}, {{0, 2, 3}}};
	for (const double thickness : {0.19, 0.21, 10.0})
	{
		BakeSettings settings;
		settings.shellThickness = thickness;
		const Result<BakedObject> baked = BakeObject(sheet, settings, SerialRunner());
		ASSERT_TRUE(baked) << baked.GetError().message;
		ASSERT_EQ(baked->warnings.size(), thickness > 0.2 ? 1u : 0u);
		if (thickness > 0.2)
		{
			EXPECT_EQ(baked->warnings.front().code, WarningCode::ThickShell);
		}
	}
}

TEST(Bake, BothSidesOfAWallAsASheetAreTold)
{
	BakeSettings settings;
	settings.shellThickness = 0.001;
	const auto warns = [&](double depth)
	{
		const Result<BakedObject> baked = BakeObject(MakeBox({0, 0, 0}, {1, 1, depth}), settings, SerialRunner());
		EXPECT_TRUE(baked) << baked.GetError().message;
		return baked && !baked->warnings.empty() && baked->warnings.front().code == WarningCode::ThickShell;
	};
	EXPECT_TRUE(warns(0.001)) << "a plate: its mass would be twice what is meant";
	EXPECT_FALSE(warns(0.5)) << "a box of sheets";
}

TEST(Bake, OfASheetNoThicknessIsGuessed)
{
	SurfaceMesh strip; // of Moebius
	constexpr int32_t kSegments = 60;
	for (int32_t i = 0; i < kSegments; ++i)
	{
		const double angle = 2.0 * kPi * i / kSegments;
		for (const double side : {-0.02, 0.02})
		{
			const double radius = 0.1 + side * std::cos(0.5 * angle);
			strip.positions.push_back(
				{radius * std::cos(angle), radius * std::sin(angle), side * std::sin(0.5 * angle)});
		}
		const bool isLast = i + 1 == kSegments;
		const int32_t a = 2 * i;
		const int32_t c = isLast ? 1 : a + 2;
		const int32_t d = isLast ? 0 : a + 3;
		strip.triangles.push_back({{a, a + 1, c}});
		strip.triangles.push_back({{a + 1, d, c}});
	}
	ExpectError(BakeObject(strip, SmallBake(), SerialRunner()),
		ErrorCode::InvalidMesh,
		"bake it with --shell and the thickness that it is to have");
}

TEST(Bake, AReadyTetMeshIsTakenAsItIs)
{
	const TetMesh mesh = MakeThreeTets();
	const Result<BakedObject> baked = BakeTetMesh(mesh, {}, SerialRunner());
	ASSERT_TRUE(baked) << baked.GetError().message;
	// Node 0 belongs to no tet.
	EXPECT_EQ(baked->tets.nodes, std::vector<Vec3>(mesh.nodes.begin() + 1, mesh.nodes.end()));
	EXPECT_EQ(baked->tets.tets.size(), 3u);
	EXPECT_EQ(baked->tets.tets[1], (Tet{{4, 1, 3, 2}}));
	EXPECT_EQ(baked->surface.triangles.size(), 10u);
	EXPECT_EQ(baked->components, 2);
	EXPECT_TRUE(baked->closed);
	EXPECT_EQ(baked->cellSize, 0.0);
	EXPECT_NEAR(baked->mass.volume, TotalVolume(mesh), 1.0e-15);
	ASSERT_EQ(baked->warnings.size(), 1u);
	EXPECT_EQ(baked->warnings[0].code, WarningCode::SeveralComponents);
	EXPECT_EQ(baked->warnings[0].count, 2);
	ExpectRoundTrip(*baked);
}

TEST(Bake, SliversOfAReadyTetMeshAreTold)
{
	TetMesh mesh;
	mesh.nodes = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {0.4, 0.4, -0.001}};
	mesh.tets = {{{0, 1, 2, 3}}, {{0, 2, 1, 4}}};
	const Result<BakedObject> baked = BakeTetMesh(mesh, {}, SerialRunner());
	ASSERT_TRUE(baked) << baked.GetError().message;
	ASSERT_EQ(baked->warnings.size(), 1u);
	EXPECT_EQ(baked->warnings[0].code, WarningCode::SliverTets);
	EXPECT_EQ(baked->warnings[0].count, 1);
	EXPECT_EQ(baked->warnings[0].message.substr(0, 57), "1 tet has dihedral angles below 5 degrees, the smallest o");
	mesh.nodes[4].z = -1.0;
	EXPECT_TRUE(BakeTetMesh(mesh, {}, SerialRunner())->warnings.empty());
}

TEST(Bake, ABadTetMeshIsAnError)
{
	TetMesh mesh = MakeThreeTets();
	std::swap(mesh.tets[2].v[0], mesh.tets[2].v[1]);
	ExpectError(BakeTetMesh(mesh, {}, SerialRunner()), ErrorCode::InvalidMesh, "tet 2 has no volume");
	ExpectError(BakeTetMesh({}, {}, SerialRunner()), ErrorCode::InvalidMesh, "no tetrahedra");
	BakeSettings shell;
	shell.shellThickness = 0.1;
	ExpectError(BakeTetMesh(MakeThreeTets(), shell, SerialRunner()), ErrorCode::InvalidSettings, "no shell thickness");
}

TEST(Bake, FarOffSettingsAreRejectedBeforeWorkStarts)
{
	const SurfaceMesh mesh = MakeBox({0, 0, 0}, {1, 1, 1});
	const auto expectBad = [&](ErrorCode code, const char* words, const std::function<void(BakeSettings&)>& spoil)
	{
		BakeSettings settings = SmallBake();
		spoil(settings);
		ExpectError(BakeObject(mesh, settings, SerialRunner()), code, words);
	};
	const double nan = std::numeric_limits<double>::quiet_NaN();
	expectBad(ErrorCode::InvalidMaterial, "density", [](BakeSettings& s) { s.material.density = -1.0; });
	expectBad(ErrorCode::InvalidSettings, "shell thickness", [](BakeSettings& s) { s.shellThickness = -0.1; });
	expectBad(ErrorCode::InvalidSettings, "shell thickness is nan", [nan](BakeSettings& s) { s.shellThickness = nan; });
	expectBad(ErrorCode::InvalidSettings, "weld tolerance", [](BakeSettings& s) { s.repair.weldTolerance = 0.5; });
	expectBad(ErrorCode::InvalidSettings, "cell size", [nan](BakeSettings& s) { s.tets.cellSize = nan; });
	expectBad(ErrorCode::InvalidSettings, "tets", [](BakeSettings& s) { s.tets.targetTets = -5; });
	// Finite, but the mass is not.
	expectBad(ErrorCode::InvalidMesh,
		"no rigid body",
		[](BakeSettings& s)
		{
			s.material.density = 1.0e100;
			s.shellThickness = 1.0e250;
		});
}

TEST(Bake, WarningsComeInTheOrderInWhichTheyArose)
{
	// An open box whose slot has a name in Latin-1: closed by repair, renamed by the bake.
	SurfaceMesh mesh = MakeBox({0, 0, 0}, {1, 1, 1});
	mesh.triangles.resize(10);
	mesh.triangleSlots.assign(10, 0);
	mesh.slotNames = {"Gl\xE4ser"};
	const Result<BakedObject> baked = BakeObject(mesh, SmallBake(), SerialRunner());
	ASSERT_TRUE(baked) << baked.GetError().message;
	EXPECT_FALSE(baked->closed);
	ASSERT_GE(baked->warnings.size(), 2u);
	EXPECT_EQ(baked->warnings[0].code, WarningCode::ClosedHoles);
	EXPECT_EQ(baked->warnings[1].code, WarningCode::AttributeLost);
	EXPECT_EQ(baked->surface.slotNames[0], "Gl\xEF\xBF\xBDser");
	EXPECT_NEAR(baked->mass.volume, 1.0, 1.0e-12);
	ExpectRoundTrip(*baked);
}

TEST(Bake, OverlappingPartsCountOnce)
{
	SurfaceMesh mesh = MakeBox({0, 0, 0}, {1, 1, 1});
	const SurfaceMesh other = MakeBox({0.5, 0.25, 0.25}, {1.5, 0.75, 0.75});
	for (const Triangle& t : other.triangles)
	{
		mesh.triangles.push_back({{t.v[0] + 8, t.v[1] + 8, t.v[2] + 8}});
	}
	mesh.positions.insert(mesh.positions.end(), other.positions.begin(), other.positions.end());
	const Result<BakedObject> baked = BakeObject(mesh, SmallBake(), SerialRunner());
	ASSERT_TRUE(baked) << baked.GetError().message;
	// 1 + 0.25 without the overlap of 0.125; lattice edges are chamfered.
	EXPECT_NEAR(baked->mass.volume, 1.125, 0.05);
}

TEST(Bake, ProgressIsToldAndCancels)
{
	const SurfaceMesh mesh = MakeDressedSphere();
	struct Listener
	{
		std::vector<std::string> stages;
		int32_t callsLeft = 1000;
	};
	const auto report = [](void* user, const char* stage, double fraction)
	{
		Listener& listener = *static_cast<Listener*>(user);
		EXPECT_GE(fraction, 0.0);
		EXPECT_LE(fraction, 1.0);
		if (listener.stages.empty() || listener.stages.back() != stage)
		{
			listener.stages.push_back(stage);
		}
		return --listener.callsLeft > 0;
	};
	Listener all;
	ASSERT_TRUE(BakeObject(mesh, SmallBake(), SerialRunner(), {report, &all}));
	EXPECT_EQ(all.stages, (std::vector<std::string>{"repair", "tetrahedralise", "embed"}));
	const int32_t calls = 1000 - all.callsLeft;
	for (int32_t last = 1; last <= calls; ++last)
	{
		Listener impatient;
		impatient.callsLeft = last;
		ExpectError(
			BakeObject(mesh, SmallBake(), SerialRunner(), {report, &impatient}), ErrorCode::Cancelled, "cancelled");
	}
}

TEST(BakeKey, ChangesWithEveryPartOfTheInput)
{
	const SurfaceMesh mesh = MakeDressedSphere();
	const BakeSettings settings;
	std::vector<ContentHash> keys{BakeKey(mesh, settings), BakeKey(MakeThreeTets(), settings)};
	EXPECT_EQ(BakeKey(mesh, settings), keys[0]);
	const auto withMesh = [&](const std::function<void(SurfaceMesh&)>& change)
	{
		SurfaceMesh changed = mesh;
		change(changed);
		keys.push_back(BakeKey(changed, settings));
	};
	const auto withSettings = [&](const std::function<void(BakeSettings&)>& change)
	{
		BakeSettings changed;
		change(changed);
		keys.push_back(BakeKey(mesh, changed));
		keys.push_back(BakeKey(MakeThreeTets(), changed));
	};
	withMesh([](SurfaceMesh& m) { m.positions[5].y += 1.0e-9; });
	withMesh([](SurfaceMesh& m) { std::swap(m.triangles[0], m.triangles[1]); });
	withMesh([](SurfaceMesh& m) { m.cornerNormals.clear(); });
	withMesh([](SurfaceMesh& m) { m.cornerUvs[0].x += 0.5f; });
	withMesh([](SurfaceMesh& m) { m.triangleSlots[3] ^= 1; });
	withMesh([](SurfaceMesh& m) { m.slotNames = {"bottomto", "p"}; });
	withMesh([](SurfaceMesh& m) { m.slotNames.push_back(""); });
	withSettings([](BakeSettings& s) { s.material.name = "other"; });
	withSettings([](BakeSettings& s) { s.material.density += 1.0; });
	withSettings([](BakeSettings& s) { s.material.youngModulus += 1.0; });
	withSettings([](BakeSettings& s) { s.material.poissonRatio = 0.3; });
	withSettings([](BakeSettings& s) { s.material.tensileStrength += 1.0; });
	withSettings([](BakeSettings& s) { s.material.compressiveFactor += 1.0; });
	withSettings([](BakeSettings& s) { s.material.fractureToughness += 1.0; });
	withSettings([](BakeSettings& s) { s.repair.weldTolerance = 0.0; });
	withSettings([](BakeSettings& s) { s.repair.maxTriangles = 5; });
	withSettings([](BakeSettings& s) { s.tets.targetTets = 5; });
	withSettings([](BakeSettings& s) { s.tets.cellSize = 0.5; });
	withSettings([](BakeSettings& s) { s.tets.optimise = true; });
	withSettings([](BakeSettings& s) { s.tets.refineThinWalls = false; });
	withSettings([](BakeSettings& s) { s.tets.maxTets = 5; });
	withSettings([](BakeSettings& s) { s.shellThickness = 0.5; });
	for (size_t i = 0; i < keys.size(); ++i)
	{
		for (size_t j = 0; j < i; ++j)
		{
			EXPECT_NE(keys[i], keys[j]) << i << " and " << j;
		}
	}
}
