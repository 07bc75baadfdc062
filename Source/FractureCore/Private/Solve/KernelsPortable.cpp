// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// 128-bit kernels without fused multiply-adds: SSE2, which every x64 processor has, or plain arrays of the same length,
// which compilers turn into the host's vectors. Both round alike.
#include "Solve/Kernels.h"

#include <cmath>
#include <cstring>

#if defined(__SSE2__) || defined(_M_X64)
#define FRACTURECORE_SSE2_PACKS 1
#include <emmintrin.h>
#else
#define FRACTURECORE_SSE2_PACKS 0
#endif

namespace FractureCore::PortableKernels
{
namespace
{
template <typename T>
struct Pack;

#if FRACTURECORE_SSE2_PACKS
template <>
struct Pack<double>
{
	static constexpr int32_t kLanes = 2;
	__m128d v;

	static FRACTURECORE_KERNEL_INLINE Pack Zero() { return {_mm_setzero_pd()}; }
	static FRACTURECORE_KERNEL_INLINE Pack Load(const double* p) { return {_mm_loadu_pd(p)}; }
	static FRACTURECORE_KERNEL_INLINE Pack Broadcast(double s) { return {_mm_set1_pd(s)}; }
	FRACTURECORE_KERNEL_INLINE void Store(double* p) const { _mm_storeu_pd(p, v); }
	FRACTURECORE_KERNEL_INLINE double Sum() const { return _mm_cvtsd_f64(_mm_add_sd(v, _mm_unpackhi_pd(v, v))); }
	friend FRACTURECORE_KERNEL_INLINE Pack operator+(Pack a, Pack b) { return {_mm_add_pd(a.v, b.v)}; }
	friend FRACTURECORE_KERNEL_INLINE Pack operator-(Pack a, Pack b) { return {_mm_sub_pd(a.v, b.v)}; }
	friend FRACTURECORE_KERNEL_INLINE Pack operator*(Pack a, Pack b) { return {_mm_mul_pd(a.v, b.v)}; }
};

template <>
struct Pack<float>
{
	static constexpr int32_t kLanes = 4;
	__m128 v;

	static FRACTURECORE_KERNEL_INLINE Pack Zero() { return {_mm_setzero_ps()}; }
	static FRACTURECORE_KERNEL_INLINE Pack Load(const float* p) { return {_mm_loadu_ps(p)}; }
	static FRACTURECORE_KERNEL_INLINE Pack Broadcast(float s) { return {_mm_set1_ps(s)}; }
	FRACTURECORE_KERNEL_INLINE void Store(float* p) const { _mm_storeu_ps(p, v); }
	FRACTURECORE_KERNEL_INLINE float Sum() const
	{
		const __m128 pairs = _mm_add_ps(v, _mm_movehl_ps(v, v));
		return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
	}
	friend FRACTURECORE_KERNEL_INLINE Pack operator+(Pack a, Pack b) { return {_mm_add_ps(a.v, b.v)}; }
	friend FRACTURECORE_KERNEL_INLINE Pack operator-(Pack a, Pack b) { return {_mm_sub_ps(a.v, b.v)}; }
	friend FRACTURECORE_KERNEL_INLINE Pack operator*(Pack a, Pack b) { return {_mm_mul_ps(a.v, b.v)}; }
};
#else
template <typename T>
struct Pack
{
	static constexpr int32_t kLanes = 16 / static_cast<int32_t>(sizeof(T));
	T v[kLanes];

	static FRACTURECORE_KERNEL_INLINE Pack Zero() { return Broadcast(T(0)); }
	static FRACTURECORE_KERNEL_INLINE Pack Load(const T* p)
	{
		Pack a;
		std::memcpy(a.v, p, sizeof(a.v));
		return a;
	}
	static FRACTURECORE_KERNEL_INLINE Pack Broadcast(T s)
	{
		Pack a;
		for (T& lane : a.v)
		{
			lane = s;
		}
		return a;
	}
	FRACTURECORE_KERNEL_INLINE void Store(T* p) const { std::memcpy(p, v, sizeof(v)); }
	FRACTURECORE_KERNEL_INLINE T Sum() const
	{
		if constexpr (kLanes == 2)
		{
			return v[0] + v[1];
		}
		else
		{
			return (v[0] + v[2]) + (v[1] + v[3]); // the order of the SSE2 version
		}
	}
	friend FRACTURECORE_KERNEL_INLINE Pack operator+(Pack a, const Pack& b)
	{
		for (int32_t i = 0; i < kLanes; ++i)
		{
			a.v[i] += b.v[i];
		}
		return a;
	}
	friend FRACTURECORE_KERNEL_INLINE Pack operator-(Pack a, const Pack& b)
	{
		for (int32_t i = 0; i < kLanes; ++i)
		{
			a.v[i] -= b.v[i];
		}
		return a;
	}
	friend FRACTURECORE_KERNEL_INLINE Pack operator*(Pack a, const Pack& b)
	{
		for (int32_t i = 0; i < kLanes; ++i)
		{
			a.v[i] *= b.v[i];
		}
		return a;
	}
};
#endif

/// a b + c
template <typename T>
FRACTURECORE_KERNEL_INLINE Pack<T> MultiplyAdd(Pack<T> a, Pack<T> b, Pack<T> c)
{
	return a * b + c;
}

// Nine sums, three rows, a factor and a product: 14 of 16 registers.
constexpr int32_t kColumnsAtOnce = 3;

#include "Solve/Kernels.inl"
} // namespace
} // namespace FractureCore::PortableKernels

namespace FractureCore
{
template <>
const KernelTable<float>& GetPortableKernels()
{
	static constexpr KernelTable<float> kTable = PortableKernels::MakeKernelTable<float>();
	return kTable;
}

template <>
const KernelTable<double>& GetPortableKernels()
{
	static constexpr KernelTable<double> kTable = PortableKernels::MakeKernelTable<double>();
	return kTable;
}
} // namespace FractureCore
