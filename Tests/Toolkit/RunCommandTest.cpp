// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "RunProgram.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace
{
using FractureTests::ProgramRun;
using FractureTests::RunProgram;
using FractureTests::TempFolder;
using nlohmann::json;

const std::string kScene = R"({ "about": "a plate </script> <!-- breaks", "rate": 480, "framesPerSecond": 120,
	"frames": 12,
	"objects": [ { "name": "plate", "shape": "slab", "size": { "length": 0.24, "thickness": 0.02 },
		"material": "glass", "tets": 1000, "above": 0.2, "breaking": { "solves": 1 } } ],
	"projectiles": [ { "name": "ball", "shape": "ball", "size": { "diameter": 0.06 }, "material": "stone",
		"mass": 2, "position": [0, 0, 0.23], "velocity": [0, 0, -12] } ] })";
} // namespace

TEST(RunCommand, WritesFilmPageAndReport)
{
	const TempFolder folder;
	folder.Write("plate.json", kScene);
	const ProgramRun run = RunProgram(folder, {"run", "plate.json", "-o", "out/deep", "--json"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	const json totals = json::parse(run.out);
	EXPECT_EQ(totals["scene"], "plate");
	EXPECT_EQ(totals["host"], "embedded");
	EXPECT_GE(totals["totals"]["fragments"].get<int>(), 4);
	const json report = json::parse(TempFolder::Read(folder / "out/deep/report.json"));
	EXPECT_EQ(report["hash"], totals["hash"]);
	EXPECT_EQ(report["frames"].size(), 12u);
	const std::string glb = TempFolder::Read(folder / "out/deep/scene.glb");
	EXPECT_EQ(glb.substr(0, 4), "glTF");
	const std::string page = TempFolder::Read(folder / "out/deep/viewer.html");
	EXPECT_GT(page.size(), 500'000u + glb.size()) << "three.js and the film are inside";
	EXPECT_EQ(page.find("src=\"http"), std::string::npos);
	EXPECT_EQ(page.find("/*{"), std::string::npos) << "a mark is left";
	EXPECT_EQ(page.find("plate </script>"), std::string::npos) << "a scene's text must not end the script";
}

TEST(RunCommand, BothHostsPlayTheSameScene)
{
	const TempFolder folder;
	folder.Write("plate.json", kScene);
	const ProgramRun run = RunProgram(folder, {"run", "plate.json", "-o", "b", "--host", "bullet", "--frames", "6"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	EXPECT_NE(run.out.find("bullet"), std::string::npos);
	EXPECT_NE(run.out.find("viewer.html"), std::string::npos);
	EXPECT_EQ(json::parse(TempFolder::Read(folder / "b/report.json"))["frames"].size(), 6u);
}

TEST(RunCommand, RenderDrawsASheet)
{
	const TempFolder folder;
	folder.Write("plate.json", kScene);
	const ProgramRun run = RunProgram(
		folder, {"render", "plate.json", "-o", "sheet.png", "--width", "80", "--tiles", "4", "--columns", "2"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	EXPECT_EQ(TempFolder::Read(folder / "sheet.png").substr(1, 3), "PNG");
}

TEST(RunCommand, BadInputGetsOneLine)
{
	const TempFolder folder;
	folder.Write("bad.json", R"({ "objects": [ { "name": "x", "shape": "bowl", "material": "glass", "tets": 1 } ] })");
	folder.Write("plate.json", kScene);
	struct Case
	{
		std::vector<std::string> arguments;
		int exitCode;
		const char* part;
	};
	for (const Case& c : {Case{{"run", "absent.json", "-o", "out"}, 1, "absent.json"},
			 Case{{"run", "bad.json", "-o", "out"}, 1, "bad.json: object 1 \"x\": tets is 1"},
			 Case{{"run", "plate.json"}, 2, "--output"},
			 Case{{"run", "plate.json", "-o", "out", "--host", "havok"}, 2, "--host"},
			 Case{{"run", "plate.json", "-o", "out", "--rate", "7"}, 2, "--rate"},
			 Case{{"render", "plate.json", "-o", "x.png", "--rate", "1e9"}, 2, "--rate"},
			 Case{{"run", "plate.json", "-o", "out", "--mesh", "plate=x.obj"}, 1, "--mesh plate=x.obj"},
			 Case{{"run", "plate.json", "-o", "plate.json/out", "--frames", "1"}, 1, "plate.json/out"},
			 Case{{"render", "plate.json", "-o", "x.gif"}, 2, ".png or .mp4"}})
	{
		const ProgramRun run = RunProgram(folder, c.arguments);
		EXPECT_EQ(run.exitCode, c.exitCode) << run.err;
		EXPECT_NE(run.err.find(c.part), std::string::npos) << run.err;
	}
}

TEST(RunCommand, CtrlCLeavesTheFramesSoFar)
{
	const TempFolder folder;
	folder.Write("plate.json", kScene);
	const std::string scene = (folder / "plate.json").string();
	const std::string output = (folder / "out").string();
	const std::string program = FractureTests::ProgramUnderTest().string();
	const pid_t child = fork();
	ASSERT_GE(child, 0);
	if (child == 0)
	{
		std::freopen("/dev/null", "w", stdout);
		std::freopen("/dev/null", "w", stderr);
		// Many steps a frame: it must not get far.
		execl(program.c_str(),
			program.c_str(),
			"run",
			scene.c_str(),
			"-o",
			output.c_str(),
			"--frames",
			"1000000",
			"--rate",
			"48000",
			nullptr);
		_exit(127);
	}
	usleep(1'000'000); // into the run, wherever it is by now
	kill(child, SIGINT);
	int status = 0;
	waitpid(child, &status, 0);
	ASSERT_TRUE(WIFEXITED(status));
	EXPECT_EQ(WEXITSTATUS(status), 1) << "not all that was asked for";
	// On a machine so slow that it was still baking there is nothing, and nothing half.
	if (std::filesystem::exists(folder / "out/report.json"))
	{
		const json report = json::parse(TempFolder::Read(folder / "out/report.json"));
		EXPECT_GE(report["frames"].size(), 1u);
		EXPECT_EQ(report["interrupted"], true);
		EXPECT_EQ(TempFolder::Read(folder / "out/scene.glb").substr(0, 4), "glTF");
	}
}
