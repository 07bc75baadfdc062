// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

namespace FractureCore
{
inline Vec3 Multiply(const Sym3& s, const Vec3& v)
{
	return {s.xx * v.x + s.xy * v.y + s.zx * v.z,
		s.xy * v.x + s.yy * v.y + s.yz * v.z,
		s.zx * v.x + s.yz * v.y + s.zz * v.z};
}

/// Normal stress on the plane with the unit normal n.
inline double NormalStress(const Sym3& s, const Vec3& n)
{
	return Dot(n, Multiply(s, n));
}

inline Sym3 Scaled(const Sym3& s, double factor)
{
	return {s.xx * factor, s.yy * factor, s.zz * factor, s.xy * factor, s.yz * factor, s.zx * factor};
}

inline Sym3 Sum(const Sym3& a, const Sym3& b)
{
	return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.yz + b.yz, a.zx + b.zx};
}

/// P s P with P = I - c n n^T for a unit vector n.
inline Sym3 Contracted(const Sym3& s, const Vec3& n, double c)
{
	const Vec3 w = Multiply(s, n);
	const double k = c * c * Dot(n, w);
	return {s.xx - 2.0 * c * n.x * w.x + k * n.x * n.x,
		s.yy - 2.0 * c * n.y * w.y + k * n.y * n.y,
		s.zz - 2.0 * c * n.z * w.z + k * n.z * n.z,
		s.xy - c * (n.x * w.y + n.y * w.x) + k * n.x * n.y,
		s.yz - c * (n.y * w.z + n.z * w.y) + k * n.y * n.z,
		s.zx - c * (n.z * w.x + n.x * w.z) + k * n.z * n.x};
}
} // namespace FractureCore
