// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <cmath>

namespace FractureCore
{
/// Some unit vector at a right angle to `a`, which must not be zero.
inline Vec3 UnitAcross(const Vec3& a)
{
	const Vec3 m{std::abs(a.x), std::abs(a.y), std::abs(a.z)};
	const Vec3 leastAxis = m.x <= m.y && m.x <= m.z ? Vec3{1, 0, 0} : (m.y <= m.z ? Vec3{0, 1, 0} : Vec3{0, 0, 1});
	return Normalised(Cross(a, leastAxis));
}
} // namespace FractureCore
