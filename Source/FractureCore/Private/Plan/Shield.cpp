// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/Shield.h"

#include "Math/Exponential.h"
#include "Math/StressAlgebra.h"

#include <algorithm>

namespace FractureCore
{
Sym3 ShieldedStress(const Sym3& stress, const Vec3& normal, double s)
{
	if (!(NormalStress(stress, normal) > 0.0))
	{
		return stress;
	}
	return Contracted(stress, normal, 1.0 - std::sqrt(1.0 - s));
}

void ShieldStress(const PlanLattice& lattice,
	const CrackState& crack,
	std::span<const double> impactDistance,
	double lengthFactor,
	WorkingStress& stress,
	CrackDistance& distance)
{
	constexpr double kReach = 2.5; // lengths; e^-2.5 is 8 %
	const auto lengthAt = [&](int32_t tet)
	{ return lengthFactor * (std::max)(lattice.thickness[tet], (std::min)(crack.extent, impactDistance[tet])); };
	double largest = crack.extent;
	for (const int32_t tet : crack.openTets)
	{
		largest = (std::max)(largest, lattice.thickness[tet]);
	}
	MeasureCrackDistance(lattice, crack, kReach * lengthFactor * largest, distance);
	for (const int32_t tet : distance.reached)
	{
		const double lengths = std::sqrt(distance.square[tet]) / lengthAt(tet);
		if (lengths <= kReach)
		{
			const Vec3& normal = distance.facets[distance.facet[tet]].normal;
			stress.SetStress(tet, ShieldedStress(stress.Stress(tet), normal, DecayingExp(lengths)));
		}
	}
}
} // namespace FractureCore
