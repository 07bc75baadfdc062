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

	/// True only if the tet is farther from the point than the root of `distanceSquared`: the plane of a face parts
	/// them.
	bool IsFarther(const Vec3& point, double distanceSquared) const
	{
		const Vec3 weights = Map(point);
		const auto isBeyond = [distanceSquared](double weight, const Vec3& slope)
		{ return weight < 0.0 && weight * weight > distanceSquared * LengthSquared(slope); };
		return isBeyond(weights.x, gradient[0]) || isBeyond(weights.y, gradient[1]) ||
			isBeyond(weights.z, gradient[2]) ||
			isBeyond(1.0 - weights.x - weights.y - weights.z, gradient[0] + gradient[1] + gradient[2]);
	}
};

/// The tet must have a volume.
TetFrame MakeTetFrame(const TetMesh& mesh, const Tet& tet);

inline bool IsInSimplex(const Vec3& p)
{
	return p.x >= 0.0 && p.y >= 0.0 && p.z >= 0.0 && p.x + p.y + p.z <= 1.0;
}

/// From a point to a tet, m^2; 0 inside.
double TetDistanceSquared(const TetMesh& mesh, const Tet& tet, const Vec3& point);

/// Gaps up to this part of a tet's size count as touching: tets that were cut to the surface lie on it to rounding.
inline constexpr double kTouchTolerance = 1.0e-6;

/// Whether a triangle in the coordinates of TetFrame meets the unit simplex, by separating axes.
bool TriangleMeetsSimplex(const std::array<Vec3, 3>& triangle);
} // namespace FractureCore
