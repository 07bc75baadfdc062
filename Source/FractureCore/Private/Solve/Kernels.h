// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/KernelTable.h"

// Whether this build carries the AVX2 kernels. They need no compiler flag: their functions are marked one by one, so
// the same files build under Unreal's build tool, and everything else stays runnable on any x64 processor.
// Not with GCC for Windows, which keeps 256-bit registers on a stack aligned to 128 bits (its bug 54412).
#ifndef FRACTURECORE_AVX2_KERNELS
#if (defined(__x86_64__) || defined(_M_X64)) && !defined(_M_ARM64EC) && !(defined(__MINGW32__) && !defined(__clang__))
#define FRACTURECORE_AVX2_KERNELS 1
#else
#define FRACTURECORE_AVX2_KERNELS 0
#endif
#endif

// Kernels must end up as one loop without calls: a register's worth of arguments does not survive one.
#if defined(_MSC_VER)
#define FRACTURECORE_KERNEL_INLINE __forceinline
#else
#define FRACTURECORE_KERNEL_INLINE inline __attribute__((always_inline))
#endif

namespace FractureCore
{
template <typename T>
const KernelTable<T>& GetPortableKernels();

template <typename T>
const KernelTable<T>& GetAvx2Kernels();
} // namespace FractureCore
