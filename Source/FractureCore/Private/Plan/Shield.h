// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackDistance.h"

namespace FractureCore
{
/// What a crack takes off a stress: sigma becomes P sigma P with P = I - (1 - sqrt(1 - s)) n n^T, which leaves (1 - s)
/// of the tension across the crack and nothing changed along it. Compression across it stays.
Sym3 ShieldedStress(const Sym3& stress, const Vec3& normal, double s);

/// Relieves the stress round a crack until the next solve tells the truth: s = e^(-d/length),
///     length = lengthFactor max(thickness, min(extent of the crack, distance to the nearest impact)).
/// A second crack at right angles is thus as likely as before: that makes stars.
struct CrackShield
{
	double lengthFactor = 0.0;
	double extent = 0.0;             // m, of the crack
	std::vector<CrackFacet> facets;  // 1 an open tet
	std::vector<int32_t> facetOfTet; // 1 a lattice tet: the nearest; kNoIndex: out of reach

	/// `stress` of a lattice tet behind this shield. `impactDistance` in m, from that tet.
	Sym3 Relieve(const PlanLattice& lattice, int32_t tet, double impactDistance, const Sym3& stress) const;
};

/// `distance` is filled on the way. The memory of both is reused.
void MakeShield(const PlanLattice& lattice,
	const CrackState& crack,
	double lengthFactor,
	CrackDistance& distance,
	CrackShield& shield);
} // namespace FractureCore
