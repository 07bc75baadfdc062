// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/PlanChecks.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace FractureCore
{
Status CheckPlanSettings(const PlanSettings& settings)
{
	struct Limit
	{
		const char* name;
		int32_t value;
		int32_t least;
	};
	for (const Limit& limit : {Limit{"maxSolves", settings.maxSolves, 1},
			 Limit{"cracksPerSolve", settings.cracksPerSolve, 1},
			 Limit{"maxCracks", settings.maxCracks, 1},
			 Limit{"maxGrains", settings.maxGrains, 0},
			 Limit{"batchesPerPiece", settings.batchesPerPiece, 1}})
	{
		if (limit.value < limit.least)
		{
			return Error{ErrorCode::InvalidSettings,
				std::string(limit.name) + " is " + std::to_string(limit.value) + ", but must be at least " +
					std::to_string(limit.least)};
		}
	}
	if (!(settings.grainBias >= 0.0 && settings.grainBias <= 1.0))
	{
		return Error{ErrorCode::InvalidSettings,
			"grainBias is " + std::to_string(settings.grainBias) + ", but must be from 0 to 1"};
	}
	const GrainSet& grains = settings.weakness.grains;
	if (grains.weights.size() != grains.seeds.size() ||
		std::any_of(grains.weights.begin(), grains.weights.end(), [](double weight) { return !(weight > 0.0); }) ||
		(!grains.seeds.empty() && !(settings.weakness.size > 0.0)))
	{
		return Error{ErrorCode::InvalidSettings, "weakness must have a size, and a weight above 0 for each seed"};
	}
	if (!(settings.growthScale > 0.0) || !std::isfinite(settings.growthScale))
	{
		return Error{ErrorCode::InvalidSettings,
			"growthScale is " + std::to_string(settings.growthScale) + ", but must be a positive number"};
	}
	return Ok{};
}

Status CheckPlanStrength(std::span<const double> strength, size_t tetCount)
{
	if (!strength.empty() && strength.size() != tetCount)
	{
		return Error{ErrorCode::InvalidSettings,
			"strength is given for " + std::to_string(strength.size()) + " tets, but the stress mesh has " +
				std::to_string(tetCount)};
	}
	for (size_t t = 0; t < strength.size(); ++t)
	{
		if (!(strength[t] > 0.0) || !std::isfinite(strength[t]))
		{
			return Error{ErrorCode::InvalidSettings,
				"the strength of tet " + std::to_string(t) + " is not a positive number",
				static_cast<int64_t>(t)};
		}
	}
	return Ok{};
}

Status CheckPlanDamage(const PlanLattice& lattice, const CrackSet& damage)
{
	for (size_t i = 0; i < damage.cracks.size(); ++i)
	{
		const Crack& crack = damage.cracks[i];
		const std::string name = "crack " + std::to_string(i) + " of the damage ";
		const bool areTetsGood = std::is_sorted(crack.openTets.begin(), crack.openTets.end()) &&
			(crack.openTets.empty() || (crack.openTets.front() >= 0 && crack.openTets.back() < lattice.TetCount()));
		if (crack.field.size() != lattice.nodes.size() || !areTetsGood)
		{
			return Error{
				ErrorCode::InvalidSettings, name + "is not one of this body's lattice", static_cast<int64_t>(i)};
		}
		if (!std::all_of(crack.field.begin(), crack.field.end(), [](double value) { return std::isfinite(value); }))
		{
			return Error{ErrorCode::InvalidSettings, name + "has a field that is not finite", static_cast<int64_t>(i)};
		}
		const int32_t count = static_cast<int32_t>(damage.cracks.size());
		if (std::any_of(crack.stops.begin(),
				crack.stops.end(),
				[&](const CrackStop& stop) { return stop.crack < 0 || stop.crack >= count; }))
		{
			return Error{
				ErrorCode::InvalidSettings, name + "ends at a crack that there is not", static_cast<int64_t>(i)};
		}
	}
	return Ok{};
}
} // namespace FractureCore
