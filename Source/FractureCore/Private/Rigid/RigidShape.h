// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/MassProperties.h"
#include "FractureCore/SurfaceMesh.h"
#include "Rigid/ConvexPart.h"
#include "Rigid/PointTree.h"
#include "Rigid/SurfaceField.h"

#include <memory>
#include <vector>

namespace FractureCore
{
/// What a body collides with: its convex hull where it is convex, else the points of its surface against the other's
/// signed distance and the other way round. Coordinates are relative to the centre of mass, in the mesh's axes.
struct RigidShape
{
	std::shared_ptr<const SurfaceMesh> surface;
	MassProperties mass; // mesh frame
	bool isConvex = false;
	double radius = 0.0;    // m, of the ball about the centre of mass that holds the body
	double curvature = 0.0; // m, radius that stands for the body in Hertz's formula
	double skin = 0.0;      // m: the gap at which it counts as touching
	Vec3 low;               // m, box
	Vec3 high;
	ConvexPart hull;                     // of a convex body
	PointTree points;                    // of another
	std::unique_ptr<SurfaceField> field; // of another; null until it comes near something
};

/// A shape somewhere in the world.
struct PlacedShape
{
	const RigidShape* shape = nullptr;
	Vec3 x; // of the centre of mass
	Mat3 rotation;

	Vec3 ToWorldPoint(const Vec3& local) const { return x + rotation * local; }
	Vec3 ToLocalPoint(const Vec3& point) const { return Transposed(rotation) * (point - x); }
};

/// The surface must be closed and `mass` physical. Everything but the field.
std::shared_ptr<RigidShape> MakeRigidShape(std::shared_ptr<const SurfaceMesh> surface, const MassProperties& mass);
} // namespace FractureCore
