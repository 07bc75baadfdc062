// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/BodyCrossings.h"

#include <cmath>
#include <tuple>

namespace FractureCore
{
namespace BodyCrossingsDetail
{
namespace
{
/// Where an edge climbs by less than this from a plane, in units, it lies in it but for swelling and rounding.
constexpr double kFlatClimb = 64.0 * kUnionSwelling;

/// An end of the line that two triangles have in common.
struct LineEnd
{
	int32_t firstFace = kNoIndex;
	int32_t secondFace = kNoIndex;
	int32_t vertex = kNoIndex;
	bool startsInFirst = false; // the line starts here as part of the border of what is left of firstFace
};

class Crosser
{
public:
	Crosser(CrossedBody& first, CrossedBody& second, UnionVertices& vertices, std::vector<Vec3>& places)
		: m_vertices(vertices), m_places(places), m_sides{&first, &second}
	{
	}

	void Swell()
	{
		const CrossedBody& side = *m_sides[0];
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
		// The face that leans most from the mean moves by the swelling, the others by more.
		std::vector<double> leasts(m_places.size(), 1.0);
		for (const Triangle& t : side.body.triangles)
		{
			const Vec3 normal =
				Normalised(Cross(m_places[t.v[1]] - m_places[t.v[0]], m_places[t.v[2]] - m_places[t.v[0]]));
			for (const int32_t v : t.v)
			{
				leasts[v] = std::min(leasts[v], Dot(normal, Normalised(normals[v])));
			}
		}
		for (size_t v = 0; v < normals.size(); ++v)
		{
			const double length = kUnionSwelling / std::max(leasts[v], kUnionSwelling / kMostUnionSwelling);
			const Vec3 step = Normalised(normals[v]) * length;
			m_places[v] += Vec3{std::round(step.x), std::round(step.y), std::round(step.z)};
		}
	}

	const Vec3& Position(int32_t vertex) const { return m_vertices.positions[vertex]; }

	GridTriangle Corners(const CrossedBody& side, int32_t face) const
	{
		const Triangle& t = side.body.triangles[face];
		return {m_places[t.v[0]], m_places[t.v[1]], m_places[t.v[2]]};
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
	std::vector<FaceBox> BoxesNear(const CrossedBody& side, const UnionBody& other) const
	{
		const Vec3 margin{kMostUnionSwelling, kMostUnionSwelling, kMostUnionSwelling};
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
		const std::vector<FaceBox> first = BoxesNear(*m_sides[0], m_sides[1]->body);
		const std::vector<FaceBox> second = BoxesNear(*m_sides[1], m_sides[0]->body);
		std::vector<std::pair<int32_t, int32_t>> tests[2]; // edge of one side, face of the other
		const auto addTests = [&](int32_t firstFace, int32_t secondFace)
		{
			for (int32_t k = 0; k < 3; ++k)
			{
				tests[0].emplace_back(m_sides[0]->edges.EdgeOf(3 * firstFace + k), secondFace);
				tests[1].emplace_back(m_sides[1]->edges.EdgeOf(3 * secondFace + k), firstFace);
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
			CrossedBody& side = *m_sides[i];
			side.isCut.assign(side.body.triangles.size(), 0);
			std::sort(tests[i].begin(), tests[i].end());
			tests[i].erase(std::unique(tests[i].begin(), tests[i].end()), tests[i].end());
		}
		for (size_t i = 0; i < 2; ++i)
		{
			for (const auto& [edge, face] : tests[i])
			{
				Pass(*m_sides[i], *m_sides[1 - i], edge, face);
			}
		}
	}

	void Pass(CrossedBody& side, CrossedBody& other, int32_t edge, int32_t face)
	{
		const auto [low, high] = side.EndsOf(edge);
		const GridCrossing crossing = CrossTriangle(m_places[low], m_places[high], Corners(other, face), side.owner);
		if (crossing.inward == 0)
		{
			return;
		}
		const int32_t vertex = static_cast<int32_t>(m_vertices.positions.size());
		side.passings.push_back({edge, face, crossing.inward, crossing.along, vertex});
		m_vertices.Add(CutPosition(Position(low), Position(high), other, face, crossing.along));
		m_places.push_back(m_places[low] + (m_places[high] - m_places[low]) * crossing.along);
		other.isCut[face] = 1;
		for (const int32_t h : side.edges.HalfEdges(edge))
		{
			side.isCut[h / 3] = 1;
		}
	}

	/// Where the edge passes the triangle's plane before any swelling. Of a long edge within the plane nobody knows,
	/// and swelling decides.
	Vec3 CutPosition(const Vec3& low, const Vec3& high, const CrossedBody& other, int32_t face, double along) const
	{
		const Triangle& t = other.body.triangles[face];
		const Vec3& corner = Position(t.v[0]);
		const Vec3 normal = Cross(Position(t.v[1]) - corner, Position(t.v[2]) - corner);
		const double heightOfLow = Dot(normal, low - corner);
		const double heightOfHigh = Dot(normal, high - corner);
		if (heightOfLow != heightOfHigh)
		{
			const double exact = std::clamp(heightOfLow / (heightOfLow - heightOfHigh), 0.0, 1.0);
			const double climb = std::abs(heightOfLow - heightOfHigh) / Length(normal);
			const double shift = std::abs(exact - along) * Length(high - low);
			if (climb > kFlatClimb * m_vertices.unit || shift < kFlatClimb * m_vertices.unit)
			{
				return exact == 1.0 ? high : low + (high - low) * exact;
			}
		}
		return low + (high - low) * along;
	}

	/// Pairs the passings of two triangles: both triangles are cut along the line between them, one in each direction.
	bool FindLines()
	{
		std::vector<LineEnd> ends;
		for (size_t i = 0; i < 2; ++i)
		{
			const CrossedBody& side = *m_sides[i];
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
			m_sides[0]->lines.push_back({ends[i].firstFace, ends[i + 1].vertex, ends[i].vertex});
			m_sides[1]->lines.push_back({ends[i].secondFace, ends[i].vertex, ends[i + 1].vertex});
		}
		for (CrossedBody* side : m_sides)
		{
			std::sort(side->lines.begin(), side->lines.end());
		}
		return true;
	}

private:
	UnionVertices& m_vertices;
	std::vector<Vec3>& m_places;
	CrossedBody* m_sides[2];
};
} // namespace
} // namespace BodyCrossingsDetail

bool CrossBodies(CrossedBody& first, CrossedBody& second, UnionVertices& vertices, std::vector<Vec3>& places)
{
	BodyCrossingsDetail::Crosser crosser(first, second, vertices, places);
	crosser.Swell();
	crosser.FindPassings();
	return crosser.FindLines();
}
} // namespace FractureCore
