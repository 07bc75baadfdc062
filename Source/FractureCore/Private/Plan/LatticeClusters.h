// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace FractureCore
{
struct PlanLattice;

/// Lattice tets in handfuls: those of one eighth of a cube of the fit grid that hang together by faces. Where none of
/// them is cracked, few links say that all of their nodes hold together.
struct LatticeClusters
{
	std::vector<int32_t> tetStart{0};               // 1 a cluster and an end: into `tets`
	std::vector<int32_t> tets;                      // ascending in each
	std::vector<int32_t> linkStart{0};              // 1 a cluster and an end: into `links`
	std::vector<std::pair<int32_t, int32_t>> links; // pairs of nodes that tie all nodes of the cluster together

	int32_t Count() const { return static_cast<int32_t>(tetStart.size()) - 1; }
};

/// For a lattice whose neighbours and fit grid are known.
LatticeClusters MakeLatticeClusters(const PlanLattice& lattice);
} // namespace FractureCore
