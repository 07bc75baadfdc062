// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Break/ContactSnap.h"
#include "FractureCore/Breakable.h"
#include "FractureCore/ShellStress.h"
#include "Mesh/TetTree.h"

#include <optional>

namespace FractureCore
{
struct Breakable::Data
{
	BakedObject object;
	std::vector<double> tetStrength;
	std::vector<uint8_t> heldAxes;
	std::optional<StressModel> stress; // of a solid
	std::optional<ShellModel> shell;   // or of a shell; 1 triangle for 3 tets
	CutBody cut;
	PlanBody plan;
	ContactSnap contacts;
	WeaknessSurfaces weakness;     // of the object's strength layers
	std::optional<TetTree> places; // of the object's tets; only where pieces have strength or supports to take over
};
} // namespace FractureCore
