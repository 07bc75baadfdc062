// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/StressPaint.h"

#include "FractureCore/Stress.h"

#include <algorithm>
#include <limits>

namespace FractureToolkit
{
namespace
{
using FractureCore::ContactImpulse;
using FractureCore::Triangle;
using FractureCore::Vec3;

/// By the regions that the corners, edges and the inside of a triangle are nearest in [Ericson05] section 5.1.5.
Vec3 ClosestOn(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p)
{
	const Vec3 ab = b - a;
	const Vec3 ac = c - a;
	const double d1 = Dot(ab, p - a);
	const double d2 = Dot(ac, p - a);
	if (d1 <= 0.0 && d2 <= 0.0)
	{
		return a;
	}
	const double d3 = Dot(ab, p - b);
	const double d4 = Dot(ac, p - b);
	if (d3 >= 0.0 && d4 <= d3)
	{
		return b;
	}
	const double vc = d1 * d4 - d3 * d2;
	if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
	{
		return a + ab * (d1 / (d1 - d3));
	}
	const double d5 = Dot(ab, p - c);
	const double d6 = Dot(ac, p - c);
	if (d6 >= 0.0 && d5 <= d6)
	{
		return c;
	}
	const double vb = d5 * d2 - d1 * d6;
	if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
	{
		return a + ac * (d2 / (d2 - d6));
	}
	const double va = d3 * d6 - d5 * d4;
	if (va <= 0.0 && d4 >= d3 && d5 >= d6)
	{
		return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
	}
	const double sum = va + vb + vc;
	return a + ab * (vb / sum) + ac * (vc / sum);
}
/// 1 a node; empty where the stress cannot be solved.
std::vector<float> NodeTension(const FractureCore::Breakable& breakable,
	std::span<const ContactImpulse> contacts,
	FractureCore::TaskRunner& runner)
{
	// The tets of a shell only give it its thickness; its stress is that of the sheet.
	if (breakable.IsShell())
	{
		return {};
	}
	FractureCore::StressWorkspace workspace;
	FractureCore::StressField field;
	if (!FractureCore::SolveImpact(breakable.Stress(), contacts, {}, workspace, field, runner))
	{
		return {};
	}
	std::vector<double> tension(field.principal.size());
	for (size_t t = 0; t < tension.size(); ++t)
	{
		tension[t] = std::max(0.0, field.principal[t].largest);
	}
	return NodeMeans(breakable.Object().tets, tension);
}
} // namespace

void SnapToTets(const FractureCore::Breakable& breakable, std::span<ContactImpulse> contacts)
{
	const FractureCore::TetMesh& mesh = breakable.Object().tets;
	const std::vector<Triangle> boundary = FractureCore::BoundaryTriangles(mesh);
	for (ContactImpulse& contact : contacts)
	{
		double least = std::numeric_limits<double>::infinity();
		Vec3 nearest = contact.point;
		for (const Triangle& t : boundary)
		{
			const auto corner = [&](size_t k) { return mesh.nodes[static_cast<size_t>(t.v[k])]; };
			const Vec3 candidate = ClosestOn(corner(0), corner(1), corner(2), contact.point);
			const double distance = LengthSquared(candidate - contact.point);
			if (distance < least)
			{
				least = distance;
				nearest = candidate;
			}
		}
		contact.point = nearest;
	}
}

StressPaint::StressPaint(const FractureCore::Breakable& breakable,
	std::span<const ContactImpulse> contacts,
	FractureCore::TaskRunner& runner)
	: m_tension(breakable.Object().tets.nodes, NodeTension(breakable, contacts, runner))
{
}
} // namespace FractureToolkit
