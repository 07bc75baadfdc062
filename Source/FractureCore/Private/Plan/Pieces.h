// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackState.h"

namespace FractureCore
{
/// Which piece each lattice node belongs to when everything open is cut: numbers from 0 in order of the lowest node.
/// No crack goes through a node, so a node has one piece.
struct LatticePieces
{
	std::vector<int32_t> ofNode;
	int32_t count = 0;
};

/// Two nodes of a tet are in one piece unless a crack that is open in it runs between them; another tet at the same
/// edge may still hold them together.
LatticePieces FindPieces(const PlanLattice& lattice, const CrackStates& states);

/// The same from what the pieces were before some cracks grew. Only pieces that these run through are looked at again.
LatticePieces FindPiecesAgain(const PlanLattice& lattice,
	const CrackStates& states,
	const LatticePieces& before,
	std::span<const int32_t> grownCracks);
} // namespace FractureCore
