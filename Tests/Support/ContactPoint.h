// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"
#include "Mesh/TriangleTree.h"

namespace FractureTest
{
/// Where a blow from nearby meets a surface. Off it, the blow would twist the surface too.
inline FractureCore::Vec3 ContactPoint(const FractureCore::SurfaceMesh& mesh, const FractureCore::Vec3& nearby)
{
	const FractureCore::TriangleTree tree(mesh.positions, mesh.triangles, FractureCore::SerialRunner());
	return tree.Closest(nearby, 1.0).point;
}
} // namespace FractureTest
