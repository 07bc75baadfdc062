// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Stress.h"
#include "Solve/BlockMatrix.h"
#include "Solve/CholeskySolver.h"
#include "Solve/ConjugateGradients.h"
#include "Solve/LinearTet.h"
#include "Solve/Loads.h"
#include "Solve/RigidModes.h"
#include "Solve/StressMesh.h"
#include "Solve/SurfaceLoads.h"

#include <optional>

namespace FractureCore
{
struct StressModel::Data
{
	StressModelSettings settings;
	int32_t sourceNodeCount = 0;
	LameConstants lame;
	StressMesh mesh;
	std::vector<TetShape> shapes;  // 1 a tet
	std::vector<double> masses;    // 1 a node, kg
	std::vector<uint8_t> heldAxes; // 1 a node; empty: nothing is held
	RigidModes modes;              // orthonormal in the masses
	std::optional<SurfaceLoads> loads;

	// Tets around each node, ascending, for averages.
	std::vector<int32_t> nodeTetStart;
	std::vector<int32_t> nodeTets;

	BlockMatrix stiffness; // supports pinned; the pins of a free body are not

	// Direct.
	CholeskySolver factor; // with the pins of `modes`

	// Conjugate gradients.
	std::vector<Mat3> blockJacobi;
	RigidModes motions; // orthonormal in unit masses
};

/// Makes forces (1 a node) fit for the solver: zero where supports hold, balanced by inertia, zero at the pins of a
/// direct solve.
void PrepareLoads(const StressModel::Data& model, std::span<Vec3> forces, RigidScratch& scratch);

struct StressWorkspace::Data
{
	// Of several impacts one after another, 1 a node of the model each.
	std::vector<Vec3> forces;        // N: balanced on the way
	std::vector<Vec3> appliedForces; // as given; only for a body with supports
	std::vector<Vec3> displacements; // m

	std::vector<Sym3> tetStress; // of one impact

	std::vector<Sym3> nodeStress;
	std::vector<double> sourceMass; // kg, 1 a node of the source
	RigidScratch rigid;
	CholeskyWorkspace solve;
	CgWorkspace cg;
};
} // namespace FractureCore
