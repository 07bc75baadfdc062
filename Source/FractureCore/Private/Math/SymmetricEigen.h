// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

namespace FractureCore
{
/// Eigenvalues in descending order with an orthonormal, right-handed frame of eigenvectors.
struct SymmetricEigen3
{
	double values[3] = {0.0, 0.0, 0.0};
	Vec3 vectors[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
};

/// Accurate to rounding for any finite matrix, also with two or three equal values: the vectors are then some
/// orthonormal frame of the eigenspace (the axes themselves for a multiple of the identity). Uses only +, -, *, / and
/// square roots, so every platform gets the same bits.
SymmetricEigen3 DecomposeSymmetric(const Sym3& matrix);

/// What a crack asks for: the largest and the smallest eigenvalue and a unit eigenvector of the largest.
struct SymmetricExtremes
{
	double largest = 0.0;
	double smallest = 0.0;
	Vec3 direction{1.0, 0.0, 0.0};
};

/// The same as DecomposeSymmetric to rounding, in half the time.
SymmetricExtremes FindExtremes(const Sym3& matrix);
} // namespace FractureCore
