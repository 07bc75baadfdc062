// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "Solve/BlockMatrix.h"
#include "Solve/RigidModes.h"

#include <span>
#include <vector>

namespace FractureCore
{
struct CgReport
{
	int32_t iterations = 0;
	double relativeResidual = 0.0; // |f - K u| / |f|
	bool converged = false;
};

/// Memory that solves share, so that only the first one allocates.
struct CgWorkspace
{
	std::vector<Vec3> residual;
	std::vector<Vec3> preconditioned;
	std::vector<Vec3> direction;
	std::vector<Vec3> product;
	RigidScratch rigid;
};

/// Inverses of the diagonal blocks.
std::vector<Mat3> MakeBlockJacobi(const BlockMatrix& matrix);

/// Preconditioned conjugate gradients with the free rigid motions taken out in each iteration, as [Bao07] section 5
/// asks: K u = f for a K that is singular on exactly those. `freeMotions` must be orthonormal in unit masses. Supports
/// are pinned in K, with zeros in f. `u` starts as the guess. Bit-identical for any number of threads.
CgReport SolveConjugateGradients(const BlockMatrix& matrix,
	std::span<const Mat3> blockJacobi,
	const RigidModes& freeMotions,
	std::span<const Vec3> nodes,
	std::span<const Vec3> forces,
	std::span<Vec3> displacements,
	double tolerance,
	int32_t maxIterations,
	CgWorkspace& workspace,
	TaskRunner& runner);
} // namespace FractureCore
