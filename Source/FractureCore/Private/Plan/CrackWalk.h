// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackDistance.h"
#include "Plan/WorkingStress.h"

namespace FractureCore
{
struct WalkSettings
{
	double growthFactor = 0.3;
	double birthRadius = 0.75;          // of the thickness: this near to its seed a new crack opens whatever the stress
	double ligament = 1.5;              // of the thickness: a rest of its surface no farther away than this opens too
	double areaLeft = 1.0e300;          // m^2 that stored energy still pays for
	const Material* material = nullptr; // whose strength depends on the direction; null: it does not
};

/// Memory that walks reuse.
struct WalkWorkspace
{
	struct Candidate
	{
		double ratio = 0.0; // of the tension across the crack over the strength
		int32_t tet = kNoIndex;
	};
	std::vector<Candidate> heap;
	std::vector<int32_t> visited; // 1 a tet: number of the walk that saw it
	int32_t walk = 0;
	std::vector<int32_t> rest;
	CrackDistance distance;

	/// What the last walk would have needed to come as far: the fraction of the stress at which its balance just stays
	/// above 0 all the way. The order of tets does not depend on how large the stress is.
	double load = 0.0;
};

/// Opens a crack along its surface, from its seed or from where it is open already, best tet first, as long as what
/// tension gives more than pays for area:
///     balance += A ((max(0, tension) / (growthFactor S))^2 - 1) >= 0
/// It stops at cracks that it meets. `id` is its place in `states.cracks`. Returns how many tets opened.
int32_t WalkCrack(const PlanLattice& lattice,
	WorkingStress& stress,
	std::span<const double> strength,
	const WalkSettings& settings,
	CrackStates& states,
	CrackState& crack,
	int32_t id,
	WalkWorkspace& workspace);

/// Tets beside the open part that are crossed and could still open, each once.
std::vector<int32_t> FrontTets(const PlanLattice& lattice, const CrackStates& states, const CrackState& crack);
} // namespace FractureCore
