// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/CellSlicer.h"

#include "Mesh/LoopNesting.h"

#include <algorithm>

namespace FractureCore
{
CellSlicer::CellSlicer(CutTree& tree) : m_tree(tree), m_sides(tree), m_splitter(tree, m_sides) {}

void CellSlicer::Start(SliceField& field, int32_t source)
{
	m_sides.Start(field);
	m_source = source;
}

CellSlicer::Sliced CellSlicer::Slice(int32_t cell)
{
	Gather(cell);
	if (!m_hasPlus || !m_hasMinus)
	{
		return {};
	}
	SplitParts();
	FindCapLoops();
	AddCaps(cell);
	const bool isHalved = IsHalved(cell);
	const auto addSide = [&](int32_t side) { isHalved ? AddHalf(cell, side) : AddShells(cell, side); };
	Sliced sliced;
	sliced.first = m_tree.CellCount();
	addSide(1);
	sliced.minusBegin = m_tree.CellCount();
	addSide(-1);
	sliced.last = m_tree.CellCount();
	m_tree.SetCellChildren(cell, {sliced.first, sliced.last});
	return sliced;
}

std::span<const int32_t> CellSlicer::LoopEdges(int32_t loop) const
{
	return {m_edges.data() + m_loopOffsets[loop], static_cast<size_t>(m_loopOffsets[loop + 1] - m_loopOffsets[loop])};
}

std::span<const int32_t> CellSlicer::PartEdges(const Part& part) const
{
	const int32_t begin = m_loopOffsets[part.firstLoop];
	return {m_edges.data() + begin, static_cast<size_t>(m_loopOffsets[part.lastLoop] - begin)};
}

void CellSlicer::Gather(int32_t cell)
{
	m_parts.clear();
	m_toSplit.clear();
	m_edges.clear();
	m_edgeSides.clear();
	m_loopOffsets.assign(1, 0);
	m_hasPlus = false;
	m_hasMinus = false;
	m_hasOuter = false;
	m_leafFaces.clear();
	for (const int32_t face : m_tree.CellFaces(cell))
	{
		m_tree.AppendLeafFaces(face, m_leafFaces);
	}
	for (const int32_t face : m_leafFaces)
	{
		m_hasOuter |= m_tree.Face(Unsigned(face)).kind == CutFaceKind::Outer;
		Part part = MakePart(face);
		m_hasPlus |= part.hasPlus;
		m_hasMinus |= part.hasMinus;
		// One with all its vertices on the cut goes to the + side: any choice closes.
		part.side = part.hasMinus ? (part.hasPlus ? 0 : -1) : 1;
		(part.side == 0 ? m_toSplit : m_parts).push_back(part);
	}
}

/// Appends the leaf edges of a face to m_edges, and their sides.
CellSlicer::Part CellSlicer::MakePart(int32_t signedFace)
{
	const int32_t id = Unsigned(signedFace);
	const CutFace& face = m_tree.Face(id);
	Part part;
	part.face = signedFace;
	part.firstLoop = static_cast<int32_t>(m_loopOffsets.size()) - 1;
	const CutTree::EdgeView edges = m_tree.Edges();
	const size_t begin = m_edges.size();
	for (int32_t loop = face.firstLoop; loop < face.lastLoop; ++loop)
	{
		for (const int32_t edge : m_tree.Loop(id, loop))
		{
			if (edges.IsLeaf(edge))
			{
				m_edges.push_back(edge);
				continue;
			}
			m_tree.AppendLeafEdges(edge, m_edges);
		}
		m_loopOffsets.push_back(static_cast<int32_t>(m_edges.size()));
	}
	part.lastLoop = static_cast<int32_t>(m_loopOffsets.size()) - 1;
	m_edgeSides.resize(m_edges.size());
	for (size_t i = begin; i < m_edges.size(); ++i)
	{
		const int32_t side = m_sides.Side(edges.From(m_edges[i]));
		m_edgeSides[i] = static_cast<int8_t>(side);
		part.hasPlus |= side > 0;
		part.hasMinus |= side < 0;
		part.onCut += side == 0 ? 1 : 0;
	}
	return part;
}

void CellSlicer::AddPart(int32_t signedFace, int32_t side)
{
	Part part = MakePart(signedFace);
	part.side = side;
	m_parts.push_back(part);
}

void CellSlicer::SplitParts()
{
	for (const Part& part : m_toSplit)
	{
		m_loopEnds.clear();
		const int32_t begin = m_loopOffsets[part.firstLoop];
		for (int32_t loop = part.firstLoop; loop < part.lastLoop; ++loop)
		{
			m_loopEnds.push_back(m_loopOffsets[loop + 1] - begin);
		}
		const std::span<const int32_t> edges = PartEdges(part);
		const std::span<const int8_t> sides(m_edgeSides.data() + begin, edges.size());
		for (const FaceSplitter::Child& child : m_splitter.Split(Unsigned(part.face), edges, sides, m_loopEnds))
		{
			AddPart(part.face >= 0 ? child.face : ~child.face, child.side);
		}
	}
}

/// What the + side's faces leave open lies between vertices on the cut.
void CellSlicer::FindCapLoops()
{
	m_openEdges.clear();
	for (const Part& part : m_parts)
	{
		if (part.side < 0 || part.onCut < 2)
		{
			continue;
		}
		for (int32_t loop = part.firstLoop; loop < part.lastLoop; ++loop)
		{
			const int32_t end = m_loopOffsets[loop + 1];
			bool isToOnCut = m_edgeSides[m_loopOffsets[loop]] == 0;
			for (int32_t i = end - 1; i >= m_loopOffsets[loop]; --i)
			{
				const bool isFromOnCut = m_edgeSides[i] == 0;
				if (isFromOnCut && isToOnCut)
				{
					// As the cap uses it: against the face, which itself is seen from outside.
					m_openEdges.push_back(part.face >= 0 ? ~m_edges[i] : m_edges[i]);
				}
				isToOnCut = isFromOnCut;
			}
		}
	}
	// Both directions of an edge cancel.
	std::sort(m_openEdges.begin(),
		m_openEdges.end(),
		[](int32_t a, int32_t b) { return Unsigned(a) != Unsigned(b) ? Unsigned(a) < Unsigned(b) : a < b; });
	size_t kept = 0;
	for (const int32_t edge : m_openEdges)
	{
		if (kept > 0 && m_openEdges[kept - 1] == ~edge)
		{
			--kept;
		}
		else
		{
			m_openEdges[kept++] = edge;
		}
	}
	m_openEdges.resize(kept);

	m_capEdges.clear();
	m_capLoopEnds.clear();
	while (!m_openEdges.empty())
	{
		int32_t edge = m_openEdges.front();
		m_openEdges.erase(m_openEdges.begin());
		const int32_t start = m_tree.From(edge);
		m_capEdges.push_back(edge);
		while (m_tree.To(edge) != start)
		{
			const int32_t at = m_tree.To(edge);
			const auto found = std::find_if(
				m_openEdges.begin(), m_openEdges.end(), [&](int32_t other) { return m_tree.From(other) == at; });
			edge = *found; // as many edges leave a vertex as enter it
			m_openEdges.erase(found);
			m_capEdges.push_back(edge);
		}
		m_capLoopEnds.push_back(static_cast<int32_t>(m_capEdges.size()));
	}
}

void CellSlicer::AddCaps(int32_t cell)
{
	const auto loopCount = m_capLoopEnds.size();
	m_outerOf.assign(loopCount, 0);
	if (loopCount > 1)
	{
		m_points.clear();
		for (const int32_t edge : m_capEdges)
		{
			m_points.push_back(m_tree.Vertex(m_tree.From(edge)).position);
		}
		NestLoops(m_points, m_capLoopEnds, m_outerOf);
	}
	CutFace like;
	like.kind = CutFaceKind::Cap;
	like.source = m_source;
	for (size_t outer = 0; outer < loopCount; ++outer)
	{
		if (m_outerOf[outer] != static_cast<int32_t>(outer))
		{
			continue;
		}
		m_faceEdges.clear();
		m_faceLoopEnds.clear();
		const auto add = [&](size_t k)
		{
			m_faceEdges.insert(m_faceEdges.end(),
				m_capEdges.begin() + (k == 0 ? 0 : m_capLoopEnds[k - 1]),
				m_capEdges.begin() + m_capLoopEnds[k]);
			m_faceLoopEnds.push_back(static_cast<int32_t>(m_faceEdges.size()));
		};
		add(outer);
		for (size_t k = 0; k < loopCount; ++k)
		{
			if (k != outer && m_outerOf[k] == static_cast<int32_t>(outer))
			{
				add(k);
			}
		}
		const int32_t cap = m_tree.AddFace(like, {cell, cell}, m_faceEdges, m_faceLoopEnds);
		AddPart(cap, 1);
		AddPart(~cap, -1);
	}
}

/// One closed curve that does not meet itself halves a sphere. The boundary of a cell without outer faces is one.
bool CellSlicer::IsHalved(int32_t cell) const
{
	if (m_capLoopEnds.size() != 1 || !m_hasOuter)
	{
		return m_capLoopEnds.size() == 1;
	}
	if (!m_tree.IsRound(cell))
	{
		return false;
	}
	for (size_t i = 0; i < m_capEdges.size(); ++i)
	{
		for (size_t j = i + 1; j < m_capEdges.size(); ++j)
		{
			if (m_tree.From(m_capEdges[i]) == m_tree.From(m_capEdges[j]))
			{
				return false;
			}
		}
	}
	return true;
}

void CellSlicer::AddHalf(int32_t cell, int32_t side)
{
	m_cellFaces.clear();
	for (const Part& part : m_parts)
	{
		if (part.side == side)
		{
			m_cellFaces.push_back(part.face);
		}
	}
	m_tree.AddCell(m_tree.Cell(cell).tet, m_cellFaces, true);
}

void CellSlicer::AddShells(int32_t cell, int32_t side)
{
	const int32_t tet = m_tree.Cell(cell).tet;
	const int32_t shellCount = JoinParts(side);
	m_shells.assign(static_cast<size_t>(shellCount), {});
	if (shellCount > 1)
	{
		MeasureShells(side);
		PutShellsInCells();
	}
	else if (shellCount == 1)
	{
		m_shells[0].cell = 0;
	}
	for (int32_t shell = 0; shell < shellCount; ++shell)
	{
		m_cellFaces.clear();
		for (size_t i = 0; i < m_parts.size(); ++i)
		{
			if (m_parts[i].side == side && m_shells[m_partShell[i]].cell == shell)
			{
				m_cellFaces.push_back(m_parts[i].face);
			}
		}
		if (!m_cellFaces.empty())
		{
			m_tree.AddCell(tet, m_cellFaces, false);
		}
	}
}

/// Numbers the shells of one side in m_partShell and returns how many there are.
int32_t CellSlicer::JoinParts(int32_t side)
{
	++m_epoch;
	m_edgeOwner.resize(static_cast<size_t>(m_tree.EdgeCount()));
	m_edgeEpoch.resize(static_cast<size_t>(m_tree.EdgeCount()), 0);
	m_partShell.resize(m_parts.size());
	for (size_t i = 0; i < m_parts.size(); ++i)
	{
		m_partShell[i] = static_cast<int32_t>(i);
	}
	const auto find = [&](int32_t i)
	{
		while (m_partShell[i] != i)
		{
			m_partShell[i] = m_partShell[m_partShell[i]];
			i = m_partShell[i];
		}
		return i;
	};
	for (size_t i = 0; i < m_parts.size(); ++i)
	{
		if (m_parts[i].side != side)
		{
			continue;
		}
		for (const int32_t signedEdge : PartEdges(m_parts[i]))
		{
			const int32_t edge = Unsigned(signedEdge);
			if (m_edgeEpoch[edge] != m_epoch)
			{
				m_edgeEpoch[edge] = m_epoch;
				m_edgeOwner[edge] = static_cast<int32_t>(i);
				continue;
			}
			const int32_t a = find(m_edgeOwner[edge]);
			const int32_t b = find(static_cast<int32_t>(i));
			m_partShell[std::max(a, b)] = std::min(a, b);
		}
	}
	int32_t count = 0;
	for (size_t i = 0; i < m_parts.size(); ++i)
	{
		// A root comes before its parts, so what it points to has been numbered.
		const bool isRoot = m_partShell[i] == static_cast<int32_t>(i);
		if (m_parts[i].side == side)
		{
			m_partShell[i] = isRoot ? count++ : m_partShell[m_partShell[i]];
		}
	}
	return count;
}

void CellSlicer::MeasureShells(int32_t side)
{
	const Vec3 origin = m_tree.Vertex(m_tree.From(m_edges[0])).position;
	std::vector<bool> isSeen(m_shells.size(), false);
	for (size_t i = 0; i < m_parts.size(); ++i)
	{
		if (m_parts[i].side != side)
		{
			continue;
		}
		Shell& shell = m_shells[m_partShell[i]];
		for (int32_t loop = m_parts[i].firstLoop; loop < m_parts[i].lastLoop; ++loop)
		{
			m_points.clear();
			for (const int32_t edge : LoopEdges(loop))
			{
				const Vec3 p = m_tree.Vertex(m_tree.From(edge)).position - origin;
				m_points.push_back(p);
				if (!isSeen[m_partShell[i]])
				{
					isSeen[m_partShell[i]] = true;
					shell.low = p;
					shell.high = p;
				}
				shell.low = {std::min(shell.low.x, p.x), std::min(shell.low.y, p.y), std::min(shell.low.z, p.z)};
				shell.high = {std::max(shell.high.x, p.x), std::max(shell.high.y, p.y), std::max(shell.high.z, p.z)};
			}
			const double volume = Dot(m_points[0], DoubleAreaVector(m_points)) / 6.0;
			shell.volume += m_parts[i].face >= 0 ? volume : -volume;
		}
	}
}

/// A cavity belongs to the smallest shell around it, judged by its box.
void CellSlicer::PutShellsInCells()
{
	size_t largest = 0;
	for (size_t s = 1; s < m_shells.size(); ++s)
	{
		largest = m_shells[s].volume > m_shells[largest].volume ? s : largest;
	}
	const auto holds = [](const Shell& a, const Shell& b)
	{
		return a.low.x <= b.low.x && a.low.y <= b.low.y && a.low.z <= b.low.z && a.high.x >= b.high.x &&
			a.high.y >= b.high.y && a.high.z >= b.high.z;
	};
	for (size_t s = 0; s < m_shells.size(); ++s)
	{
		size_t best = s;
		if (s != largest && m_shells[s].volume < 0.0)
		{
			best = largest;
			for (size_t other = 0; other < m_shells.size(); ++other)
			{
				const bool isSmaller = m_shells[other].volume > 0.0 && m_shells[other].volume < m_shells[best].volume;
				best = isSmaller && holds(m_shells[other], m_shells[s]) ? other : best;
			}
		}
		m_shells[s].cell = static_cast<int32_t>(best);
	}
}
} // namespace FractureCore
