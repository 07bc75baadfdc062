// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/FaceSplitter.h"

#include "Mesh/LoopNesting.h"

#include <algorithm>

namespace FractureCore
{
std::span<const FaceSplitter::Child> FaceSplitter::Split(
	int32_t face, std::span<const int32_t> edges, std::span<const int8_t> sides, std::span<const int32_t> loopEnds)
{
	m_steps.clear();
	m_runs.clear();
	m_crossings.clear();
	m_outEdges.clear();
	m_outLoopEnds.clear();
	m_outLoopSides.clear();
	m_children.clear();
	int32_t begin = 0;
	for (const int32_t end : loopEnds)
	{
		const auto first = static_cast<size_t>(begin);
		const auto count = static_cast<size_t>(end - begin);
		AddLoop(edges.subspan(first, count), sides.subspan(first, count));
		begin = end;
	}
	SortCrossings();
	JoinRuns();
	TraceLoops();
	AddFaces(face, 1);
	AddFaces(face, -1);
	m_tree.SetFaceChildren(face, {m_children.front().face, m_children.back().face + 1});
	return m_children;
}

void FaceSplitter::AddLoop(std::span<const int32_t> edges, std::span<const int8_t> sides)
{
	const size_t begin = m_steps.size();
	for (size_t i = 0; i < edges.size(); ++i)
	{
		AddSteps(edges[i], sides[i], sides[i + 1 < edges.size() ? i + 1 : 0]);
	}
	SettleNeutralSteps(begin);
	AddRuns(begin);
}

/// `from` and `to`: the sides of its ends.
void FaceSplitter::AddSteps(int32_t edge, int32_t from, int32_t to)
{
	if (from * to >= 0)
	{
		m_steps.push_back({edge, from != 0 ? from : to});
		return;
	}
	const int32_t parent = Unsigned(edge);
	if (m_tree.IsLeafEdge(parent))
	{
		const auto [a, b] = m_tree.Edge(parent).ends;
		const double valueA = m_sides.Value(a);
		const double valueB = m_sides.Value(b);
		const int32_t middle = m_tree.SplitEdge(parent, valueA / (valueA - valueB));
		m_sides.OnSplit(middle, a, b);
	}
	const int32_t child = m_tree.EdgeChild(parent);
	m_steps.push_back({edge >= 0 ? child : ~(child + 1), from});
	m_steps.push_back({edge >= 0 ? child + 1 : ~child, to});
}

/// An edge with both ends on the cut continues the run before it.
void FaceSplitter::SettleNeutralSteps(size_t begin)
{
	int32_t side = 0;
	for (size_t i = begin; i < m_steps.size(); ++i)
	{
		side = m_steps[i].side != 0 ? m_steps[i].side : side;
	}
	side = side != 0 ? side : 1;
	for (size_t i = begin; i < m_steps.size(); ++i)
	{
		side = m_steps[i].side != 0 ? m_steps[i].side : side;
		m_steps[i].side = side;
	}
}

void FaceSplitter::AddRuns(size_t begin)
{
	const auto loop = m_steps.begin() + static_cast<std::ptrdiff_t>(begin);
	const auto change =
		std::adjacent_find(loop, m_steps.end(), [](const Step& a, const Step& b) { return a.side != b.side; });
	if (change == m_steps.end())
	{
		// All on one side: a loop as it is.
		for (auto step = loop; step != m_steps.end(); ++step)
		{
			m_outEdges.push_back(step->edge);
		}
		AddOutLoop(loop->side);
		return;
	}
	std::rotate(loop, change + 1, m_steps.end());
	const auto firstRun = static_cast<int32_t>(m_runs.size());
	for (size_t i = begin; i < m_steps.size(); ++i)
	{
		if (i == begin || m_steps[i].side != m_steps[i - 1].side)
		{
			m_runs.push_back({static_cast<int32_t>(i), static_cast<int32_t>(i), kNoIndex, kNoIndex, m_steps[i].side});
		}
		m_runs.back().end = static_cast<int32_t>(i) + 1;
	}
	const auto lastRun = static_cast<int32_t>(m_runs.size());
	for (int32_t run = firstRun; run < lastRun; ++run)
	{
		const int32_t after = run + 1 < lastRun ? run + 1 : firstRun;
		m_crossings.push_back({m_tree.From(m_steps[m_runs[after].begin].edge), run, after, 0.0, m_runs[run].side > 0});
	}
}

void FaceSplitter::AddOutLoop(int32_t side)
{
	m_outLoopEnds.push_back(static_cast<int32_t>(m_outEdges.size()));
	m_outLoopSides.push_back(side);
}

/// Along the widest axis of the line that they lie on.
void FaceSplitter::SortCrossings()
{
	if (m_crossings.size() <= 2)
	{
		return;
	}
	Vec3 low = m_tree.Vertex(m_crossings[0].vertex).position;
	Vec3 high = low;
	for (const Crossing& crossing : m_crossings)
	{
		const Vec3& p = m_tree.Vertex(crossing.vertex).position;
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	const Vec3 extent = high - low;
	const int32_t axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : (extent.y >= extent.z ? 1 : 2);
	for (Crossing& crossing : m_crossings)
	{
		crossing.along = Component(m_tree.Vertex(crossing.vertex).position, axis);
	}
	std::stable_sort(
		m_crossings.begin(), m_crossings.end(), [](const Crossing& a, const Crossing& b) { return a.along < b.along; });
}

/// Neighbours along the line are joined, like brackets where they do not alternate. There are as many of one kind as of
/// the other, so none is left.
void FaceSplitter::JoinRuns()
{
	m_open.clear();
	for (const Crossing& crossing : m_crossings)
	{
		if (m_open.empty() || m_open.back().isDown == crossing.isDown)
		{
			m_open.push_back(crossing);
			continue;
		}
		Join(crossing.isDown ? crossing : m_open.back(), crossing.isDown ? m_open.back() : crossing);
		m_open.pop_back();
	}
}

void FaceSplitter::Join(const Crossing& down, const Crossing& up)
{
	const bool isPoint = down.vertex == up.vertex;
	const int32_t edge = isPoint ? kNoIndex : m_tree.AddCrackEdge(down.vertex, up.vertex);
	m_runs[down.before].next = up.after;
	m_runs[down.before].link = edge;
	m_runs[up.before].next = down.after;
	// The edge backwards is ~edge, which is never kNoIndex = ~0 for an edge that a cut made: it is not the first.
	m_runs[up.before].link = isPoint ? kNoIndex : ~edge;
}

void FaceSplitter::TraceLoops()
{
	for (Run& first : m_runs)
	{
		for (Run* run = &first; !run->isTraced; run = &m_runs[run->next])
		{
			run->isTraced = true;
			for (int32_t i = run->begin; i < run->end; ++i)
			{
				m_outEdges.push_back(m_steps[i].edge);
			}
			if (run->link != kNoIndex)
			{
				m_outEdges.push_back(run->link);
			}
			if (&m_runs[run->next] == &first)
			{
				AddOutLoop(first.side);
			}
		}
	}
}

void FaceSplitter::AddFaces(int32_t face, int32_t side)
{
	m_loops.clear();
	for (size_t k = 0; k < m_outLoopSides.size(); ++k)
	{
		if (m_outLoopSides[k] == side)
		{
			m_loops.push_back(static_cast<int32_t>(k));
		}
	}
	if (m_loops.size() == 1)
	{
		const std::span<const int32_t> loop = OutLoop(m_loops[0]);
		const auto end = static_cast<int32_t>(loop.size());
		const CutFace like = m_tree.Face(face); // copies: the arrays grow
		const std::array<int32_t, 2> cells = m_tree.FaceCells(face);
		m_children.push_back({m_tree.AddFace(like, cells, loop, {&end, 1}), side});
		return;
	}
	m_points.clear();
	m_pointEnds.clear();
	for (const int32_t k : m_loops)
	{
		for (const int32_t edge : OutLoop(k))
		{
			m_points.push_back(m_tree.Vertex(m_tree.From(edge)).position);
		}
		m_pointEnds.push_back(static_cast<int32_t>(m_points.size()));
	}
	NestLoops(m_points, m_pointEnds, m_outerOf);
	for (size_t outer = 0; outer < m_loops.size(); ++outer)
	{
		if (m_outerOf[outer] == static_cast<int32_t>(outer))
		{
			AddFaceWithHoles(face, side, outer);
		}
	}
}

std::span<const int32_t> FaceSplitter::OutLoop(int32_t k) const
{
	const int32_t begin = k == 0 ? 0 : m_outLoopEnds[k - 1];
	return {m_outEdges.data() + begin, static_cast<size_t>(m_outLoopEnds[k] - begin)};
}

void FaceSplitter::AddFaceWithHoles(int32_t face, int32_t side, size_t outer)
{
	m_faceEdges.clear();
	m_faceLoopEnds.clear();
	const auto add = [&](size_t k)
	{
		const std::span<const int32_t> loop = OutLoop(m_loops[k]);
		m_faceEdges.insert(m_faceEdges.end(), loop.begin(), loop.end());
		m_faceLoopEnds.push_back(static_cast<int32_t>(m_faceEdges.size()));
	};
	add(outer);
	for (size_t k = 0; k < m_loops.size(); ++k)
	{
		if (k != outer && m_outerOf[k] == static_cast<int32_t>(outer))
		{
			add(k);
		}
	}
	const CutFace like = m_tree.Face(face);
	const std::array<int32_t, 2> cells = m_tree.FaceCells(face);
	m_children.push_back({m_tree.AddFace(like, cells, m_faceEdges, m_faceLoopEnds), side});
}
} // namespace FractureCore
