// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Asset.h"
#include "RunProgram.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace
{
using namespace FractureCore;
using FractureTests::ProgramRun;
using FractureTests::RunProgram;
using FractureTests::TempFolder;
using nlohmann::json;

/// One tet that no decimal fraction of few digits can hold.
BakedObject OneTet()
{
	BakedObject object;
	object.tets.nodes = {{1.0 / 3.0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0.1}};
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
	object.warnings = {{WarningCode::ClosedHoles, "2 holes closed", 2}};
	return object;
}

void WriteAsset(const TempFolder& folder, const std::string& name, const BakedObject& object)
{
	const std::vector<uint8_t> bytes = SaveAsset(object);
	folder.Write(name, std::string(bytes.begin(), bytes.end()));
}
} // namespace

TEST(InfoCommand, PrintsEveryKeyAsJson)
{
	const TempFolder folder;
	WriteAsset(folder, "one.frac", OneTet());
	const ProgramRun run = RunProgram(folder, {"info", "one.frac", "--json"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	EXPECT_EQ(run.err, "");
	const json info = json::parse(run.out);
	for (const char* key : {"input",
			 "output",
			 "tets",
			 "nodes",
			 "surface_triangles",
			 "volume_m3",
			 "mass_kg",
			 "center_m",
			 "inertia_kgm2",
			 "min_dihedral_deg",
			 "max_dihedral_deg",
			 "closed",
			 "components",
			 "bake_seconds",
			 "hash",
			 "warnings"})
	{
		EXPECT_TRUE(info.contains(key)) << key;
	}
	EXPECT_EQ(info["tets"], 1);
	EXPECT_EQ(info["nodes"], 4);
	EXPECT_EQ(info["surface_triangles"], 4);
	EXPECT_TRUE(info["bake_seconds"].is_null());
	EXPECT_DOUBLE_EQ(info["volume_m3"], OneTet().mass.volume);
	EXPECT_DOUBLE_EQ(info["inertia_kgm2"][0][1], OneTet().mass.inertia.m[0][1]);
	EXPECT_EQ(info["warnings"][0]["message"], "2 holes closed");
	EXPECT_EQ(info["warnings"][0]["code"], "closed_holes");
}

TEST(InfoCommand, ExportsTetsThatReadBackBitForBit)
{
	const TempFolder folder;
	const BakedObject object = OneTet();
	WriteAsset(folder, "one.frac", object);
	ASSERT_EQ(RunProgram(folder, {"info", "one.frac", "--export-tets", "n.csv", "t.csv"}).exitCode, 0);
	std::istringstream nodes(TempFolder::Read(folder / "n.csv"));
	std::string line;
	std::getline(nodes, line);
	EXPECT_EQ(line, "node,x,y,z");
	std::getline(nodes, line);
	double x = 0.0;
	EXPECT_EQ(std::sscanf(line.c_str(), "0,%lf,", &x), 1);
	EXPECT_EQ(x, 1.0 / 3.0);
	EXPECT_EQ(TempFolder::Read(folder / "t.csv"), "tet,a,b,c,d\n0,0,1,2,3\n");
}

TEST(InfoCommand, SaysInOneLineWhatIsWrong)
{
	const TempFolder folder;
	EXPECT_EQ(RunProgram(folder, {"info", "none.frac"}).err, "fracturesim: none.frac: no such file\n");
	folder.Write("text.frac", "hello");
	for (const char* name : {"none.frac", "text.frac", "."})
	{
		const ProgramRun run = RunProgram(folder, {"info", name, "--json"});
		EXPECT_EQ(run.exitCode, 1);
		EXPECT_EQ(run.out, "");
		EXPECT_TRUE(run.err.starts_with(std::string("fracturesim: ") + name + ": ")) << run.err;
		EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1);
	}
	WriteAsset(folder, "one.frac", OneTet());
	EXPECT_EQ(RunProgram(folder, {"info", "one.frac", "--export-tets", "one.frac/n.csv", "t.csv"}).err,
		"fracturesim: one.frac/n.csv: cannot be written: its folder cannot be made\n");
	EXPECT_EQ(RunProgram(folder, {"info", "one.frac", "--export-tets", "new/n.csv", "new/deep/t.csv"}).exitCode, 0);
	EXPECT_TRUE(std::filesystem::exists(folder / "new/deep/t.csv"));
}

TEST(Program, AnswersWrongUsageWithTwoAndAHint)
{
	const TempFolder folder;
	const ProgramRun none = RunProgram(folder, {});
	EXPECT_EQ(none.exitCode, 2);
	const ProgramRun unknown = RunProgram(folder, {"explode"});
	EXPECT_EQ(unknown.exitCode, 2);
	EXPECT_TRUE(unknown.err.starts_with("fracturesim: there is no command 'explode'; there are ")) << unknown.err;
	const ProgramRun missing = RunProgram(folder, {"info"});
	EXPECT_EQ(missing.exitCode, 2);
	EXPECT_NE(missing.err.find("Run 'fracturesim info --help'"), std::string::npos) << missing.err;
	EXPECT_EQ(RunProgram(folder, {"info", "a.frac", "--nonsense"}).exitCode, 2);
}

TEST(Program, TellsItsVersionAndHelp)
{
	const TempFolder folder;
	EXPECT_TRUE(RunProgram(folder, {"--version"}).out.starts_with("fracturesim "));
	const ProgramRun help = RunProgram(folder, {"info", "--help"});
	EXPECT_EQ(help.exitCode, 0);
	EXPECT_NE(help.out.find("Examples:"), std::string::npos);
}
