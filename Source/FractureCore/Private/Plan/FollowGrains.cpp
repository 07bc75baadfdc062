// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/FollowGrains.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
constexpr double kGrainShift = 0.02; // of a cell, times a small number: between cracks on one grain interface
constexpr double kSameSurface = 0.2; // of a cell: cracks that differ by less are one

/// Whether all of a tet is behind a crack that this one ends at.
bool IsBehind(const CrackPlanner::Data& data, const CrackState& crack, int32_t tet)
{
	const Tet& t = data.body.lattice.tets[tet];
	return std::any_of(crack.met.begin(),
		crack.met.end(),
		[&](const CrackStop& stop)
		{
			const CrackState& other = data.states.cracks[stop.crack];
			return std::all_of(t.v, t.v + 4, [&](int32_t v) { return other.IsPositive(v) != stop.positive; });
		});
}

/// Whether another crack that is open in a tet has the same surface there, of either sign.
bool IsOpenAlready(const CrackPlanner::Data& data, const CrackState& crack, int32_t tet)
{
	const PlanLattice& lattice = data.body.lattice;
	const Tet& t = lattice.tets[tet];
	for (int32_t k = 0; k < data.states.openCount[tet]; ++k)
	{
		const CrackState& other = data.states.cracks[data.states.openIds[tet][k]];
		for (const double sign : {1.0, -1.0})
		{
			if (std::all_of(t.v,
					t.v + 4,
					[&](int32_t v)
					{ return std::abs(crack.field[v] - sign * other.field[v]) < kSameSurface * lattice.cell; }))
			{
				return true;
			}
		}
	}
	return false;
}
} // namespace

void FollowGrains(CrackPlanner::Data& data, CrackState& crack, int32_t id)
{
	const PlanLattice& lattice = data.body.lattice;
	CrackDistance& distance = data.walkWorkspace.distance;
	MeasureCrackDistance(lattice, crack, data.grains.size, distance);
	std::vector<int32_t> near = distance.reached;
	std::sort(near.begin(), near.end());
	data.states.Close(crack, id, 0);
	crack.area = 0.0;
	BendToGrains(lattice, data.grains, data.settings.grainBias, crack.field);
	// Interfaces are the same for all cracks; a little apart, no two cracks have a corner in common.
	const double shift = kGrainShift * (1 + id % 5) * lattice.cell;
	for (double& value : crack.field)
	{
		value += shift;
	}
	KeepOffNodes(crack.field, kNodeClearance * lattice.cell);
	for (const int32_t tet : near)
	{
		if (IsCrossed(lattice, crack.field, tet) && data.states.openCount[tet] < kMaxCracksPerTet &&
			!IsBehind(data, crack, tet) && !IsOpenAlready(data, crack, tet))
		{
			data.states.Open(lattice, crack, id, tet);
		}
	}
}
} // namespace FractureCore
