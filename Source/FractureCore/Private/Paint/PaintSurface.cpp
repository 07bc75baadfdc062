// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Paint.h"
#include "Paint/PaintMesh.h"

#include <cmath>

namespace FractureCore
{
namespace
{
/// How far along the ray the triangle is hit [Moeller97]; infinite if it is not.
double HitTriangle(const Vec3& origin, const Vec3& direction, const Vec3& a, const Vec3& b, const Vec3& c)
{
	const Vec3 ab = b - a;
	const Vec3 ac = c - a;
	const Vec3 p = Cross(direction, ac);
	const double determinant = Dot(ab, p);
	if (determinant == 0.0)
	{
		return HUGE_VAL;
	}
	const Vec3 toOrigin = origin - a;
	const double u = Dot(toOrigin, p) / determinant;
	const Vec3 q = Cross(toOrigin, ab);
	const double v = Dot(direction, q) / determinant;
	const double along = Dot(ac, q) / determinant;
	return u >= 0.0 && v >= 0.0 && u + v <= 1.0 && along >= 0.0 ? along : HUGE_VAL;
}
} // namespace

Result<PaintSurface> PaintSurface::Create(const SurfaceMesh& surface, TaskRunner& runner)
{
	if (surface.positions.empty() || surface.triangles.empty())
	{
		return Error{ErrorCode::InvalidMesh, "there is no surface to paint on"};
	}
	for (size_t v = 0; v < surface.positions.size(); ++v)
	{
		if (!IsFinite(surface.positions[v]))
		{
			return Error{
				ErrorCode::InvalidMesh, "vertex " + std::to_string(v) + " is not finite", static_cast<int64_t>(v)};
		}
	}
	for (size_t t = 0; t < surface.triangles.size(); ++t)
	{
		for (const int32_t v : surface.triangles[t].v)
		{
			if (v < 0 || v >= static_cast<int32_t>(surface.positions.size()))
			{
				return Error{ErrorCode::InvalidMesh,
					"triangle " + std::to_string(t) + " has vertex " + std::to_string(v) + ", which does not exist",
					static_cast<int64_t>(t)};
			}
		}
	}
	return PaintSurface(std::make_shared<const PaintMesh>(surface.positions, surface.triangles, runner));
}

int32_t PaintSurface::VertexCount() const
{
	return static_cast<int32_t>(m_mesh->positions.size());
}

Vec3 PaintSurface::Centre() const
{
	return m_mesh->centre;
}

PaintHit PaintSurface::Raycast(const Vec3& origin, const Vec3& direction) const
{
	PaintHit hit;
	double nearest = HUGE_VAL;
	for (size_t t = 0; t < m_mesh->triangles.size(); ++t)
	{
		const int32_t* v = m_mesh->triangles[t].v;
		const std::vector<Vec3>& x = m_mesh->positions;
		const double along = HitTriangle(origin, direction, x[v[0]], x[v[1]], x[v[2]]);
		if (along < nearest)
		{
			nearest = along;
			hit = {origin + along * direction, static_cast<int32_t>(t)};
		}
	}
	return hit;
}

PaintSurface::Reached PaintSurface::Within(const PaintHit& hit, double radius, BrushReach reach) const
{
	const bool isKnown = hit.triangle >= 0 && hit.triangle < static_cast<int32_t>(m_mesh->triangles.size());
	const int32_t triangle = isKnown ? hit.triangle : m_mesh->tree.Closest(hit.point, HUGE_VAL).triangle;
	return reach == BrushReach::AlongSurface ? m_mesh->Crawl(hit.point, triangle, radius)
											 : m_mesh->Look(hit.point, m_mesh->TriangleNormal(triangle), radius);
}
} // namespace FractureCore
