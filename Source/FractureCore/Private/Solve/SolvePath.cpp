// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/KernelTable.h"
#include "Solve/Kernels.h"

#include <atomic>

#if FRACTURECORE_AVX2_KERNELS && defined(_MSC_VER)
#include <immintrin.h>
#include <intrin.h>
#endif

namespace FractureCore
{
namespace
{
constexpr int32_t kPathNotChosen = -1;
std::atomic<int32_t> activeSolvePath{kPathNotChosen};

#if FRACTURECORE_AVX2_KERNELS && defined(_MSC_VER)
#ifdef __clang__
__attribute__((target("xsave")))
#endif
bool HasAvx2()
{
	int registers[4];
	__cpuid(registers, 1);
	constexpr int kFma = 1 << 12;
	constexpr int kOsSavesState = 1 << 27;
	constexpr int kAvx = 1 << 28;
	constexpr int kNeeded = kFma | kOsSavesState | kAvx;
	if ((registers[2] & kNeeded) != kNeeded || (_xgetbv(0) & 6u) != 6u)
	{
		return false;
	}
	__cpuidex(registers, 7, 0);
	constexpr int kAvx2 = 1 << 5;
	return (registers[1] & kAvx2) != 0;
}
#elif FRACTURECORE_AVX2_KERNELS
bool HasAvx2()
{
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#else
bool HasAvx2()
{
	return false;
}
#endif
} // namespace

bool IsAvailable(SolvePath path)
{
	static const bool hasAvx2 = HasAvx2();
	return path == SolvePath::Portable || hasAvx2;
}

SolvePath ActiveSolvePath()
{
	int32_t chosen = activeSolvePath.load();
	if (chosen == kPathNotChosen)
	{
		FixSolvePath(IsAvailable(SolvePath::Avx2) ? SolvePath::Avx2 : SolvePath::Portable);
		chosen = activeSolvePath.load();
	}
	return static_cast<SolvePath>(chosen);
}

bool FixSolvePath(SolvePath path)
{
	if (!IsAvailable(path))
	{
		return false;
	}
	int32_t expected = kPathNotChosen;
	return activeSolvePath.compare_exchange_strong(expected, static_cast<int32_t>(path)) ||
		expected == static_cast<int32_t>(path);
}

template <typename T>
const KernelTable<T>& GetKernels(SolvePath path)
{
#if FRACTURECORE_AVX2_KERNELS
	if (path == SolvePath::Avx2)
	{
		return GetAvx2Kernels<T>();
	}
#endif
	static_cast<void>(path);
	return GetPortableKernels<T>();
}

template const KernelTable<float>& GetKernels<float>(SolvePath path);
template const KernelTable<double>& GetKernels<double>(SolvePath path);
} // namespace FractureCore
