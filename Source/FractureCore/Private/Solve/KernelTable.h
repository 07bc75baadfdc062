// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/PanelShape.h"
#include "Solve/SymbolicFactor.h"

namespace FractureCore
{
/// The instructions that factor and solve. Results differ in rounding between paths, because one fuses multiplies with
/// adds; on one path they are the same bytes on any machine and for any number of threads. So every peer of a session
/// must use the same path, and a path is never changed under a live factor.
enum class SolvePath : uint8_t
{
	Portable, // plain multiplies and adds, 128 bits wide; runs everywhere
	Avx2,     // fused multiply-adds, 256 bits wide; x64 processors with AVX2 and FMA
};

/// True if this processor and this build can run the path.
bool IsAvailable(SolvePath path);

/// The path of this process: the fastest available one, unless FixSolvePath came first. Never changes once asked for.
SolvePath ActiveSolvePath();

/// Chooses the path before its first use. False if it is not available or another one is already in use.
bool FixSolvePath(SolvePath path);

/// Dense arithmetic on one supernode. Every number is summed in an order that depends on the shape alone.
template <typename T>
struct KernelTable
{
	/// Adds a child's update matrix to the parent's panel and, where its columns lie below, update matrix.
	void (*extendAdd)(PanelShape<T> parent,
		T* panel,
		T* update,
		std::span<const FrontRun> runs,
		const T* childUpdate,
		int32_t childStride);

	/// Cholesky of the diagonal block. Returns the first column whose pivot is not above its entry of `pivotFloor`
	/// (`width` entries), or kNoIndex.
	int32_t (*factorDiagonal)(PanelShape<T> shape, T* panel, const T* pivotFloor);

	/// Finishes tiles [begin, end) of the rows below; the diagonal block must be done.
	void (*solveBelow)(PanelShape<T> shape, T* panel, int32_t begin, int32_t end);

	/// Row tiles first, first + step, ... of update -= below below^T; with `overwrite`, update = -below below^T.
	void (*updateRows)(PanelShape<T> shape, const T* panel, T* update, bool overwrite, int32_t first, int32_t step);

	/// x (width) = L_diagonal^-1 x; below (padded) = L_below x.
	void (*forward)(PanelShape<T> shape, const T* panel, T* x, T* below);

	/// x = L_diagonal^-T (x - L_below^T below). `below` is padded with zeros; `scratch` has 8 width entries.
	void (*backward)(PanelShape<T> shape, const T* panel, T* x, const T* below, T* scratch);

	/// The same for kRhsBlock interleaved right-hand sides.
	void (*forwardMany)(PanelShape<T> shape, const T* panel, T* x, T* below);
	void (*backwardMany)(PanelShape<T> shape, const T* panel, T* x, const T* below, T* scratch);
};

/// The kernels of an available path.
template <typename T>
const KernelTable<T>& GetKernels(SolvePath path);
} // namespace FractureCore
