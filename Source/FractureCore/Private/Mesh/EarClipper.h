// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <array>
#include <span>
#include <utility>
#include <vector>

namespace FractureCore
{
/// A triangle of a polygon. Edge k runs from corner k: side p of the polygon, which leaves point p, or a diagonal with
/// a number above all points. Two diagonals may join the same points, and only the number tells them apart.
struct ClippedTriangle
{
	std::array<int32_t, 3> point = {kNoIndex, kNoIndex, kNoIndex};
	std::array<int32_t, 3> edge = {kNoIndex, kNoIndex, kNoIndex};
};

/// Triangles of a plane polygon with holes: what TriangleCount says for any input, so that the result closes even where
/// the polygon is degenerate.
class EarClipper
{
public:
	static int32_t TriangleCount(int32_t corners, int32_t loops) { return corners + 2 * (loops - 1) - 2; }

	/// Loop k ends before points[loopEnds[k]]; the first is the outer one and runs counter-clockwise about `normal`.
	/// `vertices`, 1 a point: a polygon that comes by a vertex more than once gets no triangle with that vertex twice.
	/// False if a triangle is folded over: the polygon crosses itself.
	bool Run(std::span<const Vec3> points,
		std::span<const int32_t> vertices,
		std::span<const int32_t> loopEnds,
		const Vec3& normal,
		std::span<ClippedTriangle> triangles);

private:
	struct Point
	{
		double x = 0.0;
		double y = 0.0;

		friend bool operator==(const Point&, const Point&) = default;
	};
	/// A corner of the polygon that is left. A bridge to a hole visits its ends twice.
	struct Node
	{
		Point at;
		int32_t point = kNoIndex;
		int32_t edge = kNoIndex; // to the next one, as ClippedTriangle names it
		int32_t previous = kNoIndex;
		int32_t next = kNoIndex;
		int32_t blocker = kNoIndex; // a node in the way of this ear
		double area = 0.0;          // twice that of the ear
		double quality = 0.0;       // 1 for an equilateral ear, 0 for a flat one
		bool isClipped = false;
	};

	static double Turn(const Point& a, const Point& b, const Point& c)
	{
		return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
	}

	void Project(std::span<const Vec3> points, const Vec3& normal);
	int32_t AddRing(int32_t begin, int32_t end);
	void BridgeHoles(std::span<const int32_t> loopEnds);
	void Bridge(int32_t hole);
	bool IsVisible(int32_t from, int32_t to) const;
	bool IsInCone(int32_t node, const Point& target) const;
	void MeasureEar(int32_t node);
	bool FindBlocker(int32_t node);
	bool JoinsOneVertex(int32_t node) const;
	int32_t BestEar();
	int32_t FlatEar() const;
	int32_t LargestEar() const;
	ClippedTriangle Clip(int32_t node);

	std::span<const int32_t> m_vertices; // 1 a point
	std::vector<Point> m_points;
	std::vector<Node> m_nodes;
	std::vector<int32_t> m_holes;
	std::vector<std::pair<double, int32_t>> m_byDistance;
	int32_t m_start = kNoIndex; // some node that is left
	int32_t m_left = 0;
	int32_t m_nextDiagonal = 0;
	double m_tolerance = 0.0; // of twice an area
};
} // namespace FractureCore
