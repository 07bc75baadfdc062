// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/CutData.h"

#include <string>

namespace FractureTests
{
/// What the overlay promises, with rounding measured where it is not exact.
struct CutBodyCheck
{
	std::string fault;         // the first broken promise; empty: none
	double volumeError = 0.0;  // |sum of cells - solid| / solid
	double areaError = 0.0;    // |sum of outer faces - surface| / surface
	double foldedArea = 0.0;   // sum of |outer face| - surface, / surface: 0 unless faces are turned over
	double hostError = 0.0;    // largest distance of a vertex from where its host says it is, in cells
	double smallestCell = 0.0; // least cell volume, in tets' volumes
	double fullest = 0.0;      // most that the cells of a tet hold, in tets' volumes
};

CutBodyCheck CheckCutBody(const FractureCore::CutBody::Data& data);
} // namespace FractureTests
