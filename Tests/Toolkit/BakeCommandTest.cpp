// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Types.h"
#include "RunProgram.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace
{
using namespace FractureCore;
using FractureTests::ProgramRun;
using FractureTests::RunProgram;
using FractureTests::TempFolder;
using nlohmann::json;

/// A cube with this side; its corner is at the origin.
std::string Cube(double side)
{
	std::string text;
	for (int i = 0; i < 8; ++i)
	{
		text += "v " + std::to_string(side * (i & 1)) + " " + std::to_string(side * (i >> 1 & 1)) + " " +
			std::to_string(side * (i >> 2)) + "\n";
	}
	return text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
}

json RunJson(const TempFolder& folder, std::initializer_list<std::string> arguments, int exitCode = 0)
{
	const ProgramRun run = RunProgram(folder, arguments);
	EXPECT_EQ(run.exitCode, exitCode) << run.err;
	const json parsed = json::parse(run.out, nullptr, false);
	EXPECT_FALSE(parsed.is_discarded()) << run.out;
	return parsed.is_discarded() ? json::object() : parsed;
}

/// The volume of the exported tets, by another way than the core's.
double VolumeFromCsv(const TempFolder& folder, const char* nodesName, const char* tetsName)
{
	std::vector<Vec3> nodes;
	std::istringstream nodeLines(TempFolder::Read(folder / nodesName));
	std::string line;
	std::getline(nodeLines, line);
	while (std::getline(nodeLines, line))
	{
		Vec3& p = nodes.emplace_back();
		EXPECT_EQ(std::sscanf(line.c_str(), "%*d,%lf,%lf,%lf", &p.x, &p.y, &p.z), 3);
	}
	double volume = 0.0;
	std::istringstream tetLines(TempFolder::Read(folder / tetsName));
	std::getline(tetLines, line);
	while (std::getline(tetLines, line))
	{
		size_t v[4];
		EXPECT_EQ(std::sscanf(line.c_str(), "%*d,%zu,%zu,%zu,%zu", &v[0], &v[1], &v[2], &v[3]), 4);
		const double six = Dot(Cross(nodes[v[0]] - nodes[v[3]], nodes[v[1]] - nodes[v[3]]), nodes[v[2]] - nodes[v[3]]);
		EXPECT_LT(six, 0.0) << "the tet is inside out";
		volume -= six / 6.0;
	}
	return volume;
}
} // namespace

TEST(BakeCommand, ReportsTheSameAsInfo)
{
	const TempFolder folder;
	folder.Write("cube.obj", Cube(2.0));
	const json bake = RunJson(folder, {"bake", "cube.obj", "--tets", "3000", "--material", "concrete", "--json"});
	json info = RunJson(folder, {"info", "cube.frac", "--json", "--export-tets", "n.csv", "t.csv"});
	EXPECT_EQ(bake["input"], "cube.obj");
	EXPECT_EQ(bake["output"], "cube.frac");
	EXPECT_NEAR(bake["volume_m3"].get<double>(), 8.0, 1e-12);
	EXPECT_NEAR(bake["mass_kg"].get<double>(), 8.0 * bake["density_kgm3"].get<double>(), 1e-6);
	EXPECT_NEAR(bake["center_m"][2].get<double>(), 1.0, 1e-12);
	// m (a^2 + b^2) / 12
	EXPECT_NEAR(bake["inertia_kgm2"][0][0].get<double>() / bake["mass_kg"].get<double>(), 8.0 / 12.0, 1e-9);
	EXPECT_NEAR(bake["tets"].get<double>(), 3000.0, 450.0);
	EXPECT_EQ(bake["surface_triangles"], 12);
	EXPECT_EQ(bake["closed"], true);
	EXPECT_EQ(bake["components"], 1);
	EXPECT_GE(bake["min_dihedral_deg"].get<double>(), 10.7);
	EXPECT_LE(bake["max_dihedral_deg"].get<double>(), 164.8);
	EXPECT_GT(bake["bake_seconds"].get<double>(), 0.0);
	EXPECT_EQ(bake["file_bytes"], std::filesystem::file_size(folder / "cube.frac"));
	EXPECT_NEAR(VolumeFromCsv(folder, "n.csv", "t.csv"), bake["tet_volume_m3"].get<double>(), 1e-9);
	for (const auto& [key, value] : bake.items())
	{
		ASSERT_TRUE(info.contains(key)) << key;
		if (key != "input" && !key.ends_with("_seconds"))
		{
			EXPECT_EQ(info[key], value) << key;
		}
	}
}

TEST(BakeCommand, WritesTheSameBytesForAnyNumberOfThreads)
{
	const TempFolder folder;
	folder.Write("cube.obj", Cube(1.0));
	std::string first;
	for (const char* threads : {"1", "2", "8"})
	{
		const ProgramRun run =
			RunProgram(folder, {"bake", "cube.obj", "-o", "x.frac", "--tets", "8000", "--threads", threads});
		ASSERT_EQ(run.exitCode, 0) << run.err;
		EXPECT_EQ(run.err, "") << "no progress where nobody looks";
		const std::string bytes = TempFolder::Read(folder / "x.frac");
		first = first.empty() ? bytes : first;
		EXPECT_EQ(bytes, first) << threads;
	}
}

TEST(BakeCommand, TakesUnitsDensityAndCellSize)
{
	const TempFolder folder;
	folder.Write("cube.obj", Cube(10.0));
	const json bake = RunJson(
		folder, {"bake", "cube.obj", "--unit", "cm", "--density", "1000", "--cell", "0.02", "-o", "out/", "--json"});
	EXPECT_NEAR(bake["volume_m3"].get<double>(), 1e-3, 1e-15);
	EXPECT_NEAR(bake["mass_kg"].get<double>(), 1.0, 1e-12);
	EXPECT_DOUBLE_EQ(bake["cell_size_m"].get<double>(), 0.02);
	EXPECT_TRUE(std::filesystem::exists(folder / "out" / "cube.frac"));
}

TEST(BakeCommand, TurnsTheUpAxis)
{
	// A pyramid whose tip is at y = 1.
	const TempFolder folder;
	folder.Write(
		"tip.obj", "v -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nv 0 1 0\nf 1 2 3 4\nf 1 5 2\nf 2 5 3\nf 3 5 4\nf 4 5 1\n");
	const json asItIs = RunJson(folder, {"bake", "tip.obj", "--tets", "300", "--json"});
	EXPECT_NEAR(asItIs["center_m"][1].get<double>(), 0.25, 1e-9);
	const json upright = RunJson(folder, {"bake", "tip.obj", "--tets", "300", "--up", "y", "--json"});
	EXPECT_NEAR(upright["center_m"][1].get<double>(), 0.0, 1e-9);
	EXPECT_NEAR(upright["center_m"][2].get<double>(), 0.25, 1e-9);
	EXPECT_EQ(RunProgram(folder, {"bake", "tip.obj", "--up", "x"}).exitCode, 2);
}

TEST(BakeCommand, OverlappingAndTouchingPartsBecomeOneSolid)
{
	const auto boxes = [](const std::vector<std::array<Vec3, 2>>& all)
	{
		std::string text;
		for (const auto& [low, high] : all)
		{
			for (int i = 0; i < 8; ++i)
			{
				text += "v " + std::to_string((i & 1) != 0 ? high.x : low.x) + " " +
					std::to_string((i & 2) != 0 ? high.y : low.y) + " " +
					std::to_string((i & 4) != 0 ? high.z : low.z) + "\n";
			}
			text += "f -8 -6 -5 -7\nf -4 -3 -1 -2\nf -8 -7 -3 -4\nf -6 -2 -1 -5\nf -8 -4 -2 -6\nf -7 -5 -1 -3\n";
		}
		return text;
	};
	const TempFolder folder;
	folder.Write("overlap.obj", boxes({{{{0, 0, 0}, {0.1, 0.1, 0.1}}}, {{{0.05, 0.05, 0.05}, {0.15, 0.15, 0.15}}}}));
	folder.Write("edge.obj", boxes({{{{0, 0, 0}, {0.1, 0.1, 0.1}}}, {{{0.1, 0.1, 0}, {0.2, 0.2, 0.1}}}}));
	folder.Write("speck.obj", boxes({{{{0, 0, 0}, {0.1, 0.1, 0.1}}}, {{{0.2, 0.2, 0.2}, {0.2001, 0.2001, 0.2001}}}}));
	const auto hasWarning = [](const json& report, const char* code)
	{
		return std::any_of(report["warnings"].begin(),
			report["warnings"].end(),
			[code](const json& warning) { return warning["code"] == code; });
	};

	const json overlap = RunJson(folder, {"bake", "overlap.obj", "--tets", "800", "--json"});
	EXPECT_NEAR(overlap["volume_m3"].get<double>(), 0.001875, 1e-9);
	EXPECT_EQ(overlap["components"], 1);
	EXPECT_EQ(overlap["closed"], true);
	EXPECT_TRUE(hasWarning(overlap, "joined_parts"));
	EXPECT_FALSE(hasWarning(overlap, "self_intersection"));

	const json edge = RunJson(folder, {"bake", "edge.obj", "--tets", "800", "--json"});
	EXPECT_EQ(edge["components"], 2);
	EXPECT_TRUE(hasWarning(edge, "separated_pinches"));

	EXPECT_TRUE(hasWarning(RunJson(folder, {"bake", "speck.obj", "--tets", "800", "--json"}), "lost_parts"));

	for (const char* name : {"overlap", "edge", "speck"})
	{
		const json broken = RunJson(folder,
			{"break", name + std::string(".frac"), "--impulse", "0.1 0.05 0.05 -40 0 0", "-o", "pieces.glb", "--json"});
		EXPECT_EQ(broken["closed"], true) << name;
		EXPECT_LT(broken["momentum_error"].get<double>(), 1e-9) << name;
	}
}

TEST(BakeCommand, BakesASheetAsAShell)
{
	const TempFolder folder;
	folder.Write("sheet.obj", "v 0 0 0\nv 2 0 0\nv 2 3 0\nv 0 3 0\nf 1 2 3 4\n");
	const json bake = RunJson(folder, {"bake", "sheet.obj", "--shell", "0.01", "--json"});
	EXPECT_EQ(bake["kind"], "shell");
	EXPECT_EQ(bake["tets"], 0);
	EXPECT_NEAR(bake["volume_m3"].get<double>(), 0.06, 1e-12);
	EXPECT_TRUE(bake["min_dihedral_deg"].is_null());
	EXPECT_EQ(RunProgram(folder, {"info", "sheet.frac", "--export-tets", "n", "t"}).exitCode, 1);
}

TEST(BakeCommand, TakesAReadyTetMeshAsItIs)
{
	const TempFolder folder;
	folder.Write("two.node", "5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n");
	folder.Write("two.ele", "2 4 0\n1 1 2 3 4\n2 2 3 4 5\n");
	const json bake = RunJson(folder, {"bake", "two.ele", "--json"});
	EXPECT_EQ(bake["tets"], 2);
	EXPECT_EQ(bake["nodes"], 5);
	EXPECT_EQ(bake["surface_triangles"], 6);
	EXPECT_NEAR(bake["volume_m3"].get<double>(), 1.0 / 6.0 + 2.0 / 6.0, 1e-12);
	EXPECT_EQ(RunProgram(folder, {"bake", "two.ele"}).err, "");
	// What cannot be had is said.
	const ProgramRun asked = RunProgram(folder, {"bake", "two.ele", "--tets", "500", "--optimise"});
	EXPECT_EQ(asked.exitCode, 0);
	EXPECT_EQ(asked.err,
		"fracturesim: two.ele: it has its tets already, which stay as they are; not used: --tets and --optimise\n");
}

TEST(BakeCommand, BakesAFolderSkipsTheUnchangedAndGoesOnAfterABadFile)
{
	const TempFolder folder;
	folder.Write("in/cube.obj", Cube(1.0));
	folder.Write("in/sub/größe.obj", Cube(2.0));
	folder.Write("in/sub/bad.obj", "v 0 0 zero\n");
	folder.Write("in/readme.txt", "no mesh");
	const auto bake = [&](int exitCode) { return RunJson(folder, {"bake", "in", "-o", "out", "--json"}, exitCode); };
	const json first = bake(1);
	ASSERT_EQ(first["objects"].size(), 2u);
	EXPECT_EQ(first["objects"][0]["output"], "out/cube.frac");
	EXPECT_EQ(first["objects"][1]["output"], "out/sub/größe.frac");
	EXPECT_EQ(first["objects"][1]["status"], "baked");
	ASSERT_EQ(first["failed"].size(), 1u);
	EXPECT_EQ(first["failed"][0]["input"], "in/sub/bad.obj");
	EXPECT_EQ(first["failed"][0]["error"], "line 1: 'zero' is not a number");
	const std::string bytes = TempFolder::Read(folder / "out/cube.frac");

	const ProgramRun last = RunProgram(folder, {"bake", "in", "-o", "out"});
	EXPECT_TRUE(last.out.ends_with("0 baked, 2 unchanged, 1 failed: in/sub/bad.obj\n")) << last.out;

	// The bad one is mended, one is changed, one stays.
	folder.Write("in/sub/bad.obj", Cube(3.0));
	folder.Write("in/sub/größe.obj", Cube(4.0));
	const json second = bake(0);
	ASSERT_EQ(second["objects"].size(), 3u);
	EXPECT_EQ(second["objects"][0]["status"], "unchanged");
	EXPECT_EQ(second["objects"][0]["hash"], first["objects"][0]["hash"]);
	EXPECT_EQ(second["objects"][1]["status"], "baked");
	EXPECT_EQ(second["objects"][2]["status"], "baked");
	EXPECT_TRUE(second["failed"].empty());

	// A damaged output is baked again, to the same bytes.
	folder.Write("out/cube.frac", bytes.substr(0, bytes.size() / 2));
	EXPECT_EQ(bake(0)["objects"][0]["status"], "baked");
	EXPECT_EQ(TempFolder::Read(folder / "out/cube.frac"), bytes);

	const ProgramRun text = RunProgram(folder, {"bake", "in", "-o", "out", "--force"});
	EXPECT_NE(text.out.find("3 baked, 0 unchanged, 0 failed\n"), std::string::npos) << text.out;
	for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "out"))
	{
		EXPECT_TRUE(entry.is_directory() || entry.path().extension() == ".frac") << entry.path();
	}
}

TEST(BakeCommand, InputsWithTheSameStemDoNotOverwriteEachOther)
{
	const TempFolder folder;
	folder.Write("in/a.obj", Cube(1.0));
	folder.Write("in/a.node", "4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n");
	folder.Write("in/a.ele", "1 4 0\n0 0 1 2 3\n");
	const ProgramRun run = RunProgram(folder, {"bake", "in"});
	EXPECT_EQ(run.exitCode, 0) << run.err;
	EXPECT_TRUE(std::filesystem::exists(folder / "in/a.obj.frac"));
	EXPECT_TRUE(std::filesystem::exists(folder / "in/a.ele.frac"));
	EXPECT_FALSE(std::filesystem::exists(folder / "in/a.frac"));
}

TEST(BakeCommand, EveryInputOfAFolderHasAnAssetOfItsOwn)
{
	const TempFolder folder;
	std::string stl = "solid s\n";
	for (const char* corners : {"0 0 0 0 1 0 1 0 0", "0 0 0 1 0 0 0 0 1", "0 0 0 0 0 1 0 1 0", "1 0 0 0 1 0 0 0 1"})
	{
		const std::string c = corners;
		stl += "facet normal 0 0 0\nouter loop\nvertex " + c.substr(0, 5) + "\nvertex " + c.substr(6, 5) + "\nvertex " +
			c.substr(12, 5) + "\nendloop\nendfacet\n";
	}
	stl += "endsolid s\n";
	folder.Write("in/a.obj", Cube(1.0));
	folder.Write("in/a.stl", stl);
	folder.Write("in/a.stl.obj", Cube(2.0)); // whose short name is the long one of a.stl
	folder.Write("in/alone.obj", Cube(3.0));
	// Names that differ in nothing but case are one file on Windows.
	folder.Write("in/Cup.obj", Cube(4.0));
	folder.Write("in/cup.stl", stl);
	folder.Write("in/jug.obj", Cube(5.0));
	folder.Write("in/JUG.obj", Cube(6.0));
	const bool hasCase = std::filesystem::exists(folder / "in/jug.obj") &&
		!std::filesystem::equivalent(folder / "in/jug.obj", folder / "in/JUG.obj");
	const json baked = RunJson(folder, {"bake", "in", "-o", "out", "--tets", "300", "--json"});
	std::map<std::string, std::string> outputOf;
	for (const json& object : baked["objects"])
	{
		outputOf[object["input"].get<std::string>().substr(3)] = object["output"].get<std::string>().substr(4);
	}
	std::map<std::string, std::string> expected = {{"a.obj", "a.obj.frac"},
		{"a.stl", "a.stl.frac"},
		{"a.stl.obj", "a.stl.obj.frac"},
		{"alone.obj", "alone.frac"},
		{"Cup.obj", "Cup.obj.frac"},
		{"cup.stl", "cup.stl.frac"}};
	if (hasCase)
	{
		expected.insert({{"JUG.obj", "JUG.obj.frac"}, {"jug.obj", "jug.obj.2.frac"}});
		EXPECT_EQ(outputOf, expected);
	}
	for (const auto& [input, output] : expected)
	{
		EXPECT_EQ(outputOf[input], output);
		EXPECT_TRUE(std::filesystem::exists(folder / "out" / output)) << output;
	}
}

TEST(BakeCommand, SaysInOneLineWhatIsWrongWithTheData)
{
	const TempFolder folder;
	folder.Write("cube.obj", Cube(1.0));
	folder.Write("empty.obj", "");
	folder.Write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
	folder.Write("nan.obj", "v 0 0 nan\n");
	folder.Write("mesh.xyz", "");
	folder.Write("notes.txt", "mine");
	std::filesystem::create_directories(folder / "nothing");
	const std::pair<std::vector<std::string>, const char*> cases[] = {
		{{"none.obj"}, "fracturesim: none.obj: no such file\n"},
		{{"empty.obj"}, "fracturesim: empty.obj: has no vertices and no faces; is it an OBJ file?\n"},
		{{"nan.obj"}, "fracturesim: nan.obj: line 1: vertex 1 is not finite, counted from 1 (nan)\n"},
		{{"flat.obj"}, "fracturesim: flat.obj: "},
		{{"mesh.xyz"}, "fracturesim: mesh.xyz: files with '.xyz' are not read; "},
		{{"nothing"}, "fracturesim: nothing: has no mesh in it; "},
		{{"cube.obj", "-o", "cube.obj/x.frac"},
			"fracturesim: cube.obj/x.frac: cannot be written: its folder cannot be made\n"},
		{{"cube.obj", "-o", "cube.obj"}, "fracturesim: cube.obj: is both input and output\n"},
		{{"cube.obj", "-o", "notes.txt"},
			"fracturesim: notes.txt: exists and is not a .frac file; --force replaces it\n"},
	};
	for (const auto& [arguments, message] : cases)
	{
		const ProgramRun run = arguments.size() == 1 ? RunProgram(folder, {"bake", arguments[0]})
													 : RunProgram(folder, {"bake", arguments[0], "-o", arguments[2]});
		EXPECT_EQ(run.exitCode, 1) << message;
		EXPECT_TRUE(run.err.starts_with(message)) << run.err;
		EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
	}
	EXPECT_EQ(TempFolder::Read(folder / "notes.txt"), "mine");
}

TEST(BakeCommand, LeavesNoEmptyFoldersWhereNothingWasBaked)
{
	const TempFolder folder;
	folder.Write("in/sub/bad.obj", "v 0 0 zero\n");
	EXPECT_EQ(RunProgram(folder, {"bake", "in", "-o", "out"}).exitCode, 1);
	EXPECT_FALSE(std::filesystem::exists(folder / "out"));
	EXPECT_EQ(RunProgram(folder, {"bake", "in/sub/bad.obj", "-o", "new/"}).exitCode, 1);
	EXPECT_FALSE(std::filesystem::exists(folder / "new"));
}

TEST(BakeCommand, MakesTheFolderOfItsOutput)
{
	const TempFolder folder;
	folder.Write("cube.obj", Cube(1.0));
	EXPECT_EQ(RunProgram(folder, {"bake", "cube.obj", "--tets", "500", "-o", "new/deep/x.frac"}).exitCode, 0);
	EXPECT_TRUE(std::filesystem::is_regular_file(folder / "new/deep/x.frac"));
}

TEST(BakeCommand, RefusesAWallThatWouldGetHolesAndSaysWhatToDo)
{
	const TempFolder folder;
	ASSERT_EQ(RunProgram(folder, {"make", "slab", "--thickness", "0.003", "-o", "foil.obj"}).exitCode, 0);
	const ProgramRun run = RunProgram(folder, {"bake", "foil.obj"});
	EXPECT_EQ(run.exitCode, 1);
	EXPECT_TRUE(run.err.starts_with("fracturesim: foil.obj: walls of about 0.003 m need more tets than were asked for: "
									"use --tets 1"))
		<< run.err;
	EXPECT_NE(run.err.find(", or make a sheet of the middle of the walls, with --shell 0.003\n"), std::string::npos)
		<< run.err;
	EXPECT_FALSE(std::filesystem::exists(folder / "foil.frac"));
}

TEST(BakeCommand, SaysOfRefinedCellsWhatWasAskedFor)
{
	const TempFolder folder;
	ASSERT_EQ(RunProgram(folder, {"make", "bowl", "-o", "bowl.obj"}).exitCode, 0);
	const ProgramRun run = RunProgram(folder, {"bake", "bowl.obj", "--cell", "0.03"});
	EXPECT_EQ(run.exitCode, 0) << run.err;
	EXPECT_NE(run.out.find(" m instead of 0.03 m: "), std::string::npos) << run.out;
}

TEST(BakeCommand, OptimisesAngles)
{
	const TempFolder folder;
	ASSERT_EQ(RunProgram(folder, {"make", "torus", "-o", "torus.obj"}).exitCode, 0);
	const json plain = RunJson(folder, {"bake", "torus.obj", "--tets", "3000", "--json"});
	const json better = RunJson(folder, {"bake", "torus.obj", "--tets", "3000", "--optimise", "--json"});
	EXPECT_LT(plain["min_dihedral_deg"].get<double>(), 25.0);
	EXPECT_GE(better["min_dihedral_deg"].get<double>(), 30.0);
	EXPECT_LE(better["max_dihedral_deg"].get<double>(), plain["max_dihedral_deg"].get<double>());
	EXPECT_NE(better["key"], plain["key"]);
}

TEST(BakeCommand, TwoDashesEndTheOptions)
{
	const TempFolder folder;
	folder.Write("-cube.obj", Cube(1.0));
	EXPECT_EQ(RunProgram(folder, {"bake", "--tets", "200", "--", "-cube.obj"}).exitCode, 0);
	EXPECT_EQ(RunProgram(folder, {"--", "info", "--", "-cube.frac"}).exitCode, 0);
}

TEST(BakeCommand, AnswersWrongUsageWithTwo)
{
	const TempFolder folder;
	folder.Write("cube.obj", Cube(1.0));
	for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{{"--tets", "0"},
			 {"--tets", "many"},
			 {"--cell", "-1"},
			 {"--cell", "nan"},
			 {"--unit", "furlong"},
			 {"--material", "unobtainium"},
			 {"--threads", "-1"},
			 {"--nonsense", "1"}})
	{
		const ProgramRun run = RunProgram(folder, {"bake", "cube.obj", wrong[0], wrong[1]});
		EXPECT_EQ(run.exitCode, 2) << wrong[0];
		EXPECT_NE(run.err.find("Run 'fracturesim bake --help'"), std::string::npos) << run.err;
	}
	EXPECT_EQ(RunProgram(folder, {"bake", "cube.obj", "--tets", "9", "--cell", "1"}).exitCode, 2);
	EXPECT_EQ(RunProgram(folder, {"bake", "cube.obj", "--shell", "0.1", "--optimise"}).exitCode, 2);
	EXPECT_FALSE(std::filesystem::exists(folder / "cube.frac"));
}
