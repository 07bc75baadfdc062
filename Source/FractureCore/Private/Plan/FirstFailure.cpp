// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A + s B reaches the tension S when S I - A - s B becomes singular. With S I - A = L L^T that is when s times the
// largest eigenvalue of L^-1 B L^-T is 1: a closed form, no search. Compression is the same with signs changed.
#include "Plan/FirstFailure.h"

#include "Math/StressAlgebra.h"
#include "Math/SymmetricEigen.h"

#include <algorithm>
#include <limits>

namespace FractureCore
{
namespace
{
/// Lower triangle of L, or false where the matrix is not positive definite.
bool FactorCholesky(const Sym3& a, double L[6])
{
	const double d0 = a.xx;
	if (!(d0 > 0.0))
	{
		return false;
	}
	L[0] = std::sqrt(d0);
	L[1] = a.xy / L[0];
	L[3] = a.zx / L[0];
	const double d1 = a.yy - L[1] * L[1];
	if (!(d1 > 0.0))
	{
		return false;
	}
	L[2] = std::sqrt(d1);
	L[4] = (a.yz - L[3] * L[1]) / L[2];
	const double d2 = a.zz - L[3] * L[3] - L[4] * L[4];
	if (!(d2 > 0.0))
	{
		return false;
	}
	L[5] = std::sqrt(d2);
	return true;
}

Vec3 SolveLower(const double L[6], const Vec3& b)
{
	const double x = b.x / L[0];
	const double y = (b.y - L[1] * x) / L[2];
	return {x, y, (b.z - L[3] * x - L[4] * y) / L[5]};
}

/// The least s >= 0 at which margin - s * growing stops being positive definite.
double LoadUntilSingular(const Sym3& margin, const Sym3& growing)
{
	double L[6];
	if (!FactorCholesky(margin, L))
	{
		return 0.0;
	}
	// Columns of L^-1 B, then again from the right: L^-1 (L^-1 B)^T is symmetric.
	const Vec3 c0 = SolveLower(L, {growing.xx, growing.xy, growing.zx});
	const Vec3 c1 = SolveLower(L, {growing.xy, growing.yy, growing.yz});
	const Vec3 c2 = SolveLower(L, {growing.zx, growing.yz, growing.zz});
	const Vec3 r0 = SolveLower(L, {c0.x, c1.x, c2.x});
	const Vec3 r1 = SolveLower(L, {c0.y, c1.y, c2.y});
	const Vec3 r2 = SolveLower(L, {c0.z, c1.z, c2.z});
	const double largest = DecomposeSymmetric({r0.x, r1.y, r2.z, r0.y, r1.z, r2.x}).values[0];
	return largest > 0.0 ? 1.0 / largest : std::numeric_limits<double>::infinity();
}
} // namespace

double FailureLoad(const Sym3& constant, const Sym3& growing, double strength, double compressiveFactor)
{
	const Sym3 tension = {strength, strength, strength, 0.0, 0.0, 0.0};
	const Sym3 compression = Scaled(tension, compressiveFactor);
	return (std::min)(LoadUntilSingular(Sum(tension, Scaled(constant, -1.0)), growing),
		LoadUntilSingular(Sum(compression, constant), Scaled(growing, -1.0)));
}
} // namespace FractureCore
