// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ShapesPlanar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

// Delaunay refinement after Chew [Chew89]: the circumcentre of any triangle whose circumcircle is too large becomes a
// vertex, so no two vertices come nearer than the circles are wide and every angle stays above 30 degrees, or a bit
// less where sizes change. We first sow a hexagonal lattice where the region is wide, which leaves equilateral
// triangles there, and smooth at the end. Points live on an integer grid, so that orientation and in-circle tests are
// exact and no order of insertion can break the triangulation.

namespace FractureToolkit::ShapeDetail
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::kNoIndex;
using FractureCore::Result;
using FractureCore::Triangle;

namespace
{
// Cells of the integer grid across the region: products of four differences fit 128 bits with room to spare.
constexpr double kGridCells = 16777216.0;
// A triangle is too large if its circumradius exceeds this part of the target edge (0.577 is equilateral).
constexpr double kMaxCircumradius = 0.7;
// Growth of the target edge with the distance from a vertex.
constexpr double kGrowth = 0.35;
// Lattice points keep this part of an edge away from the loops.
constexpr double kLatticeMargin = 0.7;
// Ears in corners sharper than 70 degrees are kept: halves of them were needles.
constexpr double kSharpCorner = 0.342;
constexpr int32_t kSmoothingRounds = 6;

struct GridPoint
{
	int64_t x = 0;
	int64_t y = 0;

	friend bool operator==(const GridPoint&, const GridPoint&) = default;
};

int64_t Orientation(const GridPoint& a, const GridPoint& b, const GridPoint& c)
{
	return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Whether d is strictly inside the circle through a, b, c, which run counter-clockwise.
bool InCircle(const GridPoint& a, const GridPoint& b, const GridPoint& c, const GridPoint& d)
{
	const int64_t ax = a.x - d.x;
	const int64_t ay = a.y - d.y;
	const int64_t bx = b.x - d.x;
	const int64_t by = b.y - d.y;
	const int64_t cx = c.x - d.x;
	const int64_t cy = c.y - d.y;
	const auto term = [](int64_t px, int64_t py, int64_t qx, int64_t qy, int64_t rx, int64_t ry)
	{ return static_cast<__int128>(px * px + py * py) * (qx * ry - qy * rx); };
	return term(ax, ay, bx, by, cx, cy) + term(bx, by, cx, cy, ax, ay) + term(cx, cy, ax, ay, bx, by) > 0;
}

class RegionMesher
{
public:
	RegionMesher(std::span<const std::vector<Vec2>> loops, double edge) : m_edge(edge)
	{
		Vec2 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
		Vec2 high = low * -1.0;
		for (const std::vector<Vec2>& loop : loops)
		{
			for (const Vec2& point : loop)
			{
				low = {std::min(low.x, point.x), std::min(low.y, point.y)};
				high = {std::max(high.x, point.x), std::max(high.y, point.y)};
			}
		}
		m_low = low;
		m_high = high;
		m_scale = kGridCells / std::max(high.x - low.x, high.y - low.y);
		for (const std::vector<Vec2>& loop : loops)
		{
			const auto first = static_cast<int32_t>(m_points.size());
			const auto count = static_cast<int32_t>(loop.size());
			for (int32_t i = 0; i < count; ++i)
			{
				m_points.push_back(Snap(loop[static_cast<size_t>(i)]));
				m_next.push_back(first + (i + 1) % count);
				const Vec2& here = loop[static_cast<size_t>(i)];
				const double before = Length(here - loop[static_cast<size_t>((i + count - 1) % count)]);
				const double after = Length(here - loop[static_cast<size_t>((i + 1) % count)]);
				m_size.push_back(std::min(edge, 0.5 * (before + after)));
			}
		}
		m_loopPoints = static_cast<int32_t>(m_points.size());
	}

	/// Answers the first point that cannot be part of a loop, if any.
	std::optional<int32_t> Run(Ears ears)
	{
		AddOuterTriangle();
		for (int32_t i = 0; i < m_loopPoints; ++i)
		{
			if (!Insert(i))
			{
				return i;
			}
		}
		if (const std::optional<int32_t> bad = MarkInside())
		{
			return bad;
		}
		SowLattice();
		Refine();
		Smooth();
		if (ears == Ears::Split)
		{
			SplitEars();
		}
		return std::nullopt;
	}

	/// Only valid after Run() found no bad point.
	PlanarMesh Take(std::span<const std::vector<Vec2>> loops) const
	{
		PlanarMesh mesh;
		for (const std::vector<Vec2>& loop : loops)
		{
			mesh.points.insert(mesh.points.end(), loop.begin(), loop.end());
		}
		for (size_t i = mesh.points.size(); i < m_points.size(); ++i)
		{
			mesh.points.push_back(Unsnap(m_points[i]));
		}
		// The corners of the outer triangle come right after the loops and are used by nothing inside.
		mesh.points.erase(mesh.points.begin() + m_loopPoints, mesh.points.begin() + m_loopPoints + 3);
		for (const Cell& cell : m_cells)
		{
			if (cell.alive && cell.inside)
			{
				Triangle triangle;
				for (int32_t k = 0; k < 3; ++k)
				{
					triangle.v[k] = cell.v[k] < m_loopPoints ? cell.v[k] : cell.v[k] - 3;
				}
				mesh.triangles.push_back(triangle);
			}
		}
		return mesh;
	}

private:
	struct Cell
	{
		std::array<int32_t, 3> v{};
		std::array<int32_t, 3> neighbour{kNoIndex, kNoIndex, kNoIndex}; // opposite v[k]
		bool alive = true;
		bool inside = false;
	};

	GridPoint Snap(const Vec2& p) const
	{
		return {std::llround((p.x - m_low.x) * m_scale), std::llround((p.y - m_low.y) * m_scale)};
	}
	Vec2 Unsnap(const GridPoint& p) const
	{
		return {m_low.x + static_cast<double>(p.x) / m_scale, m_low.y + static_cast<double>(p.y) / m_scale};
	}
	const GridPoint& PointOf(int32_t i) const { return m_points[static_cast<size_t>(i)]; }
	Cell& CellOf(int32_t i) { return m_cells[static_cast<size_t>(i)]; }
	const Cell& CellOf(int32_t i) const { return m_cells[static_cast<size_t>(i)]; }
	bool IsLoopEdge(int32_t a, int32_t b) const
	{
		return (a < m_loopPoints && m_next[static_cast<size_t>(a)] == b) ||
			(b < m_loopPoints && m_next[static_cast<size_t>(b)] == a);
	}

	void AddOuterTriangle()
	{
		const auto cells = static_cast<int64_t>(kGridCells);
		m_points.push_back({-4 * cells, -3 * cells});
		m_points.push_back({5 * cells, -3 * cells});
		m_points.push_back({cells / 2, 6 * cells});
		m_size.resize(m_points.size(), m_edge);
		Cell cell;
		cell.v = {m_loopPoints, m_loopPoints + 1, m_loopPoints + 2};
		m_cells.push_back(cell);
	}

	/// The cell that holds p, walking from the last one found; stops at a loop's edge if `stayInside`.
	int32_t Locate(const GridPoint& p, int32_t start, bool stayInside) const
	{
		int32_t at = start;
		size_t steps = 0;
		for (bool moved = true; moved;)
		{
			// A walk may circle where a kept loop edge is not Delaunay.
			if (++steps > m_cells.size())
			{
				return kNoIndex;
			}
			moved = false;
			const Cell& cell = CellOf(at);
			for (size_t k = 0; k < 3; ++k)
			{
				const int32_t a = cell.v[(k + 1) % 3];
				const int32_t b = cell.v[(k + 2) % 3];
				if (Orientation(PointOf(a), PointOf(b), p) < 0)
				{
					if (cell.neighbour[k] == kNoIndex || (stayInside && IsLoopEdge(a, b)))
					{
						return kNoIndex;
					}
					at = cell.neighbour[k];
					moved = true;
					break;
				}
			}
		}
		return at;
	}

	/// Bowyer and Watson: replaces the cells whose circles hold the point by a fan round it. False for a point that
	/// coincides with another.
	bool Insert(int32_t point)
	{
		const int32_t seed = Locate(PointOf(point), m_lastCell, false);
		return seed != kNoIndex && InsertAt(point, seed);
	}

	bool InsertAt(int32_t point, int32_t seed)
	{
		const GridPoint p = PointOf(point);
		for (const int32_t v : CellOf(seed).v)
		{
			if (PointOf(v) == p)
			{
				return false;
			}
		}
		struct Rim
		{
			int32_t a, b, outer;
		};
		std::vector<int32_t> cavity{seed};
		std::vector<Rim> rim;
		CellOf(seed).alive = false;
		const bool inside = CellOf(seed).inside;
		for (size_t i = 0; i < cavity.size(); ++i)
		{
			const Cell cell = CellOf(cavity[i]);
			for (size_t k = 0; k < 3; ++k)
			{
				const int32_t a = cell.v[(k + 1) % 3];
				const int32_t b = cell.v[(k + 2) % 3];
				const int32_t outer = cell.neighbour[k];
				if (outer != kNoIndex && !CellOf(outer).alive)
				{
					continue; // in the cavity
				}
				const bool open = outer != kNoIndex && !(m_loopsClosed && IsLoopEdge(a, b));
				if (open)
				{
					const Cell& next = CellOf(outer);
					if (InCircle(PointOf(next.v[0]), PointOf(next.v[1]), PointOf(next.v[2]), p))
					{
						CellOf(outer).alive = false;
						cavity.push_back(outer);
						continue;
					}
				}
				rim.push_back({a, b, outer});
			}
		}
		// A rim edge found before its other side joined the cavity is no rim.
		std::erase_if(rim, [&](const Rim& edge) { return edge.outer != kNoIndex && !CellOf(edge.outer).alive; });

		const auto firstNew = static_cast<int32_t>(m_cells.size());
		for (const Rim& edge : rim)
		{
			Cell cell;
			cell.v = {point, edge.a, edge.b};
			cell.neighbour[0] = edge.outer;
			cell.inside = inside;
			const auto index = static_cast<int32_t>(m_cells.size());
			if (edge.outer != kNoIndex)
			{
				Cell& outer = CellOf(edge.outer);
				for (size_t k = 0; k < 3; ++k)
				{
					if (outer.v[(k + 1) % 3] == edge.b && outer.v[(k + 2) % 3] == edge.a)
					{
						outer.neighbour[k] = index;
					}
				}
			}
			m_cells.push_back(cell);
		}
		// The fan's cells meet along the spokes.
		const auto endOfNew = static_cast<int32_t>(m_cells.size());
		for (int32_t i = firstNew; i < endOfNew; ++i)
		{
			for (int32_t j = firstNew; j < endOfNew; ++j)
			{
				if (CellOf(i).v[2] == CellOf(j).v[1])
				{
					CellOf(i).neighbour[1] = j;
					CellOf(j).neighbour[2] = i;
				}
			}
		}
		m_lastCell = firstNew;
		return true;
	}

	/// Flood from the left of every loop edge; answers the first point whose loop edge is missing, if any.
	std::optional<int32_t> MarkInside()
	{
		m_loopsClosed = true;
		std::vector<uint8_t> found(static_cast<size_t>(m_loopPoints), 0);
		std::vector<int32_t> stack;
		for (size_t c = 0; c < m_cells.size(); ++c)
		{
			for (size_t k = 0; k < 3 && m_cells[c].alive; ++k)
			{
				const int32_t a = m_cells[c].v[k];
				if (a < m_loopPoints && m_next[static_cast<size_t>(a)] == m_cells[c].v[(k + 1) % 3])
				{
					found[static_cast<size_t>(a)] = 1;
					if (!m_cells[c].inside)
					{
						m_cells[c].inside = true;
						stack.push_back(static_cast<int32_t>(c));
					}
				}
			}
		}
		const auto missing = std::find(found.begin(), found.end(), uint8_t{0});
		if (missing != found.end())
		{
			return static_cast<int32_t>(missing - found.begin());
		}
		while (!stack.empty())
		{
			const Cell cell = CellOf(stack.back());
			stack.pop_back();
			for (size_t k = 0; k < 3; ++k)
			{
				const int32_t next = cell.neighbour[k];
				if (!IsLoopEdge(cell.v[(k + 1) % 3], cell.v[(k + 2) % 3]) && !CellOf(next).inside)
				{
					CellOf(next).inside = true;
					stack.push_back(next);
				}
			}
		}
		return std::nullopt;
	}

	/// What the vertices of a cell say about the target edge at p.
	double SizeAt(const Cell& cell, const Vec2& p) const
	{
		double size = m_edge;
		for (const int32_t v : cell.v)
		{
			const double distance = Length(Unsnap(PointOf(v)) - p);
			size = std::min(size, m_size[static_cast<size_t>(v)] + kGrowth * distance);
		}
		return size;
	}

	double DistanceToLoops(const Vec2& p, double& size) const
	{
		double nearest = std::numeric_limits<double>::infinity();
		for (int32_t i = 0; i < m_loopPoints; ++i)
		{
			const Vec2 a = Unsnap(PointOf(i));
			const Vec2 b = Unsnap(PointOf(m_next[static_cast<size_t>(i)]));
			const double t = std::clamp(Dot(p - a, b - a) / Dot(b - a, b - a), 0.0, 1.0);
			const double distance = Length(p - (a + (b - a) * t));
			nearest = std::min(nearest, distance);
			size = std::min(size, m_size[static_cast<size_t>(i)] + kGrowth * distance);
		}
		return nearest;
	}

	void SowLattice()
	{
		const double rowHeight = m_edge * std::sqrt(0.75);
		// The lattice is centred, so that a symmetric outline gets a nearly symmetric mesh.
		const Vec2 middle = (m_low + m_high) * 0.5;
		const auto rows = static_cast<int32_t>((m_high.y - m_low.y) / (2.0 * rowHeight));
		const auto columns = static_cast<int32_t>((m_high.x - m_low.x) / (2.0 * m_edge)) + 1;
		int32_t start = kNoIndex;
		for (size_t c = 0; c < m_cells.size() && start == kNoIndex; ++c)
		{
			start = m_cells[c].alive && m_cells[c].inside ? static_cast<int32_t>(c) : kNoIndex;
		}
		m_lastCell = start;
		for (int32_t row = -rows; row <= rows; ++row)
		{
			const double shift = row % 2 == 0 ? 0.0 : 0.5;
			for (int32_t column = -columns; column <= columns; ++column)
			{
				const Vec2 p = middle + Vec2{(column + shift) * m_edge, row * rowHeight};
				double size = m_edge;
				if (DistanceToLoops(p, size) < kLatticeMargin * m_edge || size < 0.99 * m_edge)
				{
					continue;
				}
				const int32_t cell = Locate(Snap(p), m_lastCell, false);
				if (cell != kNoIndex && CellOf(cell).inside)
				{
					AddInner(p, m_edge, cell);
				}
			}
		}
	}

	void AddInner(const Vec2& p, double size, int32_t cell)
	{
		m_points.push_back(Snap(p));
		m_size.push_back(size);
		if (!InsertAt(static_cast<int32_t>(m_points.size()) - 1, cell))
		{
			m_points.pop_back();
			m_size.pop_back();
		}
	}

	void Refine()
	{
		// New cells are appended, so one pass sees them all; it ends because every new point keeps its distance.
		for (size_t c = 0; c < m_cells.size(); ++c)
		{
			if (!m_cells[c].alive || !m_cells[c].inside)
			{
				continue;
			}
			const Vec2 a = Unsnap(PointOf(m_cells[c].v[0]));
			const Vec2 ab = Unsnap(PointOf(m_cells[c].v[1])) - a;
			const Vec2 ac = Unsnap(PointOf(m_cells[c].v[2])) - a;
			const double twiceArea = Cross(ab, ac);
			const Vec2 toCentre =
				Vec2{ac.y * Dot(ab, ab) - ab.y * Dot(ac, ac), ab.x * Dot(ac, ac) - ac.x * Dot(ab, ab)} *
				(0.5 / twiceArea);
			const Vec2 centre = a + toCentre;
			const bool near = centre.x > m_low.x && centre.x < m_high.x && centre.y > m_low.y && centre.y < m_high.y;
			const int32_t holder = near ? Locate(Snap(centre), static_cast<int32_t>(c), true) : kNoIndex;
			if (holder == kNoIndex)
			{
				continue;
			}
			const double size = SizeAt(CellOf(holder), centre);
			if (Length(toCentre) > kMaxCircumradius * size)
			{
				AddInner(centre, size, holder);
			}
		}
	}

	double SmallestSine(const std::vector<int32_t>& star) const
	{
		double smallest = 1.0;
		for (const int32_t c : star)
		{
			const Cell& cell = CellOf(c);
			for (size_t k = 0; k < 3; ++k)
			{
				const Vec2 a = Unsnap(PointOf(cell.v[k]));
				const Vec2 u = Normalised(Unsnap(PointOf(cell.v[(k + 1) % 3])) - a);
				const Vec2 w = Normalised(Unsnap(PointOf(cell.v[(k + 2) % 3])) - a);
				smallest = std::min(smallest, Cross(u, w));
			}
		}
		return smallest;
	}

	/// Moves inner points to the middle of their neighbours where that widens the narrowest angle round them.
	void Smooth()
	{
		for (int32_t round = 0; round < kSmoothingRounds; ++round)
		{
			std::vector<std::vector<int32_t>> stars(m_points.size());
			for (size_t c = 0; c < m_cells.size(); ++c)
			{
				for (size_t k = 0; k < 3 && m_cells[c].alive && m_cells[c].inside; ++k)
				{
					stars[static_cast<size_t>(m_cells[c].v[k])].push_back(static_cast<int32_t>(c));
				}
			}
			for (size_t i = static_cast<size_t>(m_loopPoints) + 3; i < m_points.size(); ++i)
			{
				Vec2 sum;
				for (const int32_t c : stars[i])
				{
					for (const int32_t v : CellOf(c).v)
					{
						sum = sum + Unsnap(PointOf(v)) * (v == static_cast<int32_t>(i) ? 0.0 : 0.5);
					}
				}
				const double before = SmallestSine(stars[i]);
				const GridPoint old = m_points[i];
				m_points[i] = Snap(sum * (1.0 / static_cast<double>(stars[i].size())));
				if (SmallestSine(stars[i]) <= before)
				{
					m_points[i] = old;
				}
			}
			FlipToDelaunay();
		}
	}

	void SplitEars()
	{
		const size_t count = m_cells.size();
		for (size_t c = 0; c < count; ++c)
		{
			for (size_t k = 0; k < 3 && m_cells[c].alive && m_cells[c].inside; ++k)
			{
				const int32_t tip = m_cells[c].v[k];
				const int32_t a = m_cells[c].v[(k + 1) % 3];
				const int32_t b = m_cells[c].v[(k + 2) % 3];
				const Vec2 p = Unsnap(PointOf(a));
				const Vec2 q = Unsnap(PointOf(b));
				const Vec2 corner = Unsnap(PointOf(tip));
				const double cosine = Dot(Normalised(p - corner), Normalised(q - corner));
				if (IsLoopEdge(b, tip) && IsLoopEdge(tip, a) && cosine < kSharpCorner)
				{
					AddInner((p + q) * 0.5, m_edge, static_cast<int32_t>(c));
				}
			}
		}
	}

	void FlipToDelaunay()
	{
		for (bool flipped = true; flipped;)
		{
			flipped = false;
			for (size_t c = 0; c < m_cells.size(); ++c)
			{
				for (size_t k = 0; k < 3 && m_cells[c].alive && m_cells[c].inside; ++k)
				{
					flipped = FlipIfBetter(static_cast<int32_t>(c), k) || flipped;
				}
			}
		}
	}

	bool FlipIfBetter(int32_t c, size_t k)
	{
		Cell& cell = CellOf(c);
		const int32_t apex = cell.v[k];
		const int32_t a = cell.v[(k + 1) % 3];
		const int32_t b = cell.v[(k + 2) % 3];
		if (IsLoopEdge(a, b))
		{
			return false;
		}
		const int32_t o = cell.neighbour[k];
		Cell& other = CellOf(o);
		const auto opposite =
			static_cast<size_t>(std::find(other.neighbour.begin(), other.neighbour.end(), c) - other.neighbour.begin());
		const int32_t far = other.v[opposite];
		if (!InCircle(PointOf(apex), PointOf(a), PointOf(b), PointOf(far)))
		{
			return false;
		}
		const int32_t beyondA = cell.neighbour[(k + 2) % 3];      // across apex-a
		const int32_t beyondB = cell.neighbour[(k + 1) % 3];      // across b-apex
		const int32_t farA = other.neighbour[(opposite + 1) % 3]; // across a-far
		const int32_t farB = other.neighbour[(opposite + 2) % 3]; // across far-b
		cell.v = {apex, a, far};
		cell.neighbour = {farA, o, beyondA};
		other.v = {apex, far, b};
		other.neighbour = {farB, beyondB, c};
		std::replace(CellOf(farA).neighbour.begin(), CellOf(farA).neighbour.end(), o, c);
		std::replace(CellOf(beyondB).neighbour.begin(), CellOf(beyondB).neighbour.end(), c, o);
		return true;
	}

	double m_edge = 0.0;
	Vec2 m_low;
	Vec2 m_high;
	double m_scale = 1.0;
	int32_t m_loopPoints = 0;
	bool m_loopsClosed = false; // the loops' edges are all there, and stay
	int32_t m_lastCell = 0;
	std::vector<GridPoint> m_points; // loops, three corners of the outer triangle, inner points
	std::vector<double> m_size;      // target edge at each point, m
	std::vector<int32_t> m_next;     // of a loop's point: the next one
	std::vector<Cell> m_cells;
};
} // namespace

Result<PlanarMesh> TriangulateRegion(std::span<const std::vector<Vec2>> loops, double edge, Ears ears)
{
	RegionMesher mesher(loops, edge);
	if (const std::optional<int32_t> bad = mesher.Run(ears))
	{
		return Error{ErrorCode::InvalidSettings,
			"the outline crosses itself or is too coarse at its point " + std::to_string(*bad),
			*bad};
	}
	return mesher.Take(loops);
}
} // namespace FractureToolkit::ShapeDetail
