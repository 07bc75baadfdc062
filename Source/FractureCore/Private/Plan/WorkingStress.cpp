// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/WorkingStress.h"

#include "FractureCore/Hooks.h"

namespace FractureCore
{
void WorkingStress::Reset(const PlanBody::Data& body, std::span<const Sym3> stress)
{
	FRACTURECORE_ASSERT(stress.size() == body.stressMesh.tets.size());
	const size_t count = body.lattice.tets.size();
	m_stress.resize(count);
	m_principal.resize(count);
	m_fresh.assign(count, 1);
	for (size_t t = 0; t < count; ++t)
	{
		m_stress[t] = stress[body.stressTet[t]];
		m_principal[t] = FindExtremes(m_stress[t]);
	}
}
} // namespace FractureCore
