// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/UnionVertices.h"

#include "Bake/GridCrossing.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace FractureCore
{
namespace
{
/// Units along the longest side of all bodies. Room is left for swelling and for rays that end outside.
constexpr double kGridUnits = 16'777'216.0; // 2^24
} // namespace

UnionVertices::UnionVertices(std::vector<Vec3> all) : positions(std::move(all))
{
	if (positions.empty())
	{
		return;
	}
	Vec3 low = positions[0];
	Vec3 high = positions[0];
	for (const Vec3& p : positions)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	const Vec3 size = high - low;
	const double longest = std::max({size.x, size.y, size.z});
	origin = low;
	unit = longest > 0.0 ? longest / kGridUnits : 1.0;
	grid.reserve(positions.size());
	for (const Vec3& p : positions)
	{
		const Vec3 g = (p - origin) / unit;
		grid.push_back({std::round(g.x), std::round(g.y), std::round(g.z)});
	}
}

void UnionVertices::Add(const Vec3& position)
{
	const Vec3 g = (position - origin) / unit;
	positions.push_back(position);
	grid.push_back({std::round(g.x), std::round(g.y), std::round(g.z)});
}

void MeasureBox(const UnionVertices& vertices, UnionBody& body)
{
	body.low = body.high = vertices.grid[body.triangles[0].v[0]];
	for (const Triangle& t : body.triangles)
	{
		for (const int32_t v : t.v)
		{
			const Vec3& p = vertices.grid[v];
			body.low = {std::min(body.low.x, p.x), std::min(body.low.y, p.y), std::min(body.low.z, p.z)};
			body.high = {std::max(body.high.x, p.x), std::max(body.high.y, p.y), std::max(body.high.z, p.z)};
		}
	}
}

int32_t WindingAround(const UnionVertices& vertices, const UnionBody& body, const Vec3& from)
{
	int32_t winding = 0;
	for (const Triangle& t : body.triangles)
	{
		const GridTriangle p = {vertices.grid[t.v[0]], vertices.grid[t.v[1]], vertices.grid[t.v[2]]};
		winding -= CrossTriangle(from, {from.x, from.y, kBeyondUnionGrid}, p, EdgeOwner::FirstBody).inward;
	}
	return winding;
}
} // namespace FractureCore
