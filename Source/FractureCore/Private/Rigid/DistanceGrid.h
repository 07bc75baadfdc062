// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Mesh/TriangleTree.h"

#include <vector>

namespace FractureCore
{
/// What is certain about the distance of a point from a surface, m.
struct DistanceBounds
{
	double least = 0.0;
	double most = 0.0;
	int32_t triangle = kNoIndex; // that a point nearby is nearest to
};

/// Exact distances at the nodes of a coarse grid round a surface. No point is nearer to it, or farther from it, than
/// the next node is by more than its own distance from that node. So most questions whether something is near need no
/// look at the triangles, the rest is a short one, and no answer depends on how fine the grid is.
class DistanceGrid
{
public:
	/// No grid: nothing is certain.
	DistanceGrid() = default;

	/// The tree must be that of the surface, not empty, with the box `low` to `high`.
	DistanceGrid(const TriangleTree& tree, const Vec3& low, const Vec3& high);

	bool IsEmpty() const { return m_distance.empty(); }
	DistanceBounds Bounds(const Vec3& point) const;

private:
	Vec3 m_origin;
	double m_spacing = 0.0;
	int32_t m_nodes[3] = {0, 0, 0};
	std::vector<double> m_distance;  // m, without sign; x fastest
	std::vector<int32_t> m_triangle; // that is as far
};
} // namespace FractureCore
