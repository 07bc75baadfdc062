// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/FragmentParts.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr int64_t kPolygonsPerTask = 128;

/// Buckets of the items 0, 1, ... by piece; kNoIndex is left out.
PieceLists SortByPiece(std::span<const int32_t> pieceOfItem, int32_t pieceCount)
{
	PieceLists lists;
	lists.offsets.assign(static_cast<size_t>(pieceCount) + 1, 0);
	for (const int32_t piece : pieceOfItem)
	{
		if (piece != kNoIndex)
		{
			++lists.offsets[piece + 1];
		}
	}
	for (int32_t piece = 0; piece < pieceCount; ++piece)
	{
		lists.offsets[piece + 1] += lists.offsets[piece];
	}
	lists.items.resize(static_cast<size_t>(lists.offsets.back()));
	std::vector<int32_t> end(lists.offsets.begin(), lists.offsets.end() - 1);
	for (size_t i = 0; i < pieceOfItem.size(); ++i)
	{
		if (pieceOfItem[i] != kNoIndex)
		{
			lists.items[end[pieceOfItem[i]]++] = static_cast<int32_t>(i);
		}
	}
	return lists;
}

class PartsCollector
{
public:
	PartsCollector(const CutTree& tree, const Pieces& pieces, std::span<const int32_t> labels, TaskRunner& runner)
		: m_tree(tree), m_surface(tree.Base().surface), m_pieces(pieces), m_labels(labels), m_runner(runner),
		  m_unmerged(m_surface.triangles.size(), 0)
	{
	}

	FragmentParts Run()
	{
		std::vector<int32_t> alsoTouched;
		// Each round unmerges some triangles that were not, so it ends.
		while (true)
		{
			m_parts.walk = WalkBoundaries(m_tree, m_pieces, alsoTouched, m_runner);
			m_parts.vertices = {static_cast<int32_t>(m_surface.positions.size()),
				static_cast<int32_t>(m_keptVertices.size()),
				static_cast<int32_t>(m_parts.walk.classVertex.size())};
			PlaceClasses();
			if (MakePolygonsAndCaps())
			{
				break;
			}
			alsoTouched = Unmerge();
		}
		SortTriangles();
		SortPolygons();
		SortCaps();
		NumberVertices();
		DropWalk();
		return std::move(m_parts);
	}

private:
	struct PolygonScratch
	{
		std::vector<Vec3> points;
		std::vector<int32_t> vertices;
		std::vector<int32_t> loopEnds;
	};

	void PlaceClasses()
	{
		m_parts.classPositions.clear();
		m_parts.classPositions.reserve(m_parts.walk.classVertex.size());
		for (const int32_t vertex : m_parts.walk.classVertex)
		{
			m_parts.classPositions.push_back(m_tree.Vertex(vertex).position);
		}
	}

	/// Side by side: both need the walk alone. False if some polygons were folded.
	bool MakePolygonsAndCaps()
	{
		bool isFlat = false;
		ParallelFor(m_runner,
			2,
			1,
			[&](int64_t task, int64_t)
			{
				if (task == 0)
				{
					m_parts.sheets = MakeCapSheets(m_tree, m_pieces, m_parts.walk, m_labels, m_runner);
					return;
				}
				m_parts.polygons =
					MakeOuterPolygons(m_tree, m_pieces, m_parts.walk, m_parts.vertices, m_unmerged, m_keptVertices);
				isFlat = TriangulatePolygons();
			});
		return isFlat;
	}

	/// All of the walk that leads from face to face.
	void DropWalk()
	{
		BoundaryWalk& walk = m_parts.walk;
		for (std::vector<int32_t>* array :
			{&walk.faces, &walk.next, &walk.previous, &walk.faceAt, &walk.classVertex, &walk.classCorner})
		{
			std::vector<int32_t>().swap(*array);
		}
	}

	/// False if some were folded: m_folded names their triangles.
	bool TriangulatePolygons()
	{
		const OuterPolygons& set = m_parts.polygons;
		const size_t count = set.polygons.size();
		m_parts.firstTriangle.assign(1, 0);
		for (const OuterPolygons::Polygon& polygon : set.polygons)
		{
			const int32_t corners = set.loopOffsets[polygon.lastLoop] - set.loopOffsets[polygon.firstLoop];
			const int32_t triangles = EarClipper::TriangleCount(corners, polygon.lastLoop - polygon.firstLoop);
			m_parts.firstTriangle.push_back(m_parts.firstTriangle.back() + std::max(triangles, 0));
		}
		m_parts.polygonTriangles.resize(static_cast<size_t>(m_parts.firstTriangle.back()));
		std::vector<uint8_t> isFlat(count, 1);
		ParallelFor(m_runner,
			static_cast<int64_t>(count),
			kPolygonsPerTask,
			[&](int64_t begin, int64_t end)
			{
				EarClipper clipper;
				PolygonScratch scratch;
				for (int64_t i = begin; i < end; ++i)
				{
					isFlat[i] = Triangulate(static_cast<size_t>(i), clipper, scratch) ? 1 : 0;
				}
			});
		m_folded.clear();
		for (size_t i = 0; i < count; ++i)
		{
			if (isFlat[i] == 0 && m_unmerged[set.polygons[i].source] == 0)
			{
				m_folded.push_back(set.polygons[i].source);
			}
		}
		return m_folded.empty();
	}

	bool Triangulate(size_t i, EarClipper& clipper, PolygonScratch& scratch)
	{
		const OuterPolygons& set = m_parts.polygons;
		const OuterPolygons::Polygon& polygon = set.polygons[i];
		const int32_t first = set.loopOffsets[polygon.firstLoop];
		scratch.points.clear();
		scratch.vertices.clear();
		scratch.loopEnds.clear();
		for (int32_t loop = polygon.firstLoop; loop < polygon.lastLoop; ++loop)
		{
			for (int32_t c = set.loopOffsets[loop]; c < set.loopOffsets[loop + 1]; ++c)
			{
				scratch.vertices.push_back(set.corners[c].vertex);
				scratch.points.push_back(PositionOf(m_tree.Base(), m_parts, set.corners[c].vertex));
			}
			scratch.loopEnds.push_back(set.loopOffsets[loop + 1] - first);
		}
		const Triangle& source = m_surface.triangles[polygon.source];
		const Vec3& a = m_surface.positions[source.v[0]];
		const Vec3 normal = Cross(m_surface.positions[source.v[1]] - a, m_surface.positions[source.v[2]] - a);
		const std::span<ClippedTriangle> triangles(m_parts.polygonTriangles.data() + m_parts.firstTriangle[i],
			static_cast<size_t>(m_parts.firstTriangle[i + 1] - m_parts.firstTriangle[i]));
		return clipper.Run(scratch.points, scratch.vertices, scratch.loopEnds, normal, triangles);
	}

	/// Folded triangles keep their pieces, which are convex, and their neighbours keep the vertices on shared sides.
	/// Returns all of them.
	std::vector<int32_t> Unmerge()
	{
		std::vector<uint8_t> isKeptEdge(m_tree.Base().edges.size(), 0);
		m_keptVertices.resize(m_tree.Base().vertices.size(), 0);
		for (const int32_t triangle : m_folded)
		{
			m_unmerged[triangle] = 1;
		}
		const auto forEachEdge = [&](auto&& visit)
		{
			for (int32_t f = 0; f < m_tree.BaseFaceCount(); ++f)
			{
				const CutFace& face = m_tree.Face(f);
				for (int32_t l = face.firstLoop; face.kind == CutFaceKind::Outer && l < face.lastLoop; ++l)
				{
					for (const int32_t edge : m_tree.Loop(f, l))
					{
						visit(face, Unsigned(edge));
					}
				}
			}
		};
		forEachEdge(
			[&](const CutFace& face, int32_t edge)
			{
				if (m_unmerged[face.source] != 0)
				{
					isKeptEdge[edge] = 1;
					for (const int32_t end : m_tree.Edge(edge).ends)
					{
						m_keptVertices[end] = 1;
					}
				}
			});
		std::vector<int32_t> alsoTouched;
		forEachEdge(
			[&](const CutFace& face, int32_t edge)
			{
				if (isKeptEdge[edge] != 0)
				{
					alsoTouched.push_back(face.source);
				}
			});
		std::sort(alsoTouched.begin(), alsoTouched.end());
		alsoTouched.erase(std::unique(alsoTouched.begin(), alsoTouched.end()), alsoTouched.end());
		return alsoTouched;
	}

	void SortTriangles()
	{
		std::vector<int32_t> pieceOf(m_surface.triangles.size(), kNoIndex);
		for (int32_t f = 0; f < m_tree.BaseFaceCount(); ++f)
		{
			const CutFace& face = m_tree.Face(f);
			if (face.kind == CutFaceKind::Outer && m_parts.walk.isTouched[face.source] == 0)
			{
				pieceOf[face.source] = m_pieces.pieceOf[m_tree.FaceCells(f)[0]];
			}
		}
		m_parts.wholeTriangles = SortByPiece(pieceOf, m_pieces.count);
	}

	void SortPolygons()
	{
		std::vector<int32_t> pieceOf;
		pieceOf.reserve(m_parts.polygons.polygons.size());
		for (const OuterPolygons::Polygon& polygon : m_parts.polygons.polygons)
		{
			pieceOf.push_back(polygon.piece);
		}
		m_parts.piecePolygons = SortByPiece(pieceOf, m_pieces.count);
	}

	void SortCaps()
	{
		std::vector<int32_t> pieceOf;
		pieceOf.reserve(2 * m_parts.sheets.caps.size());
		for (const CapSheets::Cap& cap : m_parts.sheets.caps)
		{
			for (const int32_t cell : m_tree.FaceCells(m_parts.walk.faces[cap.face]))
			{
				pieceOf.push_back(m_pieces.pieceOf[cell]);
			}
		}
		m_parts.capSides = SortByPiece(pieceOf, m_pieces.count);
	}

	void Own(int32_t vertex, int32_t piece)
	{
		int32_t& owner = m_parts.owner[vertex];
		owner = owner == kNoIndex ? piece : owner;
		if (owner != piece)
		{
			m_parts.guests.emplace_back(piece, vertex);
		}
	}

	void NumberVertices()
	{
		m_parts.owner.assign(static_cast<size_t>(m_parts.vertices.Count()), kNoIndex);
		for (int32_t piece = 0; piece < m_pieces.count; ++piece)
		{
			for (const int32_t triangle : m_parts.wholeTriangles.Of(piece))
			{
				for (const int32_t vertex : m_surface.triangles[triangle].v)
				{
					Own(vertex, piece);
				}
			}
			for (const int32_t i : m_parts.piecePolygons.Of(piece))
			{
				const OuterPolygons& set = m_parts.polygons;
				const OuterPolygons::Polygon& polygon = set.polygons[i];
				for (int32_t c = set.loopOffsets[polygon.firstLoop]; c < set.loopOffsets[polygon.lastLoop]; ++c)
				{
					Own(set.corners[c].vertex, piece);
				}
			}
			for (const int32_t capSide : m_parts.capSides.Of(piece))
			{
				const int32_t face = m_parts.sheets.caps[capSide >> 1].face;
				for (int32_t c = m_parts.walk.firstCorner[face]; c < m_parts.walk.firstCorner[face + 1]; ++c)
				{
					Own(m_parts.vertices.OfClass(m_parts.walk.classOf[2 * c + (capSide & 1)]), piece);
				}
			}
		}
		m_parts.pieceVertices = SortByPiece(m_parts.owner, m_pieces.count);
		m_parts.local.assign(m_parts.owner.size(), kNoIndex);
		for (int32_t piece = 0; piece < m_pieces.count; ++piece)
		{
			int32_t number = 0;
			for (const int32_t vertex : m_parts.pieceVertices.Of(piece))
			{
				m_parts.local[vertex] = number++;
			}
		}
		NumberGuests();
	}

	void NumberGuests()
	{
		auto& guests = m_parts.guests;
		std::sort(guests.begin(), guests.end());
		guests.erase(std::unique(guests.begin(), guests.end()), guests.end());
		int32_t number = 0;
		for (size_t i = 0; i < guests.size(); ++i)
		{
			const int32_t piece = guests[i].first;
			const bool isFirst = i == 0 || guests[i - 1].first != piece;
			number = isFirst ? static_cast<int32_t>(m_parts.pieceVertices.Of(piece).size()) : number + 1;
			m_parts.guestLocals.push_back(number);
		}
	}

	const CutTree& m_tree;
	const SurfaceMesh& m_surface;
	const Pieces& m_pieces;
	std::span<const int32_t> m_labels;
	TaskRunner& m_runner;
	FragmentParts m_parts;
	std::vector<uint8_t> m_unmerged;     // 1 a surface triangle
	std::vector<uint8_t> m_keptVertices; // 1 a vertex of the overlay; empty: none
	std::vector<int32_t> m_folded;
};
} // namespace

int32_t FragmentParts::LocalOfGuest(int32_t vertex, int32_t piece) const
{
	const auto found = std::lower_bound(guests.begin(), guests.end(), std::pair{piece, vertex});
	return guestLocals[found - guests.begin()];
}

FragmentParts CollectFragmentParts(
	const CutTree& tree, const Pieces& pieces, std::span<const int32_t> labels, TaskRunner& runner)
{
	return PartsCollector(tree, pieces, labels, runner).Run();
}

Vec3 PositionOf(const CutBody::Data& body, const FragmentParts& parts, int32_t vertex)
{
	const ResultVertices& range = parts.vertices;
	if (vertex < range.surfaceCount)
	{
		return body.surface.positions[vertex];
	}
	const int32_t overlay = vertex - range.surfaceCount;
	return overlay < range.overlayCount ? body.vertices[overlay].position
										: parts.classPositions[overlay - range.overlayCount];
}
} // namespace FractureCore
