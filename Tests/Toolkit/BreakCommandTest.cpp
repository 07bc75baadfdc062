// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ObjReader.h"
#include "RunProgram.h"
#include "Support/ClosedSurface.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace
{
using FractureTests::ProgramRun;
using FractureTests::RunProgram;
using FractureTests::TempFolder;
using nlohmann::json;

const std::string kHit = "0 0 0.02 0 0 -8";

void BakePlate(const TempFolder& folder)
{
	ASSERT_EQ(
		RunProgram(folder, {"make", "slab", "-o", "plate.obj", "--length", "0.24", "--thickness", "0.02"}).exitCode, 0);
	ASSERT_EQ(RunProgram(folder, {"bake", "plate.obj", "--tets", "2000"}).exitCode, 0);
}
} // namespace

TEST(BreakCommand, WritesThePiecesAndSaysWhatTheyAre)
{
	const TempFolder folder;
	BakePlate(folder);
	const ProgramRun run =
		RunProgram(folder, {"break", "plate.frac", "--impulse", kHit, "-o", "out.glb", "--explode", "0.5", "--json"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	const json report = json::parse(run.out);
	for (const char* key : {"fragments",
			 "debris",
			 "volume_parent_m3",
			 "volume_children_m3",
			 "closed",
			 "impulse_used",
			 "solves",
			 "growth_end",
			 "seconds",
			 "momentum_error",
			 "hash"})
	{
		EXPECT_TRUE(report.contains(key)) << key;
	}
	for (const char* stage : {"solve", "plan", "cut", "surface"})
	{
		EXPECT_TRUE(report["seconds"].contains(stage)) << stage;
	}
	EXPECT_GE(report["fragments"].get<int>(), 4);
	EXPECT_EQ(report["pieces"].size(), report["fragments"].get<size_t>());
	EXPECT_TRUE(report["closed"].get<bool>());
	const double parent = report["volume_parent_m3"].get<double>();
	EXPECT_NEAR(report["volume_children_m3"].get<double>(), parent, 1.0e-9 * parent);
	EXPECT_GT(std::filesystem::file_size(folder / "out.glb"), 1000u);
}

TEST(BreakCommand, OneRestitutionMakesTheBlowAndItsShare)
{
	const TempFolder folder;
	BakePlate(folder);
	const auto report = [&](std::vector<std::string> more)
	{
		std::vector<std::string> words = {"break", "plate.frac", "--impulse", kHit, "--json"};
		words.insert(words.end(), more.begin(), more.end());
		const ProgramRun run = RunProgram(folder, words);
		EXPECT_EQ(run.exitCode, 0) << run.err;
		return json::parse(run.out);
	};
	// Without rebound all of an impulse stops the striker: it came faster, and pressed harder. For Hertz's contact
	// the force goes with the speed to the power 6/5.
	const json dull = report({"--restitution", "0"});
	const json half = report({"--restitution", "0.5"});
	EXPECT_NEAR(half["first_failure_load"].get<double>() / dull["first_failure_load"].get<double>(),
		std::pow(1.5, 1.2),
		1.0e-6);
	EXPECT_EQ(report({})["hash"], half["hash"]); // the default
	// Where the duration is given, it only shares the impulse.
	const json shortDull = report({"--restitution", "0", "--duration", "1e-4"});
	const json shortHalf = report({"--restitution", "0.5", "--duration", "1e-4"});
	EXPECT_EQ(shortDull["first_failure_load"], shortHalf["first_failure_load"]);
	EXPECT_NEAR(shortDull["impulse_used"].get<double>(), 1.5 * shortHalf["impulse_used"].get<double>(), 1.0e-9);
}

TEST(BreakCommand, TheThreadsDoNotMatter)
{
	const TempFolder folder;
	BakePlate(folder);
	std::string hashes[2];
	for (int i = 0; i < 2; ++i)
	{
		const ProgramRun run =
			RunProgram(folder, {"break", "plate.frac", "--impulse", kHit, "--threads", i == 0 ? "1" : "7", "--json"});
		ASSERT_EQ(run.exitCode, 0) << run.err;
		hashes[i] = json::parse(run.out)["hash"];
	}
	EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(BreakCommand, WritesAFolderOfObjFilesThatAreClosed)
{
	const TempFolder folder;
	BakePlate(folder);
	const ProgramRun run = RunProgram(folder, {"break", "plate.frac", "--impulse", kHit, "-o", "pieces"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	int files = 0;
	for (const auto& entry : std::filesystem::directory_iterator(folder / "pieces"))
	{
		if (entry.path().extension() != ".obj")
		{
			continue;
		}
		++files;
		const auto piece = FractureToolkit::ReadObj(entry.path());
		ASSERT_TRUE(piece.HasValue());
		EXPECT_EQ(FractureTests::DefectOfClosedSurface(piece->mesh.positions, piece->mesh.triangles), "")
			<< entry.path();
	}
	EXPECT_GE(files, 4);
}

TEST(BreakCommand, ALimitOfPiecesIsKeptAndLosesNothing)
{
	const TempFolder folder;
	BakePlate(folder);
	const auto report = [&](const std::string& limit)
	{
		const ProgramRun run = RunProgram(
			folder, {"break", "plate.frac", "--impulse", kHit, "--max-fragments", limit, "--hulls", "3", "--json"});
		EXPECT_EQ(run.exitCode, 0) << run.err;
		return json::parse(run.out);
	};
	const json free = report("0");
	const json limited = report("3");
	ASSERT_GT(free["fragments"].get<int>(), 3);
	EXPECT_EQ(limited["fragments"].get<int>(), 3);
	EXPECT_TRUE(limited["closed"].get<bool>());
	EXPECT_EQ(limited["debris"], free["debris"]);
	EXPECT_GT(limited["merged_pieces"].get<int>(), free["merged_pieces"].get<int>());
	const double parent = limited["volume_parent_m3"].get<double>();
	EXPECT_NEAR(limited["volume_children_m3"].get<double>(), parent, 1.0e-9 * parent);
	EXPECT_EQ(limited["debris_momentum_kgms"].size(), 3u);
	EXPECT_GE(limited["pieces"][0]["hulls"].get<int>(), 1);
	EXPECT_LE(limited["pieces"][0]["hulls"].get<int>(), 3);
}

TEST(BreakCommand, TemperedGlassFallsIntoAsManyGrainsAsItMay)
{
	const TempFolder folder;
	ASSERT_EQ(
		RunProgram(folder, {"make", "slab", "--length", "0.24", "--thickness", "0.02", "-o", "pane.obj"}).exitCode, 0);
	ASSERT_EQ(RunProgram(folder, {"bake", "pane.obj", "--material", "tempered-glass", "--tets", "3000"}).exitCode, 0);
	const auto pieces = [&](const std::string& grains)
	{
		const ProgramRun run = RunProgram(
			folder, {"break", "pane.frac", "--impulse", "0.05 0.02 0.02 0 0 -20", "--max-grains", grains, "--json"});
		EXPECT_EQ(run.exitCode, 0) << run.err;
		const json report = json::parse(run.out);
		EXPECT_TRUE(report["closed"].get<bool>());
		return report["fragments"].get<int>();
	};
	const int few = pieces("0");
	EXPECT_GT(pieces("20"), few);
	EXPECT_GT(pieces("64"), pieces("20") + 20);
}

TEST(BreakCommand, TwoImpulsesActTogether)
{
	const TempFolder folder;
	BakePlate(folder);
	const ProgramRun one = RunProgram(folder, {"break", "plate.frac", "--impulse", kHit, "--json"});
	const ProgramRun two =
		RunProgram(folder, {"break", "plate.frac", "--impulse", kHit, "--impulse", "0.1 0.1 0.02 0 0 -8", "--json"});
	ASSERT_EQ(one.exitCode, 0) << one.err;
	ASSERT_EQ(two.exitCode, 0) << two.err;
	EXPECT_NE(json::parse(one.out)["hash"], json::parse(two.out)["hash"]);
}

TEST(BreakCommand, HelpSaysWhatHoldsUnlessGiven)
{
	const TempFolder folder;
	const ProgramRun run = RunProgram(folder, {"break", "--help"});
	ASSERT_EQ(run.exitCode, 0);
	std::string help; // however its lines are broken
	for (const char c : run.out)
	{
		const char plain = c == '\n' ? ' ' : c;
		if (plain != ' ' || help.empty() || help.back() != ' ')
		{
			help.push_back(plain);
		}
	}
	EXPECT_NE(help.find("1 is quickest (default: 5, with --rule bonds 40)"), std::string::npos) << help;
	EXPECT_NE(help.find("any number (default: 0)"), std::string::npos);
}

TEST(BreakCommand, TellsWhatImpulseTheBodyDidNotTransmit)
{
	const TempFolder folder;
	BakePlate(folder);
	const ProgramRun run = RunProgram(folder, {"break", "plate.frac", "--impulse", kHit, "--json"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	const json report = json::parse(run.out);
	const double used = report["impulse_used"].get<double>();
	EXPECT_LT(used, 1.0);
	EXPECT_NEAR(report["impulse_left_ns"][2].get<double>(), -8.0 * (1.0 - used), 1.0e-12);
	EXPECT_GE(report["separation_load"].get<double>(), report["first_failure_load"].get<double>() - 1.0e-12);
	EXPECT_LT(report["energy_error"].get<double>(), 1.0e-9);
	EXPECT_FALSE(report["growth"].empty());
}

TEST(BreakCommand, ShortlyAfterTheBlowOnlyItsSurroundingsAreStressed)
{
	const TempFolder folder;
	BakePlate(folder);
	const auto firstFailure = [&](const std::vector<std::string>& more)
	{
		std::vector<std::string> arguments = {"break", "plate.frac", "--impulse", kHit, "--json"};
		arguments.insert(arguments.end(), more.begin(), more.end());
		const ProgramRun run = RunProgram(folder, arguments);
		EXPECT_EQ(run.exitCode, 0) << run.err;
		return json::parse(run.out)["first_failure_load"].get<double>();
	};
	const double atRest = firstFailure({});
	EXPECT_NEAR(firstFailure({"--response-time", "1"}), atRest, 1.0e-6 * atRest);
	EXPECT_GT(firstFailure({"--response-time", "5e-6"}), 1.1 * atRest);
	EXPECT_NE(RunProgram(folder, {"break", "plate.frac", "--impulse", kHit, "--response-time", "-1"}).exitCode, 0);
}

TEST(BreakCommand, AShellFallsIntoShards)
{
	const TempFolder folder;
	folder.Write("pane.obj", "v 0 0 0\nv 0.6 0 0\nv 0.6 0 0.4\nv 0 0 0.4\nf 1 2 3\nf 1 3 4\n");
	ASSERT_EQ(RunProgram(folder, {"bake", "pane.obj", "--shell", "0.004"}).exitCode, 0);
	const ProgramRun run = RunProgram(folder, {"break", "pane.frac", "--impulse", "0.31 0 0.19 0 3 0", "--json"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	const json report = json::parse(run.out);
	EXPECT_GE(report["fragments"].get<int>(), 4);
	EXPECT_TRUE(report["closed"].get<bool>());
	EXPECT_NEAR(report["volume_parent_m3"].get<double>(), 0.6 * 0.4 * 0.004, 1.0e-12);
	EXPECT_NEAR(report["volume_children_m3"].get<double>(), 0.6 * 0.4 * 0.004, 1.0e-12);
}

TEST(BreakCommand, BadInputGetsOneLine)
{
	const TempFolder folder;
	BakePlate(folder);
	struct Case
	{
		std::vector<std::string> arguments;
		int exitCode;
		const char* part;
	};
	for (const Case& c : {Case{{"break", "absent.frac", "--impulse", kHit}, 1, "absent.frac"},
			 Case{{"break", "plate.obj", "--impulse", kHit}, 1, "plate.obj"},
			 Case{{"break", "plate.frac", "--impulse", "0 0 1"}, 1, "six"},
			 Case{{"break", "plate.frac", "--impulse", "5 0 0 0 0 -1"}, 1, "impulse"},
			 Case{{"break", "plate.frac"}, 2, "--impulse"},
			 Case{{"break", "plate.frac", "--impulse", kHit, "--rule", "foo"},
				 2,
				 "--rule: 'foo' is none of fitted, planes, grains and bonds"},
			 Case{{"break", "plate.frac", "--impulse", kHit, "--seed", "-1"}, 2, "--seed: '-1' is not"},
			 Case{{"break", "plate.frac", "--impulse", kHit, "--max-solves", "0"}, 2, "--max-solves"}})
	{
		const ProgramRun run = RunProgram(folder, c.arguments);
		EXPECT_EQ(run.exitCode, c.exitCode) << run.err;
		EXPECT_NE(run.err.find(c.part), std::string::npos) << run.err;
	}
}
