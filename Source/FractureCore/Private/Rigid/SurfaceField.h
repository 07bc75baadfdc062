// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/Types.h"
#include "Mesh/TriangleTree.h"
#include "Rigid/DistanceGrid.h"
#include "Rigid/PseudoNormals.h"

#include <vector>

namespace FractureCore
{
struct FieldSample
{
	double distance = 0.0; // m, negative inside
	Vec3 normal;           // unit gradient: away from the surface outside and inside alike
	bool isNear = false;   // within the asked distance; else nothing above is set
};

/// Signed distance to a closed surface, exact everywhere: the nearest triangle from a tree, the sign from the
/// pseudonormal of the face, edge or corner that is nearest [Baerentzen05]. The paper interpolates on fine grids
/// [Bao07] section 7; here a coarse one bounds distances, and triangles have the last word: thin walls need no fine
/// cells.
class SurfaceField
{
public:
	/// `origin` becomes the origin of the field.
	SurfaceField(const SurfaceMesh& surface, const Vec3& origin, TaskRunner& runner);

	FieldSample Sample(const Vec3& point, double maxDistance) const;

	/// False: certainly not, as far as the grid knows.
	bool MayBeNear(const Vec3& point, double maxDistance) const
	{
		return m_grid.IsEmpty() || m_grid.Bounds(point).least <= maxDistance;
	}
	/// Whether the surface is within `maxDistance` of a point, which mostly needs no look at it.
	bool IsNear(const Vec3& point, double maxDistance) const;

private:
	/// No less than the distance of a point, by the triangle that is nearest to another one nearby.
	double DistanceBound(const Vec3& point, int32_t triangle) const;

	std::vector<Vec3> m_positions;
	std::vector<Triangle> m_triangles;
	PseudoNormals m_normals;
	TriangleTree m_tree;
	DistanceGrid m_grid; // empty where there are few triangles
};
} // namespace FractureCore
