// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
//
// The union of two closed surfaces, as of two parts of a model that run through each other. After [Smith07] everything
// that makes the result closed is combinatorial: an edge is kept where the other body does not wind around it, which
// changes where it passes a triangle of that body; two triangles that cross have one line in common, which starts and
// ends at such passings; and what is left of a triangle is bounded by the kept parts of its edges and by those lines.
// Where he makes do with rounded numbers, passings here are decided without rounding on a grid, so that no two of them
// contradict each other.
#include "Bake/BodyUnion.h"

#include "Bake/GridCrossing.h"
#include "Mesh/BorderLoops.h"
#include "Mesh/EarClipper.h"
#include "Mesh/EdgeTable.h"
#include "Mesh/LoopNesting.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>

namespace FractureCore
{
namespace BodyUnionDetail
{
namespace
{
/// Units along the longest side of all bodies. Room is left for swelling and for rays that end outside.
constexpr double kGridUnits = 16'777'216.0; // 2^24
constexpr double kBeyondGrid = 33'000'000.0;
/// The first body grows by about so many units, so that faces that touch overlap.
constexpr double kSwelling = 2.0;
/// Bodies that touch along a line lose this many units' width of surface at most when one of them swells.
constexpr double kLineWidth = 32.0;

/// An edge that passes a triangle of the other body.
struct Passing
{
	int32_t edge = kNoIndex;
	int32_t face = kNoIndex; // of the other body
	int32_t inward = 0;      // as GridCrossing, from the edge's lower vertex to its higher
	double along = 0.0;      // from the lower vertex
	int32_t vertex = kNoIndex;
};

/// An end of the line that two triangles have in common.
struct LineEnd
{
	int32_t firstFace = kNoIndex;
	int32_t secondFace = kNoIndex;
	int32_t vertex = kNoIndex;
	bool startsInFirst = false; // the line starts here as part of the border of what is left of firstFace
};

/// One of the two bodies and what happens to it.
struct Side
{
	Side(const UnionBody& whole, EdgeOwner role, size_t vertexCount)
		: body(whole), owner(role), edges(whole.triangles, static_cast<int32_t>(vertexCount))
	{
	}

	/// The ends of an edge, the lower one first.
	std::pair<int32_t, int32_t> EndsOf(int32_t edge) const
	{
		const int32_t h = edges.HalfEdges(edge)[0];
		return std::minmax({HalfEdgeFrom(body.triangles, h), HalfEdgeTo(body.triangles, h)});
	}
	std::span<const Passing> PassingsOf(int32_t edge) const
	{
		const auto byEdge = [](const Passing& a, const Passing& b) { return a.edge < b.edge; };
		Passing key;
		key.edge = edge;
		const auto [begin, end] = std::equal_range(passings.begin(), passings.end(), key, byEdge);
		return {begin, end};
	}

	const UnionBody& body;
	EdgeOwner owner;
	EdgeTable edges;
	std::vector<Passing> passings;   // by edge, then face
	std::vector<DirectedEdge> lines; // groups are faces: cuts along the other body
	std::vector<uint8_t> isCut;      // 1 a triangle
};

class Uniter
{
public:
	Uniter(UnionVertices& vertices, const UnionBody& first, const UnionBody& second)
		: m_vertices(vertices),
		  m_places(vertices.grid), m_sides{Side(first, EdgeOwner::FirstBody, vertices.grid.size()),
									   Side(second, EdgeOwner::SecondBody, vertices.grid.size())}
	{
	}

	UnionOutcome Run(UnionBody& result)
	{
		Swell();
		FindPassings();
		if (!FindLines())
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
		for (Side& side : m_sides)
		{
			if (!KeepTriangles(side, result))
			{
				return UnionOutcome::Failed;
			}
		}
		return IsContactALine(result) ? UnionOutcome::Apart : UnionOutcome::Joined;
	}

private:
	static constexpr int32_t kUnknown = INT32_MIN;

	const Vec3& Position(int32_t vertex) const { return m_vertices.positions[vertex]; }

	GridTriangle Corners(const Side& side, int32_t face) const
	{
		const Triangle& t = side.body.triangles[face];
		return {m_places[t.v[0]], m_places[t.v[1]], m_places[t.v[2]]};
	}

	void Swell()
	{
		const Side& side = m_sides[0];
		std::vector<Vec3> normals(m_places.size());
		for (const Triangle& t : side.body.triangles)
		{
			const Vec3 p[3] = {m_places[t.v[0]], m_places[t.v[1]], m_places[t.v[2]]};
			const Vec3 normal = Normalised(Cross(p[1] - p[0], p[2] - p[0]));
			for (size_t k = 0; k < 3; ++k)
			{
				// By the angle's sine: a side of a box weighs the same however it is split.
				const Vec3 u = Normalised(p[(k + 1) % 3] - p[k]);
				const Vec3 v = Normalised(p[(k + 2) % 3] - p[k]);
				normals[t.v[k]] += normal * Length(Cross(u, v));
			}
		}
		for (size_t v = 0; v < normals.size(); ++v)
		{
			const Vec3 step = Normalised(normals[v]) * kSwelling;
			m_places[v] += Vec3{std::round(step.x), std::round(step.y), std::round(step.z)};
		}
	}

	struct FaceBox
	{
		Vec3 low;
		Vec3 high;
		int32_t face = kNoIndex;
	};

	static bool Overlap(const Vec3& lowA, const Vec3& highA, const Vec3& lowB, const Vec3& highB)
	{
		return lowA.x <= highB.x && lowB.x <= highA.x && lowA.y <= highB.y && lowB.y <= highA.y && lowA.z <= highB.z &&
			lowB.z <= highA.z;
	}

	/// Boxes of the triangles of one side that come near the other, by their lower x.
	std::vector<FaceBox> BoxesNear(const Side& side, const UnionBody& other) const
	{
		const Vec3 margin{kSwelling, kSwelling, kSwelling};
		std::vector<FaceBox> boxes;
		for (size_t f = 0; f < side.body.triangles.size(); ++f)
		{
			const GridTriangle p = Corners(side, static_cast<int32_t>(f));
			FaceBox box;
			box.low = {std::min({p[0].x, p[1].x, p[2].x}),
				std::min({p[0].y, p[1].y, p[2].y}),
				std::min({p[0].z, p[1].z, p[2].z})};
			box.high = {std::max({p[0].x, p[1].x, p[2].x}),
				std::max({p[0].y, p[1].y, p[2].y}),
				std::max({p[0].z, p[1].z, p[2].z})};
			box.face = static_cast<int32_t>(f);
			if (Overlap(box.low, box.high, other.low - margin, other.high + margin))
			{
				boxes.push_back(box);
			}
		}
		std::sort(boxes.begin(),
			boxes.end(),
			[](const FaceBox& a, const FaceBox& b) { return std::tie(a.low.x, a.face) < std::tie(b.low.x, b.face); });
		return boxes;
	}

	void FindPassings()
	{
		const std::vector<FaceBox> first = BoxesNear(m_sides[0], m_sides[1].body);
		const std::vector<FaceBox> second = BoxesNear(m_sides[1], m_sides[0].body);
		std::vector<std::pair<int32_t, int32_t>> tests[2]; // edge of one side, face of the other
		const auto addTests = [&](int32_t firstFace, int32_t secondFace)
		{
			for (int32_t k = 0; k < 3; ++k)
			{
				tests[0].emplace_back(m_sides[0].edges.EdgeOf(3 * firstFace + k), secondFace);
				tests[1].emplace_back(m_sides[1].edges.EdgeOf(3 * secondFace + k), firstFace);
			}
		};
		// Of two boxes that overlap, the one that begins first meets the other before it ends.
		const auto sweep = [&](const std::vector<FaceBox>& from, const std::vector<FaceBox>& to, bool isFirst)
		{
			size_t begin = 0;
			for (const FaceBox& a : from)
			{
				while (begin < to.size() && (isFirst ? to[begin].low.x < a.low.x : to[begin].low.x <= a.low.x))
				{
					++begin;
				}
				for (size_t i = begin; i < to.size() && to[i].low.x <= a.high.x; ++i)
				{
					if (Overlap(a.low, a.high, to[i].low, to[i].high))
					{
						isFirst ? addTests(a.face, to[i].face) : addTests(to[i].face, a.face);
					}
				}
			}
		};
		sweep(first, second, true);
		sweep(second, first, false);
		for (size_t i = 0; i < 2; ++i)
		{
			Side& side = m_sides[i];
			side.isCut.assign(side.body.triangles.size(), 0);
			std::sort(tests[i].begin(), tests[i].end());
			tests[i].erase(std::unique(tests[i].begin(), tests[i].end()), tests[i].end());
		}
		for (size_t i = 0; i < 2; ++i)
		{
			for (const auto& [edge, face] : tests[i])
			{
				Pass(m_sides[i], m_sides[1 - i], edge, face);
			}
		}
	}

	void Pass(Side& side, Side& other, int32_t edge, int32_t face)
	{
		const auto [low, high] = side.EndsOf(edge);
		const GridCrossing crossing = CrossTriangle(m_places[low], m_places[high], Corners(other, face), side.owner);
		if (crossing.inward == 0)
		{
			return;
		}
		const int32_t vertex = static_cast<int32_t>(m_vertices.positions.size());
		side.passings.push_back({edge, face, crossing.inward, crossing.along, vertex});
		m_vertices.Add(Position(low) + (Position(high) - Position(low)) * crossing.along);
		m_places.push_back(m_places[low] + (m_places[high] - m_places[low]) * crossing.along);
		other.isCut[face] = 1;
		for (const int32_t h : side.edges.HalfEdges(edge))
		{
			side.isCut[h / 3] = 1;
		}
	}

	/// Pairs the passings of two triangles: both triangles are cut along the line between them, one in each direction.
	bool FindLines()
	{
		std::vector<LineEnd> ends;
		for (size_t i = 0; i < 2; ++i)
		{
			const Side& side = m_sides[i];
			for (const Passing& passing : side.passings)
			{
				for (const int32_t h : side.edges.HalfEdges(passing.edge))
				{
					// The border follows an edge as far as the other body, and then the line.
					const bool rises = HalfEdgeFrom(side.body.triangles, h) < HalfEdgeTo(side.body.triangles, h);
					const bool startsHere = rises == (passing.inward > 0);
					ends.push_back(i == 0 ? LineEnd{h / 3, passing.face, passing.vertex, startsHere}
										  : LineEnd{passing.face, h / 3, passing.vertex, !startsHere});
				}
			}
		}
		std::sort(ends.begin(),
			ends.end(),
			[](const LineEnd& a, const LineEnd& b)
			{
				return std::tie(a.firstFace, a.secondFace, a.startsInFirst, a.vertex) <
					std::tie(b.firstFace, b.secondFace, b.startsInFirst, b.vertex);
			});
		for (size_t i = 0; i < ends.size(); i += 2)
		{
			const bool isPair = i + 1 < ends.size() && ends[i].firstFace == ends[i + 1].firstFace &&
				ends[i].secondFace == ends[i + 1].secondFace && !ends[i].startsInFirst && ends[i + 1].startsInFirst;
			if (!isPair)
			{
				return false;
			}
			m_sides[0].lines.push_back({ends[i].firstFace, ends[i + 1].vertex, ends[i].vertex});
			m_sides[1].lines.push_back({ends[i].secondFace, ends[i].vertex, ends[i + 1].vertex});
		}
		for (Side& side : m_sides)
		{
			std::sort(side.lines.begin(), side.lines.end());
		}
		return true;
	}

	/// How often the other body winds around each vertex of a side. True if it does so, or crosses it, anywhere.
	bool FindWindings(const Side& side, const Side& other)
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
	void SpreadWindings(const Side& side, int32_t t)
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
	int32_t WindingOf(const Side& other, EdgeOwner owner, int32_t vertex) const
	{
		const Vec3& from = m_places[vertex];
		int32_t winding = 0;
		for (size_t f = 0; f < other.body.triangles.size(); ++f)
		{
			const GridTriangle p = Corners(other, static_cast<int32_t>(f));
			const auto [lowX, highX] = std::minmax({p[0].x, p[1].x, p[2].x});
			const auto [lowY, highY] = std::minmax({p[0].y, p[1].y, p[2].y});
			if (lowX <= from.x && from.x <= highX && lowY <= from.y && from.y <= highY)
			{
				winding -= CrossTriangle(from, {from.x, from.y, kBeyondGrid}, p, owner).inward;
			}
		}
		return winding;
	}

	/// How often something is kept that the other body winds around so often: once outside of it, never inside. Where
	/// rounding has folded the other body over, it may wind around twice, and the union has an inverted copy there.
	static int32_t Copies(int32_t winding) { return 1 - winding; }

	/// The kept parts of an edge: each from where it starts to where it ends along the lower vertex's way to the
	/// higher.
	void FindKeptParts(const Side& side, int32_t edge)
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

	bool KeepTriangles(const Side& side, UnionBody& result)
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

	/// On the grid, where what swelling has parted does not touch.
	void FillLoops(const Side& side, size_t t, UnionBody& result)
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
				const Triangle kept{{names[piece.point[0]], names[piece.point[1]], names[piece.point[2]]}};
				// There and back along a bridge to a hole: its edges cancel.
				if (kept.v[0] != kept.v[1] && kept.v[1] != kept.v[2] && kept.v[2] != kept.v[0])
				{
					result.triangles.push_back(kept);
					result.source.push_back(side.body.source[t]);
				}
			}
		}
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
	std::vector<Vec3> m_places; // 1 a vertex: on the grid, the first body's swollen; at cuts between the grid's points
	Side m_sides[2];
	std::vector<int32_t> m_windings; // 1 a vertex: of the other body around it
	// Scratch
	std::vector<std::pair<double, int32_t>> m_starts;
	std::vector<std::pair<double, int32_t>> m_ends;
	std::vector<int32_t> m_loopVertices;
	std::vector<int32_t> m_loopEnds;
	std::vector<int32_t> m_outerOf;
	EarClipper m_clipper;
	std::vector<ClippedTriangle> m_clipped;
};
} // namespace
} // namespace BodyUnionDetail

UnionVertices::UnionVertices(std::vector<Vec3> all) : positions(std::move(all))
{
	if (positions.empty())
	{
		return;
	}
	Vec3 low = positions[0];
	Vec3 high = positions[0];
	for (const Vec3& p : positions)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	const Vec3 size = high - low;
	const double longest = std::max({size.x, size.y, size.z});
	origin = low;
	unit = longest > 0.0 ? longest / BodyUnionDetail::kGridUnits : 1.0;
	grid.reserve(positions.size());
	for (const Vec3& p : positions)
	{
		const Vec3 g = (p - origin) / unit;
		grid.push_back({std::round(g.x), std::round(g.y), std::round(g.z)});
	}
}

void UnionVertices::Add(const Vec3& position)
{
	const Vec3 g = (position - origin) / unit;
	positions.push_back(position);
	grid.push_back({std::round(g.x), std::round(g.y), std::round(g.z)});
}

void MeasureBox(const UnionVertices& vertices, UnionBody& body)
{
	body.low = body.high = vertices.grid[body.triangles[0].v[0]];
	for (const Triangle& t : body.triangles)
	{
		for (const int32_t v : t.v)
		{
			const Vec3& p = vertices.grid[v];
			body.low = {std::min(body.low.x, p.x), std::min(body.low.y, p.y), std::min(body.low.z, p.z)};
			body.high = {std::max(body.high.x, p.x), std::max(body.high.y, p.y), std::max(body.high.z, p.z)};
		}
	}
}

UnionOutcome UniteBodies(UnionVertices& vertices, UnionBody& first, const UnionBody& second)
{
	using namespace BodyUnionDetail;
	UnionBody result;
	const UnionOutcome outcome = Uniter(vertices, first, second).Run(result);
	if (outcome == UnionOutcome::Joined)
	{
		MeasureBox(vertices, result);
		first = std::move(result);
	}
	return outcome;
}

int32_t WindingAround(const UnionVertices& vertices, const UnionBody& body, int32_t vertex)
{
	using namespace BodyUnionDetail;
	const Vec3& from = vertices.grid[vertex];
	int32_t winding = 0;
	for (const Triangle& t : body.triangles)
	{
		const GridTriangle p = {vertices.grid[t.v[0]], vertices.grid[t.v[1]], vertices.grid[t.v[2]]};
		winding -= CrossTriangle(from, {from.x, from.y, kBeyondGrid}, p, EdgeOwner::FirstBody).inward;
	}
	return winding;
}
} // namespace FractureCore
