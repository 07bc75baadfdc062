// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <cstdint>
#include <vector>

namespace FractureCore
{
/// A crack that another one ends at.
struct CrackStop
{
	int32_t crack = 0;     // index in CrackSet::cracks
	bool positive = false; // the side of it, by the sign of its field, on which the one that ends stays

	friend bool operator==(const CrackStop&, const CrackStop&) = default;
};

/// A crack is the zero set of a field over the lattice's nodes (CutBody::Lattice), linear in each tet, as far as it is
/// open. Neighbours agree on their shared face by construction, and no crack has to follow tet faces.
struct Crack
{
	std::vector<double> field;     // 1 a lattice node, m: about the signed distance near the crack
	std::vector<int32_t> openTets; // ascending; the crack ends where they end
	std::vector<CrackStop> stops;  // in tets where an earlier crack of these is open too, nothing beyond it is cut
};

/// Grains: regions of least weighted distance to their seed [Bao07] section 7.1. Used for crushed zones and for stone.
struct GrainSet
{
	std::vector<Vec3> seeds;     // m
	std::vector<double> weights; // 1 a seed; the energy of seed i at x is weights[i] |x - seeds[i]|
	std::vector<uint8_t> loose;  // 1 a seed: not 0 opens every interface of this grain
};

/// All that is open in a body.
struct CrackSet
{
	std::vector<Crack> cracks;
	GrainSet grains; // empty: none
};
} // namespace FractureCore
