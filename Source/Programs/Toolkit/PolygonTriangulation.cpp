// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "PolygonTriangulation.h"

#include <algorithm>
#include <cmath>

namespace FractureToolkit
{
namespace
{
using FractureCore::Vec3;

struct Point2
{
	double x;
	double y;

	friend bool operator==(const Point2&, const Point2&) = default;
};

/// Twice the signed area of a triangle, positive counter-clockwise.
double Area2(const Point2& a, const Point2& b, const Point2& c)
{
	return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Whether `p` is to the left of the line from `a` to `b` by more than `distance`.
bool IsLeftOf(const Point2& a, const Point2& b, const Point2& p, double distance)
{
	return Area2(a, b, p) > distance * std::hypot(b.x - a.x, b.y - a.y);
}

/// Whether `b` sticks out of the line from `a` to `c` by more than rounding.
bool IsStrictlyConvexCorner(const Point2& a, const Point2& b, const Point2& c, double flatDistance)
{
	return IsLeftOf(c, a, b, flatDistance);
}

/// Newell's normal: sums the areas over the three coordinate planes, so it needs no three good corners.
Vec3 NewellNormal(std::span<const Vec3> corners)
{
	Vec3 normal;
	for (size_t i = 0; i < corners.size(); ++i)
	{
		// Relative to the first corner, so that a small face far from the origin keeps its digits.
		const Vec3 a = corners[i] - corners[0];
		const Vec3 b = corners[(i + 1) % corners.size()] - corners[0];
		normal += Cross(a, b);
	}
	return normal;
}

/// Along the largest axis of the normal, such that the polygon stays counter-clockwise.
std::vector<Point2> Project(std::span<const Vec3> corners, const Vec3& normal)
{
	const double x = std::abs(normal.x);
	const double y = std::abs(normal.y);
	const double z = std::abs(normal.z);
	const int32_t axis = x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
	const bool flip = Component(normal, axis) < 0.0;
	std::vector<Point2> points;
	points.reserve(corners.size());
	for (const Vec3& corner : corners)
	{
		const Vec3 p = corner - corners[0];
		const double u = Component(p, (axis + 1) % 3);
		const double v = Component(p, (axis + 2) % 3);
		points.push_back(flip ? Point2{v, u} : Point2{u, v});
	}
	return points;
}

class EarClipper
{
public:
	EarClipper(std::span<const Point2> points, double flatDistance) : m_points(points), m_flatDistance(flatDistance)
	{
		const int32_t count = static_cast<int32_t>(points.size());
		m_previous.resize(points.size());
		m_next.resize(points.size());
		for (int32_t i = 0; i < count; ++i)
		{
			m_previous[static_cast<size_t>(i)] = (i + count - 1) % count;
			m_next[static_cast<size_t>(i)] = (i + 1) % count;
		}
	}

	void Clip(std::vector<std::array<int32_t, 3>>& triangles)
	{
		int32_t left = static_cast<int32_t>(m_points.size());
		int32_t corner = 0;
		int32_t tried = 0;
		while (left > 3)
		{
			// After a full round without an ear the polygon crosses itself or is flat: any corner will do.
			if (tried < left && !IsEar(corner))
			{
				corner = Next(corner);
				++tried;
				continue;
			}
			triangles.push_back({Previous(corner), corner, Next(corner)});
			m_next[static_cast<size_t>(Previous(corner))] = Next(corner);
			m_previous[static_cast<size_t>(Next(corner))] = Previous(corner);
			corner = Next(corner);
			--left;
			tried = 0;
		}
		triangles.push_back({Previous(corner), corner, Next(corner)});
	}

private:
	int32_t Previous(int32_t i) const { return m_previous[static_cast<size_t>(i)]; }
	int32_t Next(int32_t i) const { return m_next[static_cast<size_t>(i)]; }
	const Point2& At(int32_t i) const { return m_points[static_cast<size_t>(i)]; }
	bool IsStrictlyConvex(int32_t i) const
	{
		return IsStrictlyConvexCorner(At(Previous(i)), At(i), At(Next(i)), m_flatDistance);
	}

	bool IsEar(int32_t corner) const
	{
		if (!IsStrictlyConvex(corner))
		{
			return false;
		}
		const Point2& a = At(Previous(corner));
		const Point2& b = At(corner);
		const Point2& c = At(Next(corner));
		// Only a reflex or straight corner can be the first to enter the triangle. One on its border counts as inside:
		// otherwise a corner in the middle of the new edge would be left with a triangle of zero area.
		for (int32_t i = Next(Next(corner)); i != Previous(corner); i = Next(i))
		{
			const Point2& p = At(i);
			if (p == a || p == b || p == c || IsStrictlyConvex(i))
			{
				continue;
			}
			if (IsLeftOf(a, b, p, -m_flatDistance) && IsLeftOf(b, c, p, -m_flatDistance) &&
				IsLeftOf(c, a, p, -m_flatDistance))
			{
				return false;
			}
		}
		return true;
	}

	std::span<const Point2> m_points;
	double m_flatDistance;
	std::vector<int32_t> m_previous;
	std::vector<int32_t> m_next;
};
} // namespace

bool TriangulatePolygon(std::span<const Vec3> corners, std::vector<std::array<int32_t, 3>>& triangles)
{
	const int32_t count = static_cast<int32_t>(corners.size());
	const auto fan = [&]
	{
		for (int32_t i = 2; i < count; ++i)
		{
			triangles.push_back({0, i - 1, i});
		}
		return true;
	};
	if (count <= 3)
	{
		return fan();
	}
	const Vec3 normal = NewellNormal(corners);
	if (!IsFinite(normal) || LengthSquared(normal) == 0.0)
	{
		return fan();
	}
	const std::vector<Point2> points = Project(corners, normal);
	// Files give coordinates with 6 to 9 digits: a corner this near to a straight line is meant to be on it.
	const double flatDistance = 1.0e-9 * std::sqrt(Length(normal));
	bool convex = true;
	for (int32_t i = 0; i < count && convex; ++i)
	{
		const auto at = [&](int32_t k) { return points[static_cast<size_t>(k % count)]; };
		convex = IsStrictlyConvexCorner(at(i), at(i + 1), at(i + 2), flatDistance);
	}
	if (convex)
	{
		return fan();
	}
	if (count > kMaxConcaveCorners)
	{
		return false;
	}
	EarClipper(points, flatDistance).Clip(triangles);
	return true;
}
} // namespace FractureToolkit
