// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/Wedges.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace FractureCore
{
namespace
{
// Sine of the angle between two faces below which they are parallel: about a degree.
constexpr double kParallelFaces = 0.02;

// Of the angle of a wedge whose tip is too long to be seen around: see WayAround. 30 degrees.
constexpr double kNarrowWedge = 0.5;

// What the thickness may differ from the proportion to the way that is left, in shares of what it is at first.
constexpr double kWedgeTolerance = 0.15;
} // namespace

void WedgeFinder::Prepare()
{
	if (!m_tree)
	{
		m_tree.emplace(m_solid.positions, m_solid.triangles, m_runner);
	}
}

std::optional<WedgeFinder::Wedge> WedgeFinder::Find(
	const LineStretch& stretch, const GridSurface& surface, bool isGap) const
{
	const double sign = isGap ? -1.0 : 1.0;
	const Vec3 n1 = surface.Normal(stretch.enterTriangle) * sign;
	const Vec3 n2 = surface.Normal(stretch.leaveTriangle) * sign;
	const double cosine = Dot(n1, n2);
	const double sine = Length(Cross(n1, n2));
	if (sine < kParallelFaces)
	{
		return std::nullopt;
	}
	// The planes of the two faces meet in a line; the point of it nearest to the middle of the stretch.
	const Vec3 enter = surface.frame.ToWorld(stretch.enter);
	const Vec3 leave = surface.frame.ToWorld(stretch.leave);
	const Vec3 middle = 0.5 * (enter + leave);
	const double toEnter = Dot(enter - middle, n1);
	const double toLeave = Dot(leave - middle, n2);
	const double along1 = (toEnter - cosine * toLeave) / (sine * sine);
	const double along2 = (toLeave - cosine * toEnter) / (sine * sine);
	const Vec3 toEdge = n1 * along1 + n2 * along2;
	const double thickness = std::min(toEnter, toLeave);
	for (const double way : {0.25, 0.5, 0.75, 0.9})
	{
		const Vec3 point = middle + toEdge * way;
		const double expected = (1.0 - way) * thickness;
		const double distance = m_tree->Closest(point, std::numeric_limits<double>::infinity()).distance;
		if (std::abs(distance - expected) > kWedgeTolerance * thickness)
		{
			return std::nullopt;
		}
		if ((m_tree->WindingNumber(point) > 0.5) == isGap)
		{
			return std::nullopt;
		}
	}
	return Wedge{Length(toEdge), cosine < 0.0 && sine < kNarrowWedge};
}
} // namespace FractureCore
