// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Math/SymmetricEigen.h"
#include "Plan/PlanBody.h"

namespace FractureCore
{
/// Stress and strength on the lattice while cracks are being planned: the last solve's, relieved round each crack that
/// opened since. Relief never raises the largest principal stress, so an old one is a bound of the new.
class WorkingStress
{
public:
	/// `stress` 1 a stress tet, Pa; so is `principal`, or empty: not known.
	void Reset(
		const PlanBody::Data& body, std::span<const Sym3> stress, std::span<const PrincipalStress> principal = {});

	const Sym3& Stress(int32_t tet) const { return m_stress[tet]; }
	void SetStress(int32_t tet, const Sym3& stress)
	{
		m_stress[tet] = stress;
		m_fresh[tet] = 0;
	}

	const SymmetricExtremes& Principal(int32_t tet)
	{
		if (m_fresh[tet] == 0)
		{
			m_principal[tet] = FindExtremes(m_stress[tet]);
			m_fresh[tet] = 1;
		}
		return m_principal[tet];
	}

	/// At least the largest principal stress, Pa, without work.
	double LargestBound(int32_t tet) const { return m_principal[tet].largest; }

private:
	std::vector<Sym3> m_stress;
	std::vector<SymmetricExtremes> m_principal;
	std::vector<uint8_t> m_fresh;
};
} // namespace FractureCore
