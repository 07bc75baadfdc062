// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/RigidShape.h"

#include "FractureCore/Hull.h"
#include "Math/Elementary.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// A body is convex where its hull adds no more than this: of its volume, and of its size at any point.
constexpr double kConvexVolume = 0.03;
constexpr double kConvexDent = 0.012;

// Of the smallest extent, and limits in m: gaps too small to be seen, large enough to keep bodies apart.
constexpr double kSkin = 0.004;
constexpr double kLeastSkin = 2.0e-6;
constexpr double kMostSkin = 5.0e-4;

// Hulls of more vertices cost more than they show.
constexpr int32_t kMostHullVertices = 2048;

// So many tell how far off another body is; the closer look is dear anyway.
constexpr int32_t kEnvelopeVertices = 96;

// [Bao07] section 7: what is thinner than so many cells of the finest grid, of so many along the longest side, is a
// shell.
constexpr double kShellCells = 4.0;
constexpr double kMostCells = 64.0;

/// Of a wall with the volume and the area of the body, m.
double WallThickness(const RigidShape& shape)
{
	double area = 0.0;
	for (const Triangle& t : shape.surface->triangles)
	{
		const std::vector<Vec3>& p = shape.surface->positions;
		area += 0.5 * Length(Cross(p[t.v[1]] - p[t.v[0]], p[t.v[2]] - p[t.v[0]]));
	}
	return area > 0.0 ? 2.0 * shape.mass.volume / area : 0.0;
}

bool IsNearlyConvex(const ConvexHull& hull, const ConvexPart& part, const RigidShape& shape)
{
	if (hull.volume > shape.mass.volume * (1.0 + kConvexVolume) || hull.outside > 1.0e-3 * shape.radius)
	{
		return false;
	}
	for (const Vec3& p : shape.surface->positions)
	{
		int32_t face = 0;
		if (part.PlaneDistance(p - shape.mass.centre, face) < -2.0 * kConvexDent * shape.radius)
		{
			return false;
		}
	}
	return true;
}
} // namespace

void RigidShape::MakeField()
{
	field = std::make_unique<SurfaceField>(*surface, mass.centre, SerialRunner());
}

void RigidShape::MakeShell()
{
	shell = std::make_unique<ShellMesh>(*surface, mass.centre);
}

std::shared_ptr<RigidShape> MakeRigidShape(
	std::shared_ptr<const SurfaceMesh> surface, const MassProperties& mass, std::span<const ConvexHull> hulls)
{
	auto shape = std::make_shared<RigidShape>();
	shape->surface = std::move(surface);
	shape->mass = mass;
	const std::vector<Vec3>& positions = shape->surface->positions;
	shape->low = shape->high = positions.front() - mass.centre;
	std::vector<Vec3> points;
	points.reserve(positions.size());
	for (const Vec3& position : positions)
	{
		const Vec3 p = position - mass.centre;
		points.push_back(p);
		shape->low = {std::min(shape->low.x, p.x), std::min(shape->low.y, p.y), std::min(shape->low.z, p.z)};
		shape->high = {std::max(shape->high.x, p.x), std::max(shape->high.y, p.y), std::max(shape->high.z, p.z)};
		shape->radius = std::max(shape->radius, Length(p));
	}
	const Vec3 extent = shape->high - shape->low;
	shape->thickness = std::min({extent.x, extent.y, extent.z});
	shape->skin = std::clamp(kSkin * shape->thickness, kLeastSkin, kMostSkin);
	// A ball of the same volume: the order of magnitude is what Hertz's formula needs (it goes in with the power 1/5).
	shape->curvature = PortablePow(0.75 * mass.volume / kPi, 1.0 / 3.0);
	for (const ConvexHull& hull : hulls)
	{
		shape->parts.push_back(MakeConvexPart(hull, mass.centre));
	}
	if (!hulls.empty())
	{
		return shape;
	}
	const ConvexHull hull = ComputeConvexHull(positions, kMostHullVertices, 1.0e-6);
	if (hull.volume <= mass.volume * (1.0 + kConvexVolume))
	{
		ConvexPart part = MakeConvexPart(hull, mass.centre);
		if (IsNearlyConvex(hull, part, *shape))
		{
			shape->parts.push_back(std::move(part));
			return shape;
		}
	}
	shape->points = PointTree(points);
	const ConvexHull envelope = ComputeConvexHull(positions, kEnvelopeVertices, 1.0e-6);
	shape->envelope.push_back(MakeConvexPart(envelope, mass.centre));
	const double longest = std::max({extent.x, extent.y, extent.z});
	shape->isShell = WallThickness(*shape) < kShellCells * longest / kMostCells;
	shape->outside = envelope.outside + 1.0e-6 * shape->radius;
	return shape;
}
} // namespace FractureCore
