// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/SewBorders.h"

#include "Mesh/VertexWeld.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace FractureCore
{
namespace SewDetail
{
namespace
{
/// Widest seam, of the surface's diagonal. Gaps beyond are bridged with triangles.
constexpr double kWidestSeam = 1.0e-3;
/// Widest seam at a vertex, of the shortest edge there: noise leaves triangles their shape.
constexpr double kSeamOfEdge = 0.25;
/// From one distance to the next.
constexpr double kGrowth = 3.1622776601683795;
/// Share of the open border that must close: less is chance where noise is wider than the widest seam, and what it
/// pins together here and there only keeps strips from being laid between the rest.
constexpr double kLeastClosed = 0.5;
/// Cosine of the angle between two triangles from which on the second lies on the first: about 25 degrees.
constexpr double kFolded = 0.9;
/// Distances looked at for each vertex on average, before a level is given up as too crowded.
constexpr int64_t kLooksPerVertex = 400;

struct SeamEdge
{
	int32_t low = kNoIndex;
	int32_t high = kNoIndex;
	int32_t halfEdge = kNoIndex;
};

class BorderSewer
{
public:
	BorderSewer(std::span<const Vec3> positions,
		std::span<const Triangle> triangles,
		const EdgeTable& edges,
		std::span<const int32_t> borderVertices)
		: m_positions(positions), m_triangles(triangles), m_borderVertices(borderVertices)
	{
		for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
		{
			if (const std::span<const int32_t> around = edges.HalfEdges(edge); around.size() % 2 == 1)
			{
				m_border.push_back(around[0]);
				m_open += LengthOf(around[0]);
			}
		}
		FindReaches();
	}

	SewnBorders Run(double diagonal, double tolerance)
	{
		// Beyond what most vertices reach, longer distances change little and cost more.
		std::vector<double> reaches;
		reaches.reserve(m_borderVertices.size());
		for (const int32_t v : m_borderVertices)
		{
			reaches.push_back(m_reach[v]);
		}
		const auto most = reaches.begin() + static_cast<std::ptrdiff_t>(reaches.size() * 95 / 100);
		std::nth_element(reaches.begin(), most, reaches.end());
		const double widest = std::min(*most, kWidestSeam * diagonal);

		SewnBorders best;
		double least = m_open;
		for (double distance = tolerance; distance < widest && least > 0.0;)
		{
			distance = std::min(distance * kGrowth, widest);
			std::vector<int32_t> welded = WeldBorderVertices(m_positions,
				m_triangles,
				m_borderVertices,
				{distance, m_reach, kLooksPerVertex * static_cast<int64_t>(m_borderVertices.size())});
			if (welded.empty())
			{
				break;
			}
			const double open = KeepWhatCloses(welded);
			if (open < least)
			{
				least = open;
				best.welded = std::move(welded);
			}
		}
		if (least > (1.0 - kLeastClosed) * m_open)
		{
			return {};
		}
		for (size_t v = 0; v < best.welded.size(); ++v)
		{
			best.farthest = std::max(best.farthest, Length(m_positions[best.welded[v]] - m_positions[v]));
		}
		return best;
	}

private:
	double LengthOf(int32_t halfEdge) const
	{
		return Length(
			m_positions[HalfEdgeTo(m_triangles, halfEdge)] - m_positions[HalfEdgeFrom(m_triangles, halfEdge)]);
	}

	void FindReaches()
	{
		m_reach.assign(m_positions.size(), std::numeric_limits<double>::infinity());
		for (const Triangle& t : m_triangles)
		{
			for (size_t k = 0; k < 3; ++k)
			{
				const int32_t a = t.v[k];
				const int32_t b = t.v[(k + 1) % 3];
				const double reach = kSeamOfEdge * Length(m_positions[a] - m_positions[b]);
				m_reach[a] = std::min(m_reach[a], reach);
				m_reach[b] = std::min(m_reach[b], reach);
			}
		}
	}

	/// The direction from a half-edge into its triangle, at right angles to the edge.
	Vec3 Inward(int32_t halfEdge) const
	{
		const Vec3& from = m_positions[HalfEdgeFrom(m_triangles, halfEdge)];
		const Vec3 along = Normalised(m_positions[HalfEdgeTo(m_triangles, halfEdge)] - from);
		const Vec3 side = m_positions[HalfEdgeApex(m_triangles, halfEdge)] - from;
		return Normalised(side - along * Dot(side, along));
	}

	/// Undoes welds that close no edge; returns the length of border that stays open.
	double KeepWhatCloses(std::vector<int32_t>& welded) const
	{
		std::vector<SeamEdge> seams;
		seams.reserve(m_border.size());
		for (const int32_t h : m_border)
		{
			const auto [low, high] =
				std::minmax({welded[HalfEdgeFrom(m_triangles, h)], welded[HalfEdgeTo(m_triangles, h)]});
			seams.push_back({low, high, h});
		}
		std::sort(seams.begin(),
			seams.end(),
			[](const SeamEdge& a, const SeamEdge& b) {
				return a.low != b.low ? a.low < b.low : a.high != b.high ? a.high < b.high : a.halfEdge < b.halfEdge;
			});
		std::vector<uint8_t> closes(m_positions.size(), 0);
		double open = 0.0;
		for (size_t begin = 0; begin < seams.size();)
		{
			size_t end = begin;
			double length = 0.0;
			for (; end < seams.size() && seams[end].low == seams[begin].low && seams[end].high == seams[begin].high;
				 ++end)
			{
				length += LengthOf(seams[end].halfEdge);
			}
			const bool isClosed =
				end - begin == 2 && Dot(Inward(seams[begin].halfEdge), Inward(seams[begin + 1].halfEdge)) < kFolded;
			for (; begin < end; ++begin)
			{
				if (isClosed)
				{
					closes[HalfEdgeFrom(m_triangles, seams[begin].halfEdge)] = 1;
					closes[HalfEdgeTo(m_triangles, seams[begin].halfEdge)] = 1;
				}
			}
			open += isClosed ? 0.0 : length;
		}
		for (const int32_t v : m_borderVertices)
		{
			welded[v] = closes[v] != 0 ? welded[v] : v;
		}
		return open;
	}

	std::span<const Vec3> m_positions;
	std::span<const Triangle> m_triangles;
	std::span<const int32_t> m_borderVertices;
	std::vector<int32_t> m_border; // half-edges
	std::vector<double> m_reach;   // m, 1 a vertex: the widest seam there
	double m_open = 0.0;           // m of border
};
} // namespace
} // namespace SewDetail

SewnBorders SewBorders(std::span<const Vec3> positions,
	std::span<const Triangle> triangles,
	const EdgeTable& edges,
	std::span<const int32_t> borderVertices,
	double diagonal,
	double tolerance)
{
	if (borderVertices.empty() || !(tolerance > 0.0))
	{
		return {};
	}
	return SewDetail::BorderSewer(positions, triangles, edges, borderVertices).Run(diagonal, tolerance);
}
} // namespace FractureCore
