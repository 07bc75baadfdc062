// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Math/SymmetricEigen.h"
#include "Plan/Shield.h"

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

/// Stress on the lattice while cracks are being planned: the last solve's, relieved round each crack that opened since.
/// Relief never raises the largest principal stress, so an old one is a bound of the new: most tets are far below any
/// limit and are never asked for their stress, so they are relieved only when they are.
class WorkingStress
{
public:
	/// Whose strength may depend on the direction; it must outlive this.
	void SetMaterial(const Material& material)
	{
		m_material = &material;
		m_isDirectional = IsDirectional(material);
	}

	/// `stress` 1 a stress tet, Pa; so is `principal`, or empty: not known. `body` must outlive this.
	void Reset(
		const PlanBody::Data& body, std::span<const Sym3> stress, std::span<const PrincipalStress> principal = {});

	/// The stress behind a crack's shield from now on. `impactDistance`, 1 a lattice tet in m, must outlive this. On
	/// the way `distance` is filled.
	void Shield(
		const CrackState& crack, double lengthFactor, std::span<const double> impactDistance, CrackDistance& distance);

	const Sym3& Stress(int32_t tet)
	{
		if (m_shieldsTaken[tet] != m_shieldCount)
		{
			TakeShields(tet);
		}
		return m_stress[tet];
	}

	void SetStress(int32_t tet, const Sym3& stress);

	const SymmetricExtremes& Principal(int32_t tet)
	{
		const Sym3& stress = Stress(tet);
		if (m_fresh[tet] == 0)
		{
			m_principal[tet] = Effective(stress);
			m_fresh[tet] = 1;
		}
		return m_principal[tet];
	}

	/// Whether the bound is the principal stress itself.
	bool IsFresh(int32_t tet) const { return m_fresh[tet] != 0 && m_shieldsTaken[tet] == m_shieldCount; }

	/// At least the largest principal stress, Pa, without work.
	double LargestBound(int32_t tet) const { return m_principal[tet].largest; }

	/// The same with all reliefs, for little work.
	double RelievedBound(int32_t tet)
	{
		Stress(tet);
		return m_principal[tet].largest;
	}

	/// At least the absolute value of every principal stress, Pa.
	double NormBound(int32_t tet) const;

private:
	void TakeShields(int32_t tet);
	SymmetricExtremes Effective(const Sym3& stress) const
	{
		return m_material != nullptr ? EffectiveTension(stress, *m_material) : FindExtremes(stress);
	}

	const Material* m_material = nullptr;
	bool m_isDirectional = false;
	const PlanLattice* m_lattice = nullptr;
	std::span<const double> m_impactDistance;
	std::vector<Sym3> m_stress; // behind the shields that are taken
	std::vector<SymmetricExtremes> m_principal;
	std::vector<uint8_t> m_fresh;
	std::vector<CrackShield> m_shields; // the first m_shieldCount, in order; the rest is memory
	int32_t m_shieldCount = 0;
	std::vector<int32_t> m_shieldsTaken; // 1 a tet
};
} // namespace FractureCore
