// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OverlayPieces.h"

#include "Cut/OverlayChunks.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace FractureCore
{
namespace PieceDetail
{
namespace
{
constexpr int64_t kTrianglesPerPieceTask = 1'024;

/// The end of a segment. Sorted by key, the two ends on a face stand together, begin first.
struct SegmentEnd
{
	uint64_t key; // 2 x face + (0 begin, 1 end)
	int32_t vertex;
};

/// A directed side of a piece.
struct PieceSide
{
	uint64_t tet;
	int32_t edge; // signed
	int32_t from;
	int32_t to;
};

class TriangleCutter
{
public:
	TriangleCutter(const OverlaySurface& surface,
		const EdgeCrossings& edges,
		const LatticeCrossings& crossings,
		std::vector<TriangleSegment>& segments,
		std::vector<TrianglePiece>& pieces,
		std::vector<int32_t>& pieceEdges)
		: m_surface(surface), m_edges(edges), m_crossings(crossings), m_segments(segments), m_pieces(pieces),
		  m_pieceEdges(pieceEdges), m_ownVertices(static_cast<int32_t>(surface.positions.size())),
		  m_edgeParts(edges.PartCount())
	{
	}

	bool Run(int32_t triangle)
	{
		m_triangle = triangle;
		m_ends.clear();
		m_sides.clear();
		for (int32_t k = 0; k < 3; ++k)
		{
			AddTriangleEdge(k);
		}
		for (int32_t i = m_crossings.first[triangle]; i < m_crossings.first[static_cast<size_t>(triangle) + 1]; ++i)
		{
			AddLatticeCrossing(i);
		}
		return JoinEnds() && LinkSides();
	}

private:
	void AddTriangleEdge(int32_t k)
	{
		const int32_t edge = m_surface.edges.EdgeOf(3 * m_triangle + k);
		const int32_t begin = m_surface.triangles[m_triangle].v[k];
		const int32_t end = m_surface.triangles[m_triangle].v[NextCorner(k)];
		const bool forward = begin < end;
		const int32_t count = m_edges.Count(edge);
		const int32_t firstCrossing = m_edges.first[edge];
		const int32_t firstPart = m_edges.FirstPart(edge);
		uint64_t tet = m_surface.TetOf(begin);
		int32_t from = begin;
		for (int32_t i = 0; i < count; ++i)
		{
			const int32_t crossing = forward ? firstCrossing + i : firstCrossing + count - 1 - i;
			const EdgeCrossing& at = m_edges.all[crossing];
			const int32_t side = forward ? at.fromSide : 1 - at.fromSide;
			const int32_t vertex = m_ownVertices + crossing;
			m_sides.push_back({tet, forward ? firstPart + i : ~(firstPart + count - i), from, vertex});
			// The piece left behind goes on along the face: its segment begins here.
			m_ends.push_back({at.face << 1 | static_cast<uint64_t>(side), vertex});
			tet = TetBeside(at.face, 1 - side);
			from = vertex;
		}
		m_sides.push_back({tet, forward ? firstPart + count : ~firstPart, from, end});
	}

	/// A triangle that faces along the edge turns counter-clockwise about it: each tet's sector is left along the face
	/// behind it and reached along the face ahead.
	void AddLatticeCrossing(int32_t crossing)
	{
		const LatticeCrossing& at = m_crossings.all[crossing];
		const int32_t axes = EdgeAxesOf(at.edge);
		const int32_t vertex = m_ownVertices + static_cast<int32_t>(m_edges.all.size()) + crossing;
		for (int32_t i = 0; i < kGridTables.edgeFaceCount[axes]; ++i)
		{
			const FaceAroundEdge& around = kGridTables.edgeFaces[axes][i];
			const uint64_t face = GridFaceKey((at.edge >> 3) - GridStep(around.step), around.face);
			const bool isEnd = around.alongEdge == (at.turn < 0);
			m_ends.push_back({face << 1 | (isEnd ? 1u : 0u), vertex});
		}
	}

	bool JoinEnds()
	{
		std::sort(m_ends.begin(), m_ends.end(), [](const SegmentEnd& a, const SegmentEnd& b) { return a.key < b.key; });
		if (m_ends.size() % 2 != 0)
		{
			return false;
		}
		for (size_t i = 0; i < m_ends.size(); i += 2)
		{
			const SegmentEnd& begin = m_ends[i];
			const SegmentEnd& end = m_ends[i + 1];
			if ((begin.key & 1) != 0 || begin.key + 1 != end.key)
			{
				return false;
			}
			const uint64_t face = begin.key >> 1;
			const int32_t edge = m_edgeParts + static_cast<int32_t>(m_segments.size());
			m_segments.push_back({face, begin.vertex, end.vertex, m_triangle});
			m_sides.push_back({TetBeside(face, 0), edge, begin.vertex, end.vertex});
			m_sides.push_back({TetBeside(face, 1), ~edge, end.vertex, begin.vertex});
		}
		return true;
	}

	bool LinkSides()
	{
		if (!m_ends.empty())
		{
			std::sort(m_sides.begin(),
				m_sides.end(),
				[](const PieceSide& a, const PieceSide& b)
				{ return std::tie(a.tet, a.edge) < std::tie(b.tet, b.edge); });
		}
		for (size_t begin = 0; begin < m_sides.size();)
		{
			size_t end = begin + 1;
			while (end < m_sides.size() && m_sides[end].tet == m_sides[begin].tet)
			{
				++end;
			}
			if (!LinkPiece(begin, end))
			{
				return false;
			}
			begin = end;
		}
		return true;
	}

	/// Sorts the sides of one piece into a loop.
	bool LinkPiece(size_t begin, size_t end)
	{
		for (size_t i = begin + 1; i < end; ++i)
		{
			size_t next = i;
			while (next < end && m_sides[next].from != m_sides[i - 1].to)
			{
				++next;
			}
			if (next == end)
			{
				return false;
			}
			std::swap(m_sides[i], m_sides[next]);
		}
		for (size_t i = begin; i < end; ++i)
		{
			m_pieceEdges.push_back(m_sides[i].edge);
		}
		m_pieces.push_back({m_sides[begin].tet, m_triangle, static_cast<int32_t>(end - begin)});
		return m_sides[end - 1].to == m_sides[begin].from;
	}

	const OverlaySurface& m_surface;
	const EdgeCrossings& m_edges;
	const LatticeCrossings& m_crossings;
	std::vector<TriangleSegment>& m_segments;
	std::vector<TrianglePiece>& m_pieces;
	std::vector<int32_t>& m_pieceEdges;
	int32_t m_ownVertices;
	int32_t m_edgeParts;
	int32_t m_triangle = 0;
	std::vector<SegmentEnd> m_ends;
	std::vector<PieceSide> m_sides;
};
} // namespace
} // namespace PieceDetail

Result<SurfacePieces> CutIntoPieces(
	const OverlaySurface& surface, const EdgeCrossings& edges, const LatticeCrossings& crossings, TaskRunner& runner)
{
	using namespace PieceDetail;
	const auto count = static_cast<int64_t>(surface.triangles.size());
	Chunks<TriangleSegment> segments(count, kTrianglesPerPieceTask);
	Chunks<TrianglePiece> pieces(count, kTrianglesPerPieceTask);
	Chunks<int32_t> pieceEdges(count, kTrianglesPerPieceTask);
	const int32_t badTriangle = ParallelReduce(
		runner,
		count,
		kTrianglesPerPieceTask,
		kNoIndex,
		[&](int64_t begin, int64_t end)
		{
			TriangleCutter cutter(
				surface, edges, crossings, segments.Of(begin), pieces.Of(begin), pieceEdges.Of(begin));
			for (int64_t t = begin; t < end; ++t)
			{
				if (!cutter.Run(static_cast<int32_t>(t)))
				{
					return static_cast<int32_t>(t);
				}
			}
			return kNoIndex;
		},
		[](int32_t a, int32_t b) { return a != kNoIndex ? a : b; });
	if (badTriangle != kNoIndex)
	{
		return Error{ErrorCode::InvalidMesh,
			"triangle " + std::to_string(badTriangle) + " could not be cut at the lattice",
			badTriangle};
	}
	SurfacePieces result;
	result.surfaceVertices = static_cast<int32_t>(surface.positions.size());
	result.edgeParts = edges.PartCount();
	// Each task counted its segments from 0.
	const std::vector<int32_t> offsets = segments.Offsets();
	ParallelFor(runner,
		count,
		kTrianglesPerPieceTask,
		[&](int64_t begin, int64_t)
		{
			const int32_t offset = offsets[segments.Number(begin)];
			for (int32_t& edge : pieceEdges.Of(begin))
			{
				if (edge < 0 ? ~edge >= result.edgeParts : edge >= result.edgeParts)
				{
					edge += edge < 0 ? -offset : offset;
				}
			}
		});
	result.segments = segments.Join();
	result.pieces = pieces.Join();
	result.pieceEdges = pieceEdges.Join();
	return result;
}
} // namespace FractureCore
