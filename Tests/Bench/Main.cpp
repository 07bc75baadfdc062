// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bench.h"
#include "ThreadTaskRunner.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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
} // namespace FractureBench

namespace
{
using namespace FractureBench;

struct NamedScene
{
	const char* name;
	BenchScene run;
};

constexpr NamedScene kScenes[] = {
	{"tetrahedralise", BenchTetrahedralise},
};

int PrintUsage()
{
	std::printf("usage: fracture_bench [--threads N] [--repeats N] [--meshes FOLDER] [--large] [SCENE...]\nscenes:");
	for (const NamedScene& scene : kScenes)
	{
		std::printf(" %s", scene.name);
	}
	std::printf("\n");
	return 2;
}
} // namespace

int main(int argc, char** argv)
{
	BenchOptions options;
	options.meshes = FRACTURESIM_TEST_MESHES;
	int32_t threads = 2;
	bool wanted[std::size(kScenes)] = {};
	bool any = false;
	for (int i = 1; i < argc; ++i)
	{
		const char* argument = argv[i];
		const bool hasValue = i + 1 < argc;
		if (std::strcmp(argument, "--large") == 0)
		{
			options.large = true;
		}
		else if (std::strcmp(argument, "--threads") == 0 && hasValue)
		{
			threads = std::atoi(argv[++i]);
		}
		else if (std::strcmp(argument, "--repeats") == 0 && hasValue)
		{
			options.repeats = std::max(1, std::atoi(argv[++i]));
		}
		else if (std::strcmp(argument, "--meshes") == 0 && hasValue)
		{
			options.meshes = argv[++i];
		}
		else
		{
			const auto scene = std::find_if(std::begin(kScenes),
				std::end(kScenes),
				[argument](const NamedScene& s) { return std::strcmp(s.name, argument) == 0; });
			if (scene == std::end(kScenes))
			{
				return PrintUsage();
			}
			wanted[scene - std::begin(kScenes)] = true;
			any = true;
		}
	}
	FractureToolkit::ThreadTaskRunner runner(threads);
	options.runner = &runner;
	std::printf("%d threads, best of %d\n", runner.WorkerCount(), options.repeats);
	for (size_t i = 0; i < std::size(kScenes); ++i)
	{
		if (wanted[i] || !any)
		{
			std::printf("\n%s\n", kScenes[i].name);
			kScenes[i].run(options);
		}
	}
	return 0;
}
