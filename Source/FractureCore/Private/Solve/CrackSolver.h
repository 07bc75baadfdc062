// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/CholeskySolver.h"
#include "Solve/RigidModes.h"

#include <memory>

namespace FractureCore
{
/// What the solver of a cracked body knows of the intact one. A node of the cracked body is a copy of one of the intact
/// body; nodes that are not split keep their numbers.
struct IntactBody
{
	std::shared_ptr<const CholeskySolver> factor;
	std::vector<int32_t> pins;     // degrees of freedom that the factor holds
	std::vector<int32_t> copiedOf; // 1 a node of the cracked body: the intact node
	int32_t nodeCount = 0;         // of the intact body
};

struct CrackSolveSettings
{
	int32_t layers = 2;        // of nodes around the split ones that are solved exactly
	double tolerance = 5.0e-7; // of the error, relative to the solution, both in the norm of elastic energy
	int32_t maxIterations = 60;
};

/// Memory of one solve at a time.
struct CrackWorkspace
{
	CholeskyWorkspace intact;
	CholeskyWorkspace region;
	std::vector<double> joined;       // of the intact body: sums over copies, then their common motion
	std::vector<double> regionValues; // forces, then motions
	std::vector<double> residual;
	std::vector<double> correction;
	std::vector<double> correctionProduct;
	std::vector<double> direction;
	std::vector<double> directionProduct;
};

/// Stiffness of a body whose nodes have been split along cracks, solved without a factor of its own: the intact body's
/// factor answers for all motions that do not open the cracks, a small factor of the region round the cracks for those
/// that do. Both are exact on their motions, so that few conjugate gradients reconcile them while the cracks are small.
class CrackSolver
{
public:
	/// `stiffness` is that of the cracked body, supports pinned, and must outlive this object; `modes` are its own.
	/// False where a factor of the whole body is the better way: the region is too large, or has no factor.
	bool Prepare(const BlockMatrix& stiffness,
		IntactBody intact,
		const RigidModes& modes,
		const CrackSolveSettings& settings,
		TaskRunner& runner);

	/// Balanced forces to displacements, which are right but for a free motion of each part.
	RefinementReport Solve(
		std::span<const double> right, std::span<double> x, CrackWorkspace& workspace, TaskRunner& runner) const;

	int32_t RegionSize() const { return static_cast<int32_t>(m_region.size()); }

private:
	void FindRegion(const RigidModes& modes);
	BlockMatrix RegionMatrix() const;
	void SolveIntact(
		std::span<const double> right, std::span<double> x, CrackWorkspace& workspace, TaskRunner& runner) const;
	void AddRegion(
		std::span<const double> right, std::span<double> x, CrackWorkspace& workspace, TaskRunner& runner) const;

	const BlockMatrix* m_stiffness = nullptr;
	IntactBody m_intact;
	CrackSolveSettings m_settings;
	std::vector<int32_t> m_region;     // nodes, ascending
	std::vector<int32_t> m_regionPins; // degrees of freedom of the region
	CholeskySolver m_regionFactor;
};
} // namespace FractureCore
