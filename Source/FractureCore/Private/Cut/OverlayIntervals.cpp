// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OverlayIntervals.h"

#include <algorithm>

namespace FractureCore
{
namespace IntervalDetail
{
namespace
{
constexpr int64_t kCubesPerIntervalTask = 512;

/// Pairs the i-th way in along an edge with the i-th way out. Where rounding has put an "out" before its "in" the
/// interval runs backwards, but it closes.
class EdgePairing
{
public:
	EdgePairing(const LatticeCrossings& crossings, int32_t firstCrossingVertex)
		: m_crossings(crossings), m_firstVertex(firstCrossingVertex)
	{
	}

	/// `low` and `high` are the vertices at the edge's nodes, kNoIndex outside. False if the ways do not pair up.
	bool Run(std::span<const int32_t> onEdge, int32_t low, int32_t high, std::vector<LatticeIntervals::Interval>& found)
	{
		m_sorted.assign(onEdge.begin(), onEdge.end());
		std::sort(m_sorted.begin(),
			m_sorted.end(),
			[&](int32_t a, int32_t b)
			{
				const double fractionA = m_crossings.all[a].fraction;
				const double fractionB = m_crossings.all[b].fraction;
				return fractionA != fractionB ? fractionA < fractionB : a < b;
			});
		m_in.clear();
		m_out.clear();
		if (low != kNoIndex)
		{
			m_in.push_back(low);
		}
		for (const int32_t crossing : m_sorted)
		{
			(m_crossings.all[crossing].turn > 0 ? m_in : m_out).push_back(m_firstVertex + crossing);
		}
		if (high != kNoIndex)
		{
			m_out.push_back(high);
		}
		if (m_in.size() != m_out.size())
		{
			return false;
		}
		for (size_t i = 0; i < m_in.size(); ++i)
		{
			found.push_back({m_in[i], m_out[i]});
		}
		return true;
	}

private:
	const LatticeCrossings& m_crossings;
	int32_t m_firstVertex;
	std::vector<int32_t> m_sorted;
	std::vector<int32_t> m_in;
	std::vector<int32_t> m_out;
};

SlotLists CrossingsByEdge(const OverlayGrid& grid, const LatticeCrossings& crossings, TaskRunner& runner)
{
	std::vector<int32_t> slotOf(crossings.all.size());
	ParallelFor(runner,
		static_cast<int64_t>(slotOf.size()),
		8'192,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				slotOf[i] = grid.EdgeSlotOf(crossings.all[i].edge);
			}
		});
	return SlotLists(slotOf, static_cast<size_t>(kGridEdges) * grid.cubes.size());
}
} // namespace
} // namespace IntervalDetail

Result<LatticeIntervals> FindIntervals(
	const OverlayGrid& grid, const LatticeCrossings& crossings, int32_t firstCrossingVertex, TaskRunner& runner)
{
	using namespace IntervalDetail;
	LatticeIntervals result;
	result.vertexCount = firstCrossingVertex + static_cast<int32_t>(crossings.all.size());
	result.nodeVertex.assign(grid.cubes.size(), kNoIndex);
	for (int32_t node = 0; node < grid.Count(); ++node)
	{
		if (grid.IsInside(node))
		{
			result.nodeVertex[node] = result.vertexCount++;
		}
	}
	const SlotLists byEdge = CrossingsByEdge(grid, crossings, runner);
	result.first.assign(byEdge.first.size(), 0);
	Chunks<LatticeIntervals::Interval> chunks(grid.Count(), kCubesPerIntervalTask);
	const int32_t openEdges = ParallelReduce(
		runner,
		grid.Count(),
		kCubesPerIntervalTask,
		0,
		[&](int64_t begin, int64_t end)
		{
			std::vector<LatticeIntervals::Interval>& found = chunks.Of(begin);
			EdgePairing pairing(crossings, firstCrossingVertex);
			int32_t open = 0;
			for (int64_t cube = begin; cube < end; ++cube)
			{
				for (int32_t axes = 1; axes <= kGridEdges; ++axes)
				{
					const int32_t slot = OverlayGrid::EdgeSlot(static_cast<int32_t>(cube), axes);
					const std::span<const int32_t> onEdge = byEdge.Of(slot);
					const int32_t next = grid.ahead[cube][axes];
					const int32_t low = result.nodeVertex[cube];
					const int32_t high = next == kNoIndex ? kNoIndex : result.nodeVertex[next];
					const size_t before = found.size();
					open += pairing.Run(onEdge, low, high, found) ? 0 : 1;
					result.first[static_cast<size_t>(slot) + 1] = static_cast<int32_t>(found.size() - before);
				}
			}
			return open;
		},
		[](int32_t a, int32_t b) { return a + b; });
	if (openEdges > 0)
	{
		return Error{
			ErrorCode::InvalidMesh, "the surface is not closed: it enters the lattice more often than it leaves"};
	}
	SumUp(result.first);
	result.all = chunks.Join();
	return result;
}
} // namespace FractureCore
