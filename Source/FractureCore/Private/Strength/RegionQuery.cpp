// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Strength/RegionQuery.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
double BlendedPaint(const PaintedValues& paint, const SurfaceMesh& surface, const ClosestPoint& at)
{
	const int32_t* v = surface.triangles[at.triangle].v;
	const Vec3& a = surface.positions[v[0]];
	const Vec3& b = surface.positions[v[1]];
	const Vec3& c = surface.positions[v[2]];
	const Vec3 normal = Cross(b - a, c - a);
	const double square = LengthSquared(normal);
	if (!(square > 0.0))
	{
		return static_cast<double>(paint.values[v[0]]);
	}
	const double weightA = Dot(normal, Cross(c - b, at.point - b)) / square;
	const double weightB = Dot(normal, Cross(a - c, at.point - c)) / square;
	return weightA * static_cast<double>(paint.values[v[0]]) + weightB * static_cast<double>(paint.values[v[1]]) +
		(1.0 - weightA - weightB) * static_cast<double>(paint.values[v[2]]);
}

bool IsInRegion(const BoxRegion& box, const Vec3& x)
{
	return x.x >= box.low.x && x.x <= box.high.x && x.y >= box.low.y && x.y <= box.high.y && x.z >= box.low.z &&
		x.z <= box.high.z;
}

bool IsInRegion(const SphereRegion& sphere, const Vec3& x)
{
	return LengthSquared(x - sphere.centre) <= sphere.radius * sphere.radius;
}

bool IsInRegion(const HalfSpaceRegion& half, const Vec3& x)
{
	return Dot(half.normal, x - half.point) <= 0.0;
}
} // namespace

RegionQuery::RegionQuery(const BakedObject& object, bool needsPaint, TaskRunner& runner) : m_object(object)
{
	if (!needsPaint)
	{
		return;
	}
	m_tree.emplace(object.surface.positions, object.surface.triangles, runner);
	const Vec3& first = object.surface.positions.front();
	for (const Vec3& position : object.surface.positions)
	{
		m_everywhere = std::max(m_everywhere, 2.0 * Length(position - first));
	}
}

PaintSample RegionQuery::SamplePaint(const PaintedValues& paint, const Vec3& point) const
{
	const bool isShell = m_object.kind == BakedKind::Shell;
	const ClosestPoint at = m_tree->Closest(point, isShell ? m_everywhere : paint.depth);
	if (at.triangle == kNoIndex)
	{
		return {};
	}
	const double influence = isShell ? 1.0 : std::clamp(2.0 * (1.0 - at.distance / paint.depth), 0.0, 1.0);
	return {BlendedPaint(paint, m_object.surface, at), influence};
}

double RegionQuery::Coverage(const Region& region, const Vec3& point) const
{
	if (const PaintedValues* paint = std::get_if<PaintedValues>(&region))
	{
		const PaintSample sample = SamplePaint(*paint, point);
		return sample.value * sample.influence;
	}
	if (const BoxRegion* box = std::get_if<BoxRegion>(&region))
	{
		return IsInRegion(*box, point) ? 1.0 : 0.0;
	}
	if (const SphereRegion* sphere = std::get_if<SphereRegion>(&region))
	{
		return IsInRegion(*sphere, point) ? 1.0 : 0.0;
	}
	return IsInRegion(*std::get_if<HalfSpaceRegion>(&region), point) ? 1.0 : 0.0;
}
} // namespace FractureCore
