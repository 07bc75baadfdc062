// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/MassProperties.h"
#include "FractureCore/SurfaceMesh.h"
#include "Rigid/ConvexPart.h"
#include "Rigid/LevelSet.h"
#include "Rigid/PointTree.h"
#include "Rigid/ShellMesh.h"
#include "Rigid/SurfaceField.h"

#include <memory>
#include <span>
#include <vector>

namespace FractureCore
{
/// What a body collides with. Convex bodies are their hull, fragments a few hulls, or points and a level set where
/// those would fill what is hollow; other bodies are the points of their surface against the other's signed distance,
/// and the other way round, or triangles against triangles where one of two is a thin shell. Measured on the shards of
/// a bowl, hulls settle in a tenth of the time, because they also know where two edges cross. Coordinates are relative
/// to the centre of mass, in the mesh's axes.
struct RigidShape
{
	std::shared_ptr<const SurfaceMesh> surface;
	MassProperties mass;    // mesh frame
	double radius = 0.0;    // m, of the ball about the centre of mass that holds the body
	double curvature = 0.0; // m, radius that stands for the body in Hertz's formula
	double skin = 0.0;      // m: the gap at which it counts as touching
	double thickness = 0.0; // m, smallest extent of its box
	Vec3 low;               // m, box
	Vec3 high;
	std::vector<ConvexPart> parts;       // empty: of neither kind
	PointTree points;                    // of a body without parts, or of a convex one of many corners
	std::vector<ConvexPart> envelope;    // of a body that is not one convex part: one hull of few vertices
	double outside = 0.0;                // m that the body stands out of its envelope at most
	bool isShell = false;                // a body without parts, with walls too thin for the cells of a grid
	std::unique_ptr<SurfaceField> field; // of a body without parts; null until it comes near something
	std::unique_ptr<ShellMesh> shell;    // likewise, and of a convex body that comes near a shell
	std::unique_ptr<LevelSet> levels;    // of a concave piece, instead of a field; mesh frame

	bool IsConvex() const { return parts.size() == 1; }
	/// A convex part that holds the body, but for `outside`.
	const ConvexPart& Cover() const { return IsConvex() ? parts.front() : envelope.front(); }
	bool HasParts() const { return !parts.empty(); }
	/// Its field is still to be made.
	bool LacksField() const { return parts.empty() && field == nullptr && levels == nullptr; }
	void MakeField();
	void MakeShell();
};

// Of the smallest extent: who moves farther in a step might pass through something.
inline constexpr double kFastShare = 0.25;

/// A shape somewhere in the world.
struct PlacedShape
{
	const RigidShape* shape = nullptr;
	Vec3 x; // of the centre of mass
	Mat3 rotation;

	Vec3 ToWorldPoint(const Vec3& local) const { return x + rotation * local; }
	Vec3 ToLocalPoint(const Vec3& point) const { return Transposed(rotation) * (point - x); }
};

/// Whether two bodies meet triangle by triangle.
inline bool MeetAsShells(const RigidShape& a, const RigidShape& b)
{
	const bool areWhole = (!a.HasParts() || a.IsConvex()) && (!b.HasParts() || b.IsConvex());
	return (a.isShell || b.isShell) && areWhole;
}

/// What two bodies that meet so still lack.
inline void MakeShells(RigidShape& a, RigidShape& b)
{
	for (RigidShape* shape : {&a, &b})
	{
		if (shape->shell == nullptr)
		{
			shape->MakeShell();
		}
	}
}

/// All that two bodies that come near each other still lack.
inline void MakeReady(RigidShape& a, RigidShape& b)
{
	for (RigidShape* shape : {&a, &b})
	{
		if (shape->LacksField())
		{
			shape->MakeField();
		}
	}
	if (MeetAsShells(a, b))
	{
		MakeShells(a, b);
	}
}

/// The surface must be closed and `mass` physical. Everything but the field. `hulls` cover a fragment; a body without
/// them is looked at: convex, or not.
std::shared_ptr<RigidShape> MakeRigidShape(
	std::shared_ptr<const SurfaceMesh> surface, const MassProperties& mass, std::span<const ConvexHull> hulls);

/// Of a piece that collides by its level set.
std::shared_ptr<RigidShape> MakeLevelShape(
	std::shared_ptr<const SurfaceMesh> surface, const MassProperties& mass, std::unique_ptr<LevelSet> levels);

/// m, of the nodes of a body's level set: 64 cells along its longest side [Bao07] section 7.
double LevelSpacing(const SurfaceMesh& surface);

/// m, of a wall with that volume and the area of the surface.
double WallThickness(const SurfaceMesh& surface, double volume);
} // namespace FractureCore
