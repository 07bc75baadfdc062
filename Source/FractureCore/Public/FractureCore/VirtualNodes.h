// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Crack.h"
#include "FractureCore/CutBody.h"
#include "FractureCore/Export.h"

#include <cstdint>
#include <vector>

namespace FractureCore
{
/// A cut body as elements for the finite element method [Molino04]: every connected bit of material in a lattice tet
/// gets a copy of the whole tet, so that no element is ever a sliver, and carries how much of it the bit fills. Copies
/// share a node where material connects them over a tet face; at the front of a crack that ends inside, both copies of
/// a tet may share all four. Uncut, it is the lattice itself.
struct VirtualMesh
{
	TetMesh mesh;                   // elements of lattice shape; nodes at lattice nodes, several where cracks part them
	std::vector<int32_t> sourceTet; // 1 an element: the lattice tet
	std::vector<double> fraction;   // 1 an element, (0, 1]: scales its stiffness and mass
	std::vector<int32_t> sourceNode; // 1 a node: the lattice node
	std::vector<uint8_t> isReal;     // 1 a node: its material reaches the node; 0: it is virtual
};

/// Elements come in order of tet, nodes in that of their first element. Fractions may be as small as rounding lets
/// them: a solver clamps what is below a thousandth or so. Grains and cracks as for CutFragments; the error names the
/// first bad one. A pure function of its arguments.
FRACTURECORE_API Result<VirtualMesh> MakeVirtualMesh(const CutBody& body, const CrackSet& cracks, TaskRunner& runner);
} // namespace FractureCore
