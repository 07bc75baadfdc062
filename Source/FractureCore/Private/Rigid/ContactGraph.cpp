// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/ContactGraph.h"

#include "Mesh/UnionFind.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
// Cosine to the vertical from which a contact carries weight.
constexpr double kCarries = 0.2;
} // namespace

std::vector<int32_t> SupportLevels(
	std::span<const ContactRow> rows, std::span<const RigidBody> bodies, const Vec3& gravity)
{
	std::vector<int32_t> levels(bodies.size(), kNoIndex);
	const Vec3 up = Normalised(-gravity);
	std::vector<int32_t> front;
	std::vector<std::pair<int32_t, int32_t>> carries; // (below, above)
	for (const ContactRow& row : rows)
	{
		if (row.room > 0.0 && !(row.normalImpulse > 0.0))
		{
			continue;
		}
		for (const int32_t body : {row.a, row.b})
		{
			if (!bodies[body].Yields() && levels[body] != 0)
			{
				levels[body] = 0;
				front.push_back(body);
			}
		}
		const double cosine = Dot(row.normal, up);
		if (cosine > kCarries)
		{
			carries.emplace_back(row.a, row.b);
		}
		else if (cosine < -kCarries)
		{
			carries.emplace_back(row.b, row.a);
		}
	}
	std::sort(carries.begin(), carries.end());
	for (int32_t level = 1; !front.empty(); ++level)
	{
		std::vector<int32_t> next;
		for (const int32_t below : front)
		{
			auto at = std::lower_bound(carries.begin(), carries.end(), std::pair<int32_t, int32_t>(below, 0));
			for (; at != carries.end() && at->first == below; ++at)
			{
				if (levels[at->second] == kNoIndex)
				{
					levels[at->second] = level;
					next.push_back(at->second);
				}
			}
		}
		front = std::move(next);
	}
	return levels;
}

std::vector<int32_t> ContactIslands(std::span<const ContactRow> rows, std::span<const RigidBody> bodies, double reach)
{
	UnionFind islands(static_cast<int32_t>(bodies.size()));
	for (const ContactRow& row : rows)
	{
		if (row.room <= reach && bodies[row.a].Yields() && bodies[row.b].Yields())
		{
			islands.Unite(row.a, row.b);
		}
	}
	std::vector<int32_t> names(bodies.size());
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		names[i] = islands.Find(static_cast<int32_t>(i));
	}
	return names;
}
} // namespace FractureCore
