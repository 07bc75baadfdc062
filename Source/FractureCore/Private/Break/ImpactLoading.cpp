// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/ImpactLoading.h"

#include "FractureCore/Hooks.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Rounding may leave a hair below zero where a closing speed or an energy is used up.
double RootOfRest(double value)
{
	return std::sqrt(std::max(value, 0.0));
}
} // namespace

ImpactLoading::ImpactLoading(const ImpactContacts& contacts) : m_contacts(contacts)
{
	FRACTURECORE_ASSERT(contacts.inverseMass > 0.0 && contacts.stiffness > 0.0);
}

double ImpactLoading::Rate() const
{
	return std::sqrt(2.0 * m_contacts.stiffness * m_stored);
}

double ImpactLoading::PeakRate() const
{
	const double closing = std::max(m_contacts.speed - m_contacts.inverseMass * m_spent, 0.0);
	return std::sqrt(2.0 * m_contacts.stiffness * (m_stored + closing * closing / (2.0 * m_contacts.inverseMass)));
}

bool ImpactLoading::LoadTo(double rate)
{
	if (rate <= Rate())
	{
		return true;
	}
	if (!(rate <= PeakRate()))
	{
		return false;
	}
	const double wanted = rate * rate / (2.0 * m_contacts.stiffness);
	const double closing = m_contacts.speed - m_contacts.inverseMass * m_spent;
	const double rest = RootOfRest(closing * closing - 2.0 * m_contacts.inverseMass * (wanted - m_stored));
	m_spent += (closing - rest) / m_contacts.inverseMass;
	m_stored = wanted;
	return true;
}

double ImpactLoading::PayForCrack(double energy)
{
	const double paid = std::clamp(energy, 0.0, m_stored);
	m_stored -= paid;
	return paid;
}

void ImpactLoading::Separate(const ImpactContacts& contacts)
{
	FRACTURECORE_ASSERT(contacts.inverseMass > 0.0 && contacts.stiffness > 0.0);
	m_contacts = contacts;
	m_spent = 0.0;
}

void ImpactLoading::Finish(double restitution)
{
	const double closing = m_contacts.speed - m_contacts.inverseMass * m_spent;
	if (closing > 0.0)
	{
		m_stored += closing * closing / (2.0 * m_contacts.inverseMass);
		m_spent += closing / m_contacts.inverseMass;
	}
	const double opening = std::max(-closing, 0.0);
	const double given = 2.0 * m_contacts.inverseMass * restitution * restitution * m_stored;
	m_spent += (std::sqrt(opening * opening + given) - opening) / m_contacts.inverseMass;
	m_stored = 0.0;
}

double TransmittedImpulse(double loadFraction, double restitution)
{
	return loadFraction > 1.0 ? 1.0 : (1.0 - RootOfRest(1.0 - loadFraction * loadFraction)) / (1.0 + restitution);
}
} // namespace FractureCore
