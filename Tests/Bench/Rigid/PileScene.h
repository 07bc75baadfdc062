// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Hull.h"

#include <cmath>
#include <cstdint>
#include <ctime>
#include <vector>

namespace FractureBench
{
/// Shards of 16 corners that fall into a square pit.
struct PileScene
{
	std::vector<FractureCore::ConvexHull> hulls; // a few shapes, shared
	std::vector<FractureCore::Vec3> positions;   // 1 a shard
	double pit = 0.0;                            // m, inner width
};

inline PileScene MakePile(int32_t count)
{
	using namespace FractureCore;
	PileScene scene;
	uint64_t state = 12345;
	const auto uniform = [&state]()
	{
		state = state * 6364136223846793005ull + 1442695040888963407ull;
		return static_cast<double>(state >> 33) / 2147483648.0;
	};
	for (int32_t shape = 0; shape < 16; ++shape)
	{
		std::vector<Vec3> points;
		while (points.size() < 16)
		{
			const Vec3 p = {2.0 * uniform() - 1.0, 2.0 * uniform() - 1.0, 2.0 * uniform() - 1.0};
			if (LengthSquared(p) > 0.1 && LengthSquared(p) < 1.0)
			{
				const Vec3 n = Normalised(p);
				points.push_back({0.06 * n.x, 0.045 * n.y, 0.03 * n.z});
			}
		}
		scene.hulls.push_back(ComputeConvexHull(points));
	}
	const auto side = static_cast<int32_t>(std::ceil(std::cbrt(count / 1.5)));
	scene.pit = 0.13 * side;
	for (int32_t i = 0; i < count; ++i)
	{
		const int32_t layer = i / (side * side);
		scene.positions.push_back({0.13 * (i % side) - 0.5 * scene.pit + 0.065 + 0.01 * uniform(),
			0.13 * (i / side % side) - 0.5 * scene.pit + 0.065 + 0.01 * uniform(),
			0.1 + 0.13 * layer});
	}
	return scene;
}

/// ms of processor time so far: others use the machine, too.
inline double ProcessorMs()
{
	return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct PileTiming
{
	double settledMs = 0.0; // a step, mean over the last second
	double fallingMs = 0.0; // a step, mean over the first seconds
	double speed = 0.0;     // m/s, mean at the end
	double height = 0.0;    // m, mean at the end
	double contacts = 0.0;  // points, at the end
};
} // namespace FractureBench
