// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackDistance.h"
#include "Plan/WorkingStress.h"

namespace FractureCore
{
/// What a crack takes off a stress: sigma becomes P sigma P with P = I - (1 - sqrt(1 - s)) n n^T, which leaves (1 - s)
/// of the tension across the crack and nothing changed along it. Compression across it stays.
Sym3 ShieldedStress(const Sym3& stress, const Vec3& normal, double s);

/// Relieves the stress round a crack until the next solve tells the truth: s = e^(-d/length),
///     length = lengthFactor max(thickness, min(extent of the crack, distance to the nearest impact)).
/// A second crack at right angles is thus as likely as before: that makes stars. `distance` is filled on the way.
void ShieldStress(const PlanLattice& lattice,
	const CrackState& crack,
	std::span<const double> impactDistance, // 1 a lattice tet, m
	double lengthFactor,
	WorkingStress& stress,
	CrackDistance& distance);
} // namespace FractureCore
