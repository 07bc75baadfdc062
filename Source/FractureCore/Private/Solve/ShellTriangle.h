// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

namespace FractureCore
{
/// A flat triangle of a thin shell: membrane [Bao07, section 4] plus bending, without which a pane or an open shard has
/// far more than six motions that cost nothing. Each corner has a displacement u (m) and a rotation r (rad), in global
/// axes; unknowns are ordered u1, r1, u2, r2, u3, r3.
struct ShellTriangle
{
	static constexpr int32_t kUnknowns = 18;

	/// J. Symmetric, null space exactly the six rigid motions.
	double stiffness[kUnknowns][kUnknowns] = {};

	/// Rows xx, yy, xy (plane stress, Pa) in the triangle's axes, on the middle and per +t/2 away from it along the
	/// normal: stress at height z is membrane + (2 z / t) bending.
	double membraneStress[3][kUnknowns] = {};
	double bendingStress[3][kUnknowns] = {};

	Vec3 axes[3];      // the triangle's x, y and normal
	double area = 0.0; // m^2
};

/// Corners in metres, counter-clockwise seen from the normal, not collinear. Young's modulus in Pa, thickness in m.
ShellTriangle MakeShellTriangle(const Vec3 corners[3], double thickness, double youngModulus, double poissonRatio);
} // namespace FractureCore
