// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Principal values are a third of the time from an impulse to stresses when taken one by one: a chain of divisions and
// branches that no processor foresees. Four at a time take a quarter of it. The same operations in the same order, with
// choices in place of branches and no fused multiply-add, so that the bits are those of FindExtremes.
#include "Solve/PrincipalStresses.h"

#include "FractureCore/Hooks.h"
#include "Math/SymmetricEigen.h"
#include "Solve/Kernels.h"

#if FRACTURECORE_AVX2_KERNELS
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

namespace FractureCore::PrincipalLanes
{
namespace
{
constexpr size_t kLanes = 4;

struct Lanes
{
	__m256d v;

	friend FRACTURECORE_KERNEL_INLINE Lanes operator+(Lanes a, Lanes b) { return {_mm256_add_pd(a.v, b.v)}; }
	friend FRACTURECORE_KERNEL_INLINE Lanes operator-(Lanes a, Lanes b) { return {_mm256_sub_pd(a.v, b.v)}; }
	friend FRACTURECORE_KERNEL_INLINE Lanes operator*(Lanes a, Lanes b) { return {_mm256_mul_pd(a.v, b.v)}; }
	friend FRACTURECORE_KERNEL_INLINE Lanes operator/(Lanes a, Lanes b) { return {_mm256_div_pd(a.v, b.v)}; }
	friend FRACTURECORE_KERNEL_INLINE Lanes operator>(Lanes a, Lanes b)
	{
		return {_mm256_cmp_pd(a.v, b.v, _CMP_GT_OQ)};
	}
	friend FRACTURECORE_KERNEL_INLINE Lanes operator>=(Lanes a, Lanes b)
	{
		return {_mm256_cmp_pd(a.v, b.v, _CMP_GE_OQ)};
	}
};

FRACTURECORE_KERNEL_INLINE Lanes All(double value)
{
	return {_mm256_set1_pd(value)};
}
FRACTURECORE_KERNEL_INLINE Lanes Root(Lanes a)
{
	return {_mm256_sqrt_pd(a.v)};
}
FRACTURECORE_KERNEL_INLINE Lanes Magnitude(Lanes a)
{
	return {_mm256_andnot_pd(_mm256_set1_pd(-0.0), a.v)};
}
FRACTURECORE_KERNEL_INLINE Lanes Negative(Lanes a)
{
	return {_mm256_xor_pd(_mm256_set1_pd(-0.0), a.v)};
}
FRACTURECORE_KERNEL_INLINE Lanes Larger(Lanes a, Lanes b)
{
	return {_mm256_max_pd(a.v, b.v)};
}
FRACTURECORE_KERNEL_INLINE Lanes Smaller(Lanes a, Lanes b)
{
	return {_mm256_min_pd(a.v, b.v)};
}
FRACTURECORE_KERNEL_INLINE Lanes Choose(Lanes condition, Lanes yes, Lanes no)
{
	return {_mm256_blendv_pd(no.v, yes.v, condition.v)};
}

struct Vectors
{
	Lanes x, y, z;
};

FRACTURECORE_KERNEL_INLINE Vectors Choose(Lanes condition, const Vectors& yes, const Vectors& no)
{
	return {Choose(condition, yes.x, no.x), Choose(condition, yes.y, no.y), Choose(condition, yes.z, no.z)};
}
FRACTURECORE_KERNEL_INLINE Lanes DotOf(const Vectors& a, const Vectors& b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}
FRACTURECORE_KERNEL_INLINE Vectors CrossOf(const Vectors& a, const Vectors& b)
{
	return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
FRACTURECORE_KERNEL_INLINE Vectors UnitOf(const Vectors& a)
{
	const Lanes length = Root(DotOf(a, a));
	return {a.x / length, a.y / length, a.z / length};
}

struct Symmetric
{
	Lanes xx, yy, zz, xy, yz, zx;
};

FRACTURECORE_KERNEL_INLINE Vectors Times(const Symmetric& a, const Vectors& v)
{
	return {a.xx * v.x + a.xy * v.y + a.zx * v.z,
		a.xy * v.x + a.yy * v.y + a.yz * v.z,
		a.zx * v.x + a.yz * v.y + a.zz * v.z};
}

FRACTURECORE_KERNEL_INLINE Lanes Gather(const Sym3* s, double Sym3::*member)
{
	return {_mm256_set_pd(s[3].*member, s[2].*member, s[1].*member, s[0].*member)};
}

FRACTURECORE_KERNEL_INLINE Lanes CosineOfThirdOf(Lanes r)
{
	Lanes c = All(0.86602540378443864676) + r * (All(1.0 / 6.0) + r * (All(-0.0425205) + r * All(0.0098285)));
	for (int32_t step = 0; step < 3; ++step)
	{
		const Lanes square = c * c;
		c = c - (c * (All(4.0) * square - All(3.0)) - r) / (All(12.0) * square - All(3.0));
	}
	return c;
}

/// The longest cross product of two rows of (a - value I).
FRACTURECORE_KERNEL_INLINE Vectors IsolatedVectorOf(const Symmetric& a, Lanes value)
{
	const Vectors rows[3] = {{a.xx - value, a.xy, a.zx}, {a.xy, a.yy - value, a.yz}, {a.zx, a.yz, a.zz - value}};
	Vectors best = CrossOf(rows[0], rows[1]);
	Lanes longest = DotOf(best, best);
	const Vectors others[2] = {CrossOf(rows[1], rows[2]), CrossOf(rows[2], rows[0])};
	for (const Vectors& other : others)
	{
		const Lanes length = DotOf(other, other);
		const Lanes isLonger = length > longest;
		best = Choose(isLonger, other, best);
		longest = Choose(isLonger, length, longest);
	}
	return UnitOf(best);
}

/// FindExtremes of four matrices.
void FindFour(const Sym3* matrices, PrincipalStress* results)
{
	const Lanes zero = All(0.0);
	const Lanes one = All(1.0);
	const Symmetric m{Gather(matrices, &Sym3::xx),
		Gather(matrices, &Sym3::yy),
		Gather(matrices, &Sym3::zz),
		Gather(matrices, &Sym3::xy),
		Gather(matrices, &Sym3::yz),
		Gather(matrices, &Sym3::zx)};
	const Lanes largestEntry = Larger(Larger(Larger(Magnitude(m.xx), Magnitude(m.yy)), Magnitude(m.zz)),
		Larger(Larger(Magnitude(m.xy), Magnitude(m.yz)), Magnitude(m.zx)));
	const Lanes scale = Larger(largestEntry, All(1.0e-300));
	const Lanes inverse = one / scale;
	Symmetric a{m.xx * inverse, m.yy * inverse, m.zz * inverse, m.xy * inverse, m.yz * inverse, m.zx * inverse};
	const Lanes mean = (a.xx + a.yy + a.zz) / All(3.0);
	a.xx = a.xx - mean;
	a.yy = a.yy - mean;
	a.zz = a.zz - mean;
	const Lanes offDiagonal = a.xy * a.xy + a.yz * a.yz + a.zx * a.zx;
	const Lanes p = Root((a.xx * a.xx + a.yy * a.yy + a.zz * a.zz + All(2.0) * offDiagonal) / All(6.0));
	const Lanes hasDeviator = p > All(1.0e-100);
	const Lanes determinant =
		a.xx * (a.yy * a.zz - a.yz * a.yz) - a.xy * (a.xy * a.zz - a.yz * a.zx) + a.zx * (a.xy * a.yz - a.yy * a.zx);
	const Lanes r = Larger(Smaller(determinant / (All(2.0) * p * p * p), one), All(-1.0));
	const Lanes value = Choose(r >= zero, All(2.0), All(-2.0)) * p * CosineOfThirdOf(Magnitude(r));
	const Vectors w = IsolatedVectorOf(a, value);
	const Lanes isAlongX = Magnitude(w.x) > Magnitude(w.y);
	const Vectors u = UnitOf(
		{Choose(isAlongX, Negative(w.z), zero), Choose(isAlongX, zero, w.z), Choose(isAlongX, w.x, Negative(w.y))});
	const Vectors v = CrossOf(w, u);
	const Vectors au = Times(a, u);
	const Vectors av = Times(a, v);
	const Lanes uu = DotOf(u, au);
	const Lanes uv = DotOf(u, av);
	const Lanes vv = DotOf(v, av);
	const Lanes middle = All(0.5) * (uu + vv);
	const Lanes half = All(0.5) * (uu - vv);
	const Lanes radius = Root(half * half + uv * uv);
	const Lanes isPositive = value > zero;
	const Lanes isRising = half >= zero;
	const Lanes x = Choose(isRising, half + radius, uv);
	const Lanes y = Choose(isRising, uv, radius - half);
	const Vectors turned = UnitOf({u.x * x + v.x * y, u.y * x + v.y * y, u.z * x + v.z * y});
	const Vectors direction = Choose(isPositive, w, Choose(radius > zero, turned, u));
	const Lanes isolated = (value + mean) * scale;
	Lanes largest = Choose(isPositive, isolated, (middle + radius + mean) * scale);
	Lanes smallest = Choose(isPositive, (middle - radius + mean) * scale, isolated);
	largest = Choose(hasDeviator, largest, mean * scale);
	smallest = Choose(hasDeviator, smallest, mean * scale);
	const Vectors shown = Choose(hasDeviator, direction, {one, zero, zero});

	alignas(32) double out[5][kLanes];
	const Lanes columns[5] = {largest, smallest, shown.x, shown.y, shown.z};
	for (int32_t k = 0; k < 5; ++k)
	{
		_mm256_store_pd(out[k], columns[k].v);
	}
	for (size_t lane = 0; lane < kLanes; ++lane)
	{
		results[lane].largest = out[0][lane];
		results[lane].smallest = out[1][lane];
		results[lane].direction.x = out[2][lane];
		results[lane].direction.y = out[3][lane];
		results[lane].direction.z = out[4][lane];
	}
}
} // namespace
} // namespace FractureCore::PrincipalLanes

#if defined(__clang__)
#pragma clang attribute pop
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif
#endif

namespace FractureCore
{
void FindPrincipalStresses(std::span<const Sym3> stresses, std::span<PrincipalStress> principal, SolvePath path)
{
	FRACTURECORE_ASSERT(stresses.size() == principal.size());
	size_t at = 0;
#if FRACTURECORE_AVX2_KERNELS
	if (path == SolvePath::Avx2)
	{
		for (; at + PrincipalLanes::kLanes <= stresses.size(); at += PrincipalLanes::kLanes)
		{
			PrincipalLanes::FindFour(stresses.data() + at, principal.data() + at);
		}
	}
#endif
	static_cast<void>(path);
	for (; at < stresses.size(); ++at)
	{
		const SymmetricExtremes extremes = FindExtremes(stresses[at]);
		principal[at] = {extremes.largest, extremes.smallest, extremes.direction};
	}
}
} // namespace FractureCore
