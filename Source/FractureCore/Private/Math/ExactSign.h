// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

namespace FractureCore
{
/// u x v with every component right to two units in its last place, also where it is a small difference of large
/// products, as for a sliver of a triangle. Components of u and v must have at most 52 bits and a common exponent
/// within them: whole multiples, below 2^52, of one power of two.
Vec3 AccurateCross(const Vec3& u, const Vec3& v);

/// The sign of det[u v w], -1, 0 or 1, without rounding, as long as no product of three components leaves the range of
/// double.
int32_t DeterminantSign(const Vec3& u, const Vec3& v, const Vec3& w);
} // namespace FractureCore
