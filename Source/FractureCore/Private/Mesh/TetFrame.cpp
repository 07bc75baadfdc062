// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Two convex bodies are apart if and only if a plane parts them that is parallel to a face of one, or to an edge of
// each. Affine maps keep this true, and in the simplex's frame the tet's faces and edges are mere constants.
#include "Mesh/TetFrame.h"

#include "Mesh/ClosestOnTriangle.h"
#include "Mesh/FaceTable.h"

#include <algorithm>
#include <limits>

namespace FractureCore
{
namespace
{
bool LiesBeyondAFace(const std::array<Vec3, 3>& t)
{
	const auto sum = [&](size_t k) { return t[k].x + t[k].y + t[k].z; };
	return std::max({t[0].x, t[1].x, t[2].x}) < -kTouchTolerance ||
		std::max({t[0].y, t[1].y, t[2].y}) < -kTouchTolerance ||
		std::max({t[0].z, t[1].z, t[2].z}) < -kTouchTolerance ||
		std::min({sum(0), sum(1), sum(2)}) > 1.0 + kTouchTolerance;
}

/// Cuts the segment at one face after the other.
bool SegmentMeetsSimplex(const Vec3& a, const Vec3& b)
{
	const double from[4] = {a.x, a.y, a.z, 1.0 - a.x - a.y - a.z};
	const double to[4] = {b.x, b.y, b.z, 1.0 - b.x - b.y - b.z};
	double begin = 0.0;
	double end = 1.0;
	for (int32_t k = 0; k < 4; ++k)
	{
		if (from[k] < 0.0 && to[k] < 0.0)
		{
			return false;
		}
		if (from[k] < 0.0)
		{
			begin = std::max(begin, from[k] / (from[k] - to[k]));
		}
		else if (to[k] < 0.0)
		{
			end = std::min(end, from[k] / (from[k] - to[k]));
		}
	}
	return begin <= end;
}

/// Projects the simplex on an axis and looks for a gap to [low, high].
bool IsGap(const Vec3& axis, double low, double high)
{
	const double touch = kTouchTolerance * (std::abs(axis.x) + std::abs(axis.y) + std::abs(axis.z));
	return low > std::max({0.0, axis.x, axis.y, axis.z}) + touch ||
		high < std::min({0.0, axis.x, axis.y, axis.z}) - touch;
}
} // namespace

TetFrame MakeTetFrame(const TetMesh& mesh, const Tet& tet)
{
	const Vec3& origin = mesh.nodes[tet.v[0]];
	const Vec3 a = mesh.nodes[tet.v[1]] - origin;
	const Vec3 b = mesh.nodes[tet.v[2]] - origin;
	const Vec3 c = mesh.nodes[tet.v[3]] - origin;
	const Vec3 bc = Cross(b, c);
	const double scale = 1.0 / Dot(a, bc);
	return {origin, {scale * bc, scale * Cross(c, a), scale * Cross(a, b)}};
}

double TetDistanceSquared(const TetMesh& mesh, const Tet& tet, const Vec3& point, const Vec3& weights)
{
	const double byNode[4] = {1.0 - weights.x - weights.y - weights.z, weights.x, weights.y, weights.z};
	double nearest = std::numeric_limits<double>::infinity();
	for (int32_t face = 0; face < 4; ++face)
	{
		// Only a face that has the point on its outer side can hold the nearest point.
		if (byNode[face] < 0.0)
		{
			const Triangle t = TetFace(tet, face);
			const Vec3 closest = ClosestOnTriangle(point, mesh.nodes[t.v[0]], mesh.nodes[t.v[1]], mesh.nodes[t.v[2]]);
			nearest = std::min(nearest, LengthSquared(closest - point));
		}
	}
	return nearest < std::numeric_limits<double>::infinity() ? nearest : 0.0;
}

bool TriangleMeetsSimplex(const std::array<Vec3, 3>& triangle)
{
	if (LiesBeyondAFace(triangle))
	{
		return false;
	}
	for (const Vec3& p : triangle)
	{
		if (IsInSimplex(p))
		{
			return true;
		}
	}
	for (size_t k = 0; k < 3; ++k)
	{
		if (SegmentMeetsSimplex(triangle[k], triangle[(k + 1) % 3]))
		{
			return true;
		}
	}
	const Vec3 edges[3] = {triangle[1] - triangle[0], triangle[2] - triangle[1], triangle[0] - triangle[2]};
	const Vec3 normal = Cross(edges[0], edges[1]);
	const double plane = Dot(normal, triangle[0]);
	if (IsGap(normal, plane, plane))
	{
		return false;
	}
	constexpr Vec3 kSimplexEdges[6] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, -1, 0}, {0, 1, -1}, {-1, 0, 1}};
	for (size_t k = 0; k < 3; ++k)
	{
		for (const Vec3& simplexEdge : kSimplexEdges)
		{
			// Both ends of the edge fall on one point of the axis.
			const Vec3 axis = Cross(edges[k], simplexEdge);
			const double edge = Dot(axis, triangle[k]);
			const double corner = Dot(axis, triangle[(k + 2) % 3]);
			if (IsGap(axis, std::min(edge, corner), std::max(edge, corner)))
			{
				return false;
			}
		}
	}
	return true;
}
} // namespace FractureCore
