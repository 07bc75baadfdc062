// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/LineCrossings.h"

#include <algorithm>
#include <cmath>

// A family of parallel lattice lines seen along its direction is a square grid of points with the spacing of one cell
// (two such grids for x, y, z: through corners and through centres; for the diagonals in sheared coordinates). So
// crossings are found like pixels in a triangle, by the signs of three edge functions in exact 64-bit arithmetic.

namespace FractureCore
{
namespace
{
constexpr int32_t kKeyOffset = 1 << 22; // sheared line coordinates may be negative

uint64_t PackLine(int32_t a, int32_t b)
{
	return static_cast<uint64_t>(a + kKeyOffset) << 32 | static_cast<uint64_t>(b + kKeyOffset);
}

// A vertex seen along a direction: a and b across, s along the line.
struct SeenVertex
{
	int64_t a;
	int64_t b;
	int64_t s;
};

template <int32_t kDirection>
SeenVertex SeeAlong(int64_t x, int64_t y, int64_t z)
{
	constexpr LatticePoint kStep = kEdgeStep[kDirection];
	if constexpr (kDirection == 0)
	{
		return {y, z, x};
	}
	else if constexpr (kDirection == 1)
	{
		return {z, x, y};
	}
	else if constexpr (kDirection == 2)
	{
		return {x, y, z};
	}
	else
	{
		return {y - kStep.y * x, z - kStep.z * x, x};
	}
}

int32_t SignOf(int64_t value)
{
	return (value > 0) - (value < 0);
}

// Sign of ca a + cb b for the infinitesimal move (e, e^2, e^3) of the line in x, y, z.
template <int32_t kDirection>
int32_t SignAfterMove(int64_t ca, int64_t cb)
{
	int64_t perX = 0;
	int64_t perY = 0;
	int64_t perZ = 0;
	if constexpr (kDirection == 0)
	{
		perY = ca;
		perZ = cb;
	}
	else if constexpr (kDirection == 1)
	{
		perX = cb;
		perZ = ca;
	}
	else if constexpr (kDirection == 2)
	{
		perX = ca;
		perY = cb;
	}
	else
	{
		constexpr LatticePoint kStep = kEdgeStep[kDirection];
		perX = -(kStep.y * ca + kStep.z * cb);
		perY = ca;
		perZ = cb;
	}
	return perX != 0 ? SignOf(perX) : (perY != 0 ? SignOf(perY) : SignOf(perZ));
}

// (q - p) x (point - p), whose sign says on which side of the edge p q the point lies.
int64_t EdgeFunction(const SeenVertex& p, const SeenVertex& q, int64_t a, int64_t b)
{
	return (q.a - p.a) * (b - p.b) - (q.b - p.b) * (a - p.a);
}

// Sign of w0 d0 + w1 d1 + w2 d2 for |w| < 2^60, |d| < 2^30: the sum has up to 92 bits.
int32_t SignOfSum(const int64_t (&w)[3], const int64_t (&d)[3])
{
	constexpr int32_t kBits = 30;
	int64_t high = 0;
	int64_t low = 0;
	for (int32_t i = 0; i < 3; ++i)
	{
		high += (w[i] >> kBits) * d[i];
		low += (w[i] & ((1ll << kBits) - 1)) * d[i];
	}
	high += low >> kBits;
	return high != 0 ? SignOf(high) : SignOf(low & ((1ll << kBits) - 1));
}

// Sign of the triangle's normal along the move (e, e^2, e^3).
int32_t SignOfNormal(const GridVertex& p, const GridVertex& q, const GridVertex& r)
{
	const int64_t ux = q.x - p.x;
	const int64_t uy = q.y - p.y;
	const int64_t uz = q.z - p.z;
	const int64_t vx = r.x - p.x;
	const int64_t vy = r.y - p.y;
	const int64_t vz = r.z - p.z;
	const int64_t nx = uy * vz - uz * vy;
	const int64_t ny = uz * vx - ux * vz;
	const int64_t nz = ux * vy - uy * vx;
	return nx != 0 ? SignOf(nx) : (ny != 0 ? SignOf(ny) : SignOf(nz));
}

template <int32_t kDirection>
class TriangleScan
{
public:
	TriangleScan(const GridSurface& surface, int32_t triangle, std::vector<LineCrossing>& crossings)
		: m_triangle(triangle), m_log2Cell(surface.frame.log2Cell), m_crossings(crossings)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			const Triangle& corners = surface.triangles[triangle];
			m_vertex[k] = &surface.vertices[corners.v[k]];
			m_seen[k] = SeeAlong<kDirection>(m_vertex[k]->x, m_vertex[k]->y, m_vertex[k]->z);
		}
	}

	void Run()
	{
		const auto [minA, maxA] = std::minmax({m_seen[0].a, m_seen[1].a, m_seen[2].a});
		const auto [minB, maxB] = std::minmax({m_seen[0].b, m_seen[1].b, m_seen[2].b});
		constexpr int32_t kGrids = kDirection < kLongDirections ? 2 : 1;
		for (int32_t odd = 0; odd < kGrids; ++odd)
		{
			const int64_t offset = odd * (1ll << (m_log2Cell - 1));
			const GridRange columns = Range(minA - offset, maxA - offset);
			const GridRange rows = Range(minB - offset, maxB - offset);
			if (columns.first <= columns.last && rows.first <= rows.last)
			{
				ScanGrid(odd, offset, columns, rows);
			}
		}
	}

private:
	struct GridRange
	{
		int64_t first;
		int64_t last;
	};

	// Grid points within [low, high].
	GridRange Range(int64_t low, int64_t high) const { return {-(-low >> m_log2Cell), high >> m_log2Cell}; }

	void ScanGrid(int32_t odd, int64_t offset, const GridRange& columns, const GridRange& rows)
	{
		m_area = EdgeFunction(m_seen[0], m_seen[1], m_seen[2].a, m_seen[2].b);
		if (m_area == 0)
		{
			return;
		}
		m_orientation = SignOf(m_area);
		for (int64_t row = rows.first; row <= rows.last; ++row)
		{
			const int64_t b = offset + (row << m_log2Cell);
			const GridRange clipped = ClipRow(columns, offset, b);
			for (int64_t column = clipped.first; column <= clipped.last; ++column)
			{
				const int64_t a = offset + (column << m_log2Cell);
				if (int64_t weights[3]; Covers(a, b, weights))
				{
					const auto lineA = static_cast<int32_t>(2 * column + odd);
					const auto lineB = static_cast<int32_t>(2 * row + odd);
					Cross(PackLine(lineA, lineB), odd, offset, weights);
				}
			}
		}
	}

	// Narrows a long row to about the triangle's span, so that a long sliver does not cost its bounding box.
	GridRange ClipRow(GridRange columns, int64_t offset, int64_t b) const
	{
		constexpr int64_t kShortRow = 8;
		if (columns.last - columns.first < kShortRow)
		{
			return columns;
		}
		const int64_t start = columns.first;
		const int64_t a = offset + (start << m_log2Cell);
		for (int32_t k = 0; k < 3; ++k)
		{
			const SeenVertex& p = m_seen[(k + 1) % 3];
			const SeenVertex& q = m_seen[(k + 2) % 3];
			const auto value = static_cast<double>(m_orientation * EdgeFunction(p, q, a, b));
			const double slope =
				std::ldexp(static_cast<double>(-m_orientation * (q.b - p.b)), m_log2Cell); // per column
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

	bool Covers(int64_t a, int64_t b, int64_t (&weights)[3]) const
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			const SeenVertex& p = m_seen[(k + 1) % 3];
			const SeenVertex& q = m_seen[(k + 2) % 3];
			weights[k] = EdgeFunction(p, q, a, b);
			const int32_t side = weights[k] != 0 ? SignOf(weights[k]) : SignAfterMove<kDirection>(p.b - q.b, q.a - p.a);
			if (side != m_orientation)
			{
				return false;
			}
		}
		return true;
	}

	void Cross(uint64_t line, int32_t odd, int64_t offset, const int64_t (&weights)[3])
	{
		constexpr bool kLong = kDirection < kLongDirections;
		const int32_t log2Spacing = kLong ? m_log2Cell : m_log2Cell - 1;
		const int64_t start = kLong ? offset : 0;
		// Relative to one corner: exact for a triangle across the line.
		const double lift = (static_cast<double>(weights[1]) * static_cast<double>(m_seen[1].s - m_seen[0].s) +
								static_cast<double>(weights[2]) * static_cast<double>(m_seen[2].s - m_seen[0].s)) /
			static_cast<double>(m_area);
		const double nodes = std::ldexp(static_cast<double>(m_seen[0].s - start) + lift, -log2Spacing);
		double lower = std::floor(nodes);
		if (const double nearest = std::floor(nodes + 0.5); std::abs(nodes - nearest) < 1.0e-8)
		{
			const int64_t nodeAt = start + (static_cast<int64_t>(nearest) << log2Spacing);
			lower = IsBefore(nodeAt, weights) ? nearest - 1.0 : nearest;
		}
		LineCrossing crossing;
		crossing.line = line;
		crossing.lower = static_cast<int32_t>(lower) * (kLong ? 2 : 1) + (kLong ? odd : 0);
		crossing.triangle = m_triangle;
		crossing.fraction = std::clamp(nodes - lower, 0.0, 1.0);
		crossing.turn = -m_orientation;
		m_crossings.push_back(crossing);
	}

	// Does the crossing lie before the node at `nodeAt` on the line?
	bool IsBefore(int64_t nodeAt, const int64_t (&weights)[3]) const
	{
		const int64_t ahead[3] = {m_seen[0].s - nodeAt, m_seen[1].s - nodeAt, m_seen[2].s - nodeAt};
		const int32_t side = SignOfSum(weights, ahead) * m_orientation;
		// On the triangle: the moved node is past it if it moved the way the line runs.
		return side != 0 ? side < 0 : SignOfNormal(*m_vertex[0], *m_vertex[1], *m_vertex[2]) == m_orientation;
	}

	int32_t m_triangle;
	int32_t m_log2Cell;
	std::vector<LineCrossing>& m_crossings;
	const GridVertex* m_vertex[3];
	SeenVertex m_seen[3];
	int64_t m_area = 0; // twice the triangle's area as seen
	int32_t m_orientation = 0;
};

template <int32_t kDirection>
void ScanTriangle(
	const GridSurface& surface, int32_t triangle, std::array<std::vector<LineCrossing>, kDirectionCount>& crossings)
{
	TriangleScan<kDirection>(surface, triangle, crossings[kDirection]).Run();
}
} // namespace

int32_t AlongLine(int32_t direction, const LatticePoint& node)
{
	return direction == 1 ? node.y : (direction == 2 ? node.z : node.x);
}

uint64_t LineKey(int32_t direction, const LatticePoint& node)
{
	switch (direction)
	{
	case 0:
		return PackLine(node.y, node.z);
	case 1:
		return PackLine(node.z, node.x);
	case 2:
		return PackLine(node.x, node.y);
	default:
		const LatticePoint& step = kEdgeStep[direction];
		return PackLine(node.y - step.y * node.x, node.z - step.z * node.x);
	}
}

LatticePoint NodeOnLine(int32_t direction, uint64_t lineKey, int32_t along)
{
	const int32_t a = static_cast<int32_t>(lineKey >> 32) - kKeyOffset;
	const int32_t b = static_cast<int32_t>(lineKey & 0xffffffffu) - kKeyOffset;
	switch (direction)
	{
	case 0:
		return {along, a, b};
	case 1:
		return {b, along, a};
	case 2:
		return {a, b, along};
	default:
		const LatticePoint& step = kEdgeStep[direction];
		return {along, a + step.y * along, b + step.z * along};
	}
}

void FindCrossings(
	const GridSurface& surface, int32_t triangle, std::array<std::vector<LineCrossing>, kDirectionCount>& crossings)
{
	ScanTriangle<0>(surface, triangle, crossings);
	ScanTriangle<1>(surface, triangle, crossings);
	ScanTriangle<2>(surface, triangle, crossings);
	ScanTriangle<3>(surface, triangle, crossings);
	ScanTriangle<4>(surface, triangle, crossings);
	ScanTriangle<5>(surface, triangle, crossings);
	ScanTriangle<6>(surface, triangle, crossings);
}
} // namespace FractureCore
