// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OverlayCrossings.h"

#include "Cut/OverlayChunks.h"

#include <algorithm>
#include <cmath>

// Seen along any of its seven directions, the lattice's lines are the points of a square grid. So crossings are found
// like pixels in a triangle, by the signs of three edge functions in exact 64-bit arithmetic; where on its line a
// crossing lies is exact too wherever that decides which lattice edge it is on.

namespace FractureCore
{
namespace CrossingDetail
{
namespace
{
constexpr int64_t kTrianglesPerCrossTask = 1'024;

/// Nearer to a node than this many steps, whole numbers decide on which side. Doubles are wrong by less than 1e-10.
constexpr double kNearNode = 1.0e-8;

int32_t SignOf(int64_t value)
{
	return (value > 0) - (value < 0);
}

/// A view along a set of axes: lines run along `along`; `right` and `up` are the coordinates across. Steps along the
/// line change those that are in the set, so `along` is taken off them. (right, up, along) is right-handed.
struct LineView
{
	int32_t along;
	int32_t right;
	int32_t up;
	int32_t takeRight; // 0 or 1
	int32_t takeUp;

	explicit LineView(int32_t axes)
		: along((axes & 1) != 0 ? 0 : ((axes & 2) != 0 ? 1 : 2)), right((along + 1) % 3), up((along + 2) % 3),
		  takeRight(axes >> right & 1), takeUp(axes >> up & 1)
	{
	}
};

template <typename T>
struct SeenPoint
{
	T x;
	T y;
	T s; // along the line
};

template <typename T, typename Source>
SeenPoint<T> See(const LineView& view, const Source& u)
{
	const T s = u[view.along];
	return {u[view.right] - view.takeRight * s, u[view.up] - view.takeUp * s, s};
}

/// (q - p) x (point - p)
template <typename T>
T EdgeFunction(const SeenPoint<T>& p, const SeenPoint<T>& q, T x, T y)
{
	return (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
}

/// Sign of w0 d0 + w1 d1 + w2 d2 for |w| < 2^61, |d| < 2^30: the sum has up to 93 bits.
int32_t SignOfSum(const int64_t (&w)[3], const int64_t (&d)[3])
{
	constexpr int32_t kBits = 30;
	constexpr int64_t kLowBits = (int64_t{1} << kBits) - 1;
	int64_t high = 0;
	int64_t low = 0;
	for (int32_t i = 0; i < 3; ++i)
	{
		high += (w[i] >> kBits) * d[i];
		low += (w[i] & kLowBits) * d[i];
	}
	high += low >> kBits;
	return high != 0 ? SignOf(high) : SignOf(low & kLowBits);
}

class TriangleCrosser
{
public:
	TriangleCrosser(const OverlaySurface& surface, std::vector<LatticeCrossing>& crossings)
		: m_surface(surface), m_bits(surface.frame.unitBits), m_crossings(crossings)
	{
	}

	void Run(int32_t triangle)
	{
		m_corners = m_surface.triangles[triangle];
		const uint64_t tet = m_surface.TetOf(m_corners.v[0]);
		if (tet == m_surface.TetOf(m_corners.v[1]) && tet == m_surface.TetOf(m_corners.v[2]))
		{
			return;
		}
		for (m_axes = 1; m_axes <= kGridEdges; ++m_axes)
		{
			Scan(LineView(m_axes));
		}
	}

private:
	struct Range
	{
		int64_t first;
		int64_t last;
	};

	/// Grid points within [low, high].
	Range Within(int64_t low, int64_t high) const { return {-(-low >> m_bits), high >> m_bits}; }

	void Scan(const LineView& view)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			m_seen[k] = See<int64_t>(view, m_surface.units[m_corners.v[k]]);
		}
		const auto [minX, maxX] = std::minmax({m_seen[0].x, m_seen[1].x, m_seen[2].x});
		const auto [minY, maxY] = std::minmax({m_seen[0].y, m_seen[1].y, m_seen[2].y});
		const Range columns = Within(minX, maxX);
		const Range rows = Within(minY, maxY);
		if (columns.first > columns.last || rows.first > rows.last)
		{
			return;
		}
		m_area = EdgeFunction(m_seen[0], m_seen[1], m_seen[2].x, m_seen[2].y);
		if (m_area == 0)
		{
			return; // after the move the triangle misses all lines that it runs along
		}
		m_orientation = SignOf(m_area);
		for (int64_t row = rows.first; row <= rows.last; ++row)
		{
			const Range clipped = ClipRow(columns, row);
			for (int64_t column = clipped.first; column <= clipped.last; ++column)
			{
				if (Covers(view, column, row))
				{
					AddCrossing(view, column, row);
				}
			}
		}
	}

	/// Narrows a long row to about the triangle's span, so that a long sliver does not cost its bounding box.
	Range ClipRow(Range columns, int64_t row) const
	{
		constexpr int64_t kShortRow = 8;
		if (columns.last - columns.first < kShortRow)
		{
			return columns;
		}
		const int64_t start = columns.first;
		for (int32_t k = 0; k < 3; ++k)
		{
			const SeenPoint<int64_t>& p = m_seen[(k + 1) % 3];
			const SeenPoint<int64_t>& q = m_seen[(k + 2) % 3];
			const auto value = static_cast<double>(m_orientation * EdgeFunction(p, q, start << m_bits, row << m_bits));
			const double slope = std::ldexp(static_cast<double>(-m_orientation * (q.y - p.y)), m_bits); // per column
			if (slope == 0.0)
			{
				continue;
			}
			const auto zero = static_cast<int64_t>(std::clamp(std::floor(-value / slope), -1.0e9, 1.0e9));
			if (slope > 0.0)
			{
				columns.first = std::max(columns.first, start + zero - 1);
			}
			else
			{
				columns.last = std::min(columns.last, start + zero + 2);
			}
		}
		return columns;
	}

	/// Is the line inside the triangle, seen along it? Weights are the edge functions.
	bool Covers(const LineView& view, int64_t column, int64_t row)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			const SeenPoint<int64_t>& p = m_seen[(k + 1) % 3];
			const SeenPoint<int64_t>& q = m_seen[(k + 2) % 3];
			m_weights[k] = EdgeFunction(p, q, column << m_bits, row << m_bits);
			const int32_t side = m_weights[k] != 0 ? SignOf(m_weights[k]) : SideAfterMove(view, q.x - p.x, q.y - p.y);
			if (side != m_orientation)
			{
				return false;
			}
		}
		return true;
	}

	/// Sign of an edge function that is zero until the triangle moves: -(q - p) x move.
	static int32_t SideAfterMove(const LineView& view, int64_t dx, int64_t dy)
	{
		int64_t perAxis[3];
		perAxis[view.right] = dy;
		perAxis[view.up] = -dx;
		perAxis[view.along] = view.takeUp * dx - view.takeRight * dy;
		return SignOf(perAxis[0] != 0 ? perAxis[0] : (perAxis[1] != 0 ? perAxis[1] : perAxis[2]));
	}

	void AddCrossing(const LineView& view, int64_t column, int64_t row)
	{
		// Relative to one corner: exact for a triangle across the line.
		const double lift = (static_cast<double>(m_weights[1]) * static_cast<double>(m_seen[1].s - m_seen[0].s) +
								static_cast<double>(m_weights[2]) * static_cast<double>(m_seen[2].s - m_seen[0].s)) /
			static_cast<double>(m_area);
		const double steps = std::ldexp(static_cast<double>(m_seen[0].s) + lift, -m_bits);
		double lower = std::floor(steps);
		if (const double nearest = std::floor(steps + 0.5); std::abs(steps - nearest) < kNearNode)
		{
			lower = IsBeforeNode(static_cast<int64_t>(nearest)) ? nearest - 1.0 : nearest;
		}
		const auto at = static_cast<int32_t>(lower);
		GridPoint node;
		node[view.along] = at;
		node[view.right] = static_cast<int32_t>(column) + view.takeRight * at;
		node[view.up] = static_cast<int32_t>(row) + view.takeUp * at;

		LatticeCrossing crossing;
		crossing.edge = GridEdgeKey(GridKey(node), m_axes);
		crossing.turn = -m_orientation;
		const std::array<double, 3> weights = FindWeights(view, column, row);
		double s = 0.0;
		for (int32_t k = 0; k < 3; ++k)
		{
			crossing.position += weights[k] * m_surface.positions[m_corners.v[k]];
			s += weights[k] * (m_surface.grid[m_corners.v[k]][view.along] - lower);
		}
		crossing.fraction = std::clamp(s, 0.0, 1.0);
		m_crossings.push_back(crossing);
	}

	/// Does the line pierce the triangle before it comes to the node at `at`?
	bool IsBeforeNode(int64_t at) const
	{
		const int64_t node = at << m_bits;
		const int64_t ahead[3] = {m_seen[0].s - node, m_seen[1].s - node, m_seen[2].s - node};
		const int32_t side = SignOfSum(m_weights, ahead) * m_orientation;
		// A triangle through the node moves along the line by (normal . move) / (normal . line).
		return side != 0 ? side < 0 : SignOfNormal() != m_orientation;
	}

	/// Of the normal along the move.
	int32_t SignOfNormal() const
	{
		int64_t a[3];
		int64_t b[3];
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			const int64_t origin = m_surface.units[m_corners.v[0]][axis];
			a[axis] = m_surface.units[m_corners.v[1]][axis] - origin;
			b[axis] = m_surface.units[m_corners.v[2]][axis] - origin;
		}
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			const int32_t i = (axis + 1) % 3;
			const int32_t j = (axis + 2) % 3;
			if (const int64_t n = a[i] * b[j] - a[j] * b[i]; n != 0)
			{
				return SignOf(n);
			}
		}
		return 0;
	}

	/// Barycentric weights of the crossing: in the surface as it is, unless that lies so nearly along the line that the
	/// rounded one, which decided that there is a crossing, has it elsewhere.
	std::array<double, 3> FindWeights(const LineView& view, int64_t column, int64_t row) const
	{
		std::array<double, 3> rounded{};
		std::array<double, 3> exact{};
		SeenPoint<double> seen[3];
		for (int32_t k = 0; k < 3; ++k)
		{
			rounded[k] = static_cast<double>(m_weights[k]) / static_cast<double>(m_area);
			seen[k] = See<double>(view, m_surface.grid[m_corners.v[k]]);
		}
		double sum = 0.0;
		for (int32_t k = 0; k < 3; ++k)
		{
			const double value = EdgeFunction(
				seen[(k + 1) % 3], seen[(k + 2) % 3], static_cast<double>(column), static_cast<double>(row));
			exact[k] = std::max(0.0, m_orientation * value);
			sum += exact[k];
		}
		if (!(sum > 0.0))
		{
			return rounded;
		}
		double apart[3]{};
		for (int32_t k = 0; k < 3; ++k)
		{
			exact[k] /= sum;
			for (int32_t axis = 0; axis < 3; ++axis)
			{
				apart[axis] += (exact[k] - rounded[k]) * m_surface.grid[m_corners.v[k]][axis];
			}
		}
		const double most = std::ldexp(kMostUnitsApart, -m_bits);
		const bool agree = std::abs(apart[0]) <= most && std::abs(apart[1]) <= most && std::abs(apart[2]) <= most;
		return agree ? exact : rounded;
	}

	const OverlaySurface& m_surface;
	int32_t m_bits;
	std::vector<LatticeCrossing>& m_crossings;
	Triangle m_corners;
	int32_t m_axes = 0;
	SeenPoint<int64_t> m_seen[3]{};
	int64_t m_area = 0; // twice the triangle's, as seen
	int32_t m_orientation = 0;
	int64_t m_weights[3]{};
};
} // namespace
} // namespace CrossingDetail

LatticeCrossings CrossTriangles(const OverlaySurface& surface, TaskRunner& runner)
{
	using namespace CrossingDetail;
	const auto count = static_cast<int64_t>(surface.triangles.size());
	LatticeCrossings crossings;
	crossings.first.resize(static_cast<size_t>(count) + 1, 0);
	Chunks<LatticeCrossing> chunks(count, kTrianglesPerCrossTask);
	ParallelFor(runner,
		count,
		kTrianglesPerCrossTask,
		[&](int64_t begin, int64_t end)
		{
			std::vector<LatticeCrossing>& found = chunks.Of(begin);
			TriangleCrosser crosser(surface, found);
			for (int64_t t = begin; t < end; ++t)
			{
				const size_t before = found.size();
				crosser.Run(static_cast<int32_t>(t));
				crossings.first[t + 1] = static_cast<int32_t>(found.size() - before);
			}
		});
	SumUp(crossings.first);
	crossings.all = chunks.Join();
	return crossings;
}
} // namespace FractureCore
