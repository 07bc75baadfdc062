// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackState.h"

namespace FractureCore
{
/// The stress mesh taken apart along everything open: the same tets in the same order, on copies of nodes.
struct CutStressMesh
{
	TetMesh mesh;
	std::vector<int32_t> sourceNode; // 1 a node: of the uncut mesh
	int32_t brokenFaces = 0;
};

/// Each tet is on the side of a crack where its centroid is, and faces between the sides break: a staircase as fine as
/// the mesh, for stress only. Nothing is cut to pieces, so no element is worse than before.
CutStressMesh MakeCutStressMesh(const PlanBody::Data& body, const CrackStates& states);
} // namespace FractureCore
