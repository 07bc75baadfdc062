// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Material.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"
#include "FractureCore/TetMesh.h"
#include "Math/SymmetricEigen.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Lamé's constants of an isotropic solid, Pa.
struct LameConstants
{
	double lambda = 0.0;
	double mu = 0.0;
};

/// `material` must have passed ValidateMaterial.
LameConstants ComputeLameConstants(const Material& material);

/// Tetrahedron with linear displacements: its shape functions' gradients and its volume are all that stiffness and
/// stress need.
struct TetShape
{
	Vec3 gradient[4];    // 1/m
	double volume = 0.0; // m^3
};

/// Shapes of all tets. The error names the first tet without volume or turned inside out.
Result<std::vector<TetShape>> ComputeTetShapes(const TetMesh& mesh);

/// Force on node a for a unit displacement of node b of a tet:
///     K_ab = V [lambda g_a g_b^T + mu g_b g_a^T + mu (g_a . g_b) I]
Mat3 StiffnessBlock(const TetShape& shape, const LameConstants& lame, int32_t a, int32_t b);

/// Stress in a tet whose nodes are displaced by u, Pa, tension positive:
///     eps = sym(sum_a u_a g_a^T),  sigma = 2 mu eps + lambda tr(eps) I
Sym3 TetStress(const TetShape& shape, const LameConstants& lame, const Vec3 (&u)[4]);

/// Stress of every tet; `u` is node after node.
void ComputeStresses(std::span<const Tet> tets,
	std::span<const TetShape> shapes,
	const LameConstants& lame,
	std::span<const double> u,
	std::span<Sym3> stresses,
	TaskRunner& runner);

/// A quarter of each tet's mass on each of its nodes, kg. `fraction` is the share of each tet that is material, or
/// empty if all of it is.
std::vector<double> ComputeLumpedMasses(
	const TetMesh& mesh, std::span<const TetShape> shapes, double density, std::span<const double> fraction = {});
} // namespace FractureCore
