// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
//
// Approximate convex decomposition by cuts: the piece whose hull lies highest above its surface is cut by a plane
// through that place, again and again. Height is measured along the surface's normal, through the dent that the hull
// covers; the nearest face of the hull may be on the other side of a thin wall. Of a few planes the one that leaves the
// least covered is taken: faces that meet at the place give planes for sharp corners, such as that of an L; planes
// across the surface there suit what is curved, such as a shard.
#include "FractureCore/Hooks.h"
#include "FractureCore/Hull.h"
#include "FractureCore/Random.h"
#include "Hull/SplitPiece.h"
#include "Hull/UnitAcross.h"
#include "Mesh/SurfaceIntegrals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace FractureCore
{
namespace DecomposeDetail
{
namespace
{
constexpr double kHullTolerance = 1.0e-6; // of the piece's size: hulls go to hosts that compute with floats
constexpr double kOnPlane = 1.0e-9;       // of the diagonal
constexpr double kSameDirection = 0.97;   // cosine of 14 degrees: planes closer than that cut alike
constexpr double kLeastGain = 1.0e-3;     // of what the hull covers: a cut that wins less is not worth a hull
constexpr size_t kMostFaceDirections = 6; // of faces that meet at a place
constexpr size_t kMostSamples = 1000;     // of vertices, and of triangles
constexpr double kHalfRoot = 0.7071067811865476;

/// A place of the surface at which depth is measured. Drawn once: pieces inherit theirs, so that plans for a cut are
/// compared at the same places.
struct SurfaceSample
{
	Vec3 point;        // m
	Vec3 normal;       // unit, or zero
	double area = 0.0; // m^2 that it stands for; 0 for vertices, whose triangles stand for them
};

/// A piece with its hull and the sample that has the hull highest above it.
struct HulledPiece
{
	SurfacePiece surface;
	std::vector<SurfaceSample> samples;
	ConvexHull hull;
	double covered = 0.0; // m^3: depth times area over the surface
	double depth = 0.0;   // m, the greatest
	Vec3 deepest;         // m
};

/// Twice the area times the unit normal.
Vec3 AreaNormal(const SurfacePiece& surface, const Triangle& t)
{
	const Vec3& a = surface.positions[t.v[0]];
	return Cross(surface.positions[t.v[1]] - a, surface.positions[t.v[2]] - a);
}

Vec3 MiddleOf(const SurfacePiece& surface, const Triangle& t)
{
	return (surface.positions[t.v[0]] + surface.positions[t.v[1]] + surface.positions[t.v[2]]) / 3.0;
}

/// Calls visit(i) for every i below `count`, or for one of each `count` / kMostSamples in a row: drawn at random,
/// because meshes have patterns.
template <typename Visit>
void VisitSamples(size_t count, Visit&& visit)
{
	const size_t step = 1 + count / kMostSamples;
	for (size_t begin = 0; begin < count; begin += step)
	{
		visit(begin + RandomBits(0, begin) % std::min(step, count - begin));
	}
}

std::vector<SurfaceSample> DrawSamples(const SurfacePiece& surface)
{
	std::vector<SurfaceSample> samples;
	std::vector<Vec3> vertexNormals(surface.positions.size());
	for (const Triangle& t : surface.triangles)
	{
		for (const int32_t v : t.v)
		{
			vertexNormals[v] += AreaNormal(surface, t);
		}
	}
	VisitSamples(surface.positions.size(),
		[&](size_t i) {
			samples.push_back({surface.positions[i], Normalised(vertexNormals[i]), 0.0});
		});
	VisitSamples(surface.triangles.size(),
		[&](size_t i)
		{
			const Vec3 normal = AreaNormal(surface, surface.triangles[i]);
			samples.push_back({MiddleOf(surface, surface.triangles[i]), Normalised(normal), 0.5 * Length(normal)});
		});
	return samples;
}

std::vector<CutPlane> HullPlanes(const ConvexHull& hull)
{
	std::vector<CutPlane> planes;
	planes.reserve(hull.triangles.size());
	for (const Triangle& t : hull.triangles)
	{
		const Vec3& a = hull.positions[t.v[0]];
		const Vec3 normal = Normalised(Cross(hull.positions[t.v[1]] - a, hull.positions[t.v[2]] - a));
		planes.push_back({normal, Dot(normal, a)});
	}
	return planes;
}

/// How far a ray from inside the hull goes until it leaves it; 0 without a direction, or from outside.
double WayOut(std::span<const CutPlane> planes, const Vec3& from, const Vec3& direction)
{
	double way = std::numeric_limits<double>::infinity();
	for (const CutPlane& plane : planes)
	{
		const double speed = Dot(plane.normal, direction);
		const double distance = plane.offset - Dot(plane.normal, from);
		if (speed > 0.0 && distance < way * speed)
		{
			way = distance / speed;
		}
	}
	return std::isfinite(way) ? std::max(way, 0.0) : 0.0;
}

/// One whose hull covers `most` m^3 or more is of no use to the caller, and is not measured to the end.
HulledPiece MakeHulledPiece(SurfacePiece surface, std::vector<SurfaceSample> samples, int32_t maxVertices, double most)
{
	HulledPiece piece;
	piece.hull = ComputeConvexHull(surface.positions, maxVertices, kHullTolerance);
	const std::vector<CutPlane> planes = HullPlanes(piece.hull);
	for (const SurfaceSample& sample : samples)
	{
		const double depth = WayOut(planes, sample.point, sample.normal);
		piece.covered += depth * sample.area;
		if (depth > piece.depth)
		{
			piece.depth = depth;
			piece.deepest = sample.point;
		}
		if (piece.covered >= most)
		{
			break;
		}
	}
	piece.surface = std::move(surface);
	piece.samples = std::move(samples);
	return piece;
}

/// Normals of planes to try: those of the faces at the deepest place, and four across the surface there.
std::vector<Vec3> CutDirections(const HulledPiece& piece)
{
	const SurfacePiece& surface = piece.surface;
	const auto isDeepest = [&](int32_t v) { return surface.positions[v] == piece.deepest; };
	std::vector<Vec3> directions;
	Vec3 sum;
	for (const Triangle& t : surface.triangles)
	{
		if (!std::any_of(t.v, t.v + 3, isDeepest) && MiddleOf(surface, t) != piece.deepest)
		{
			continue;
		}
		const Vec3 normal = Normalised(AreaNormal(surface, t));
		sum += normal;
		const bool isNew = std::none_of(directions.begin(),
			directions.end(),
			[&](const Vec3& other) { return std::abs(Dot(normal, other)) > kSameDirection; });
		if (isNew && normal != Vec3{} && directions.size() < kMostFaceDirections)
		{
			directions.push_back(normal);
		}
	}
	const Vec3 outward = sum != Vec3{} ? Normalised(sum) : Vec3{0.0, 0.0, 1.0};
	const Vec3 u = UnitAcross(outward);
	const Vec3 v = Cross(outward, u);
	directions.insert(directions.end(), {u, v, kHalfRoot * (u + v), kHalfRoot * (u - v)});
	return directions;
}

/// The two sides of a plane; none if all lies on one, or if their hulls cover `most` m^3 or more.
std::vector<HulledPiece> CutPiece(
	const HulledPiece& piece, const CutPlane& plane, double onPlane, int32_t maxVertices, double most)
{
	std::array<SurfacePiece, 2> halves = SplitPiece(piece.surface, plane, onPlane);
	if (halves[0].triangles.empty() || halves[1].triangles.empty())
	{
		return {};
	}
	std::array<std::vector<SurfaceSample>, 2> samples;
	for (const SurfaceSample& sample : piece.samples)
	{
		samples[Dot(plane.normal, sample.point) > plane.offset ? 0 : 1].push_back(sample);
	}
	std::vector<HulledPiece> pieces;
	double covered = 0.0;
	for (size_t i = 0; i < 2 && covered < most; ++i)
	{
		pieces.push_back(MakeHulledPiece(std::move(halves[i]), std::move(samples[i]), maxVertices, most - covered));
		covered += pieces.back().covered;
	}
	return covered < most ? pieces : std::vector<HulledPiece>{};
}

/// The best two halves; none if no cut is worth it.
std::vector<HulledPiece> CutAtDeepest(const HulledPiece& piece, double onPlane, int32_t maxVertices)
{
	double least = (1.0 - kLeastGain) * piece.covered;
	std::vector<HulledPiece> best;
	for (const Vec3& direction : CutDirections(piece))
	{
		std::vector<HulledPiece> halves =
			CutPiece(piece, {direction, Dot(direction, piece.deepest)}, onPlane, maxVertices, least);
		if (!halves.empty())
		{
			least = halves[0].covered + halves[1].covered;
			best = std::move(halves);
		}
	}
	return best;
}

/// The triangles with only the positions that they use.
SurfacePiece WholePiece(std::span<const Vec3> positions, std::span<const Triangle> triangles)
{
	SurfacePiece piece;
	piece.triangles.assign(triangles.begin(), triangles.end());
	std::vector<int32_t> number(positions.size(), kNoIndex);
	for (Triangle& t : piece.triangles)
	{
		for (int32_t& v : t.v)
		{
			if (number[v] == kNoIndex)
			{
				number[v] = static_cast<int32_t>(piece.positions.size());
				piece.positions.push_back(positions[v]);
			}
			v = number[v];
		}
	}
	return piece;
}
} // namespace
} // namespace DecomposeDetail

std::vector<ConvexHull> DecomposeConvex(
	std::span<const Vec3> positions, std::span<const Triangle> triangles, const DecompositionSettings& settings)
{
	using namespace DecomposeDetail;
	FRACTURECORE_ASSERT(settings.maxHulls >= 1 && settings.tolerance >= 0.0);
	if (triangles.empty())
	{
		return {};
	}
	const SurfaceIntegrals whole = IntegrateSurface(positions, triangles);
	const double diagonal = Length(whole.high - whole.low);
	SurfacePiece surface = WholePiece(positions, triangles);
	std::vector<SurfaceSample> samples = DrawSamples(surface);
	std::vector<HulledPiece> pieces;
	pieces.push_back(MakeHulledPiece(
		std::move(surface), std::move(samples), settings.maxVertices, std::numeric_limits<double>::infinity()));
	while (static_cast<int32_t>(pieces.size()) < settings.maxHulls)
	{
		const auto deepest = std::max_element(
			pieces.begin(), pieces.end(), [](const HulledPiece& a, const HulledPiece& b) { return a.depth < b.depth; });
		if (!(deepest->depth > settings.tolerance * diagonal))
		{
			break;
		}
		std::vector<HulledPiece> halves = CutAtDeepest(*deepest, kOnPlane * diagonal, settings.maxVertices);
		if (halves.empty())
		{
			deepest->depth = 0.0; // it stays as it is
			continue;
		}
		*deepest = std::move(halves[0]);
		pieces.push_back(std::move(halves[1]));
	}
	std::vector<ConvexHull> hulls;
	hulls.reserve(pieces.size());
	for (HulledPiece& piece : pieces)
	{
		hulls.push_back(std::move(piece.hull));
	}
	return hulls;
}
} // namespace FractureCore
