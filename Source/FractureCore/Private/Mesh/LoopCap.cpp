// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/LoopCap.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace FractureCore
{
namespace LoopCapDetail
{
namespace
{
constexpr int32_t kMostForSmallestArea = 64;

/// Among caps of equal area, as all of a plane loop are, those of rounder triangles: weight of squared edges.
constexpr double kEdgeWeight = 1.0e-4;

double CapCost(const Vec3& a, const Vec3& b, const Vec3& c)
{
	const Vec3 ab = b - a;
	const Vec3 ac = c - a;
	const double area = 0.5 * Length(Cross(ab, ac));
	return area + kEdgeWeight * (LengthSquared(ab) + LengthSquared(ac) + LengthSquared(ac - ab));
}

void CapBySmallestArea(std::span<const Vec3> positions, std::span<const int32_t> loop, std::vector<Triangle>& caps)
{
	// cost[i][j] of the part of the loop from i to j, closed by the chord j to i; best[i][j] is the third corner.
	static_assert(kMostForSmallestArea <= 256);
	const int32_t n = static_cast<int32_t>(loop.size());
	double cost[kMostForSmallestArea][kMostForSmallestArea];
	uint8_t best[kMostForSmallestArea][kMostForSmallestArea];
	Vec3 p[kMostForSmallestArea];
	for (int32_t i = 0; i < n; ++i)
	{
		p[i] = positions[loop[i]];
	}
	for (int32_t i = 0; i + 1 < n; ++i)
	{
		cost[i][i + 1] = 0.0;
	}
	for (int32_t span = 2; span < n; ++span)
	{
		for (int32_t i = 0; i + span < n; ++i)
		{
			const int32_t j = i + span;
			cost[i][j] = std::numeric_limits<double>::infinity();
			best[i][j] = static_cast<uint8_t>(i + 1);
			for (int32_t k = i + 1; k < j; ++k)
			{
				const double total = cost[i][k] + cost[k][j] + CapCost(p[i], p[k], p[j]);
				if (total < cost[i][j])
				{
					cost[i][j] = total;
					best[i][j] = static_cast<uint8_t>(k);
				}
			}
		}
	}
	std::vector<std::pair<int32_t, int32_t>> parts{{0, n - 1}};
	while (!parts.empty())
	{
		const auto [i, j] = parts.back();
		parts.pop_back();
		if (j - i < 2)
		{
			continue;
		}
		const int32_t k = best[i][j];
		caps.push_back({{loop[i], loop[k], loop[j]}});
		parts.emplace_back(k, j);
		parts.emplace_back(i, k);
	}
}

/// Cuts off one corner after the other. A corner that points into the hole counts as longer than any that does not.
void CapByShortestDiagonal(std::span<const Vec3> positions, std::span<const int32_t> loop, std::vector<Triangle>& caps)
{
	struct Ear
	{
		double cost;
		int32_t corner;
		int32_t age; // of the corner when this was computed

		bool operator>(const Ear& other) const
		{
			return cost != other.cost ? cost > other.cost : corner > other.corner;
		}
	};
	const int32_t n = static_cast<int32_t>(loop.size());
	Vec3 twiceArea; // of the loop, as a vector
	double longestSquared = 0.0;
	const Vec3 origin = positions[loop[0]];
	for (int32_t i = 0; i < n; ++i)
	{
		const Vec3 a = positions[loop[i]] - origin;
		twiceArea += Cross(a, positions[loop[(i + 1) % n]] - origin);
		longestSquared = std::max(longestSquared, LengthSquared(a));
	}

	std::vector<int32_t> previous(loop.size());
	std::vector<int32_t> next(loop.size());
	std::vector<int32_t> age(loop.size(), 0);
	std::priority_queue<Ear, std::vector<Ear>, std::greater<>> ears;
	const auto push = [&](int32_t i)
	{
		const Vec3 a = positions[loop[previous[i]]];
		const Vec3 b = positions[loop[i]];
		const Vec3 c = positions[loop[next[i]]];
		const bool pointsIn = Dot(Cross(b - a, c - a), twiceArea) < 0.0;
		ears.push({LengthSquared(c - a) + (pointsIn ? 5.0 * longestSquared : 0.0), i, age[i]});
	};
	for (int32_t i = 0; i < n; ++i)
	{
		previous[i] = (i + n - 1) % n;
		next[i] = (i + 1) % n;
	}
	for (int32_t i = 0; i < n; ++i)
	{
		push(i);
	}
	for (int32_t left = n; left > 2;)
	{
		const Ear ear = ears.top();
		ears.pop();
		const int32_t i = ear.corner;
		if (ear.age != age[i])
		{
			continue;
		}
		const int32_t before = previous[i];
		const int32_t after = next[i];
		caps.push_back({{loop[before], loop[i], loop[after]}});
		next[before] = after;
		previous[after] = before;
		age[i] = kNoIndex;
		++age[before];
		++age[after];
		push(before);
		push(after);
		--left;
	}
}
} // namespace
} // namespace LoopCapDetail

void CapLoop(std::span<const Vec3> positions, std::span<const int32_t> loop, std::vector<Triangle>& caps)
{
	using namespace LoopCapDetail;
	if (loop.size() <= kMostForSmallestArea)
	{
		CapBySmallestArea(positions, loop, caps);
	}
	else
	{
		CapByShortestDiagonal(positions, loop, caps);
	}
}
} // namespace FractureCore
