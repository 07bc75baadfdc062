// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/WorkingStress.h"

#include "FractureCore/Hooks.h"

#include "Math/StressAlgebra.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
SymmetricExtremes EffectiveTension(const Sym3& stress, const Material& material)
{
	SymmetricExtremes best = FindExtremes(stress);
	const Vec3& axis = material.strengthAxis;
	if (!IsDirectional(material))
	{
		return best;
	}
	best.largest /= DirectionFactor(material, best.direction);
	// P stress P has the tensions across the axis; its own part along the axis is zero.
	const Sym3 across = Contracted(stress, axis, 1.0);
	for (const Vec3& n : {axis, FindExtremes(across).direction})
	{
		const double tension = NormalStress(stress, n) / DirectionFactor(material, n);
		if (tension > best.largest)
		{
			best.largest = tension;
			best.direction = n;
		}
	}
	return best;
}

void WorkingStress::Reset(
	const PlanBody::Data& body, std::span<const Sym3> stress, std::span<const PrincipalStress> principal)
{
	FRACTURECORE_ASSERT(stress.size() == body.stressMesh.tets.size());
	const size_t count = body.lattice.tets.size();
	m_lattice = &body.lattice;
	m_shieldCount = 0;
	m_shieldsTaken.assign(count, 0);
	m_stress.resize(count);
	m_principal.resize(count);
	m_fresh.assign(count, 1);
	for (size_t t = 0; t < count; ++t)
	{
		const int32_t from = body.stressTet[t];
		m_stress[t] = stress[from];
		m_principal[t] = principal.empty()
			? Effective(m_stress[t])
			: SymmetricExtremes{principal[from].largest, principal[from].smallest, principal[from].direction};
	}
}

void WorkingStress::Shield(
	const CrackState& crack, double lengthFactor, std::span<const double> impactDistance, CrackDistance& distance)
{
	m_impactDistance = impactDistance;
	if (static_cast<size_t>(m_shieldCount) == m_shields.size())
	{
		m_shields.emplace_back();
	}
	MakeShield(*m_lattice, crack, lengthFactor, distance, m_shields[m_shieldCount++]);
}

void WorkingStress::TakeShields(int32_t tet)
{
	Sym3 stress = m_stress[tet];
	for (int32_t i = m_shieldsTaken[tet]; i < m_shieldCount; ++i)
	{
		stress = m_shields[i].Relieve(*m_lattice, tet, m_impactDistance[tet], stress);
	}
	m_shieldsTaken[tet] = m_shieldCount;
	if (!(stress == m_stress[tet]))
	{
		SetStress(tet, stress);
	}
}

void WorkingStress::SetStress(int32_t tet, const Sym3& stress)
{
	m_stress[tet] = stress;
	m_fresh[tet] = 0;
	m_shieldsTaken[tet] = m_shieldCount;
	// With an axis the factor of the direction counts too.
	if (!m_isDirectional)
	{
		m_principal[tet].largest = (std::min)(m_principal[tet].largest, NormBound(tet));
	}
}

double WorkingStress::NormBound(int32_t tet) const
{
	const Sym3& s = m_stress[tet];
	return std::sqrt(s.xx * s.xx + s.yy * s.yy + s.zz * s.zz + 2.0 * (s.xy * s.xy + s.yz * s.yz + s.zx * s.zx));
}
} // namespace FractureCore
