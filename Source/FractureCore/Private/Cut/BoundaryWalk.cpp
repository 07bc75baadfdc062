// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/BoundaryWalk.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr int64_t kEdgesPerTask = 8'192;
constexpr int64_t kFacesPerTask = 16'384;

class BoundaryWalker
{
public:
	BoundaryWalker(const CutTree& tree, const Pieces& pieces) : m_tree(tree), m_pieces(pieces) {}

	BoundaryWalk Run(std::span<const int32_t> alsoTouched, TaskRunner& runner)
	{
		GatherFaces(alsoTouched, runner);
		PutSurfaceFirst();
		GatherCorners();
		SortByEdge();
		ParallelFor(runner,
			static_cast<int64_t>(m_bucketEnd.size()) - 1,
			kEdgesPerTask,
			[&](int64_t begin, int64_t end)
			{
				std::vector<Use> uses;
				for (int64_t edge = begin; edge < end; ++edge)
				{
					PairAlongEdge(static_cast<int32_t>(edge), uses);
				}
			});
		DropBetween();
		FindClasses();
		return std::move(m_walk);
	}

private:
	/// A half-edge among those along one edge.
	struct Use
	{
		int32_t halfEdge = kNoIndex;
		int32_t cell = kNoIndex;
		int32_t inCell = kNoIndex; // the use by the other face of the same cell
		bool isForward = false;
		bool isSurface = false;
	};

	bool IsNewEdge(int32_t edge) const
	{
		const CutEdge& e = m_tree.Edge(edge);
		return m_tree.IsNewVertex(e.ends[0]) && m_tree.IsNewVertex(e.ends[1]);
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
	void GatherFaces(std::span<const int32_t> alsoTouched, TaskRunner& runner)
	{
		m_walk.isTouched.assign(m_tree.Base().surface.triangles.size(), 0);
		for (const int32_t triangle : alsoTouched)
		{
			m_walk.isTouched[triangle] = 1;
		}
		std::vector<uint8_t> hasSplitEdge(static_cast<size_t>(m_tree.BaseFaceCount()), 0);
		ParallelFor(runner,
			m_tree.BaseFaceCount(),
			kFacesPerTask,
			[&](int64_t begin, int64_t end)
			{
				for (int64_t f = begin; f < end; ++f)
				{
					const auto face = static_cast<int32_t>(f);
					hasSplitEdge[f] = m_tree.IsLeafFace(face) && HasSplitEdge(face) ? 1 : 0;
				}
			});
		const auto add = [&](int32_t f)
		{
			m_walk.faces.push_back(f);
			if (m_tree.Face(f).kind == CutFaceKind::Outer)
			{
				m_walk.isTouched[m_tree.Face(f).source] = 1;
			}
		};
		m_walk.faces.reserve(static_cast<size_t>(m_tree.FaceCount() - m_tree.BaseFaceCount()));
		for (int32_t f = 0; f < m_tree.BaseFaceCount(); ++f)
		{
			if (hasSplitEdge[f] != 0)
			{
				add(f);
			}
		}
		for (int32_t f = m_tree.BaseFaceCount(); f < m_tree.FaceCount(); ++f)
		{
			if (m_tree.IsLeafFace(f))
			{
				add(f);
			}
		}
		for (int32_t f = 0; f < m_tree.BaseFaceCount(); ++f)
		{
			const CutFace& face = m_tree.Face(f);
			if (face.kind == CutFaceKind::Outer && m_walk.isTouched[face.source] != 0 && hasSplitEdge[f] == 0 &&
				m_tree.IsLeafFace(f))
			{
				m_walk.faces.push_back(f);
			}
		}
	}

	/// What lies between faces of the surface at new edges leads from one to the other, and is then of no more use.
	void PutSurfaceFirst()
	{
		m_gathered.swap(m_walk.faces);
		m_walk.faces.reserve(m_gathered.size());
		m_placeOf.resize(m_gathered.size());
		for (const bool isSurface : {true, false})
		{
			for (size_t i = 0; i < m_gathered.size(); ++i)
			{
				if (m_pieces.IsSurface(m_tree, m_gathered[i]) == isSurface)
				{
					m_placeOf[i] = static_cast<int32_t>(m_walk.faces.size());
					m_walk.faces.push_back(m_gathered[i]);
				}
			}
			m_surfaceFaces = isSurface ? m_walk.faces.size() : m_surfaceFaces;
		}
	}

	void GatherCorners()
	{
		const size_t guess = 4 * m_walk.faces.size();
		m_walk.edge.reserve(guess);
		m_walk.faceAt.reserve(guess);
		m_walk.firstCorner.reserve(m_walk.faces.size() + 1);
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
				if (i < m_surfaceFaces)
				{
					LinkLoop(begin, CornerCount());
				}
			}
			m_walk.faceAt.resize(m_walk.edge.size(), static_cast<int32_t>(i));
		}
		m_walk.firstCorner.push_back(CornerCount());
		const auto surfaceCorners = static_cast<size_t>(m_walk.firstCorner[m_surfaceFaces]);
		m_walk.partner.assign(2 * surfaceCorners, kNoIndex);
		m_walk.classOf.assign(2 * surfaceCorners, kNoIndex);
		m_walk.isCapEdge.assign(surfaceCorners, 0);
	}

	void LinkLoop(int32_t begin, int32_t end)
	{
		for (int32_t c = begin; c < end; ++c)
		{
			m_walk.next.push_back(c + 1 < end ? c + 1 : begin);
			m_walk.previous.push_back(c > begin ? c - 1 : end - 1);
		}
	}

	void DropBetween()
	{
		m_walk.faces.resize(m_surfaceFaces);
		m_walk.firstCorner.resize(m_surfaceFaces + 1);
		const auto surfaceCorners = static_cast<size_t>(m_walk.firstCorner.back());
		m_walk.edge.resize(surfaceCorners);
		m_walk.faceAt.resize(surfaceCorners);
		for (std::vector<int32_t>* array : {&m_walk.faces, &m_walk.firstCorner, &m_walk.edge, &m_walk.faceAt})
		{
			array->shrink_to_fit();
		}
		for (std::vector<int32_t>* array : {&m_bucketEnd, &m_buckets, &m_gathered, &m_placeOf})
		{
			std::vector<int32_t>().swap(*array);
		}
	}

	int32_t CornerCount() const { return static_cast<int32_t>(m_walk.edge.size()); }

	/// Corners in buckets of their edge, in the order in which their faces were gathered. All that meets along an edge
	/// is then found in one place.
	void SortByEdge()
	{
		m_bucketEnd.assign(static_cast<size_t>(m_tree.EdgeCount()) + 1, 0);
		for (const int32_t edge : m_walk.edge)
		{
			++m_bucketEnd[Unsigned(edge) + 1];
		}
		for (size_t i = 1; i < m_bucketEnd.size(); ++i)
		{
			m_bucketEnd[i] += m_bucketEnd[i - 1];
		}
		m_buckets.resize(m_walk.edge.size());
		for (const int32_t place : m_placeOf)
		{
			for (int32_t c = m_walk.firstCorner[place]; c < m_walk.firstCorner[place + 1]; ++c)
			{
				m_buckets[m_bucketEnd[Unsigned(m_walk.edge[c])]++] = c; // its begin becomes its end
			}
		}
	}

	void PairAlongEdge(int32_t edge, std::vector<Use>& uses)
	{
		const int32_t begin = edge == 0 ? 0 : m_bucketEnd[edge - 1];
		const int32_t end = m_bucketEnd[edge];
		if (begin == end)
		{
			return;
		}
		const bool isNew = IsNewEdge(edge);
		bool isCapEdge = false;
		uses.clear();
		for (int32_t i = begin; i < end; ++i)
		{
			const int32_t corner = m_buckets[i];
			const int32_t f = m_walk.faces[m_walk.faceAt[corner]];
			const bool isForward = m_walk.edge[corner] >= 0;
			if (isNew)
			{
				const auto [a, b] = m_tree.FaceCells(f);
				const bool isSurface = m_pieces.IsSurface(m_tree, f);
				isCapEdge |= isSurface && b != kNoIndex;
				uses.push_back({2 * corner, a, kNoIndex, isForward, isSurface});
				uses.push_back({2 * corner + 1, b, kNoIndex, !isForward, isSurface});
			}
			else if (m_tree.Face(f).kind == CutFaceKind::Outer)
			{
				uses.push_back({2 * corner, 0, kNoIndex, isForward, true});
			}
		}
		for (int32_t i = begin; i < end && isCapEdge; ++i)
		{
			if (m_walk.faceAt[m_buckets[i]] < static_cast<int32_t>(m_surfaceFaces))
			{
				m_walk.isCapEdge[m_buckets[i]] = 1;
			}
		}
		// In each cell an edge is used as often forwards as backwards. An edge with an end on the overlay, along which
		// no cut runs, has two outer faces that stay neighbours: as if they were of one cell.
		for (size_t i = 0; i < uses.size(); ++i)
		{
			for (size_t j = i + 1; j < uses.size() && uses[i].inCell == kNoIndex && uses[i].cell != kNoIndex; ++j)
			{
				if (uses[j].cell == uses[i].cell && uses[j].inCell == kNoIndex &&
					uses[j].isForward != uses[i].isForward)
				{
					uses[i].inCell = static_cast<int32_t>(j);
					uses[j].inCell = static_cast<int32_t>(i);
				}
			}
		}
		for (const Use& use : uses)
		{
			if (!use.isSurface || use.inCell == kNoIndex)
			{
				continue;
			}
			int32_t other = use.inCell;
			while (!uses[other].isSurface)
			{
				other = uses[other ^ 1].inCell; // across the face: sides are next to each other
			}
			m_walk.partner[use.halfEdge] = uses[other].halfEdge;
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
	std::vector<int32_t> m_gathered;  // faces
	std::vector<int32_t> m_placeOf;   // 1 a gathered face: where it is in m_walk.faces
	size_t m_surfaceFaces = 0;        // the first so many of those
	std::vector<int32_t> m_bucketEnd; // 1 an edge
	std::vector<int32_t> m_buckets;   // corners
};
} // namespace

BoundaryWalk WalkBoundaries(
	const CutTree& tree, const Pieces& pieces, std::span<const int32_t> alsoTouched, TaskRunner& runner)
{
	return BoundaryWalker(tree, pieces).Run(alsoTouched, runner);
}
} // namespace FractureCore
