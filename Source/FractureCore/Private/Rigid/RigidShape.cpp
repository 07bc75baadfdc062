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

// Fewer corners of a hull are looked at one by one.
constexpr size_t kCornersForTree = 64;

// So many tell how far off another body is; the closer look is dear anyway.
constexpr double kOutsideRounding = 1.0e-6; // of the radius
constexpr int32_t kEnvelopeVertices = 96;

// [Bao07] section 7: what is thinner than so many cells of the finest grid, of so many along the longest side, is a
// shell.
constexpr double kShellCells = 4.0;
constexpr double kMostCells = 64.0;

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
std::shared_ptr<RigidShape> MakeSizedShape(std::shared_ptr<const SurfaceMesh> surface, const MassProperties& mass)
{
	auto shape = std::make_shared<RigidShape>();
	shape->surface = std::move(surface);
	shape->mass = mass;
	const std::vector<Vec3>& positions = shape->surface->positions;
	shape->low = shape->high = positions.front() - mass.centre;
	for (const Vec3& position : positions)
	{
		const Vec3 p = position - mass.centre;
		shape->low = {std::min(shape->low.x, p.x), std::min(shape->low.y, p.y), std::min(shape->low.z, p.z)};
		shape->high = {std::max(shape->high.x, p.x), std::max(shape->high.y, p.y), std::max(shape->high.z, p.z)};
		shape->radius = std::max(shape->radius, Length(p));
	}
	const Vec3 extent = shape->high - shape->low;
	shape->thickness = std::min({extent.x, extent.y, extent.z});
	shape->skin = std::clamp(kSkin * shape->thickness, kLeastSkin, kMostSkin);
	// A ball of the same volume: the order of magnitude is what Hertz's formula needs (it goes in with the power 1/5).
	shape->curvature = PortablePow(0.75 * mass.volume / kPi, 1.0 / 3.0);
	return shape;
}

/// What holds all of these (mesh frame).
void AddEnvelope(RigidShape& shape, std::span<const Vec3> points)
{
	const ConvexHull envelope = ComputeConvexHull(points, kEnvelopeVertices, 1.0e-6);
	shape.envelope.push_back(MakeConvexPart(envelope, shape.mass.centre));
	shape.outside = envelope.outside + kOutsideRounding * shape.radius;
}

/// Its points, and what holds them.
void AddPoints(RigidShape& shape)
{
	std::vector<Vec3> points;
	points.reserve(shape.surface->positions.size());
	for (const Vec3& position : shape.surface->positions)
	{
		points.push_back(position - shape.mass.centre);
	}
	shape.points = PointTree(points);
	AddEnvelope(shape, shape.surface->positions);
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
	std::shared_ptr<RigidShape> shape = MakeSizedShape(std::move(surface), mass);
	std::vector<Vec3> corners;
	for (const ConvexHull& hull : hulls)
	{
		shape->parts.push_back(MakeConvexPart(hull, mass.centre));
		corners.insert(corners.end(), hull.positions.begin(), hull.positions.end());
	}
	if (hulls.size() > 1)
	{
		AddEnvelope(*shape, corners);
	}
	if (hulls.size() == 1)
	{
		shape->outside = hulls[0].outside + kOutsideRounding * shape->radius;
	}
	if (!hulls.empty())
	{
		return shape;
	}
	const ConvexHull hull = ComputeConvexHull(shape->surface->positions, kMostHullVertices, 1.0e-6);
	if (hull.volume <= mass.volume * (1.0 + kConvexVolume))
	{
		ConvexPart part = MakeConvexPart(hull, mass.centre);
		if (IsNearlyConvex(hull, part, *shape))
		{
			if (part.vertices.size() >= kCornersForTree)
			{
				shape->points = PointTree(part.vertices);
			}
			shape->parts.push_back(std::move(part));
			shape->outside = hull.outside + kOutsideRounding * shape->radius;
			return shape;
		}
	}
	AddPoints(*shape);
	shape->isShell = WallThickness(*shape->surface, mass.volume) < kShellCells * LevelSpacing(*shape->surface);
	return shape;
}

std::shared_ptr<RigidShape> MakeLevelShape(
	std::shared_ptr<const SurfaceMesh> surface, const MassProperties& mass, std::unique_ptr<LevelSet> levels)
{
	std::shared_ptr<RigidShape> shape = MakeSizedShape(std::move(surface), mass);
	shape->levels = std::move(levels);
	AddPoints(*shape);
	return shape;
}

double LevelSpacing(const SurfaceMesh& surface)
{
	Vec3 low = surface.positions.front();
	Vec3 high = low;
	for (const Vec3& p : surface.positions)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	return std::max({high.x - low.x, high.y - low.y, high.z - low.z}) / kMostCells;
}

double WallThickness(const SurfaceMesh& surface, double volume)
{
	double area = 0.0;
	for (const Triangle& t : surface.triangles)
	{
		const std::vector<Vec3>& p = surface.positions;
		area += 0.5 * Length(Cross(p[t.v[1]] - p[t.v[0]], p[t.v[2]] - p[t.v[0]]));
	}
	return area > 0.0 ? 2.0 * volume / area : 0.0;
}
} // namespace FractureCore
