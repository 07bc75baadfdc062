// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureCore/Region.h"
#include "Mesh/TriangleTree.h"

#include <optional>
#include <span>
#include <vector>

namespace FractureCore
{
/// What paint says at a point, and how much of it is heard there.
struct PaintSample
{
	double value = 0.0;
	double influence = 0.0; // 0 to 1
};

/// Answers what regions and paint say of some points of an object. The surface is searched once for each depth of
/// paint, so that the next stroke costs no search. Object and points must outlive it; one thread at a time.
class RegionQuery
{
public:
	RegionQuery(const BakedObject& object, std::span<const Vec3> points) : m_object(object), m_points(points) {}

	/// 1 a point. In a shell every point counts as on the surface.
	std::vector<PaintSample> SamplePaint(const PaintedValues& paint, TaskRunner& runner);

	/// 1 a point: 1 inside, 0 outside; of paint its value times its influence.
	std::vector<double> Coverage(const Region& region, TaskRunner& runner);

private:
	struct Search
	{
		double depth = 0.0; // m
		std::vector<ClosestPoint> found;
	};
	const std::vector<ClosestPoint>& SurfaceWithin(double depth, TaskRunner& runner);

	const BakedObject& m_object;
	std::span<const Vec3> m_points;
	std::optional<TriangleTree> m_tree; // made when paint is first asked for
	std::vector<Search> m_searches;     // the last ones, latest at the end
};
} // namespace FractureCore
