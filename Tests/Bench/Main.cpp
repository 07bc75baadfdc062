// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bench.h"
#include "ThreadTaskRunner.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>

namespace FractureBench
{
double BestSeconds(int32_t repeats, const std::function<void()>& run)
{
	double best = std::numeric_limits<double>::infinity();
	for (int32_t i = 0; i < repeats; ++i)
	{
		const auto start = std::chrono::steady_clock::now();
		run();
		const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
		best = std::min(best, seconds.count());
	}
	return best;
}

double ProcessorTime()
{
	timespec time{};
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return 1.0e3 * static_cast<double>(time.tv_sec) + 1.0e-6 * static_cast<double>(time.tv_nsec);
}

double GrowthExponent(const std::vector<CurvePoint>& curve)
{
	const CurvePoint& first = curve.front();
	const CurvePoint& last = curve.back();
	return std::log(last.seconds / first.seconds) / std::log(last.size / first.size);
}
} // namespace FractureBench

namespace
{
using namespace FractureBench;
using Json = nlohmann::ordered_json;

struct NamedScene
{
	const char* name;
	BenchScene run;
};

constexpr NamedScene kScenes[] = {
	{"bake", BenchBake},
	{"break", BenchBreak},
	{"cut", BenchCut},
	{"studio", BenchStudio},
	{"tetrahedralise", BenchTetrahedralise},
	{"world", BenchWorld},
};

struct CommandLine
{
	BenchOptions options;
	int32_t threads = 2;
	bool json = false;
	std::vector<NamedScene> scenes; // none: all
};

int PrintUsage()
{
	std::printf("usage: fracture_bench [--threads N] [--repeats N] [--meshes FOLDER] [--only ROWS] [--large] [--json] "
				"[SCENE...]\n"
				"scenes:");
	for (const NamedScene& scene : kScenes)
	{
		std::printf(" %s", scene.name);
	}
	std::printf("\n");
	return 2;
}

bool ReadCommandLine(int argc, char** argv, CommandLine& line)
{
	line.options.meshes = FRACTURESIM_TEST_MESHES;
	for (int i = 1; i < argc; ++i)
	{
		const char* argument = argv[i];
		const auto is = [&](const char* name) { return std::strcmp(argument, name) == 0; };
		const bool hasValue = i + 1 < argc;
		if (is("--large"))
		{
			line.options.large = true;
		}
		else if (is("--json"))
		{
			line.json = true;
		}
		else if (is("--threads") && hasValue)
		{
			line.threads = std::atoi(argv[++i]);
		}
		else if (is("--repeats") && hasValue)
		{
			line.options.repeats = std::max(1, std::atoi(argv[++i]));
		}
		else if (is("--only") && hasValue)
		{
			line.options.only = argv[++i];
		}
		else if (is("--meshes") && hasValue)
		{
			line.options.meshes = argv[++i];
		}
		else
		{
			const auto scene = std::find_if(
				std::begin(kScenes), std::end(kScenes), [&](const NamedScene& known) { return is(known.name); });
			if (scene == std::end(kScenes))
			{
				return false;
			}
			line.scenes.push_back(*scene);
		}
	}
	if (line.scenes.empty())
	{
		line.scenes.assign(std::begin(kScenes), std::end(kScenes));
	}
	return true;
}

void PrintText(const char* name, const BenchTable& table)
{
	std::printf("\n%s\n", name);
	for (const auto& [key, value] : table.facts)
	{
		std::printf("%s %.6g\n", key.c_str(), value);
	}
	constexpr int kLeastWidth = 8;
	const auto width = [&](const BenchColumn& column)
	{ return std::max(kLeastWidth, static_cast<int>(std::strlen(column.heading))) + 1; };
	size_t labelWidth = 0;
	for (const std::string& label : table.labels)
	{
		labelWidth = std::max(labelWidth, label.size());
	}
	std::printf("%*s", static_cast<int>(labelWidth), "");
	for (const BenchColumn& column : table.columns)
	{
		std::printf("%*s", width(column), column.heading);
	}
	std::printf("\n");
	for (size_t at = 0; at < table.rows.size(); ++at)
	{
		const std::vector<double>& row = table.rows[at];
		if (!table.labels.empty())
		{
			std::printf("%-*s", static_cast<int>(labelWidth), table.labels[at].c_str());
		}
		for (size_t i = 0; i < row.size(); ++i)
		{
			std::printf("%*.*f", width(table.columns[i]), table.columns[i].decimals, row[i]);
		}
		std::printf("\n");
	}
	std::fflush(stdout);
}

Json ToJson(const char* name, const BenchTable& table)
{
	Json scene{{"scene", name}};
	for (const auto& [key, value] : table.facts)
	{
		scene[key] = value;
	}
	scene["rows"] = Json::array();
	for (size_t at = 0; at < table.rows.size(); ++at)
	{
		const std::vector<double>& row = table.rows[at];
		Json named = Json::object();
		if (!table.labels.empty())
		{
			named["name"] = table.labels[at];
		}
		for (size_t i = 0; i < row.size(); ++i)
		{
			named[table.columns[i].key] = row[i];
		}
		scene["rows"].push_back(std::move(named));
	}
	return scene;
}
} // namespace

int main(int argc, char** argv)
{
	CommandLine line;
	if (!ReadCommandLine(argc, argv, line))
	{
		return PrintUsage();
	}
	FractureToolkit::ThreadTaskRunner runner(line.threads);
	line.options.runner = &runner;
	Json json{{"threads", runner.WorkerCount()}, {"best_of", line.options.repeats}, {"scenes", Json::array()}};
	if (!line.json)
	{
		std::printf("%d threads, best of %d\n", runner.WorkerCount(), line.options.repeats);
	}
	for (const NamedScene& scene : line.scenes)
	{
		const FractureCore::Result<BenchTable> table = scene.run(line.options);
		if (!table)
		{
			std::fprintf(stderr, "%s: %s\n", scene.name, table.GetError().message.c_str());
			return 1;
		}
		if (line.json)
		{
			json["scenes"].push_back(ToJson(scene.name, *table));
		}
		else
		{
			PrintText(scene.name, *table);
		}
	}
	if (line.json)
	{
		std::printf("%s\n", json.dump(2).c_str());
	}
	return 0;
}
