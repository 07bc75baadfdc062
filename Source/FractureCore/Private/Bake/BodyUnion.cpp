// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
//
// The union of two closed surfaces, as of two parts of a model that run through each other. After [Smith07] everything
// that makes the result closed is combinatorial: an edge is kept where the other body does not wind around it, which
// changes where it passes a triangle of that body; two triangles that cross have one line in common, which starts and
// ends at such passings; and what is left of a triangle is bounded by the kept parts of its edges and by those lines.
// Where he makes do with rounded numbers, passings here are decided without rounding on a grid, so that no two of them
// contradict each other.
#include "Bake/BodyUnion.h"

#include "Bake/BodyCrossings.h"
#include "Bake/StraightCuts.h"
#include "Bake/UnionFlips.h"
#include "Bake/UnionZip.h"
#include "Mesh/EarClipper.h"
#include "Mesh/LoopNesting.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace FractureCore
{
namespace BodyUnionDetail
{
namespace
{
/// What swelling may leave of a face that it brought out of another one's plane, in units.
constexpr double kZipWidth = 2.0 * kUnionSwelling;
/// Bodies that touch along a line lose this many units' width of surface at most.
constexpr double kLineWidth = 4.0 * kZipWidth;
/// Cuts that exact numbers would put at the same place are not farther apart, in units.
constexpr double kSamePlace = 1.0e-3;

class Uniter
{
public:
	/// `aroundFirst` is how often the second body winds around what its surface does not enclose: 1 if it is all of
	/// space but for a body, whose triangles it has turned over.
	Uniter(UnionVertices& vertices, const UnionBody& first, const UnionBody& second, int32_t aroundFirst)
		: m_vertices(vertices), m_aroundFirst(aroundFirst),
		  m_places(vertices.grid), m_sides{CrossedBody(first, EdgeOwner::FirstBody, vertices.grid.size()),
									   CrossedBody(second, EdgeOwner::SecondBody, vertices.grid.size())}
	{
	}

	UnionOutcome Run(UnionBody& result)
	{
		const auto firstCut = static_cast<int32_t>(m_places.size());
		if (!CrossBodies(m_sides[0], m_sides[1], m_vertices, m_places))
		{
			return UnionOutcome::Failed;
		}
		m_windings.assign(m_places.size(), kUnknown);
		bool isTouched = false;
		for (int32_t i = 0; i < 2; ++i)
		{
			isTouched |= FindWindings(m_sides[i], m_sides[1 - i]);
		}
		if (!isTouched)
		{
			return UnionOutcome::Apart;
		}
		for (CrossedBody& side : m_sides)
		{
			if (!KeepTriangles(side, result))
			{
				return UnionOutcome::Failed;
			}
		}
		Zip(result);
		if (IsContactALine(result))
		{
			return UnionOutcome::Touching;
		}
		FlipPieces(
			m_vertices.positions, RemoveStraightCuts(m_vertices.positions, firstCut, m_vertices.unit, result), result);
		return UnionOutcome::Joined;
	}

private:
	static constexpr int32_t kUnknown = INT32_MIN;

	const Vec3& Position(int32_t vertex) const { return m_vertices.positions[vertex]; }

	GridTriangle Corners(const CrossedBody& side, int32_t face) const
	{
		const Triangle& t = side.body.triangles[face];
		return {m_places[t.v[0]], m_places[t.v[1]], m_places[t.v[2]]};
	}

	/// How often the other body winds around each vertex of a side. True if it does so, or crosses it, anywhere.
	bool FindWindings(const CrossedBody& side, const CrossedBody& other)
	{
		const std::span<const Triangle> triangles = side.body.triangles;
		bool isTouched = !side.passings.empty();
		std::vector<uint8_t> isReached(triangles.size(), 0);
		std::vector<int32_t> stack;
		for (size_t seed = 0; seed < triangles.size(); ++seed)
		{
			if (isReached[seed] != 0)
			{
				continue;
			}
			const int32_t start = triangles[seed].v[0];
			m_windings[start] = WindingOf(other, side.owner, start);
			isReached[seed] = 1;
			stack.assign(1, static_cast<int32_t>(seed));
			while (!stack.empty())
			{
				const int32_t t = stack.back();
				stack.pop_back();
				SpreadWindings(side, t);
				isTouched |= m_windings[triangles[t].v[0]] != 0;
				for (int32_t h = 3 * t; h < 3 * t + 3; ++h)
				{
					for (const int32_t neighbour : side.edges.HalfEdges(side.edges.EdgeOf(h)))
					{
						if (isReached[neighbour / 3] == 0)
						{
							isReached[neighbour / 3] = 1;
							stack.push_back(neighbour / 3);
						}
					}
				}
			}
		}
		return isTouched;
	}

	/// From the vertices of a triangle that are known to the others.
	void SpreadWindings(const CrossedBody& side, int32_t t)
	{
		for (int32_t round = 0; round < 2; ++round)
		{
			for (int32_t h = 3 * t; h < 3 * t + 3; ++h)
			{
				const int32_t edge = side.edges.EdgeOf(h);
				const auto [low, high] = side.EndsOf(edge);
				if ((m_windings[low] == kUnknown) == (m_windings[high] == kUnknown))
				{
					continue;
				}
				int32_t gain = 0;
				for (const Passing& passing : side.PassingsOf(edge))
				{
					gain += passing.inward;
				}
				m_windings[low] != kUnknown ? m_windings[high] = m_windings[low] + gain
											: m_windings[low] = m_windings[high] - gain;
			}
		}
	}

	/// By the triangles that a ray upward passes.
	int32_t WindingOf(const CrossedBody& other, EdgeOwner owner, int32_t vertex) const
	{
		const Vec3& from = m_places[vertex];
		int32_t winding = owner == EdgeOwner::FirstBody ? m_aroundFirst : 0;
		for (size_t f = 0; f < other.body.triangles.size(); ++f)
		{
			const GridTriangle p = Corners(other, static_cast<int32_t>(f));
			const auto [lowX, highX] = std::minmax({p[0].x, p[1].x, p[2].x});
			const auto [lowY, highY] = std::minmax({p[0].y, p[1].y, p[2].y});
			if (lowX <= from.x && from.x <= highX && lowY <= from.y && from.y <= highY)
			{
				winding -= CrossTriangle(from, {from.x, from.y, kBeyondUnionGrid}, p, owner).inward;
			}
		}
		return winding;
	}

	/// How often something is kept that the other body winds around so often: once outside of it, never inside. Where
	/// rounding has folded the other body over, it may wind around twice, and the union has an inverted copy there.
	static int32_t Copies(int32_t winding) { return 1 - winding; }

	/// The kept parts of an edge: each from where it starts to where it ends along the lower vertex's way to the
	/// higher.
	void FindKeptParts(const CrossedBody& side, int32_t edge)
	{
		const auto [low, high] = side.EndsOf(edge);
		m_starts.clear();
		m_ends.clear();
		const int32_t atLow = Copies(m_windings[low]);
		const int32_t atHigh = Copies(m_windings[high]);
		(atLow > 0 ? m_starts : m_ends).assign(static_cast<size_t>(std::abs(atLow)), {-1.0, low});
		for (int32_t i = 0; i < std::abs(atHigh); ++i)
		{
			(atHigh > 0 ? m_ends : m_starts).emplace_back(2.0, high);
		}
		for (const Passing& passing : side.PassingsOf(edge))
		{
			(passing.inward > 0 ? m_ends : m_starts).emplace_back(passing.along, passing.vertex);
		}
		// There are as many of one kind as of the other. Rounding may confuse their order; any way to pair them closes.
		std::sort(m_starts.begin(), m_starts.end());
		std::sort(m_ends.begin(), m_ends.end());
	}

	bool KeepTriangles(const CrossedBody& side, UnionBody& result)
	{
		LoopFinder finder(static_cast<int32_t>(m_vertices.positions.size()));
		std::vector<DirectedEdge> border; // counter-clockwise around what is kept of a triangle
		for (size_t t = 0; t < side.body.triangles.size(); ++t)
		{
			const Triangle& triangle = side.body.triangles[t];
			if (side.isCut[t] == 0)
			{
				KeepWhole(triangle, side.body.source[t], result);
				continue;
			}
			border.clear();
			for (int32_t k = 0; k < 3; ++k)
			{
				FindKeptParts(side, side.edges.EdgeOf(static_cast<int32_t>(3 * t) + k));
				if (m_starts.size() != m_ends.size())
				{
					return false;
				}
				const bool rises = triangle.v[k] < triangle.v[NextCorner(k)];
				for (size_t i = 0; i < m_starts.size(); ++i)
				{
					const int32_t from = m_starts[i].second;
					const int32_t to = m_ends[i].second;
					border.push_back(rises ? DirectedEdge{0, from, to} : DirectedEdge{0, to, from});
				}
			}
			DirectedEdge key;
			key.group = static_cast<int32_t>(t);
			const auto byFace = [](const DirectedEdge& a, const DirectedEdge& b) { return a.group < b.group; };
			const auto [begin, end] = std::equal_range(side.lines.begin(), side.lines.end(), key, byFace);
			for (auto line = begin; line != end; ++line)
			{
				border.push_back({0, line->from, line->to});
			}
			m_loopVertices.clear();
			m_loopEnds.clear();
			finder.ForEachLoop(border,
				[this](int32_t, std::span<const int32_t> loop)
				{
					m_loopVertices.insert(m_loopVertices.end(), loop.begin(), loop.end());
					m_loopEnds.push_back(static_cast<int32_t>(m_loopVertices.size()));
				});
			CloseGaps(side.body.source[t], result);
			if (!m_loopEnds.empty())
			{
				FillLoops(side, t, result);
			}
		}
		return true;
	}

	void KeepWhole(const Triangle& triangle, int32_t source, UnionBody& result) const
	{
		const int32_t copies = Copies(m_windings[triangle.v[0]]);
		for (int32_t i = 0; i < std::abs(copies); ++i)
		{
			result.triangles.push_back(copies > 0 ? triangle : Triangle{{triangle.v[0], triangle.v[2], triangle.v[1]}});
			result.source.push_back(source);
		}
	}

	void KeepPiece(const Triangle& piece, int32_t source, UnionBody& result)
	{
		// There and back, as along a bridge to a hole: its edges cancel.
		if (piece.v[0] == piece.v[1] || piece.v[1] == piece.v[2] || piece.v[2] == piece.v[0])
		{
			return;
		}
		m_filled.push_back(static_cast<int32_t>(result.triangles.size()));
		result.triangles.push_back(piece);
		result.source.push_back(source);
	}

	/// Takes vertices out of the loops that lie where the one before them does, with triangles that have no area: which
	/// way such a step turns is decided by rounding, and would confuse whoever fills the loop.
	void CloseGaps(int32_t source, UnionBody& result)
	{
		size_t kept = 0; // of all loops' vertices
		size_t at = 0;
		for (int32_t& loopEnd : m_loopEnds)
		{
			const size_t begin = kept;
			const size_t end = static_cast<size_t>(loopEnd);
			for (; at < end; ++at)
			{
				const int32_t v = m_loopVertices[at];
				const size_t left = kept - begin + end - at; // in this loop, with this one
				const bool isStep = kept > begin && left > 3 &&
					LengthSquared(m_places[v] - m_places[m_loopVertices[kept - 1]]) < kSamePlace * kSamePlace;
				if (!isStep)
				{
					m_loopVertices[kept++] = v;
					continue;
				}
				const int32_t next = m_loopVertices[at + 1 < end ? at + 1 : begin];
				KeepPiece({{m_loopVertices[kept - 1], v, next}}, source, result);
			}
			loopEnd = static_cast<int32_t>(kept);
		}
		m_loopVertices.resize(kept);
	}

	/// On the grid, where what swelling has parted does not touch.
	void FillLoops(const CrossedBody& side, size_t t, UnionBody& result)
	{
		std::vector<Vec3> points;
		for (const int32_t v : m_loopVertices)
		{
			points.push_back(m_places[v]);
		}
		const Triangle& triangle = side.body.triangles[t];
		const Vec3 normal =
			Cross(m_places[triangle.v[1]] - m_places[triangle.v[0]], m_places[triangle.v[2]] - m_places[triangle.v[0]]);
		NestLoops(points, m_loopEnds, m_outerOf);
		const auto beginOf = [&](size_t loop) { return loop == 0 ? 0 : m_loopEnds[loop - 1]; };
		for (size_t outer = 0; outer < m_loopEnds.size(); ++outer)
		{
			if (m_outerOf[outer] != static_cast<int32_t>(outer))
			{
				continue;
			}
			std::vector<Vec3> corners;
			std::vector<int32_t> names;
			std::vector<int32_t> ends;
			const auto addLoop = [&](size_t loop)
			{
				for (int32_t i = beginOf(loop); i < m_loopEnds[loop]; ++i)
				{
					corners.push_back(points[i]);
					names.push_back(m_loopVertices[i]);
				}
				ends.push_back(static_cast<int32_t>(corners.size()));
			};
			addLoop(outer);
			for (size_t hole = 0; hole < m_loopEnds.size(); ++hole)
			{
				if (hole != outer && m_outerOf[hole] == static_cast<int32_t>(outer))
				{
					addLoop(hole);
				}
			}
			m_clipped.resize(static_cast<size_t>(
				EarClipper::TriangleCount(static_cast<int32_t>(corners.size()), static_cast<int32_t>(ends.size()))));
			m_clipper.Run(corners, names, ends, normal, m_clipped);
			for (const ClippedTriangle& piece : m_clipped)
			{
				KeepPiece({{names[piece.point[0]], names[piece.point[1]], names[piece.point[2]]}},
					side.body.source[t],
					result);
			}
		}
	}

	/// Where faces lay flush, swelling has left steps and slits that are not there in the bodies as they are.
	void Zip(UnionBody& result) const
	{
		std::vector<VertexOwner> owners(m_places.size(), VertexOwner::Cut);
		for (const CrossedBody& side : m_sides)
		{
			for (const Triangle& t : side.body.triangles)
			{
				for (const int32_t v : t.v)
				{
					owners[v] = side.owner == EdgeOwner::FirstBody ? VertexOwner::FirstBody : VertexOwner::SecondBody;
				}
			}
		}
		ZipThinTriangles(m_vertices.positions, owners, m_filled, kZipWidth * m_vertices.unit, result);
	}

	double AreaOf(std::span<const Triangle> triangles) const
	{
		double sum = 0.0;
		for (const Triangle& t : triangles)
		{
			sum += 0.5 * Length(Cross(Position(t.v[1]) - Position(t.v[0]), Position(t.v[2]) - Position(t.v[0])));
		}
		return sum;
	}

	/// Bodies that touch in an edge only are no more joined than if they did not.
	bool IsContactALine(const UnionBody& result) const
	{
		const UnionBody& a = m_sides[0].body;
		const UnionBody& b = m_sides[1].body;
		const double lost = AreaOf(a.triangles) + AreaOf(b.triangles) - AreaOf(result.triangles);
		const Vec3 low{std::max(a.low.x, b.low.x), std::max(a.low.y, b.low.y), std::max(a.low.z, b.low.z)};
		const Vec3 high{std::min(a.high.x, b.high.x), std::min(a.high.y, b.high.y), std::min(a.high.z, b.high.z)};
		return lost < kLineWidth * m_vertices.unit * m_vertices.unit * (Length(high - low) + kLineWidth);
	}

	UnionVertices& m_vertices;
	int32_t m_aroundFirst;
	std::vector<Vec3> m_places; // 1 a vertex: on the grid, the first body's swollen; at cuts between the grid's points
	CrossedBody m_sides[2];
	std::vector<int32_t> m_windings; // 1 a vertex: of the other body around it
	std::vector<int32_t> m_filled;   // triangles of the result that are parts of cut ones
	// Scratch
	std::vector<std::pair<double, int32_t>> m_starts;
	std::vector<std::pair<double, int32_t>> m_ends;
	std::vector<int32_t> m_loopVertices;
	std::vector<int32_t> m_loopEnds;
	std::vector<int32_t> m_outerOf;
	EarClipper m_clipper;
	std::vector<ClippedTriangle> m_clipped;
};
UnionBody TurnedOver(UnionBody body)
{
	for (Triangle& t : body.triangles)
	{
		std::swap(t.v[1], t.v[2]);
	}
	return body;
}
} // namespace
} // namespace BodyUnionDetail

UnionOutcome UniteBodies(UnionVertices& vertices, UnionBody& first, const UnionBody& second)
{
	using namespace BodyUnionDetail;
	UnionBody result;
	const UnionOutcome outcome = Uniter(vertices, first, second, 0).Run(result);
	if (outcome == UnionOutcome::Joined)
	{
		MeasureBox(vertices, result);
		first = std::move(result);
	}
	return outcome;
}

UnionOutcome CarveBody(UnionVertices& vertices, UnionBody& body, const UnionBody& cavity)
{
	using namespace BodyUnionDetail;
	// What is left is all that lies neither in the cavity nor outside of the body.
	UnionBody result;
	const UnionOutcome outcome = Uniter(vertices, TurnedOver(cavity), TurnedOver(body), 1).Run(result);
	if (outcome == UnionOutcome::Joined)
	{
		body = TurnedOver(std::move(result));
		MeasureBox(vertices, body);
	}
	return outcome;
}
} // namespace FractureCore
