// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ObjReader.h"
#include "RunProgram.h"
#include "Shapes.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace
{
using FractureTests::ProgramRun;
using FractureTests::RunProgram;
using FractureTests::TempFolder;
using namespace FractureToolkit;
} // namespace

TEST(MakeCommand, WritesTheMeshThatTheLibraryMakes)
{
	const TempFolder folder;
	const ProgramRun run =
		RunProgram(folder, {"make", "bowl", "--diameter", "0.3", "--edge", "0.02", "-o", "b.obj", "--json"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	const auto mesh = MakeBowl({.diameter = 0.3, .edge = 0.02});
	const auto read = ReadObj(folder / "b.obj");
	ASSERT_TRUE(mesh && read);
	EXPECT_TRUE(read->mesh == *mesh);
	const auto json = nlohmann::json::parse(run.out);
	EXPECT_EQ(json["shape"], "bowl");
	EXPECT_EQ(json["output"], "b.obj");
	EXPECT_EQ(json["triangles"], mesh->triangles.size());
	EXPECT_NEAR(json["size_m"][2], 0.135, 1.0e-9);
	EXPECT_EQ(json["slots"], (nlohmann::json{"outside", "inside"}));
}

TEST(MakeCommand, TakesTheOutputBeforeOrAfterTheShape)
{
	const TempFolder folder;
	EXPECT_EQ(RunProgram(folder, {"make", "-o", "a.obj", "T"}).exitCode, 0);
	EXPECT_EQ(RunProgram(folder, {"make", "letter-T", "-o", "b.obj"}).exitCode, 0);
	EXPECT_EQ(TempFolder::Read(folder / "a.obj"), TempFolder::Read(folder / "b.obj"));
}

TEST(MakeCommand, HelpNamesEveryShapeAndEveryOption)
{
	const TempFolder folder;
	const std::string help = RunProgram(folder, {"make", "--help"}).out;
	for (const ShapeInfo& shape : ListShapes())
	{
		EXPECT_NE(help.find("  " + shape.name), std::string::npos) << shape.name;
		EXPECT_NE(help.find(shape.summary), std::string::npos) << shape.name;
	}
	const std::string boat = RunProgram(folder, {"make", "boat", "--help"}).out;
	for (const char* option : {"--length", "--beam", "--depth", "--thickness", "--edge", "z up"})
	{
		EXPECT_NE(boat.find(option), std::string::npos) << option;
	}
}

TEST(MakeCommand, WrongUsageIsOneClearLineAndExitCodeTwo)
{
	const TempFolder folder;
	const auto expectUsageError = [&](std::initializer_list<std::string> arguments, const std::string& part)
	{
		const ProgramRun run = RunProgram(folder, arguments);
		EXPECT_EQ(run.exitCode, 2) << part;
		EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
	};
	expectUsageError({"make"}, "name a shape: bowl, ");
	expectUsageError({"make", "vase", "-o", "x.obj"}, "there is no shape 'vase'; there are bowl, ");
	expectUsageError({"make", "bowl"}, "-o X.obj is missing");
	expectUsageError({"make", "bowl", "--thickness", "0.09", "-o", "x.obj"}, "make bowl: --thickness 0.09 m is out of");
	expectUsageError({"make", "bowl", "--thickness", "thin", "-o", "x.obj"}, "thin");
	expectUsageError({"make", "ball", "--height", "1", "-o", "x.obj"}, "--height");
	EXPECT_FALSE(std::filesystem::exists(folder / "x.obj"));
}

TEST(MakeCommand, AFileThatCannotBeWrittenIsExitCodeOne)
{
	const TempFolder folder;
	folder.Write("file", "");
	const ProgramRun run = RunProgram(folder, {"make", "ball", "-o", "file/x.obj"});
	EXPECT_EQ(run.exitCode, 1);
	EXPECT_NE(run.err.find("file/x.obj"), std::string::npos);
}

TEST(MakeCommand, WritesObjAndNothingElse)
{
	const TempFolder folder;
	const ProgramRun run = RunProgram(folder, {"make", "ball", "-o", "ball.stl"});
	EXPECT_EQ(run.exitCode, 2);
	EXPECT_NE(run.err.find("'ball.stl' must end in .obj"), std::string::npos) << run.err;
	EXPECT_FALSE(std::filesystem::exists(folder / "ball.stl"));
	EXPECT_EQ(RunProgram(folder, {"make", "ball", "-o", "new/ball.OBJ"}).exitCode, 0);
	EXPECT_TRUE(std::filesystem::exists(folder / "new/ball.OBJ"));
}

TEST(MakeCommand, MakesSheetsThatBakeAsShells)
{
	const TempFolder folder;
	for (const std::string shape : {"ornament", "wine-glass", "boat"})
	{
		const ProgramRun made = RunProgram(folder, {"make", shape, "--sheet", "-o", shape + ".obj"});
		ASSERT_EQ(made.exitCode, 0) << made.err;
		EXPECT_NE(made.out.find(shape + " as a sheet of "), std::string::npos) << made.out;
		const ProgramRun baked = RunProgram(folder, {"bake", shape + ".obj", "--shell", "0.001", "--json"});
		ASSERT_EQ(baked.exitCode, 0) << baked.err;
		const nlohmann::json json = nlohmann::json::parse(baked.out);
		EXPECT_TRUE(json["warnings"].empty()) << baked.out;
		EXPECT_FALSE(json["closed"].get<bool>());
		EXPECT_EQ(json["components"], 1);
	}
	const ProgramRun ball = RunProgram(folder, {"make", "ball", "--sheet", "-o", "ball.obj"});
	EXPECT_EQ(ball.exitCode, 2);
}
