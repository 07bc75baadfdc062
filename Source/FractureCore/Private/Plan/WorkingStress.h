// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Math/SymmetricEigen.h"
#include "Plan/PlanBody.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
/// Whether a material is weaker or stronger along an axis.
inline bool IsDirectional(const Material& material)
{
	return material.axisFactor != 1.0 && LengthSquared(material.strengthAxis) > 0.0;
}

/// The tension that counts where strength depends on the direction: the largest n . stress n / DirectionFactor(n), with
/// its n, among the largest principal direction, the axis, and the direction of most tension across the axis. Without
/// an axis: the principal stress.
SymmetricExtremes EffectiveTension(const Sym3& stress, const Material& material);

/// Stress and strength on the lattice while cracks are being planned: the last solve's, relieved round each crack that
/// opened since. Relief never raises the largest principal stress, so an old one is a bound of the new.
class WorkingStress
{
public:
	/// Whose strength may depend on the direction; it must outlive this.
	void SetMaterial(const Material& material)
	{
		m_material = &material;
		m_isDirectional = IsDirectional(material);
	}

	/// `stress` 1 a stress tet, Pa; so is `principal`, or empty: not known.
	void Reset(
		const PlanBody::Data& body, std::span<const Sym3> stress, std::span<const PrincipalStress> principal = {});

	const Sym3& Stress(int32_t tet) const { return m_stress[tet]; }
	void SetStress(int32_t tet, const Sym3& stress)
	{
		m_stress[tet] = stress;
		m_fresh[tet] = 0;
		// No principal stress is larger than the norm of all; with an axis the factor of the direction counts too.
		if (!m_isDirectional)
		{
			const double square = stress.xx * stress.xx + stress.yy * stress.yy + stress.zz * stress.zz +
				2.0 * (stress.xy * stress.xy + stress.yz * stress.yz + stress.zx * stress.zx);
			m_principal[tet].largest = (std::min)(m_principal[tet].largest, std::sqrt(square));
		}
	}

	const SymmetricExtremes& Principal(int32_t tet)
	{
		if (m_fresh[tet] == 0)
		{
			m_principal[tet] = Effective(m_stress[tet]);
			m_fresh[tet] = 1;
		}
		return m_principal[tet];
	}

	/// Whether the bound is the principal stress itself.
	bool IsFresh(int32_t tet) const { return m_fresh[tet] != 0; }

	/// At least the largest principal stress, Pa, without work.
	double LargestBound(int32_t tet) const { return m_principal[tet].largest; }

private:
	SymmetricExtremes Effective(const Sym3& stress) const
	{
		return m_material != nullptr ? EffectiveTension(stress, *m_material) : FindExtremes(stress);
	}

	const Material* m_material = nullptr;
	bool m_isDirectional = false;
	std::vector<Sym3> m_stress;
	std::vector<SymmetricExtremes> m_principal;
	std::vector<uint8_t> m_fresh;
};
} // namespace FractureCore
