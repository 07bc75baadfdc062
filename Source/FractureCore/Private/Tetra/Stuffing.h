// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/LatticeLines.h"

#include "FractureCore/Parallel.h"
#include "FractureCore/TetMesh.h"

#include <span>

namespace FractureCore
{
/// Isosurface stuffing [Labelle07] of the solid whose hits are given, grown by `outward` (m), without the nodes of
/// `blunt` (PackPoint, ascending).
TetMesh StuffSolid(const LatticeLines& lines,
	const GridSurface& surface,
	double outward,
	std::span<const uint64_t> blunt,
	TaskRunner& runner);

/// The same, but no warped node lies on both faces of a wall or of a gap: where one would, it stays where it is and the
/// surface makes way, by less than half a cell. Takes several times as long.
TetMesh StuffWithoutPinches(const LatticeLines& lines,
	const GridSurface& surface,
	double outward,
	std::span<const uint64_t> blunt,
	TaskRunner& runner);
} // namespace FractureCore
