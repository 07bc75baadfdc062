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
	int32_t indexA = 0;
	int32_t indexB = 0;
};

struct GjkSimplex
{
	GjkVertex vertex[4];
	double weight[4] = {1.0, 0.0, 0.0, 0.0};
	int32_t count = 0;
};

/// The corners of a simplex that its point nearest to the origin depends on.
struct GjkFeature
{
	int32_t corner[3] = {0, 0, 0};
	double weight[3] = {1.0, 0.0, 0.0};
	int32_t count = 1;

	static GjkFeature One(int32_t i) { return {{i, 0, 0}, {1.0, 0.0, 0.0}, 1}; }
	static GjkFeature Two(int32_t i, int32_t j, double t) { return {{i, j, 0}, {1.0 - t, t, 0.0}, 2}; }

	Vec3 Nearest(const GjkSimplex& s) const
	{
		Vec3 sum;
		for (int32_t i = 0; i < count; ++i)
		{
			sum += s.vertex[corner[i]].w * weight[i];
		}
		return sum;
	}
};

GjkFeature NearestOfSegment(const GjkSimplex& s)
{
	const Vec3& a = s.vertex[0].w;
	const Vec3 ab = s.vertex[1].w - a;
	const double along = -Dot(a, ab);
	const double length = LengthSquared(ab);
	if (along <= 0.0 || length <= 0.0)
	{
		return GjkFeature::One(0);
	}
	return along >= length ? GjkFeature::One(1) : GjkFeature::Two(0, 1, along / length);
}

GjkFeature NearestOfTriangle(const GjkSimplex& s, int32_t i, int32_t j, int32_t k)
{
	const Vec3& a = s.vertex[i].w;
	const Vec3& b = s.vertex[j].w;
	const Vec3& c = s.vertex[k].w;
	const Vec3 ab = b - a;
	const Vec3 ac = c - a;
	const double d1 = -Dot(ab, a);
	const double d2 = -Dot(ac, a);
	if (d1 <= 0.0 && d2 <= 0.0)
	{
		return GjkFeature::One(i);
	}
	const double d3 = -Dot(ab, b);
	const double d4 = -Dot(ac, b);
	if (d3 >= 0.0 && d4 <= d3)
	{
		return GjkFeature::One(j);
	}
	const double vc = d1 * d4 - d3 * d2;
	if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
	{
		return GjkFeature::Two(i, j, d1 / (d1 - d3));
	}
	const double d5 = -Dot(ab, c);
	const double d6 = -Dot(ac, c);
	if (d6 >= 0.0 && d5 <= d6)
	{
		return GjkFeature::One(k);
	}
	const double vb = d5 * d2 - d1 * d6;
	if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
	{
		return GjkFeature::Two(i, k, d2 / (d2 - d6));
	}
	const double va = d3 * d6 - d5 * d4;
	if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0)
	{
		return GjkFeature::Two(j, k, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
	}
	const double sum = va + vb + vc;
	if (!(sum > 0.0))
	{
		return GjkFeature::Two(i, j, 0.5); // a needle: the next support decides
	}
	return {{i, j, k}, {va / sum, vb / sum, vc / sum}, 3};
}

/// Count 0: the origin is inside.
GjkFeature NearestOfTetrahedron(const GjkSimplex& s)
{
	constexpr int32_t kFaces[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
	GjkFeature best;
	best.count = 0;
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
		const GjkFeature candidate = NearestOfTriangle(s, face[0], face[1], face[2]);
		const double distance = LengthSquared(candidate.Nearest(s));
		if (distance < bestDistance)
		{
			bestDistance = distance;
			best = candidate;
		}
	}
	return best;
}

/// Drops the corners that do not count.
void Keep(const GjkFeature& kept, GjkSimplex& s)
{
	GjkVertex vertex[3];
	for (int32_t i = 0; i < kept.count; ++i)
	{
		vertex[i] = s.vertex[kept.corner[i]];
	}
	for (int32_t i = 0; i < kept.count; ++i)
	{
		s.vertex[i] = vertex[i];
		s.weight[i] = kept.weight[i];
	}
	s.count = kept.count;
}

GjkVertex MakeVertex(const ConvexPart& a, const ConvexPart& b, const RelativePose& pose, int32_t indexA, int32_t indexB)
{
	GjkVertex vertex;
	vertex.a = a.vertices[indexA];
	vertex.b = pose.rotation * b.vertices[indexB] + pose.offset;
	vertex.w = vertex.b - vertex.a;
	vertex.indexA = indexA;
	vertex.indexB = indexB;
	return vertex;
}

/// The support of B - A along -direction: the point of it nearest in that direction.
GjkVertex DifferenceSupport(const ConvexPart& a, const ConvexPart& b, const RelativePose& pose, const Vec3& direction)
{
	return MakeVertex(a, b, pose, a.Support(direction), b.Support(Transposed(pose.rotation) * -direction));
}

/// The nearest feature of the first `count` corners.
GjkFeature NearestOfFirst(const GjkSimplex& s, int32_t count)
{
	switch (count)
	{
	case 1:
		return GjkFeature::One(0);
	case 2:
		return NearestOfSegment(s);
	case 3:
		return NearestOfTriangle(s, 0, 1, 2);
	default:
		return NearestOfTetrahedron(s);
	}
}

bool IsSeedOf(const GjkSeed& seed, const ConvexPart& a, const ConvexPart& b)
{
	const auto countA = static_cast<int32_t>(a.vertices.size());
	const auto countB = static_cast<int32_t>(b.vertices.size());
	for (int32_t i = 0; i < seed.count; ++i)
	{
		if (seed.a[i] >= countA || seed.b[i] >= countB)
		{
			return false;
		}
	}
	return seed.count > 0;
}

void TakeSeed(const GjkSimplex& simplex, GjkSeed& seed)
{
	seed.count = simplex.count;
	for (int32_t i = 0; i < simplex.count; ++i)
	{
		seed.a[i] = simplex.vertex[i].indexA;
		seed.b[i] = simplex.vertex[i].indexB;
	}
}
} // namespace

GjkResult GjkDistance(const ConvexPart& a,
	const ConvexPart& b,
	const RelativePose& pose,
	const Vec3& guess,
	double maxDistance,
	GjkSeed* seed)
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
	if (seed != nullptr && IsSeedOf(*seed, a, b))
	{
		for (int32_t i = 0; i < seed->count; ++i)
		{
			simplex.vertex[i] = MakeVertex(a, b, pose, seed->a[i], seed->b[i]);
		}
		const GjkFeature kept = NearestOfFirst(simplex, seed->count);
		const Vec3 nearest = kept.Nearest(simplex);
		if (LengthSquared(nearest) > 1.0e-26 * scale)
		{
			Keep(kept, simplex);
			v = nearest;
			squared = LengthSquared(v);
		}
	}
	for (int32_t step = 0; step < kMostGjkSteps; ++step)
	{
		const GjkVertex w = DifferenceSupport(a, b, pose, v);
		const double along = Dot(v, w.w);
		const double length = Length(v);
		if (along > maxDistance * length)
		{
			result.distance = along / length;
			result.axis = v / length;
			if (seed != nullptr)
			{
				TakeSeed(simplex, *seed);
			}
			return result;
		}
		if (simplex.count > 0 && squared - along <= kGjkTolerance * squared)
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
		simplex.vertex[simplex.count] = w; // counts only if it is kept
		const GjkFeature kept = NearestOfFirst(simplex, simplex.count + 1);
		const Vec3 nearest = kept.Nearest(simplex);
		const double nearestSquared = LengthSquared(nearest);
		if (kept.count == 0 || nearestSquared <= 1.0e-26 * scale)
		{
			result.outcome = GjkOutcome::Overlap;
			if (seed != nullptr)
			{
				seed->count = 0;
			}
			return result;
		}
		if (nearestSquared >= squared)
		{
			break; // rounding: it cannot get nearer
		}
		Keep(kept, simplex);
		v = nearest;
		squared = nearestSquared;
	}
	if (seed != nullptr)
	{
		TakeSeed(simplex, *seed);
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
