// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/Wedges.h"

#include <algorithm>
#include <cmath>
#include <iterator>

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
	// Distances first: they tell most of what is no wedge, in a fraction of the time.
	constexpr double kWays[] = {0.25, 0.5, 0.75, 0.9};
	double distances[std::size(kWays)];
	for (size_t i = 0; i < std::size(kWays); ++i)
	{
		const double expected = (1.0 - kWays[i]) * thickness;
		const double farthest = expected + 2.0 * kWedgeTolerance * thickness;
		const ClosestPoint closest = m_tree->Closest(middle + toEdge * kWays[i], farthest);
		if (closest.triangle == kNoIndex || std::abs(closest.distance - expected) > kWedgeTolerance * thickness)
		{
			return std::nullopt;
		}
		distances[i] = closest.distance;
	}
	// The middle is on its side, as the line is between its two faces, and so is all that is nearer to a point than the
	// surface. Winding numbers are for the rest: they take long where there are needles all around.
	const double length = Length(toEdge);
	double lastWay = 0.0;
	double lastDistance = 0.0;
	for (size_t i = 0; i < std::size(kWays); ++i)
	{
		const bool isOnSide = (kWays[i] - lastWay) * length < std::max(lastDistance, distances[i]);
		if (!isOnSide && (m_tree->WindingNumber(middle + toEdge * kWays[i]) > 0.5) == isGap)
		{
			return std::nullopt;
		}
		lastWay = kWays[i];
		lastDistance = distances[i];
	}
	return Wedge{length, cosine < 0.0 && sine < kNarrowWedge};
}
} // namespace FractureCore
