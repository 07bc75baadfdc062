// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ImpactLoads.h"
#include "Rigid/WorldData.h"

namespace FractureCore
{
/// What one step may still spend on stress.
class FractureAllowance
{
public:
	explicit FractureAllowance(const FractureBudget& budget);

	bool Has(const Breakable& breakable) const;
	void Take(const Breakable& breakable, int32_t solves);

private:
	int64_t m_events = 0;
	int64_t m_tets = 0;
	bool m_hasBegun = false;
};

enum class ImpactVerdict : uint8_t
{
	Harmless, // no solve was needed
	Survived,
	Broken,
	Waits, // the allowance is used up
};

/// Whether an impact breaks a body; `motion` is the body's before it (world axes). The result is complete if it does.
ImpactVerdict TryToBreak(World::Data& world,
	const BodyImpact& impact,
	const BodyMotion& motion,
	FractureAllowance& allowance,
	BreakResult& result,
	TaskRunner& runner);

/// Pushes the body, and what hit it, by `share` of the impulses, and puts the pieces in its place. `rows` are those of
/// the impact.
void ApplyBreak(World::Data& world,
	const BodyImpact& impact,
	const BreakResult& result,
	double share,
	std::span<const ContactRow> rows);
} // namespace FractureCore
