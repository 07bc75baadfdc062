// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
//
// Optimisation-based smoothing [Freitag97], with two differences: a compass search instead of their steepest descent,
// as few nodes need it; and nodes on the boundary move too.
#include "Tetra/NodeSmoother.h"

#include "Mesh/FaceTable.h"
#include "Tetra/CompassSearch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace FractureCore
{
namespace
{
// In cells.
constexpr double kSmoothReach = 0.1;        // of the first step
constexpr double kFarthestOfBoundary = 0.5; // nodes farther from the surface stay where they are
constexpr double kHeightSlack = 0.01;       // by which a node may leave its height to keep the volume

constexpr int32_t kSmoothHalvings = 6;
// Further a node does not climb: it would only wander.
constexpr double kSmoothEnough = 0.788010753606722; // cos 38 degrees
} // namespace

NodeSmoother::NodeSmoother(LiveTets& tets, const TriangleTree& surface, double cellSize)
	: m_tets(tets), m_surface(surface), m_cellSize(cellSize),
	  m_height(tets.Mesh().nodes.size(), std::numeric_limits<double>::quiet_NaN())
{
}

int64_t NodeSmoother::Smooth(double badness, double bulge, TaskRunner& runner)
{
	constexpr int64_t kNodesPerTask = 16;
	int64_t moved = 0;
	for (const std::vector<int32_t>& nodes : ColourNodes(NodesOf(m_tets.FindTetsAbove(badness, runner))))
	{
		moved += ParallelReduce(
			runner,
			static_cast<int64_t>(nodes.size()),
			kNodesPerTask,
			int64_t{0},
			[&](int64_t begin, int64_t end)
			{
				std::vector<int32_t> star;
				int64_t count = 0;
				for (int64_t i = begin; i < end; ++i)
				{
					count += Improve(nodes[i], bulge, star) ? 1 : 0;
				}
				return count;
			},
			[](int64_t a, int64_t b) { return a + b; });
	}
	return moved;
}

std::vector<int32_t> NodeSmoother::NodesOf(std::span<const int32_t> tets) const
{
	std::vector<int32_t> nodes;
	std::vector<uint8_t> listed(m_tets.Mesh().nodes.size(), 0);
	for (const int32_t tet : tets)
	{
		for (const int32_t node : m_tets.Mesh().tets[tet].v)
		{
			if (listed[node] == 0)
			{
				listed[node] = 1;
				nodes.push_back(node);
			}
		}
	}
	return nodes;
}

// Lists of nodes of which no two in one list share a tet. Greedy, in the order given.
std::vector<std::vector<int32_t>> NodeSmoother::ColourNodes(std::span<const int32_t> nodes) const
{
	std::vector<std::vector<int32_t>> colours;
	std::vector<int32_t> colourOf(m_tets.Mesh().nodes.size(), kNoIndex);
	std::vector<int32_t> takenBy; // by colour: the node that last saw it taken
	std::vector<int32_t> star;
	for (const int32_t node : nodes)
	{
		m_tets.FindStar(node, star);
		for (const int32_t tet : star)
		{
			for (const int32_t other : m_tets.Mesh().tets[tet].v)
			{
				if (colourOf[other] != kNoIndex)
				{
					takenBy[colourOf[other]] = node;
				}
			}
		}
		const auto free = std::find_if(takenBy.begin(), takenBy.end(), [node](int32_t n) { return n != node; });
		const auto colour = static_cast<int32_t>(free - takenBy.begin());
		if (free == takenBy.end())
		{
			takenBy.push_back(kNoIndex);
			colours.emplace_back();
		}
		colourOf[node] = colour;
		colours[colour].push_back(node);
	}
	return colours;
}

bool NodeSmoother::Improve(int32_t node, double bulge, std::vector<int32_t>& star)
{
	m_tets.FindStar(node, star);
	// The worst first: it refuses most places.
	std::sort(star.begin(),
		star.end(),
		[&](int32_t i, int32_t j)
		{ return m_tets.Badness(i) != m_tets.Badness(j) ? m_tets.Badness(i) > m_tets.Badness(j) : i < j; });
	const Vec3 from = m_tets.Position(node);
	const Vec3 to = m_tets.IsOnBoundary(node) ? SlideOnSurface(node, bulge, star) : MoveInside(node, star);
	if (to == from)
	{
		return false;
	}
	m_tets.Move(node, to, star);
	return true;
}

template <typename Settle>
Vec3 NodeSmoother::Search(
	int32_t node, std::span<const int32_t> star, std::span<const Vec3> directions, Settle&& settle) const
{
	return SearchByCompass(
		m_tets.Position(node),
		directions,
		{kSmoothReach * m_cellSize, kSmoothHalvings, kSmoothEnough},
		[&](const Vec3& place, double limit) { return WorstAt(node, star, place, limit); },
		settle);
}

Vec3 NodeSmoother::MoveInside(int32_t node, std::span<const int32_t> star) const
{
	return Search(node, star, kInnerDirections, [](const Vec3&) {});
}

double NodeSmoother::WorstAt(int32_t node, std::span<const int32_t> star, const Vec3& place, double limit) const
{
	double worst = -1.0;
	for (const int32_t index : star)
	{
		const Tet& tet = m_tets.Mesh().tets[index];
		const auto at = [&](int32_t k) -> const Vec3& { return tet.v[k] == node ? place : m_tets.Position(tet.v[k]); };
		worst = std::max(worst, m_tets.Judge(at(0), at(1), at(2), at(3)));
		if (worst >= limit)
		{
			break;
		}
	}
	return worst;
}

// Along the sum of the area vectors of the boundary faces around the node: moving the node across it keeps the volume.
Vec3 NodeSmoother::BoundaryNormal(int32_t node, std::span<const int32_t> star) const
{
	Vec3 sum;
	for (const int32_t index : star)
	{
		const Tet& tet = m_tets.Mesh().tets[index];
		for (int32_t face = 0; face < 4; ++face)
		{
			if (tet.v[face] != node && m_tets.Neighbour(index, face) == kNoIndex)
			{
				const Triangle t = TetFace(tet, face);
				const Vec3& a = m_tets.Position(t.v[0]);
				sum += Cross(m_tets.Position(t.v[1]) - a, m_tets.Position(t.v[2]) - a);
			}
		}
	}
	return Normalised(sum);
}

double NodeSmoother::HeightOf(int32_t node, const Vec3& normal)
{
	double& height = m_height[node];
	if (std::isnan(height))
	{
		const Vec3& place = m_tets.Position(node);
		const ClosestPoint foot = m_surface.Closest(place, kFarthestOfBoundary * m_cellSize);
		const double sign = Dot(place - foot.point, normal) < 0.0 ? -1.0 : 1.0;
		height = foot.triangle == kNoIndex ? std::numeric_limits<double>::infinity() : sign * foot.distance;
	}
	return height;
}

Vec3 NodeSmoother::SlideOnSurface(int32_t node, double bulge, std::span<const int32_t> star)
{
	const Vec3 from = m_tets.Position(node);
	const Vec3 normal = BoundaryNormal(node, star);
	const double height = HeightOf(node, normal);
	if (!std::isfinite(height))
	{
		return from;
	}
	const double slack = kHeightSlack * m_cellSize;
	const double farthest = std::abs(height) + slack + kSmoothReach * m_cellSize;
	const auto settle = [&](Vec3& place)
	{
		const ClosestPoint foot = m_surface.Closest(place, farthest);
		place = foot.point + normal * height;
		place += normal * std::clamp(Dot(from - place, normal), -slack, slack);
		if (foot.triangle == kNoIndex || std::abs(Dot(place - from, normal)) > bulge)
		{
			place = from; // which is no better
		}
	};
	return Search(node, star, TangentDirections(normal), settle);
}
} // namespace FractureCore
