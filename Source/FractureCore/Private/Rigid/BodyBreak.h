// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ImpactLoads.h"
#include "Rigid/WorldData.h"

namespace FractureCore
{
/// What it costs to prepare a piece or a dented body, in solves of it.
inline constexpr int64_t kReadySolves = 10;

/// What one step may still spend on stress.
class FractureAllowance
{
public:
	explicit FractureAllowance(const FractureBudget& budget);

	/// Whether an event may begin whose first solve is of so many tets.
	bool Has(int64_t tets) const;
	void Begin();
	void Spend(int64_t tets) { m_tets -= tets; }

private:
	int64_t m_events = 0;
	int64_t m_tets = 0;
	bool m_hasBegun = false;
};

enum class ImpactVerdict : uint8_t
{
	Harmless, // no solve was needed
	Survived,
	Yields,  // neither broken nor cracked, but of a material that dents
	Cracked, // and whole
	Broken,
	Waits, // the allowance is used up
};

/// Whether an impact breaks a body; `motion` is the body's before it (world axes). The result is complete if it cracks
/// or breaks it. A piece that may break is made ready for it, and the loads are moved onto its surface.
ImpactVerdict TryToBreak(World::Data& world,
	BodyImpact& impact,
	const BodyMotion& motion,
	FractureAllowance& allowance,
	BreakResult& result,
	TaskRunner& runner);

/// The cracks of a body that stood the impact are part of it from now on. `rows` are those of the impact.
void ApplyCracks(
	World::Data& world, const BodyImpact& impact, const BreakResult& result, std::span<const ContactRow> rows);

/// Pushes the body, and what hit it, by `share` of the impulses, and puts the pieces in its place. `rows` are those of
/// the impact.
void ApplyBreak(World::Data& world,
	const BodyImpact& impact,
	const BreakResult& result,
	double share,
	std::span<const ContactRow> rows);
} // namespace FractureCore
