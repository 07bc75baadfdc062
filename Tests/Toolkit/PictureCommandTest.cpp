// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Asset.h"
#include "RunProgram.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace
{
using namespace FractureCore;
using FractureTests::ProgramRun;
using FractureTests::RunProgram;
using FractureTests::TempFolder;

constexpr const char* kTetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

std::string AssetOfOneTet()
{
	BakedObject object;
	object.tets.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	object.tets.tets = {{{0, 1, 2, 3}}};
	object.surface.positions = object.tets.nodes;
	object.surface.triangles = BoundaryTriangles(object.tets);
	object.embedding.vertexTet = {0, 0, 0, 0};
	object.embedding.vertexWeights = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
	object.embedding.triangleTetOffsets = {0, 1, 2, 3, 4};
	object.embedding.triangleTets = {0, 0, 0, 0};
	object.mass = SolidMassProperties(object.surface.positions, object.surface.triangles, object.material.density);
	object.closed = true;
	object.components = 1;
	const std::vector<uint8_t> bytes = SaveAsset(object);
	return {bytes.begin(), bytes.end()};
}

TEST(PictureCommand, DrawsAMeshBesideItself)
{
	const TempFolder folder;
	folder.Write("shape.obj", kTetrahedron);
	const ProgramRun run = RunProgram(folder, {"picture", "shape.obj", "--size", "64x48", "--json"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	const nlohmann::json json = nlohmann::json::parse(run.out);
	EXPECT_EQ(json["output"], "shape.png");
	EXPECT_EQ(json["width"], 64);
	EXPECT_EQ(json["height"], 48);
	EXPECT_EQ(json["triangles"], 4);
	const std::string png = TempFolder::Read(folder / "shape.png");
	ASSERT_GT(png.size(), 24u);
	EXPECT_EQ(png.substr(1, 3), "PNG");
	EXPECT_EQ(png[19], 64); // the width's last byte
	EXPECT_EQ(png[23], 48);
}

TEST(PictureCommand, DrawsEveryKindOfColourThatAnAssetHas)
{
	const TempFolder folder;
	folder.Write("one.frac", AssetOfOneTet());
	for (const char* colour : {"slots", "tets", "strength", "fragments"})
	{
		const ProgramRun run =
			RunProgram(folder, {"picture", "one.frac", "-o", "x.png", "--size", "64x48", "--colour", colour});
		EXPECT_EQ(run.exitCode, 0) << colour << ": " << run.err;
	}
	const ProgramRun strength =
		RunProgram(folder, {"picture", "one.frac", "--size", "64x48", "--colour", "strength", "--json"});
	const nlohmann::json json = nlohmann::json::parse(strength.out);
	EXPECT_EQ(json["legend"]["low"], Material{}.tensileStrength);
	EXPECT_EQ(json["legend"]["unit"], "Pa");
}

TEST(PictureCommand, DrawsTheStressOfABlow)
{
	const TempFolder folder;
	ASSERT_EQ(RunProgram(folder, {"make", "slab", "-o", "slab.obj"}).exitCode, 0);
	ASSERT_EQ(RunProgram(folder, {"bake", "slab.obj", "--tets", "500"}).exitCode, 0);
	const nlohmann::json asset = nlohmann::json::parse(RunProgram(folder, {"info", "slab.frac", "--json"}).out);
	const std::string centre = std::to_string(asset["center_m"][0].get<double>()) + " " +
		std::to_string(asset["center_m"][1].get<double>()) + " " + std::to_string(asset["center_m"][2].get<double>());
	const auto picture = [&](double impulse)
	{
		const ProgramRun run = RunProgram(folder,
			{"picture",
				"slab.frac",
				"--size",
				"64x48",
				"--colour",
				"stress",
				"--json",
				"--duration",
				"0.001",
				"--impulse",
				centre + " 0 0 " + std::to_string(impulse)});
		EXPECT_EQ(run.exitCode, 0) << run.err;
		return nlohmann::json::parse(run.out)["legend"]["high"].get<double>();
	};
	const double once = picture(-1.0);
	EXPECT_GT(once, 0.0);
	EXPECT_NEAR(picture(-2.0) / once, 2.0, 1e-6) << "stress goes with the impulse";

	const ProgramRun noBlow = RunProgram(folder, {"picture", "slab.frac", "--colour", "stress"});
	EXPECT_EQ(noBlow.exitCode, 2);
	EXPECT_NE(noBlow.err.find("--impulse"), std::string::npos) << noBlow.err;
	EXPECT_EQ(RunProgram(folder, {"picture", "slab.frac", "--impulse", "0 0 0 1 0 0"}).exitCode, 2);
	EXPECT_EQ(
		RunProgram(folder, {"picture", "slab.obj", "--colour", "stress", "--impulse", "0 0 0 1 0 0"}).exitCode, 1);
}

TEST(PictureCommand, TakesThreadsAsTheOtherCommandsDo)
{
	const TempFolder folder;
	folder.Write("shape.obj", kTetrahedron);
	ASSERT_EQ(RunProgram(folder, {"picture", "shape.obj", "--size", "64x48"}).exitCode, 0);
	const std::string png = TempFolder::Read(folder / "shape.png");
	for (const char* option : {"--threads", "--jobs", "-j"})
	{
		const ProgramRun run =
			RunProgram(folder, {"picture", "shape.obj", "-o", "again.png", "--size", "64x48", option, "3"});
		ASSERT_EQ(run.exitCode, 0) << run.err;
		EXPECT_EQ(TempFolder::Read(folder / "again.png"), png);
	}
}

TEST(PictureCommand, CutsByNumbersAndByAxes)
{
	const TempFolder folder;
	folder.Write("shape.obj", kTetrahedron);
	for (const char* plane : {"1 0 0 0.5", "-1,0,0,-0.5", "x", "-x", "z"})
	{
		const ProgramRun run = RunProgram(
			folder, {"picture", "shape.obj", "--size", "64x48", "--json", std::string("--cut-plane=") + plane});
		EXPECT_EQ(run.exitCode, 0) << plane << ": " << run.err;
	}
	const ProgramRun gone = RunProgram(folder, {"picture", "shape.obj", "--cut-plane", "1 0 0 -9"});
	EXPECT_EQ(gone.exitCode, 1);
	EXPECT_NE(gone.err.find("removes everything"), std::string::npos);
}

TEST(PictureCommand, FailsWithOneLineForBadFilesAndTwoForWrongUsage)
{
	const TempFolder folder;
	folder.Write("shape.obj", kTetrahedron);
	folder.Write("empty.obj", "");
	folder.Write("nan.obj", "v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n");
	folder.Write("broken.frac", "FRAC but no more");
	for (const char* file : {"missing.obj", "empty.obj", "nan.obj", "broken.frac", "missing.frac"})
	{
		const ProgramRun run = RunProgram(folder, {"picture", file});
		EXPECT_EQ(run.exitCode, 1) << file;
		EXPECT_NE(run.err.find(file), std::string::npos) << run.err;
		EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
	}
	for (const char* option : {"--size=0x0",
			 "--size=100000x100000",
			 "--size=64",
			 "--view=up",
			 "--view=0 91",
			 "--cut-plane=1 2 3",
			 "--colour=red",
			 "--explode=-1",
			 "--up=x"})
	{
		EXPECT_EQ(RunProgram(folder, {"picture", "shape.obj", option}).exitCode, 2) << option;
	}
	EXPECT_EQ(RunProgram(folder, {"picture", "shape.obj", "--colour", "tets"}).exitCode, 1);
	EXPECT_EQ(RunProgram(folder, {"picture", "shape.obj", "-o", "shape.obj/x.png", "--size", "64x48"}).exitCode, 1);
	EXPECT_EQ(RunProgram(folder, {"picture", "shape.obj", "-o", "new/folder.png", "--size", "64x48"}).exitCode, 0);
	const ProgramRun jpeg = RunProgram(folder, {"picture", "shape.obj", "-o", "v.jpg", "--size", "64x48"});
	EXPECT_EQ(jpeg.exitCode, 2);
	EXPECT_NE(jpeg.err.find("'v.jpg' must end in .png"), std::string::npos) << jpeg.err;
	EXPECT_FALSE(std::filesystem::exists(folder / "shape.png"));
}
} // namespace
