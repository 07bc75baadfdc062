// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/ContactSnap.h"

#include <algorithm>
#include <limits>

namespace FractureCore
{
namespace
{
// Of the surface's extent: hulls and collision margins of hosts stand off by about as much.
constexpr double kContactReach = 0.02;

double LargestExtent(std::span<const Vec3> points)
{
	Vec3 low = points.front();
	Vec3 high = points.front();
	for (const Vec3& p : points)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	return std::max({high.x - low.x, high.y - low.y, high.z - low.z});
}
} // namespace

ContactSnap::ContactSnap(const BakedObject& object, TaskRunner& runner)
	: m_surface(object.surface.positions, object.surface.triangles, runner),
	  m_tets(object.tets.nodes, BoundaryTriangles(object.tets), runner),
	  m_reach(kContactReach * LargestExtent(object.surface.positions))
{
}

ContactSnap::ContactSnap(const BakedObject& object,
	std::span<const Vec3> sheetPositions,
	std::span<const Triangle> sheetTriangles,
	TaskRunner& runner)
	: m_surface(object.surface.positions, object.surface.triangles, runner),
	  m_tets(sheetPositions, sheetTriangles, runner),
	  m_reach(kContactReach * LargestExtent(object.surface.positions) + object.shellThickness)
{
}

std::vector<ContactImpulse> ContactSnap::OntoTets(std::span<const ContactImpulse> contacts) const
{
	std::vector<ContactImpulse> moved(contacts.begin(), contacts.end());
	for (ContactImpulse& contact : moved)
	{
		if (!IsFinite(contact.point) || m_surface.Closest(contact.point, m_reach).triangle == kNoIndex)
		{
			continue;
		}
		contact.point = m_tets.Closest(contact.point, std::numeric_limits<double>::max()).point;
	}
	return moved;
}
} // namespace FractureCore
