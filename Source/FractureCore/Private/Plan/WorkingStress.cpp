// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/WorkingStress.h"

#include "FractureCore/Hooks.h"

#include "Math/StressAlgebra.h"

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
} // namespace FractureCore
