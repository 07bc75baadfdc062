// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/BoundaryWalk.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
class BoundaryWalker
{
public:
	BoundaryWalker(const CutTree& tree, const Pieces& pieces)
		: m_tree(tree), m_pieces(pieces), m_firstOpen(static_cast<size_t>(tree.EdgeCount()), kNoIndex)
	{
	}

	BoundaryWalk Run(std::span<const int32_t> alsoTouched)
	{
		GatherFaces(alsoTouched);
		GatherCorners();
		PairInCells();
		PairOnSurface();
		PairOldEdges();
		FindClasses();
		return std::move(m_walk);
	}

private:
	bool IsNewEdge(int32_t signedEdge) const
	{
		const CutEdge& edge = m_tree.Edge(Unsigned(signedEdge));
		return m_tree.IsNewVertex(edge.ends[0]) && m_tree.IsNewVertex(edge.ends[1]);
	}

	bool HasSplitEdge(int32_t f) const
	{
		const CutFace& face = m_tree.Face(f);
		for (int32_t l = face.firstLoop; l < face.lastLoop; ++l)
		{
			const std::span<const int32_t> loop = m_tree.Loop(f, l);
			if (std::any_of(loop.begin(), loop.end(), [&](int32_t e) { return !m_tree.IsLeafEdge(Unsigned(e)); }))
			{
				return true;
			}
		}
		return false;
	}

	/// Faces with new vertices, and every face of a triangle that has one.
	void GatherFaces(std::span<const int32_t> alsoTouched)
	{
		m_walk.isTouched.assign(m_tree.Base().surface.triangles.size(), 0);
		for (const int32_t triangle : alsoTouched)
		{
			m_walk.isTouched[triangle] = 1;
		}
		const auto add = [&](int32_t f)
		{
			m_walk.faces.push_back(f);
			if (m_tree.Face(f).kind == CutFaceKind::Outer)
			{
				m_walk.isTouched[m_tree.Face(f).source] = 1;
			}
		};
		std::vector<int32_t> wholeOuter;
		for (int32_t f = 0; f < m_tree.BaseFaceCount(); ++f)
		{
			if (!m_tree.IsLeafFace(f))
			{
				continue;
			}
			if (HasSplitEdge(f))
			{
				add(f);
			}
			else if (m_tree.Face(f).kind == CutFaceKind::Outer)
			{
				wholeOuter.push_back(f);
			}
		}
		for (int32_t f = m_tree.BaseFaceCount(); f < m_tree.FaceCount(); ++f)
		{
			if (m_tree.IsLeafFace(f))
			{
				add(f);
			}
		}
		for (const int32_t f : wholeOuter)
		{
			if (m_walk.isTouched[m_tree.Face(f).source] != 0)
			{
				m_walk.faces.push_back(f);
			}
		}
	}

	void GatherCorners()
	{
		for (size_t i = 0; i < m_walk.faces.size(); ++i)
		{
			const int32_t f = m_walk.faces[i];
			const CutFace& face = m_tree.Face(f);
			m_walk.firstCorner.push_back(CornerCount());
			for (int32_t l = face.firstLoop; l < face.lastLoop; ++l)
			{
				const int32_t begin = CornerCount();
				for (const int32_t edge : m_tree.Loop(f, l))
				{
					m_tree.AppendLeafEdges(edge, m_walk.edge);
				}
				const int32_t end = CornerCount();
				for (int32_t c = begin; c < end; ++c)
				{
					m_walk.next.push_back(c + 1 < end ? c + 1 : begin);
					m_walk.previous.push_back(c > begin ? c - 1 : end - 1);
					m_walk.faceAt.push_back(static_cast<int32_t>(i));
				}
			}
		}
		m_walk.firstCorner.push_back(CornerCount());
		m_walk.partner.assign(2 * m_walk.edge.size(), kNoIndex);
		m_walk.classOf.assign(2 * m_walk.edge.size(), kNoIndex);
	}

	int32_t CornerCount() const { return static_cast<int32_t>(m_walk.edge.size()); }

	/// Calls visit(halfEdge) for every half-edge along a new edge.
	template <typename Visit>
	void ForEachNewHalfEdge(Visit&& visit) const
	{
		for (int32_t c = 0; c < CornerCount(); ++c)
		{
			if (IsNewEdge(m_walk.edge[c]))
			{
				visit(2 * c);
				visit(2 * c + 1);
			}
		}
	}

	/// In each cell every edge is used as often forwards as backwards. Half-edges in buckets of their cell.
	void PairInCells()
	{
		m_inCell.assign(m_walk.partner.size(), kNoIndex);
		std::vector<int32_t> bucketEnd(static_cast<size_t>(m_tree.CellCount()) + 1, 0);
		const auto cellOf = [&](int32_t halfEdge) { return m_tree.FaceCells(m_walk.FaceOf(halfEdge))[halfEdge & 1]; };
		ForEachNewHalfEdge(
			[&](int32_t h)
			{
				if (const int32_t cell = cellOf(h); cell != kNoIndex)
				{
					++bucketEnd[cell + 1];
				}
			});
		for (size_t i = 1; i < bucketEnd.size(); ++i)
		{
			bucketEnd[i] += bucketEnd[i - 1];
		}
		std::vector<int32_t> bucket(static_cast<size_t>(bucketEnd.back()));
		ForEachNewHalfEdge(
			[&](int32_t h)
			{
				if (const int32_t cell = cellOf(h); cell != kNoIndex)
				{
					bucket[bucketEnd[cell]++] = h;
				}
			});
		m_nextOpen.assign(m_walk.partner.size(), kNoIndex);
		int32_t begin = 0;
		for (size_t cell = 0; cell + 1 < bucketEnd.size(); ++cell)
		{
			for (int32_t i = begin; i < bucketEnd[cell]; ++i)
			{
				PairAlongEdge(bucket[i], m_inCell);
			}
			begin = bucketEnd[cell];
		}
	}

	bool IsForward(int32_t halfEdge) const { return (m_walk.edge[halfEdge >> 1] >= 0) == ((halfEdge & 1) == 0); }

	/// Pairs a half-edge with the first open one that runs along the same edge the other way, or leaves it open.
	void PairAlongEdge(int32_t halfEdge, std::vector<int32_t>& pairs)
	{
		int32_t* open = &m_firstOpen[Unsigned(m_walk.edge[halfEdge >> 1])];
		while (*open != kNoIndex && IsForward(*open) == IsForward(halfEdge))
		{
			open = &m_nextOpen[*open];
		}
		if (*open == kNoIndex)
		{
			*open = halfEdge;
			return;
		}
		const int32_t other = *open;
		*open = m_nextOpen[other];
		m_nextOpen[other] = kNoIndex;
		pairs[halfEdge] = other;
		pairs[other] = halfEdge;
	}

	void PairOnSurface()
	{
		ForEachNewHalfEdge(
			[&](int32_t h)
			{
				if (m_inCell[h] == kNoIndex || m_walk.partner[h] != kNoIndex || !IsSurface(h))
				{
					return;
				}
				int32_t other = m_inCell[h];
				while (!IsSurface(other))
				{
					other = m_inCell[other ^ 1];
				}
				m_walk.partner[h] = other;
				m_walk.partner[other] = h;
			});
	}

	bool IsSurface(int32_t halfEdge) const { return m_pieces.IsSurface(m_tree, m_walk.FaceOf(halfEdge)); }

	/// No cut runs along an edge with an end on the overlay: its two outer faces stay neighbours.
	void PairOldEdges()
	{
		for (size_t i = 0; i < m_walk.faces.size(); ++i)
		{
			if (m_tree.Face(m_walk.faces[i]).kind != CutFaceKind::Outer)
			{
				continue;
			}
			for (int32_t c = m_walk.firstCorner[i]; c < m_walk.firstCorner[i + 1]; ++c)
			{
				if (!IsNewEdge(m_walk.edge[c]))
				{
					PairAlongEdge(2 * c, m_walk.partner);
				}
			}
		}
	}

	void FindClasses()
	{
		for (int32_t corner = 0; corner < 2 * CornerCount(); ++corner)
		{
			const int32_t vertex = m_tree.From(m_walk.edge[corner >> 1]);
			if (m_walk.classOf[corner] != kNoIndex || !m_tree.IsNewVertex(vertex) ||
				m_walk.partner[m_walk.HalfEdgeFrom(corner)] == kNoIndex)
			{
				continue;
			}
			const auto number = static_cast<int32_t>(m_walk.classVertex.size());
			m_walk.classVertex.push_back(vertex);
			m_walk.classCorner.push_back(corner);
			for (int32_t at = corner; m_walk.classOf[at] == kNoIndex; at = m_walk.NextInFan(at))
			{
				m_walk.classOf[at] = number;
			}
		}
	}

	const CutTree& m_tree;
	const Pieces& m_pieces;
	BoundaryWalk m_walk;
	std::vector<int32_t> m_inCell;    // 1 a half-edge: the other one of its cell at this edge
	std::vector<int32_t> m_firstOpen; // 1 an edge: half-edges that wait for a partner
	std::vector<int32_t> m_nextOpen;  // 1 a half-edge
};
} // namespace

BoundaryWalk WalkBoundaries(const CutTree& tree, const Pieces& pieces, std::span<const int32_t> alsoTouched)
{
	return BoundaryWalker(tree, pieces).Run(alsoTouched);
}
} // namespace FractureCore
