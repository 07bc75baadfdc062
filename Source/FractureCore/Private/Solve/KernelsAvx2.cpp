// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// 256-bit kernels with fused multiply-adds. Only functions between the two pragmas may use AVX2; nothing from the
// standard library is defined there, so the linker can never pick an AVX2 copy of a shared template.
#include "Solve/Kernels.h"

#if FRACTURECORE_AVX2_KERNELS
#include <cmath>
#include <cstring>
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

namespace FractureCore::Avx2Kernels
{
namespace
{
template <typename T>
struct Pack;

template <>
struct Pack<double>
{
	static constexpr int32_t kLanes = 4;
	__m256d v;

	static FRACTURECORE_KERNEL_INLINE Pack Zero() { return {_mm256_setzero_pd()}; }
	static FRACTURECORE_KERNEL_INLINE Pack Load(const double* p) { return {_mm256_loadu_pd(p)}; }
	static FRACTURECORE_KERNEL_INLINE Pack Broadcast(double s) { return {_mm256_set1_pd(s)}; }
	FRACTURECORE_KERNEL_INLINE void Store(double* p) const { _mm256_storeu_pd(p, v); }
	FRACTURECORE_KERNEL_INLINE double Sum() const
	{
		const __m128d pairs = _mm_add_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd(v, 1));
		return _mm_cvtsd_f64(_mm_add_sd(pairs, _mm_unpackhi_pd(pairs, pairs)));
	}
	friend FRACTURECORE_KERNEL_INLINE Pack operator+(Pack a, Pack b) { return {_mm256_add_pd(a.v, b.v)}; }
	friend FRACTURECORE_KERNEL_INLINE Pack operator-(Pack a, Pack b) { return {_mm256_sub_pd(a.v, b.v)}; }
	friend FRACTURECORE_KERNEL_INLINE Pack operator*(Pack a, Pack b) { return {_mm256_mul_pd(a.v, b.v)}; }
};

template <>
struct Pack<float>
{
	static constexpr int32_t kLanes = 8;
	__m256 v;

	static FRACTURECORE_KERNEL_INLINE Pack Zero() { return {_mm256_setzero_ps()}; }
	static FRACTURECORE_KERNEL_INLINE Pack Load(const float* p) { return {_mm256_loadu_ps(p)}; }
	static FRACTURECORE_KERNEL_INLINE Pack Broadcast(float s) { return {_mm256_set1_ps(s)}; }
	FRACTURECORE_KERNEL_INLINE void Store(float* p) const { _mm256_storeu_ps(p, v); }
	FRACTURECORE_KERNEL_INLINE float Sum() const
	{
		const __m128 quads = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
		const __m128 pairs = _mm_add_ps(quads, _mm_movehl_ps(quads, quads));
		return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
	}
	friend FRACTURECORE_KERNEL_INLINE Pack operator+(Pack a, Pack b) { return {_mm256_add_ps(a.v, b.v)}; }
	friend FRACTURECORE_KERNEL_INLINE Pack operator-(Pack a, Pack b) { return {_mm256_sub_ps(a.v, b.v)}; }
	friend FRACTURECORE_KERNEL_INLINE Pack operator*(Pack a, Pack b) { return {_mm256_mul_ps(a.v, b.v)}; }
};

/// a b + c
FRACTURECORE_KERNEL_INLINE Pack<double> MultiplyAdd(Pack<double> a, Pack<double> b, Pack<double> c)
{
	return {_mm256_fmadd_pd(a.v, b.v, c.v)};
}

FRACTURECORE_KERNEL_INLINE Pack<float> MultiplyAdd(Pack<float> a, Pack<float> b, Pack<float> c)
{
	return {_mm256_fmadd_ps(a.v, b.v, c.v)};
}

// Twelve sums, three rows and a factor: all 16 registers.
constexpr int32_t kColumnsAtOnce = 4;

#include "Solve/Kernels.inl"
} // namespace
} // namespace FractureCore::Avx2Kernels

#if defined(__clang__)
#pragma clang attribute pop
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif

namespace FractureCore
{
template <>
const KernelTable<float>& GetAvx2Kernels()
{
	static constexpr KernelTable<float> kTable = Avx2Kernels::MakeKernelTable<float>();
	return kTable;
}

template <>
const KernelTable<double>& GetAvx2Kernels()
{
	static constexpr KernelTable<double> kTable = Avx2Kernels::MakeKernelTable<double>();
	return kTable;
}
} // namespace FractureCore
#endif
