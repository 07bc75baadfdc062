// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Mesh/FaceTable.h"

#include <vector>

namespace FractureCore
{
/// The tets as the solver sees them. Parts, which hold together over faces, that touch only at an edge or a corner
/// would be a hinge, which adds motions without stiffness; so the nodes there are split, one for each part. Parts that
/// share three nodes which are not in line are one. Nodes that no tet uses are left out.
struct StressMesh : TetMesh // tets in the order of the source
{
	std::vector<int32_t> sourceNode; // 1 a node: its number in the source
	std::vector<int32_t> nodePart;   // 1 a node: which part it belongs to
	int32_t partCount = 0;
};

/// The mesh must be valid.
StressMesh MakeStressMesh(const TetMesh& mesh);
StressMesh MakeStressMesh(const TetMesh& mesh, const FaceTable& faces); // of `mesh`; the result has the same
} // namespace FractureCore
