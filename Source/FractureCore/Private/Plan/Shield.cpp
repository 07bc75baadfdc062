// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/Shield.h"

#include "Math/Exponential.h"
#include "Math/StressAlgebra.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
constexpr double kShieldReach = 2.5; // lengths; e^-2.5 is 8 %
} // namespace

Sym3 ShieldedStress(const Sym3& stress, const Vec3& normal, double s)
{
	if (!(NormalStress(stress, normal) > 0.0))
	{
		return stress;
	}
	return Contracted(stress, normal, 1.0 - std::sqrt(1.0 - s));
}

Sym3 CrackShield::Relieve(const PlanLattice& lattice, int32_t tet, double impactDistance, const Sym3& stress) const
{
	if (facetOfTet[tet] == kNoIndex)
	{
		return stress;
	}
	const CrackFacet& facet = facets[facetOfTet[tet]];
	const double length = lengthFactor * (std::max)(lattice.thickness[tet], (std::min)(extent, impactDistance));
	const double lengths = Length(lattice.centroid[tet] - facet.middle) / length;
	return lengths <= kShieldReach ? ShieldedStress(stress, facet.normal, DecayingExp(lengths)) : stress;
}

void MakeShield(const PlanLattice& lattice,
	const CrackState& crack,
	double lengthFactor,
	CrackDistance& distance,
	CrackShield& shield)
{
	double largest = crack.extent;
	for (const int32_t tet : crack.openTets)
	{
		largest = (std::max)(largest, lattice.thickness[tet]);
	}
	MeasureCrackDistance(lattice, crack, kShieldReach * lengthFactor * largest, distance);
	shield.lengthFactor = lengthFactor;
	shield.extent = crack.extent;
	shield.facets = crack.facets;
	shield.facetOfTet = distance.facet;
}
} // namespace FractureCore
