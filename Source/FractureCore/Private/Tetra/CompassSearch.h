// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <array>
#include <cmath>
#include <span>

namespace FractureCore
{
/// Unit vectors that a node inside the mesh tries, forward and backward.
inline constexpr std::array<Vec3, 7> kInnerDirections = []
{
	constexpr double diagonal = 0.5773502691896258;
	return std::array<Vec3, 7>{{{1.0, 0.0, 0.0},
		{0.0, 1.0, 0.0},
		{0.0, 0.0, 1.0},
		{diagonal, diagonal, diagonal},
		{diagonal, diagonal, -diagonal},
		{diagonal, -diagonal, diagonal},
		{diagonal, -diagonal, -diagonal}}};
}();

/// The same for a node on the boundary, whose unit normal is given: all lie in the tangent plane.
inline std::array<Vec3, 4> TangentDirections(const Vec3& normal)
{
	constexpr double diagonal = 0.7071067811865476;
	const Vec3 aside = std::abs(normal.x) < 0.6 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0};
	const Vec3 u = Normalised(Cross(normal, aside));
	const Vec3 v = Cross(normal, u);
	return {u, v, (u + v) * diagonal, (u - v) * diagonal};
}

struct CompassSteps
{
	double reach = 0.0; // m: the first step
	int32_t halvings = 0;
	double enough = -1.0; // badness at which there is no need to go on
};

/// Walks downhill from `place`, each time by the best of the given directions, and halves the step where none is
/// better. `worstAt(position, limit)` is the badness there, or anything from `limit` on if it is no better than that.
/// `settle(position)` puts a step's end where the node may be. Returns `place` if nothing is better.
template <typename WorstAt, typename Settle>
Vec3 SearchByCompass(
	Vec3 place, std::span<const Vec3> directions, const CompassSteps& steps, WorstAt&& worstAt, Settle&& settle)
{
	constexpr double kLeastGain = 1.0e-4; // of the cosine
	constexpr double kWorstOfAll = 2.0;
	double worst = worstAt(place, kWorstOfAll);
	double step = steps.reach;
	for (int32_t halving = 0; halving < steps.halvings && worst > steps.enough;)
	{
		const double limit = worst - kLeastGain;
		Vec3 best = place;
		double bestWorst = limit;
		for (size_t i = 0; i < 2 * directions.size(); ++i)
		{
			const Vec3 trial = place + directions[i / 2] * (i % 2 == 0 ? step : -step);
			const double trialWorst = worstAt(trial, bestWorst);
			if (trialWorst < bestWorst)
			{
				bestWorst = trialWorst;
				best = trial;
			}
		}
		const Vec3 unsettled = best;
		if (bestWorst < limit)
		{
			settle(best);
			bestWorst = best == unsettled ? bestWorst : worstAt(best, limit);
		}
		if (bestWorst < limit)
		{
			place = best;
			worst = bestWorst;
		}
		else
		{
			step *= 0.5;
			++halving;
		}
	}
	return place;
}
} // namespace FractureCore
