// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/TetMesh.h"

#include <array>

namespace FractureCore
{
/// The affine map that takes a tet to the unit simplex: barycentric coordinates.
struct TetFrame
{
	Vec3 origin;      // node 0
	Vec3 gradient[3]; // of the coordinates that belong to nodes 1, 2, 3; 1/m

	/// Coordinates of nodes 1, 2, 3; node 0 has the rest to 1.
	Vec3 Map(const Vec3& point) const
	{
		const Vec3 p = point - origin;
		return {Dot(gradient[0], p), Dot(gradient[1], p), Dot(gradient[2], p)};
	}
};

/// The tet must have a volume.
TetFrame MakeTetFrame(const TetMesh& mesh, const Tet& tet);

inline bool IsInSimplex(const Vec3& p)
{
	return p.x >= 0.0 && p.y >= 0.0 && p.z >= 0.0 && p.x + p.y + p.z <= 1.0;
}

/// From a point to a tet, m^2; 0 inside. `weights`: the point in the tet's frame.
double TetDistanceSquared(const TetMesh& mesh, const Tet& tet, const Vec3& point, const Vec3& weights);

/// Gaps up to this part of a tet's size count as touching: tets that were cut to the surface lie on it to rounding.
inline constexpr double kTouchTolerance = 1.0e-6;

/// Whether a triangle in the coordinates of TetFrame meets the unit simplex, by separating axes.
bool TriangleMeetsSimplex(const std::array<Vec3, 3>& triangle);
} // namespace FractureCore
