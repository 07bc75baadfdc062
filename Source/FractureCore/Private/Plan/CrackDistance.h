// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackState.h"

namespace FractureCore
{
/// How far tets are from the open part of a crack, and which facet of it is nearest.
struct CrackDistance
{
	std::vector<int32_t> reached; // tets within the limit, each once
	std::vector<double> square;   // 1 a lattice tet, m^2: of its distance; infinite beyond the limit
	std::vector<int32_t> facet;   // 1 a lattice tet: index in the crack's facets
	std::vector<int32_t> queue;
};

/// From facets to the centroids of tets. The nearest facet is handed from tet to tet, so lengths are measured straight
/// but only through the body, never across a gap. `limit` in m; the result's memory is reused.
void MeasureCrackDistance(const PlanLattice& lattice, const CrackState& crack, double limit, CrackDistance& result);
} // namespace FractureCore
