// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Stress is linear in the load, so that the load at which the next crack runs is known after one solve and need not be
// searched for in small steps as in [Smith01] section 3.3.
#include "Break/LoadingLoop.h"

#include "FractureCore/Hooks.h"
#include "FractureCore/ImpactLoading.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
/// Contacts of the given energy whose rate is 1 at its peak, so that a rate is a fraction of the peak load.
ImpactContacts UnitRateContacts(double restitution, double energy)
{
	const double compression = 1.0 / (1.0 + restitution); // q when nothing closes any more
	ImpactContacts contacts;
	contacts.inverseMass = 2.0 * energy / (compression * compression);
	contacts.speed = contacts.inverseMass * compression;
	contacts.stiffness = contacts.inverseMass / (contacts.speed * contacts.speed);
	return contacts;
}
} // namespace

LoadingOutcome LoadUntilSeparation(
	const CrackPlan& plan, const Material& material, double restitution, double closingEnergy)
{
	const bool isEnergyKnown = closingEnergy > 0.0;
	const ImpactContacts contacts = UnitRateContacts(restitution, isEnergyKnown ? closingEnergy : 1.0);
	ImpactLoading loading(contacts);
	const double energyOfArea = CrackEnergy(material);
	// Without a crack that parts it, chips and crushed material come off: they are off when the last crack has run.
	const size_t steps =
		plan.separationStep != kNoIndex ? static_cast<size_t>(plan.separationStep) + 1 : plan.growth.size();
	LoadingOutcome outcome;
	double paid = 0.0;
	loading.LoadTo(std::min(plan.firstFailureLoad, 1.0));
	for (size_t i = 0; i < steps; ++i)
	{
		// Cracks may have taken so much that the peak is not what it was.
		loading.LoadTo(std::min(plan.growth[i].load, loading.PeakRate()));
		const double energy = energyOfArea * plan.growth[i].area;
		outcome.crackEnergy += energy;
		paid += isEnergyKnown ? loading.PayForCrack(energy) : 0.0;
	}
	outcome.fraction = loading.Spent();
	// What the closing bodies have lost is in the load or in the cracks.
	const double lost = outcome.fraction * (contacts.speed - 0.5 * contacts.inverseMass * outcome.fraction);
	FRACTURECORE_ASSERT(std::abs(lost - loading.Stored() - paid) <= 1.0e-9 * contacts.speed);
	return outcome;
}
} // namespace FractureCore
