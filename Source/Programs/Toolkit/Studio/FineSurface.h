// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Strength.h"
#include "FractureCore/SurfaceMesh.h"

#include <utility>
#include <vector>

namespace FractureToolkit
{
/// A surface of the same shape with shorter edges. Its first vertices are those of the surface that it came from; each
/// later one lies in the middle of two before it.
struct FineSurface
{
	FractureCore::SurfaceMesh mesh;
	std::vector<std::pair<int32_t, int32_t>> parents; // 1 a vertex that was added
};

/// Splits edges longer than `edge` (m, > 0) in their middles until there is none, or until there would be more than
/// `mostTriangles`. Neighbours split alike, so a closed surface stays closed.
FineSurface RefineSurface(FractureCore::SurfaceMesh mesh, double edge, size_t mostTriangles);

/// Paint for another surface of the same object: each vertex of `to` takes what the nearest of `from` has. `fine`, if
/// `to` came of it, puts the means of two neighbours between them first.
void CarryPaint(FractureCore::StrengthSetup& setup,
	const FractureCore::SurfaceMesh& from,
	const FractureCore::SurfaceMesh& to,
	const FineSurface* fine);
} // namespace FractureToolkit
