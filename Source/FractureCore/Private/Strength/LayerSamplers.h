// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Strength.h"
#include "Strength/RegionQuery.h"
#include "Strength/StrengthCells.h"

#include <vector>

namespace FractureCore
{
/// What a layer says of every cell. `regions` asks for the centres of the same cells.
struct LayerValues
{
	std::vector<double> factors;
	std::vector<double> influence; // 1 a cell, 0 to 1; empty: 1 everywhere
};

LayerValues SampleLayer(
	const StrengthSource& source, const StrengthCells& cells, RegionQuery& regions, TaskRunner& runner);
} // namespace FractureCore
