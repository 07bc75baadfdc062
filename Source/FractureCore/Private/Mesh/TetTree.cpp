// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/TetTree.h"

#include "Mesh/TetFrame.h"
#include "Mesh/ZOrder.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr int64_t kTetsPerLeaf = 4;

/// Half a float's step in [-2, 2], twice over.
constexpr double kFloatMargin = 2.5e-7;

constexpr int64_t kTetTreeGrain = 2048;

UnitBox Joined(const UnitBox& a, const UnitBox& b)
{
	UnitBox box;
	for (int32_t k = 0; k < 3; ++k)
	{
		box.low[k] = std::min(a.low[k], b.low[k]);
		box.high[k] = std::max(a.high[k], b.high[k]);
	}
	return box;
}

bool MeetsPlane(const UnitBox& box, const Plane& plane)
{
	double distance = 0.0;
	double reach = 0.0;
	for (int32_t k = 0; k < 3; ++k)
	{
		const double low = static_cast<double>(box.low[k]);
		const double high = static_cast<double>(box.high[k]);
		distance += Component(plane.normal, k) * (0.5 * (low + high) - Component(plane.point, k));
		reach += std::abs(Component(plane.normal, k)) * 0.5 * (high - low);
	}
	return std::abs(distance) <= reach;
}

double DistanceSquared(const UnitBox& box, const Vec3& unit)
{
	double sum = 0.0;
	for (int32_t k = 0; k < 3; ++k)
	{
		const double p = Component(unit, k);
		const double gap = std::max({0.0, static_cast<double>(box.low[k]) - p, p - static_cast<double>(box.high[k])});
		sum += gap * gap;
	}
	return sum;
}
} // namespace

UnitBox TetTree::BoxOf(std::span<const Vec3> unitPoints, double margin)
{
	Vec3 low = unitPoints[0];
	Vec3 high = low;
	for (const Vec3& p : unitPoints.subspan(1))
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	margin += kFloatMargin;
	return {
		{static_cast<float>(low.x - margin), static_cast<float>(low.y - margin), static_cast<float>(low.z - margin)},
		{static_cast<float>(high.x + margin),
			static_cast<float>(high.y + margin),
			static_cast<float>(high.z + margin)}};
}

TetTree::TetTree(const TetMesh& mesh, TaskRunner& runner) : m_mesh(mesh)
{
	Vec3 low = mesh.nodes[mesh.tets[0].v[0]];
	Vec3 high = low;
	for (const Vec3& p : mesh.nodes)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	m_origin = 0.5 * low + 0.5 * high;
	const Vec3 half = high - m_origin;
	m_unitPerMetre = 1.0 / std::max({half.x, half.y, half.z});

	const int64_t count = static_cast<int64_t>(mesh.tets.size());
	const auto corners = [&](int64_t tet)
	{
		const Tet& t = mesh.tets[tet];
		return std::array{ToUnit(mesh.nodes[t.v[0]]),
			ToUnit(mesh.nodes[t.v[1]]),
			ToUnit(mesh.nodes[t.v[2]]),
			ToUnit(mesh.nodes[t.v[3]])};
	};
	std::vector<Vec3> centres(mesh.tets.size());
	ParallelFor(runner,
		count,
		kTetTreeGrain,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				const std::array<Vec3, 4> p = corners(i);
				centres[i] = 0.25 * (p[0] + p[1] + p[2] + p[3]);
			}
		});
	m_order = ZOrder(centres);

	m_tetBoxes.resize(mesh.tets.size());
	const double sizes = ParallelReduce(
		runner,
		count,
		kTetTreeGrain,
		0.0,
		[&](int64_t begin, int64_t end)
		{
			double sum = 0.0;
			for (int64_t place = begin; place < end; ++place)
			{
				const std::array<Vec3, 4> p = corners(m_order[place]);
				const UnitBox tight = BoxOf(p);
				const float size = std::max(
					{tight.high[0] - tight.low[0], tight.high[1] - tight.low[1], tight.high[2] - tight.low[2]});
				sum += static_cast<double>(size);
				m_tetBoxes[place] = BoxOf(p, kTouchTolerance * static_cast<double>(size));
			}
			return sum;
		},
		[](double a, double b) { return a + b; });
	m_meanTetSize = sizes / static_cast<double>(count);

	while ((count >> m_levels) > kTetsPerLeaf)
	{
		++m_levels;
	}
	const int64_t leaves = LeafCount();
	m_nodes.resize(2 * leaves - 1);
	ParallelFor(runner,
		leaves,
		kTetTreeGrain,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t leaf = begin; leaf < end; ++leaf)
			{
				UnitBox box = m_tetBoxes[LeafBegin(leaf)];
				for (int32_t place = LeafBegin(leaf) + 1; place < LeafBegin(leaf + 1); ++place)
				{
					box = Joined(box, m_tetBoxes[place]);
				}
				m_nodes[leaves - 1 + leaf] = box;
			}
		});
	for (int64_t i = leaves - 2; i >= 0; --i)
	{
		m_nodes[i] = Joined(m_nodes[2 * i + 1], m_nodes[2 * i + 2]);
	}
}

template <typename Meets, typename Take>
void TetTree::Visit(const Meets& meets, const Take& take) const
{
	if (!meets(m_nodes[0]))
	{
		return;
	}
	const int64_t firstLeaf = LeafCount() - 1;
	int64_t stack[64];
	int32_t depth = 0;
	stack[depth++] = 0;
	while (depth > 0)
	{
		const int64_t node = stack[--depth];
		if (node < firstLeaf)
		{
			// Written always, kept if it meets: cheaper than a branch that cannot be predicted.
			stack[depth] = 2 * node + 2;
			depth += meets(m_nodes[2 * node + 2]) ? 1 : 0;
			stack[depth] = 2 * node + 1;
			depth += meets(m_nodes[2 * node + 1]) ? 1 : 0;
			continue;
		}
		const int64_t leaf = node - firstLeaf;
		for (int32_t place = LeafBegin(leaf); place < LeafBegin(leaf + 1); ++place)
		{
			if (meets(m_tetBoxes[place]) && !take(place))
			{
				return;
			}
		}
	}
}

bool TetTree::Collect(const UnitBox& box, size_t limit, std::vector<int32_t>& places) const
{
	places.clear();
	Visit([&](const UnitBox& node) { return node.Meets(box); },
		[&](int32_t place)
		{
			places.push_back(place);
			return places.size() <= limit;
		});
	return places.size() <= limit;
}

void TetTree::Collect(const UnitBox& box, const Plane& plane, std::vector<int32_t>& places) const
{
	places.clear();
	Visit([&](const UnitBox& node) { return node.Meets(box) && MeetsPlane(node, plane); },
		[&](int32_t place)
		{
			places.push_back(place);
			return true;
		});
}

int32_t TetTree::Nearest(const Vec3& point, const NearestTet& known) const
{
	struct Waiting
	{
		double distanceSquared; // to the box, in units of the tree's frame
		int64_t node;
	};
	const Vec3 unit = ToUnit(point);
	const double unitSquared = m_unitPerMetre * m_unitPerMetre;
	const int64_t firstLeaf = LeafCount() - 1;
	NearestTet best = known;
	Waiting stack[64];
	int32_t depth = 0;
	stack[depth++] = {DistanceSquared(m_nodes[0], unit), 0};
	while (depth > 0)
	{
		const Waiting next = stack[--depth];
		if (next.distanceSquared > best.distanceSquared * unitSquared)
		{
			continue;
		}
		if (next.node < firstLeaf)
		{
			Waiting near{DistanceSquared(m_nodes[2 * next.node + 1], unit), 2 * next.node + 1};
			Waiting far{DistanceSquared(m_nodes[2 * next.node + 2], unit), 2 * next.node + 2};
			if (far.distanceSquared < near.distanceSquared)
			{
				std::swap(near, far);
			}
			stack[depth++] = far;
			stack[depth++] = near;
			continue;
		}
		const int64_t leaf = next.node - firstLeaf;
		for (int32_t place = LeafBegin(leaf); place < LeafBegin(leaf + 1); ++place)
		{
			if (DistanceSquared(m_tetBoxes[place], unit) > best.distanceSquared * unitSquared)
			{
				continue;
			}
			const int32_t tet = m_order[place];
			const Vec3 weights = MakeTetFrame(m_mesh, m_mesh.tets[tet]).Map(point);
			best.Take(tet, TetDistanceSquared(m_mesh, m_mesh.tets[tet], point, weights));
		}
	}
	return best.tet;
}
} // namespace FractureCore
