// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Gilbert, Johnson, Keerthi: the point of the difference B - A nearest to the origin, through simplices of supports.
// The nearest point of each simplex comes from the regions of its features [Ericson05] section 5.1 instead of Johnson's
// determinants: in doubles both are safe, and this one says which corners count.
#include "Rigid/Gjk.h"

#include <cmath>

namespace FractureCore
{
namespace
{
constexpr int32_t kMostGjkSteps = 64;
constexpr double kGjkTolerance = 1.0e-10; // of the squared distance

struct GjkVertex
{
	Vec3 w; // b - a
	Vec3 a;
	Vec3 b;
};

struct GjkSimplex
{
	GjkVertex vertex[4];
	double weight[4] = {1.0, 0.0, 0.0, 0.0};
	int32_t count = 0;

	Vec3 Nearest() const
	{
		Vec3 sum;
		for (int32_t i = 0; i < count; ++i)
		{
			sum += vertex[i].w * weight[i];
		}
		return sum;
	}
	void KeepOne(int32_t i)
	{
		vertex[0] = vertex[i];
		weight[0] = 1.0;
		count = 1;
	}
	void KeepTwo(int32_t i, int32_t j, double t)
	{
		const GjkVertex first = vertex[i];
		const GjkVertex second = vertex[j];
		vertex[0] = first;
		vertex[1] = second;
		weight[0] = 1.0 - t;
		weight[1] = t;
		count = 2;
	}
};

void ReduceSegment(GjkSimplex& s)
{
	const Vec3& a = s.vertex[0].w;
	const Vec3 ab = s.vertex[1].w - a;
	const double along = -Dot(a, ab);
	const double length = LengthSquared(ab);
	if (along <= 0.0 || length <= 0.0)
	{
		s.KeepOne(0);
	}
	else if (along >= length)
	{
		s.KeepOne(1);
	}
	else
	{
		s.KeepTwo(0, 1, along / length);
	}
}

/// Corners i, j, k become the simplex, reduced to those that the nearest point depends on.
void ReduceTriangle(GjkSimplex& s, int32_t i, int32_t j, int32_t k)
{
	const Vec3 a = s.vertex[i].w;
	const Vec3 b = s.vertex[j].w;
	const Vec3 c = s.vertex[k].w;
	const Vec3 ab = b - a;
	const Vec3 ac = c - a;
	const double d1 = -Dot(ab, a);
	const double d2 = -Dot(ac, a);
	if (d1 <= 0.0 && d2 <= 0.0)
	{
		return s.KeepOne(i);
	}
	const double d3 = -Dot(ab, b);
	const double d4 = -Dot(ac, b);
	if (d3 >= 0.0 && d4 <= d3)
	{
		return s.KeepOne(j);
	}
	const double vc = d1 * d4 - d3 * d2;
	if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
	{
		return s.KeepTwo(i, j, d1 / (d1 - d3));
	}
	const double d5 = -Dot(ab, c);
	const double d6 = -Dot(ac, c);
	if (d6 >= 0.0 && d5 <= d6)
	{
		return s.KeepOne(k);
	}
	const double vb = d5 * d2 - d1 * d6;
	if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
	{
		return s.KeepTwo(i, k, d2 / (d2 - d6));
	}
	const double va = d3 * d6 - d5 * d4;
	if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0)
	{
		return s.KeepTwo(j, k, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
	}
	const double sum = va + vb + vc;
	if (!(sum > 0.0))
	{
		return s.KeepTwo(i, j, 0.5); // a needle: the next support decides
	}
	const GjkVertex first = s.vertex[i];
	const GjkVertex second = s.vertex[j];
	const GjkVertex third = s.vertex[k];
	s.vertex[0] = first;
	s.vertex[1] = second;
	s.vertex[2] = third;
	s.weight[0] = va / sum;
	s.weight[1] = vb / sum;
	s.weight[2] = vc / sum;
	s.count = 3;
}

/// False: the origin is inside.
bool ReduceTetrahedron(GjkSimplex& s)
{
	constexpr int32_t kFaces[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
	GjkSimplex best;
	double bestDistance = HUGE_VAL;
	for (const auto& face : kFaces)
	{
		const Vec3& a = s.vertex[face[0]].w;
		const Vec3 normal = Cross(s.vertex[face[1]].w - a, s.vertex[face[2]].w - a);
		const double origin = -Dot(a, normal);
		const double apex = Dot(s.vertex[face[3]].w - a, normal);
		if (origin * apex > 0.0)
		{
			continue;
		}
		GjkSimplex candidate = s;
		ReduceTriangle(candidate, face[0], face[1], face[2]);
		const double distance = LengthSquared(candidate.Nearest());
		if (distance < bestDistance)
		{
			bestDistance = distance;
			best = candidate;
		}
	}
	if (bestDistance == HUGE_VAL)
	{
		return false;
	}
	s = best;
	return true;
}

/// The support of B - A along -direction: the point of it nearest in that direction.
GjkVertex DifferenceSupport(const ConvexPart& a, const ConvexPart& b, const RelativePose& pose, const Vec3& direction)
{
	GjkVertex vertex;
	vertex.a = a.vertices[a.Support(direction)];
	const Vec3 inB = Transposed(pose.rotation) * -direction;
	vertex.b = pose.rotation * b.vertices[b.Support(inB)] + pose.offset;
	vertex.w = vertex.b - vertex.a;
	return vertex;
}
} // namespace

GjkResult GjkDistance(
	const ConvexPart& a, const ConvexPart& b, const RelativePose& pose, const Vec3& guess, double maxDistance)
{
	GjkResult result;
	Vec3 v = LengthSquared(guess) > 0.0 ? guess : pose.offset;
	if (!(LengthSquared(v) > 0.0))
	{
		v = {1.0, 0.0, 0.0};
	}
	GjkSimplex simplex;
	double squared = HUGE_VAL;
	// Coordinates of the points carry this much rounding.
	const double scale =
		LengthSquared(pose.offset) + LengthSquared(a.vertices.front()) + LengthSquared(b.vertices.front());
	for (int32_t step = 0; step < kMostGjkSteps; ++step)
	{
		const GjkVertex w = DifferenceSupport(a, b, pose, v);
		const double along = Dot(v, w.w);
		const double length = Length(v);
		if (along > maxDistance * length)
		{
			result.distance = along / length;
			result.axis = v / length;
			return result;
		}
		if (step > 0 && squared - along <= kGjkTolerance * squared)
		{
			break;
		}
		bool isKnown = false;
		for (int32_t i = 0; i < simplex.count; ++i)
		{
			isKnown |= simplex.vertex[i].w == w.w;
		}
		if (isKnown)
		{
			break;
		}
		const GjkSimplex before = simplex;
		simplex.vertex[simplex.count++] = w;
		bool isOutside = true;
		switch (simplex.count)
		{
		case 1:
			simplex.weight[0] = 1.0;
			break;
		case 2:
			ReduceSegment(simplex);
			break;
		case 3:
			ReduceTriangle(simplex, 0, 1, 2);
			break;
		default:
			isOutside = ReduceTetrahedron(simplex);
			break;
		}
		const Vec3 nearest = simplex.Nearest();
		const double nearestSquared = LengthSquared(nearest);
		if (!isOutside || nearestSquared <= 1.0e-26 * scale)
		{
			result.outcome = GjkOutcome::Overlap;
			return result;
		}
		if (nearestSquared >= squared)
		{
			simplex = before; // rounding: it cannot get nearer
			break;
		}
		v = nearest;
		squared = nearestSquared;
	}
	result.outcome = GjkOutcome::Near;
	result.distance = Length(v);
	result.axis = v / result.distance;
	for (int32_t i = 0; i < simplex.count; ++i)
	{
		result.pointA += simplex.vertex[i].a * simplex.weight[i];
		result.pointB += simplex.vertex[i].b * simplex.weight[i];
	}
	return result;
}
} // namespace FractureCore
