// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Break/RestShape.h"
#include "CoreMinimal.h"
#include "DynamicMesh/DynamicMesh3.h"
#include "FractureCore/Hull.h"
#include "FractureCore/SurfaceMesh.h"
#include "PhysicsEngine/AggregateGeom.h"

#include <span>

// Any thread.

namespace FractureSim::Private
{
/// Positions relative to `Centre` (m). Material ids are the core's slots. Normals and UVs as they are; a surface
/// without normals gets one a triangle. `OutSource` is, for each vertex, the surface's: the surface's own in order,
/// then those that edges of three and more triangles need twice.
FRACTURESIM_API UE::Geometry::FDynamicMesh3 ToDynamicMesh(
	const FractureCore::SurfaceMesh& Surface, const FractureCore::Vec3& Centre, TArray<int32>* OutSource = nullptr);

/// Convex shapes, shrunk a little about their own middle so that newborn neighbours do not push each other away.
FKAggregateGeom ToCollisionShapes(std::span<const FractureCore::ConvexHull> Hulls, const FractureCore::Vec3& Centre);

/// So many points, each for the same share of the area.
TArray<FSurfaceSample> SampleSurface(const FractureCore::SurfaceMesh& Surface, int32 Count);
} // namespace FractureSim::Private
