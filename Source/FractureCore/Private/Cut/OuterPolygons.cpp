// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OuterPolygons.h"

#include "Mesh/LoopNesting.h"
#include "Mesh/UnionFind.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
class OuterPolygonMaker
{
public:
	OuterPolygonMaker(const CutTree& tree,
		const Pieces& pieces,
		const BoundaryWalk& walk,
		const ResultVertices& vertices,
		std::span<const uint8_t> unmerged,
		std::span<const uint8_t> keptVertices)
		: m_tree(tree), m_pieces(pieces), m_walk(walk), m_vertices(vertices), m_unmerged(unmerged),
		  m_keptVertices(keptVertices), m_regions(static_cast<int32_t>(walk.faces.size()))
	{
	}

	OuterPolygons Run()
	{
		FindInnerEdges();
		FindKeptClasses();
		FindLoops();
		AddPolygons();
		return std::move(m_result);
	}

private:
	struct Loop
	{
		int32_t source = kNoIndex;
		int32_t region = kNoIndex; // a gathered face
		int32_t begin = 0;         // of m_halfEdges
		int32_t end = 0;
	};

	/// Edges between pieces of one triangle that stays together.
	void FindInnerEdges()
	{
		m_isInner.assign(m_walk.partner.size(), 0);
		for (size_t i = 0; i < m_walk.faces.size(); ++i)
		{
			const CutFace& face = m_tree.Face(m_walk.faces[i]);
			if (face.kind != CutFaceKind::Outer || m_unmerged[face.source] != 0)
			{
				continue;
			}
			for (int32_t c = m_walk.firstCorner[i]; c < m_walk.firstCorner[i + 1]; ++c)
			{
				const int32_t partner = m_walk.partner[2 * c];
				if (partner == kNoIndex)
				{
					continue;
				}
				const CutFace& other = m_tree.Face(m_walk.FaceOf(partner));
				if (other.kind == CutFaceKind::Outer && other.source == face.source)
				{
					m_isInner[2 * c] = 1;
					m_regions.Unite(static_cast<int32_t>(i), m_walk.faceAt[partner >> 1]);
				}
			}
		}
	}

	/// A new vertex stays unless all that is left around it are two halves of one artist's edge.
	void FindKeptClasses()
	{
		const size_t count = m_walk.classVertex.size();
		m_isKept.assign(count, 0);
		for (size_t i = 0; i < count; ++i)
		{
			int32_t side = kNoIndex;
			bool isKept = false;
			int32_t corner = m_walk.classCorner[i];
			do
			{
				const CutFace& face = m_tree.Face(m_walk.FaceOf(corner));
				const int32_t halfEdge = m_walk.HalfEdgeFrom(corner);
				if (face.kind == CutFaceKind::Cap || m_unmerged[face.source] != 0)
				{
					isKept = true;
				}
				else if (m_isInner[halfEdge] == 0)
				{
					const CutEdge& edge = m_tree.Edge(Unsigned(m_walk.edge[halfEdge >> 1]));
					isKept |= edge.kind != CutEdgeKind::SurfaceEdge || (side != kNoIndex && side != edge.source);
					side = edge.source;
				}
				corner = m_walk.NextInFan(corner);
			} while (!isKept && corner != m_walk.classCorner[i]);
			m_isKept[i] = isKept ? 1 : 0;
		}
	}

	void FindLoops()
	{
		std::vector<uint8_t> isVisited(m_walk.partner.size(), 0);
		for (size_t i = 0; i < m_walk.faces.size(); ++i)
		{
			const CutFace& face = m_tree.Face(m_walk.faces[i]);
			if (face.kind != CutFaceKind::Outer)
			{
				continue;
			}
			for (int32_t c = m_walk.firstCorner[i]; c < m_walk.firstCorner[i + 1]; ++c)
			{
				if (isVisited[2 * c] != 0 || m_isInner[2 * c] != 0)
				{
					continue;
				}
				Loop loop{face.source, m_regions.Find(static_cast<int32_t>(i)), HalfEdgeCount(), 0};
				for (int32_t h = 2 * c; isVisited[h] == 0; h = NextOnRim(h))
				{
					isVisited[h] = 1;
					m_halfEdges.push_back(h);
				}
				loop.end = HalfEdgeCount();
				m_loops.push_back(loop);
			}
		}
		std::stable_sort(m_loops.begin(),
			m_loops.end(),
			[](const Loop& a, const Loop& b)
			{ return a.source != b.source ? a.source < b.source : a.region < b.region; });
	}

	int32_t HalfEdgeCount() const { return static_cast<int32_t>(m_halfEdges.size()); }

	int32_t NextOnRim(int32_t halfEdge) const
	{
		int32_t next = m_walk.NextHalfEdge(halfEdge);
		while (m_isInner[next] != 0)
		{
			next = m_walk.NextHalfEdge(m_walk.partner[next]);
		}
		return next;
	}

	void AddPolygons()
	{
		for (size_t begin = 0; begin < m_loops.size();)
		{
			size_t end = begin;
			while (end < m_loops.size() && m_loops[end].region == m_loops[begin].region)
			{
				++end;
			}
			const Loop& first = m_loops[begin];
			OuterPolygons::Polygon polygon;
			polygon.source = first.source;
			polygon.piece = m_pieces.pieceOf[m_tree.FaceCells(m_walk.faces[first.region])[0]];
			polygon.firstLoop = static_cast<int32_t>(m_result.loopOffsets.size()) - 1;
			const size_t outer = end - begin > 1 ? OuterLoop(begin, end) : begin;
			AddLoop(m_loops[outer]);
			for (size_t i = begin; i < end; ++i)
			{
				if (i != outer)
				{
					AddLoop(m_loops[i]);
				}
			}
			polygon.lastLoop = static_cast<int32_t>(m_result.loopOffsets.size()) - 1;
			m_result.polygons.push_back(polygon);
			begin = end;
		}
	}

	/// A region hangs together, so one of its loops is around all others.
	size_t OuterLoop(size_t begin, size_t end)
	{
		const SurfaceMesh& surface = m_tree.Base().surface;
		const Triangle& triangle = surface.triangles[m_loops[begin].source];
		const Vec3& a = surface.positions[triangle.v[0]];
		const Vec3 normal = Cross(surface.positions[triangle.v[1]] - a, surface.positions[triangle.v[2]] - a);
		size_t largest = begin;
		double largestArea = 0.0;
		for (size_t i = begin; i < end; ++i)
		{
			m_points.clear();
			for (int32_t k = m_loops[i].begin; k < m_loops[i].end; ++k)
			{
				m_points.push_back(m_tree.Vertex(m_tree.From(m_walk.edge[m_halfEdges[k] >> 1])).position);
			}
			const double area = Dot(DoubleAreaVector(m_points), normal);
			if (i == begin || area > largestArea)
			{
				largest = i;
				largestArea = area;
			}
		}
		return largest;
	}

	/// The result's vertex where an outer half-edge starts; kNoIndex if it is left out.
	int32_t KeptVertex(int32_t halfEdge) const
	{
		if (const int32_t number = m_walk.classOf[halfEdge]; number != kNoIndex)
		{
			return m_isKept[number] != 0 ? m_vertices.OfClass(number) : kNoIndex;
		}
		const int32_t vertex = m_tree.From(m_walk.edge[halfEdge >> 1]);
		const int32_t surfaceVertex = m_tree.Vertex(vertex).surfaceVertex;
		if (surfaceVertex != kNoIndex)
		{
			return surfaceVertex;
		}
		const bool isKept = !m_keptVertices.empty() && m_keptVertices[vertex] != 0;
		return isKept ? m_vertices.OfOverlay(vertex) : kNoIndex;
	}

	void AddLoop(const Loop& loop)
	{
		const size_t begin = m_result.corners.size();
		int32_t headLink = kNoIndex; // of edges before the first kept vertex: they end the loop
		const auto lower = [](int32_t a, int32_t b) { return a == kNoIndex || b < a ? b : a; };
		for (int32_t k = loop.begin; k < loop.end; ++k)
		{
			const int32_t halfEdge = m_halfEdges[k];
			const int32_t link = LinkOf(m_walk, halfEdge);
			if (const int32_t vertex = KeptVertex(halfEdge); vertex != kNoIndex)
			{
				m_result.corners.push_back({vertex, link});
			}
			else
			{
				int32_t& chain = m_result.corners.size() == begin ? headLink : m_result.corners.back().link;
				chain = lower(chain, link);
			}
		}
		if (m_result.corners.size() == begin)
		{
			return;
		}
		if (headLink != kNoIndex)
		{
			m_result.corners.back().link = lower(m_result.corners.back().link, headLink);
		}
		m_result.loopOffsets.push_back(static_cast<int32_t>(m_result.corners.size()));
	}

	const CutTree& m_tree;
	const Pieces& m_pieces;
	const BoundaryWalk& m_walk;
	const ResultVertices& m_vertices;
	std::span<const uint8_t> m_unmerged;
	std::span<const uint8_t> m_keptVertices;
	UnionFind m_regions;            // of gathered faces
	std::vector<uint8_t> m_isInner; // 1 a half-edge
	std::vector<uint8_t> m_isKept;  // 1 a class
	std::vector<int32_t> m_halfEdges;
	std::vector<Loop> m_loops;
	std::vector<Vec3> m_points;
	OuterPolygons m_result;
};
} // namespace

OuterPolygons MakeOuterPolygons(const CutTree& tree,
	const Pieces& pieces,
	const BoundaryWalk& walk,
	const ResultVertices& vertices,
	std::span<const uint8_t> unmerged,
	std::span<const uint8_t> keptVertices)
{
	return OuterPolygonMaker(tree, pieces, walk, vertices, unmerged, keptVertices).Run();
}
} // namespace FractureCore
