// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Stress.h"
#include "Solve/BlockMatrix.h"
#include "Solve/CholeskySolver.h"
#include "Solve/ConjugateGradients.h"
#include "Solve/CrackSolver.h"
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
	double density = 0.0; // kg/m^3
	LameConstants lame;
	StressMesh mesh;
	std::vector<TetShape> shapes;              // 1 a tet
	std::vector<double> masses;                // 1 a node, kg
	std::vector<uint8_t> heldAxes;             // 1 a node; empty: nothing is held
	RigidModes modes;                          // orthonormal in the masses
	std::shared_ptr<const SurfaceLoads> loads; // of the intact body

	// Tets around each node, ascending, for averages.
	std::vector<int32_t> nodeTetStart;
	std::vector<int32_t> nodeTets;

	// Supports pinned; the pins of a free body are not. With `screening` on the diagonal; it leaves no motion without
	// stiffness, so that a screened body has no pins.
	BlockMatrix stiffness;
	double screening = 0.0; // 1/s^2, 1 / tau^2; 0: static

	// Direct. A cracked body has a factor of its own or `crack`, never both.
	std::shared_ptr<const CholeskySolver> factor; // with the pins of `modes`
	std::unique_ptr<CrackSolver> crack;
	bool usesSavedFactor = false;

	// A cracked body: for each node the intact one, and its share of that one's load; empty for an intact body.
	std::vector<int32_t> copiedOf;
	std::vector<double> loadShare;
	int32_t intactNodeCount = 0;

	// A weakened body: which corners of each tet are on one side of its crack, and the factor and its memory, for
	// reuse.
	std::vector<uint8_t> openSides; // empty: not weakened
	std::shared_ptr<CholeskySolver> weakFactor;
	std::unique_ptr<CholeskyWorkspace> factorWorkspace;

	// Conjugate gradients.
	std::vector<Mat3> blockJacobi;
	RigidModes motions; // orthonormal in unit masses; none of a screened body, which has stiffness against them
};

/// Fills nodeTetStart and nodeTets.
void CollectNodeTets(StressModel::Data& data);

/// Makes the model's factor of its stiffness and pins; with the order and pattern of `like` if that is given.
Status FactorStiffness(
	StressModel::Data& data, OrderingQuality ordering, TaskRunner& runner, const CholeskySolver* like = nullptr);

/// Adds times the masses to the stiffness's diagonal where supports do not hold and `rows` is not 0 (empty: all).
void AddMasses(StressModel::Data& data, double times, std::span<const uint8_t> rows = {});

/// What the conjugate gradients of a model need beyond its stiffness.
void PrepareConjugateGradients(StressModel::Data& data);

/// Makes forces (1 a node) fit for the solver: zero where supports hold, balanced by inertia, zero at the pins of a
/// direct solve.
void PrepareLoads(const StressModel::Data& model, std::span<Vec3> forces, RigidScratch& scratch);

/// Sets the stress of tets that cracks run through to what they carry: nothing across the crack.
void RelieveOpenTets(const StressModel::Data& model, std::span<const Vec3> displacements, std::span<Sym3> tetStress);

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
	std::vector<Vec3> intactForces; // of a cracked body, before its copies share them
	CholeskyWorkspace solve;
	CrackWorkspace crack;
	CgWorkspace cg;
};
} // namespace FractureCore
