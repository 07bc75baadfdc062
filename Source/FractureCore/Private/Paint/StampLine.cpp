// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Paint/StampLine.h"

#include "Mesh/ClosestOnTriangle.h"
#include "Paint/PaintMesh.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace FractureCore
{
namespace
{
// A line through more points rounds otherwise in its last bits. Places are rounded to a millionth of the radius and
// shares to 16 bits, far below what shows, so that the bits of the result do not depend on them.
constexpr double kPlacesPerRadius = 1048576.0;
constexpr double kShareSteps = 65536.0;
/// A stamp that falls on the end of a line belongs to it, whatever the last bit of the length.
constexpr double kStampSlack = 1.0e-9;

/// Triangles that a stamp between two points may lie on: those that ants from either end get to, so that the line does
/// not jump through a wall.
std::vector<int32_t> TrianglesBetween(const PaintMesh& mesh, const PaintHit& from, const PaintHit& to)
{
	std::vector<int32_t> triangles = {from.triangle, to.triangle};
	for (const PaintHit& end : {from, to})
	{
		// As far as the other end, and beyond the triangle that it starts in.
		double reach = 1.5 * Length(to.point - from.point);
		for (const int32_t vertex : mesh.triangles[end.triangle].v)
		{
			reach = std::max(reach, 1.001 * Length(mesh.positions[vertex] - end.point));
		}
		for (const int32_t vertex : mesh.Crawl(end.point, end.triangle, reach).vertices)
		{
			const std::span<const int32_t> around = mesh.TrianglesAt(vertex);
			triangles.insert(triangles.end(), around.begin(), around.end());
		}
	}
	std::sort(triangles.begin(), triangles.end());
	triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
	return triangles;
}

PaintHit NearestOf(const PaintMesh& mesh, std::span<const int32_t> triangles, const Vec3& point)
{
	PaintHit best;
	double least = HUGE_VAL;
	for (const int32_t t : triangles)
	{
		const int32_t* v = mesh.triangles[t].v;
		const Vec3 at = ClosestOnTriangle(point, mesh.positions[v[0]], mesh.positions[v[1]], mesh.positions[v[2]]);
		const double square = LengthSquared(at - point);
		if (square < least)
		{
			least = square;
			best = {at, t};
		}
	}
	return best;
}
} // namespace

double BrushShare(BrushFalloff falloff, double t)
{
	if (!(t < 1.0))
	{
		return 0.0;
	}
	switch (falloff)
	{
	case BrushFalloff::Smooth:
		return 1.0 - t * t * (3.0 - 2.0 * t);
	case BrushFalloff::Linear:
		return 1.0 - t;
	case BrushFalloff::Constant:
		break;
	}
	return 1.0;
}

StampLine::StampLine(const PaintSurface& surface, const Brush& brush) : m_surface(surface), m_brush(brush) {}

PaintHit StampLine::Snapped(PaintHit hit) const
{
	const double step = m_brush.radius / kPlacesPerRadius;
	const Vec3 steps = (hit.point - m_surface.Centre()) / step;
	hit.point = m_surface.Centre() + step * Vec3{std::round(steps.x), std::round(steps.y), std::round(steps.z)};
	return hit;
}

std::vector<PaintHit> StampLine::GoTo(PaintHit hit)
{
	const PaintMesh& mesh = m_surface.Mesh();
	if (!IsFinite(hit.point))
	{
		return {};
	}
	const bool isKnown = hit.triangle >= 0 && hit.triangle < static_cast<int32_t>(mesh.triangles.size());
	hit.triangle = isKnown ? hit.triangle : mesh.tree.Closest(hit.point, HUGE_VAL).triangle;
	if (!m_hasPoint)
	{
		m_hasPoint = true;
		m_last = hit;
		m_stamps = 1;
		return {Snapped(hit)};
	}
	const double step = m_brush.spacing * m_brush.radius;
	const double length = Length(hit.point - m_last.point);
	std::vector<PaintHit> stamps;
	std::vector<int32_t> candidates;
	for (; static_cast<double>(m_stamps) * step <= m_walked + length + kStampSlack * step; ++m_stamps)
	{
		if (candidates.empty())
		{
			candidates = TrianglesBetween(mesh, m_last, hit);
		}
		const double t = std::clamp((static_cast<double>(m_stamps) * step - m_walked) / length, 0.0, 1.0);
		const Vec3 point = m_last.point + t * (hit.point - m_last.point);
		stamps.push_back(Snapped(NearestOf(mesh, candidates, point)));
	}
	m_walked += length;
	m_last = hit;
	return stamps;
}

std::vector<PaintHit> StampLine::Images(const PaintHit& stamp) const
{
	const PaintMesh& mesh = m_surface.Mesh();
	std::vector<PaintHit> images = {stamp};
	for (uint8_t axes = 1; axes < 8; ++axes)
	{
		if ((axes & m_brush.mirrorAxes) != axes)
		{
			continue;
		}
		const Vec3 from = stamp.point - mesh.centre;
		const Vec3 mirrored = {
			(axes & 1) != 0 ? -from.x : from.x, (axes & 2) != 0 ? -from.y : from.y, (axes & 4) != 0 ? -from.z : from.z};
		const ClosestPoint at = mesh.tree.Closest(mesh.centre + mirrored, m_brush.radius);
		if (at.triangle != kNoIndex)
		{
			images.push_back(Snapped({at.point, at.triangle}));
		}
	}
	return images;
}

StampLine::Shares StampLine::SharesOf(const PaintHit& stamp) const
{
	std::map<int32_t, double> largest; // by vertex
	for (const PaintHit& image : Images(stamp))
	{
		const PaintSurface::Reached reached = m_surface.Within(image, m_brush.radius, m_brush.reach);
		for (size_t i = 0; i < reached.vertices.size(); ++i)
		{
			const double share = BrushShare(m_brush.falloff, reached.distances[i] / m_brush.radius);
			double& most = largest[reached.vertices[i]];
			most = std::max(most, std::round(share * kShareSteps) / kShareSteps);
		}
	}
	Shares shares;
	for (const auto& [vertex, share] : largest)
	{
		if (share > 0.0)
		{
			shares.vertices.push_back(vertex);
			shares.shares.push_back(share);
		}
	}
	return shares;
}
} // namespace FractureCore
