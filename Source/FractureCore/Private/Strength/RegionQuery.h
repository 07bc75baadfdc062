// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureCore/Region.h"
#include "Mesh/TriangleTree.h"

#include <optional>

namespace FractureCore
{
/// What paint says at a point, and how much of it is heard there.
struct PaintSample
{
	double value = 0.0;
	double influence = 0.0; // 0 to 1
};

/// Answers what regions and paint say of points. The object must outlive it; queries are const and thread-safe.
class RegionQuery
{
public:
	/// `needsPaint`: whether painted regions will be asked for, which takes a tree over the surface.
	RegionQuery(const BakedObject& object, bool needsPaint, TaskRunner& runner);

	/// In a shell every point counts as on the surface.
	PaintSample SamplePaint(const PaintedValues& paint, const Vec3& point) const;

	/// 1 inside, 0 outside; of paint its value times its influence.
	double Coverage(const Region& region, const Vec3& point) const;

private:
	const BakedObject& m_object;
	std::optional<TriangleTree> m_tree;
	double m_everywhere = 0.0; // m, larger than any distance in the object
};
} // namespace FractureCore
