// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "BenchBodies.h"
#include "ObjReader.h"
#include "SolveTestBodies.h"

#include "FractureCore/Repair.h"
#include "FractureCore/Tetrahedralise.h"

#include <chrono>
#include <filesystem>

#include <time.h>

namespace FractureBench
{
using namespace FractureCore;

double Milliseconds(const std::function<void()>& work)
{
	const auto start = std::chrono::steady_clock::now();
	work();
	return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double ThreadMilliseconds(const std::function<void()>& work)
{
	auto now = []
	{
		timespec time{};
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
		return 1.0e3 * static_cast<double>(time.tv_sec) + 1.0e-6 * static_cast<double>(time.tv_nsec);
	};
	const double start = now();
	work();
	return now() - start;
}

TetMesh MakeBlob(int32_t across)
{
	TetMesh box = MakeBoxBody(across, across, across);
	const double middle = 0.5 * across;
	auto isInside = [&](const Tet& tet)
	{
		Vec3 sum;
		for (const int32_t v : tet.v)
		{
			sum += box.nodes[v];
		}
		return Length(sum / 4.0 - Vec3{middle, middle, middle}) < middle;
	};
	TetMesh blob;
	std::vector<int32_t> renamed(box.nodes.size(), kNoIndex);
	for (const Tet& tet : box.tets)
	{
		if (!isInside(tet))
		{
			continue;
		}
		Tet kept;
		for (int32_t a = 0; a < 4; ++a)
		{
			int32_t& name = renamed[tet.v[a]];
			if (name == kNoIndex)
			{
				name = static_cast<int32_t>(blob.nodes.size());
				blob.nodes.push_back(box.nodes[tet.v[a]]);
			}
			kept.v[a] = name;
		}
		blob.tets.push_back(kept);
	}
	Jitter(blob, 0.05, 11);
	for (Vec3& node : blob.nodes)
	{
		node = 0.01 * node;
	}
	return blob;
}

std::optional<TetMesh> MakeBunny(int32_t tets, const char* file)
{
	const std::filesystem::path path = std::filesystem::path(FRACTURESIM_TEST_MESHES) / file;
	const Result<FractureToolkit::ImportedSurface> imported = FractureToolkit::ReadObj(path);
	if (!imported)
	{
		return std::nullopt;
	}
	const Result<RepairedSurface> repaired = RepairSurface(imported->mesh, {}, SerialRunner());
	if (!repaired)
	{
		return std::nullopt;
	}
	TetSettings settings;
	settings.targetTets = tets;
	Result<Tetrahedralisation> made = Tetrahedralise(repaired->solid, settings, SerialRunner());
	return made ? std::optional(std::move(made->mesh)) : std::nullopt;
}
} // namespace FractureBench
