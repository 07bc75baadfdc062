// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/TriangleTree.h"

#include "FractureCore/Hooks.h"
#include "Mesh/ClusterMoments.h"
#include "Mesh/TriangleTreeLeaf.h"

#include <algorithm>

namespace FractureCore
{
namespace TriangleTreeDetail
{
namespace
{
/// Beta of [Barill18]: a cluster is far when the point is this many radii away.
constexpr double kOpeningRatio = 2.0;

/// Boxes are kept in floats of the unit frame; this covers their rounding.
constexpr double kBoxMargin = 2.0e-7;

/// Where an unused child is: beyond any point that a query follows into the tree.
constexpr float kNowhere = 1.0e9f;

struct Item
{
	float centroid[3];
	int32_t triangle;
};

struct Range
{
	int32_t begin = 0;
	int32_t end = 0;

	int32_t Count() const { return end - begin; }
};

/// The children of one node, the first `count` in use.
struct Split
{
	Range range[4];
	int32_t count = 0;
};

/// Where to part a range in two: in the middle of the longest side of its centroids' box, which keeps clusters round;
/// at the median where that would leave little on one side, which bounds the depth.
int32_t PartRange(std::vector<Item>& items, Range range)
{
	float low[3];
	float high[3];
	for (int32_t k = 0; k < 3; ++k)
	{
		low[k] = high[k] = items[range.begin].centroid[k];
	}
	for (int32_t i = range.begin + 1; i < range.end; ++i)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			low[k] = std::min(low[k], items[i].centroid[k]);
			high[k] = std::max(high[k], items[i].centroid[k]);
		}
	}
	int32_t axis = 0;
	for (int32_t k = 1; k < 3; ++k)
	{
		axis = high[k] - low[k] > high[axis] - low[axis] ? k : axis;
	}

	const float middle = 0.5f * (low[axis] + high[axis]);
	int32_t split = range.begin;
	for (int32_t i = range.begin; i < range.end; ++i)
	{
		// Without a branch: which side comes next cannot be predicted.
		const Item item = items[i];
		items[i] = items[split];
		items[split] = item;
		split += item.centroid[axis] < middle ? 1 : 0;
	}
	const int32_t smaller = std::min(split - range.begin, range.end - split);
	if (smaller < range.Count() / 8 || smaller == 0)
	{
		split = range.begin + range.Count() / 2;
		std::nth_element(items.begin() + range.begin,
			items.begin() + split,
			items.begin() + range.end,
			[axis](const Item& a, const Item& b) {
				return a.centroid[axis] != b.centroid[axis] ? a.centroid[axis] < b.centroid[axis]
															: a.triangle < b.triangle;
			});
	}
	return split;
}

Split SplitRange(std::vector<Item>& items, Range range)
{
	Split split;
	split.range[0] = range;
	split.count = 1;
	while (split.count < 4)
	{
		int32_t largest = 0;
		for (int32_t k = 1; k < split.count; ++k)
		{
			largest = split.range[k].Count() > split.range[largest].Count() ? k : largest;
		}
		Range& first = split.range[largest];
		if (first.Count() <= kLeafSize)
		{
			break;
		}
		const int32_t middle = PartRange(items, first);
		split.range[split.count++] = {middle, first.end};
		first.end = middle;
	}
	return split;
}

/// Nodes are stored level by level; the chunks must not depend on the number of threads.
int64_t LevelGrain(int64_t nodeCount)
{
	return std::clamp<int64_t>(nodeCount / 64, 1, 64);
}

template <size_t N>
void StoreForm(float (&lanes)[N][4], int32_t lane, const std::array<double, N>& form, double scale)
{
	for (size_t i = 0; i < N; ++i)
	{
		lanes[i][lane] = static_cast<float>(scale * form[i]);
	}
}

std::array<double, 3> ToArray(const Vec3& a)
{
	return {a.x, a.y, a.z};
}
} // namespace
} // namespace TriangleTreeDetail

TriangleTree::TriangleTree(std::span<const Vec3> positions, std::span<const Triangle> triangles, TaskRunner& runner)
{
	using namespace TriangleTreeDetail;
	FRACTURECORE_ASSERT(static_cast<int64_t>(triangles.size()) <= kMaxTriangles);
	if (!triangles.empty())
	{
		FitUnitFrame(positions, triangles);
		const std::vector<Level> levels = Partition(positions, triangles, runner);
		CopyLeaves(positions, triangles);
		Summarise(levels, runner);
	}
}

void TriangleTree::FitUnitFrame(std::span<const Vec3> positions, std::span<const Triangle> triangles)
{
	Vec3 low = positions[triangles[0].v[0]];
	Vec3 high = low;
	for (const Triangle& triangle : triangles)
	{
		for (const int32_t vertex : triangle.v)
		{
			const Vec3& p = positions[vertex];
			low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
			high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
		}
	}
	m_origin = 0.5 * (low + high);
	const Vec3 half = high - m_origin;
	const double reach = std::max({half.x, half.y, half.z});
	m_unitPerMetre = reach > 0.0 ? 1.0 / reach : 1.0;
}

std::vector<TriangleTree::Level> TriangleTree::Partition(
	std::span<const Vec3> positions, std::span<const Triangle> triangles, TaskRunner& runner)
{
	using namespace TriangleTreeDetail;
	std::vector<Item> items(triangles.size());
	ParallelFor(runner,
		static_cast<int64_t>(triangles.size()),
		16384,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				const Triangle& t = triangles[i];
				const Vec3 c = ToUnit((positions[t.v[0]] + positions[t.v[1]] + positions[t.v[2]]) / 3.0);
				items[i] = {{static_cast<float>(c.x), static_cast<float>(c.y), static_cast<float>(c.z)},
					static_cast<int32_t>(i)};
			}
		});

	std::vector<Level> levels;
	std::vector<Range> nodes{{0, static_cast<int32_t>(triangles.size())}};
	std::vector<Range> nextNodes;
	std::vector<Split> splits;
	while (!nodes.empty())
	{
		splits.resize(nodes.size());
		ParallelFor(runner,
			static_cast<int64_t>(nodes.size()),
			LevelGrain(static_cast<int64_t>(nodes.size())),
			[&](int64_t begin, int64_t end)
			{
				for (int64_t i = begin; i < end; ++i)
				{
					splits[i] = SplitRange(items, nodes[i]);
				}
			});
		const int32_t levelBegin = static_cast<int32_t>(m_boxes.size());
		const int32_t levelEnd = levelBegin + static_cast<int32_t>(nodes.size());
		levels.push_back({levelBegin, levelEnd});
		nextNodes.clear();
		for (const Split& split : splits)
		{
			Boxes& boxes = m_boxes.emplace_back();
			for (int32_t k = 0; k < split.count; ++k)
			{
				const Range range = split.range[k];
				const bool isLeaf = range.Count() <= kLeafSize;
				boxes.child[k] = isLeaf ? Leaf{range.begin, range.Count()}.Pack()
										: levelEnd + static_cast<int32_t>(nextNodes.size());
				if (!isLeaf)
				{
					nextNodes.push_back(range);
				}
			}
			std::fill(boxes.child + split.count, boxes.child + 4, kNoChild);
		}
		nodes.swap(nextNodes);
	}

	m_sourceTriangle.resize(items.size());
	std::transform(
		items.begin(), items.end(), m_sourceTriangle.begin(), [](const Item& item) { return item.triangle; });
	return levels;
}

void TriangleTree::CopyLeaves(std::span<const Vec3> positions, std::span<const Triangle> triangles)
{
	m_triangles.resize(triangles.size());
	m_positions.reserve(positions.size());
	std::vector<int32_t> renumbered(positions.size(), kNoIndex);
	for (size_t i = 0; i < m_triangles.size(); ++i)
	{
		const Triangle& source = triangles[m_sourceTriangle[i]];
		for (int32_t k = 0; k < 3; ++k)
		{
			int32_t& vertex = renumbered[source.v[k]];
			if (vertex == kNoIndex)
			{
				vertex = static_cast<int32_t>(m_positions.size());
				m_positions.push_back(positions[source.v[k]]);
			}
			m_triangles[i].v[k] = vertex;
		}
	}
}

void TriangleTree::Summarise(std::span<const Level> levels, TaskRunner& runner)
{
	using namespace TriangleTreeDetail;
	m_moments.resize(m_boxes.size());
	std::vector<Cluster> clusters(m_boxes.size());
	for (size_t level = levels.size(); level-- > 0;)
	{
		const int32_t levelBegin = levels[level].begin;
		const int64_t nodeCount = levels[level].end - levelBegin;
		ParallelFor(runner,
			nodeCount,
			LevelGrain(nodeCount),
			[&](int64_t begin, int64_t end)
			{
				for (int64_t node = levelBegin + begin; node < levelBegin + end; ++node)
				{
					Cluster parts[4];
					size_t count = 0;
					for (; count < 4 && m_boxes[node].child[count] != kNoChild; ++count)
					{
						const int32_t child = m_boxes[node].child[count];
						parts[count] = Leaf::IsLeaf(child) ? LeafCluster(child) : clusters[child];
					}
					StoreNode(static_cast<int32_t>(node), {parts, count});
					clusters[node] = MergeClusters({parts, count});
				}
			});
	}
}

Cluster TriangleTree::LeafCluster(int32_t child) const
{
	using namespace TriangleTreeDetail;
	const Leaf leaf = Leaf::Unpack(child);
	Corners corners[kLeafSize];
	for (int32_t i = 0; i < leaf.count; ++i)
	{
		const Triangle& t = m_triangles[leaf.begin + i];
		corners[i] = {ToUnit(m_positions[t.v[0]]), ToUnit(m_positions[t.v[1]]), ToUnit(m_positions[t.v[2]])};
	}
	return ClusterOf({corners, static_cast<size_t>(leaf.count)});
}

void TriangleTree::StoreNode(int32_t node, std::span<const Cluster> parts)
{
	using namespace TriangleTreeDetail;
	Boxes& boxes = m_boxes[node];
	Moments& moments = m_moments[node];
	for (int32_t k = 0; k < 4; ++k)
	{
		moments.child[k] = boxes.child[k];
		if (k >= static_cast<int32_t>(parts.size()))
		{
			// Far from every point, without moments: contributes nothing and is never opened.
			for (int32_t axis = 0; axis < 3; ++axis)
			{
				moments.centre[axis][k] = kNowhere;
				boxes.low[axis][k] = boxes.high[axis][k] = kNowhere;
			}
			continue;
		}
		const Cluster& part = parts[k];
		StoreForm(moments.centre, k, ToArray(part.centre), 1.0);
		StoreForm(moments.linear, k, ToArray(part.linear), 1.0 / (4.0 * kPi));
		StoreForm(moments.quadratic, k, HarmonicPart(part.quadratic), -3.0 / (4.0 * kPi));
		StoreForm(moments.cubic, k, HarmonicPart(part.cubic), 7.5 / (4.0 * kPi));
		const double opening = kOpeningRatio * part.radius;
		moments.openingSquared[k] = static_cast<float>(opening * opening);
		const Vec3 margin{kBoxMargin, kBoxMargin, kBoxMargin};
		StoreForm(boxes.low, k, ToArray(part.low - margin), 1.0);
		StoreForm(boxes.high, k, ToArray(part.high + margin), 1.0);
	}
}
} // namespace FractureCore
