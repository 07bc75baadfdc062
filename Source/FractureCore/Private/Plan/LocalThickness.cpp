// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Balls that touch the surface are found by shrinking [Ma12]: a ball that touches at p with its middle on the normal
// there shrinks until it touches the nearest other point too. It needs no tets across a wall: a plate of one layer is
// measured as well as one of ten.
#include "Plan/LocalThickness.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace FractureCore
{
namespace
{
constexpr int64_t kThicknessGrain = 64;

/// Radius of the largest ball inside that touches the surface at p, whose inward unit normal is n.
double ShrinkBall(const TriangleTree& tree, const Vec3& p, const Vec3& n, double largest)
{
	double radius = largest;
	for (int32_t step = 0; step < 30; ++step)
	{
		const Vec3 middle = p + n * radius;
		const ClosestPoint nearest = tree.Closest(middle, radius * (1.0 - 1.0e-4));
		if (nearest.triangle == kNoIndex)
		{
			break;
		}
		// The ball through p and q that is tangent at p. Where they are less than 60 degrees apart on it, q is on the
		// same side of the body as p, and facets of a curved surface or its noise are all that it shows; unless the
		// ball is still so large that its middle is outside.
		const Vec3 toQ = nearest.point - p;
		const double along = Dot(toQ, n);
		const double square = LengthSquared(toQ);
		const double smaller = square / (2.0 * along);
		if (!(along > 0.0) || !(smaller < radius) || (square < smaller * smaller && tree.WindingNumber(middle) > 0.5))
		{
			break;
		}
		radius = smaller;
	}
	return radius;
}

/// Gives every tet the largest value whose tet is no farther away than that value.
std::vector<double> SpreadLargest(const PlanLattice& lattice, const std::vector<double>& own)
{
	std::vector<int32_t> order(own.size());
	std::iota(order.begin(), order.end(), 0);
	std::sort(
		order.begin(), order.end(), [&](int32_t a, int32_t b) { return own[a] != own[b] ? own[a] > own[b] : a < b; });
	std::vector<double> spread(own.size(), 0.0);
	std::vector<uint8_t> skip(own.size(), 0);
	std::vector<int32_t> seen(own.size(), kNoIndex);
	std::vector<int32_t> queue;
	for (const int32_t from : order)
	{
		if (skip[from] != 0)
		{
			continue;
		}
		queue.assign(1, from);
		seen[from] = from;
		for (size_t at = 0; at < queue.size(); ++at)
		{
			const int32_t tet = queue[at];
			spread[tet] = (std::max)(spread[tet], own[from]);
			for (int32_t k = 0; k < 4; ++k)
			{
				const int32_t next = lattice.neighbour[4 * tet + k];
				if (next == kNoIndex || seen[next] == from)
				{
					continue;
				}
				const double distance = Length(lattice.centroid[next] - lattice.centroid[from]);
				if (distance <= own[from])
				{
					seen[next] = from;
					queue.push_back(next);
					// So near to a larger one it reaches little that is new; without this a thick body costs n^2.
					skip[next] |= distance < 0.5 * own[next] ? 1 : 0;
				}
			}
		}
	}
	return spread;
}
} // namespace

ThicknessMeter::ThicknessMeter(const TetMesh& body, const PlanLattice& lattice, TaskRunner& runner)
	: m_body(body), m_lattice(lattice), m_surface(BoundaryTriangles(body)), m_tree(body.nodes, m_surface, runner),
	  m_own(lattice.tets.size())
{
	Vec3 low = body.nodes.front();
	Vec3 high = low;
	for (const Vec3& x : body.nodes)
	{
		low = {(std::min)(low.x, x.x), (std::min)(low.y, x.y), (std::min)(low.z, x.z)};
		high = {(std::max)(high.x, x.x), (std::max)(high.y, x.y), (std::max)(high.z, x.z)};
	}
	m_size = Length(high - low);
}

bool ThicknessMeter::Measure(int64_t count, TaskRunner& runner)
{
	const int64_t first = m_done;
	m_done = (std::min)(m_done + count, static_cast<int64_t>(m_own.size()));
	ParallelFor(runner,
		m_done - first,
		kThicknessGrain,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t t = first + begin; t < first + end; ++t)
			{
				// Without a limit: tets that cover little of a thin body leave lattice tets far away.
				const ClosestPoint foot = m_tree.Closest(m_lattice.centroid[t], std::numeric_limits<double>::max());
				const Triangle& triangle = m_surface[foot.triangle];
				const Vec3& corner = m_body.nodes[triangle.v[0]];
				const Vec3 outward =
					Normalised(Cross(m_body.nodes[triangle.v[1]] - corner, m_body.nodes[triangle.v[2]] - corner));
				m_own[t] = 2.0 * ShrinkBall(m_tree, foot.point, -outward, 0.5 * m_size);
			}
		});
	return m_done == static_cast<int64_t>(m_own.size());
}

std::vector<double> ThicknessMeter::Spread() const
{
	return SpreadLargest(m_lattice, m_own);
}
} // namespace FractureCore
