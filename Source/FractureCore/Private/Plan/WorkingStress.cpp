// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/WorkingStress.h"

#include "FractureCore/Hooks.h"

namespace FractureCore
{
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
			? FindExtremes(m_stress[t])
			: SymmetricExtremes{principal[from].largest, principal[from].smallest, principal[from].direction};
	}
}
} // namespace FractureCore
