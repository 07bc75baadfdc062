// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Plan.h"
#include "Plan/FitGrid.h"
#include "Plan/LatticeClusters.h"

#include <array>

namespace FractureCore
{
/// The cutting lattice with what walks over it and fields on it need.
struct PlanLattice : TetMesh
{
	std::vector<int32_t> neighbour;            // 4 a tet: across face k, kNoIndex outside
	std::vector<Vec3> centroid;                // 1 a tet, m
	std::vector<double> volume;                // 1 a tet, m^3
	std::vector<std::array<Vec3, 4>> gradient; // 1 a tet, 1/m: of its nodes' shape functions
	std::vector<double> thickness;             // 1 a tet, m
	double cell = 0.0;                         // m, side of the cube that holds 12 tets of the mean volume

	FitGrid fitGrid;
	LatticeClusters clusters;

	int32_t NodeCount() const { return static_cast<int32_t>(nodes.size()); }
	int32_t TetCount() const { return static_cast<int32_t>(tets.size()); }

	/// Gradient of a nodal field in a tet.
	Vec3 Gradient(int32_t tet, std::span<const double> field) const
	{
		Vec3 sum;
		for (int32_t k = 0; k < 4; ++k)
		{
			sum += gradient[tet][k] * field[tets[tet].v[k]];
		}
		return sum;
	}
};

/// A point of one mesh in the other: a nodal field's value there is the weighted sum over the tet's nodes.
struct LatticePlace
{
	int32_t tet = kNoIndex;
	std::array<double, 4> weights{}; // sum 1; some negative where the lattice does not reach
};

struct PlanBody::Data
{
	PlanLattice lattice;
	std::vector<int32_t> stressTet; // 1 a lattice tet: the stress tet at its centroid, or the nearest

	TetMesh stressMesh;
	std::vector<LatticePlace> stressNodePlace; // 1 a stress node: where it is in the lattice
	std::vector<uint8_t> heldAxes;             // 1 a node of the stress mesh; empty: nothing is held
	std::vector<uint8_t> held;                 // 1 a lattice tet: a support holds the stress tet there
};
} // namespace FractureCore
