// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/CutLattice.h"

#include <vector>

namespace FractureCore
{
/// A corner of a lattice tet on its way through the stencils.
struct LatticeCorner
{
	int32_t node = kNoIndex;        // number of the lattice node
	int32_t surfaceNode = kNoIndex; // in CutLattice::nodes, or kNoIndex
	NodeSide side = NodeSide::Out;
	LatticePoint point;
};

/// Appends the part of a lattice tet (positive volume) that lies inside, as up to three tets [Labelle07, figure 3].
/// Cut c gets the node number firstCut + c.
void StuffTet(const LatticeCorner (&corners)[4], const CutLattice& lattice, int32_t firstCut, std::vector<Tet>& tets);
} // namespace FractureCore
