// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/CrackState.h"

#include "FractureCore/Hooks.h"

#include <algorithm>

namespace FractureCore
{
CrackFacet MakeFacet(const PlanLattice& lattice, std::span<const double> field, int32_t tet)
{
	// Nodes by side; a corner of the facet on each edge between the sides, in an order that goes round.
	const Tet& t = lattice.tets[tet];
	int32_t positive[4];
	int32_t negative[4];
	int32_t positives = 0;
	int32_t negatives = 0;
	for (const int32_t node : t.v)
	{
		(field[node] > 0.0 ? positive[positives++] : negative[negatives++]) = node;
	}
	Vec3 corners[4];
	int32_t count = 0;
	for (int32_t i = 0; i < positives; ++i)
	{
		for (int32_t j = 0; j < negatives; ++j)
		{
			const int32_t p = positive[i];
			const int32_t n = negative[i % 2 == 0 ? j : negatives - 1 - j];
			const double share = field[p] / (field[p] - field[n]);
			corners[count++] = lattice.nodes[p] + (lattice.nodes[n] - lattice.nodes[p]) * share;
		}
	}
	CrackFacet facet;
	Vec3 areaVector;
	for (int32_t k = 0; k < count; ++k)
	{
		facet.middle += corners[k] / count;
		if (k >= 2)
		{
			areaVector += Cross(corners[k - 1] - corners[0], corners[k] - corners[0]) * 0.5;
		}
	}
	facet.area = Length(areaVector);
	facet.normal = Normalised(lattice.Gradient(tet, field));
	return facet;
}

void CrackStates::Open(const PlanLattice& lattice, CrackState& crack, int32_t id, int32_t tet)
{
	Open(MakeFacet(lattice, crack.field, tet), crack, id, tet);
}

void CrackStates::Open(const CrackFacet& facet, CrackState& crack, int32_t id, int32_t tet)
{
	FRACTURECORE_ASSERT(crack.open[tet] == 0 && openCount[tet] < kMaxCracksPerTet);
	const Vec3& m = facet.middle;
	if (crack.openTets.empty())
	{
		crack.low = m;
		crack.high = m;
	}
	crack.low = {(std::min)(crack.low.x, m.x), (std::min)(crack.low.y, m.y), (std::min)(crack.low.z, m.z)};
	crack.high = {(std::max)(crack.high.x, m.x), (std::max)(crack.high.y, m.y), (std::max)(crack.high.z, m.z)};
	crack.extent = Length(crack.high - crack.low);
	crack.area += facet.area;
	crack.open[tet] = 1;
	crack.openTets.push_back(tet);
	crack.facets.push_back(facet);
	openIds[tet][openCount[tet]++] = id;
}

void CrackStates::Close(CrackState& crack, int32_t id, size_t keep)
{
	while (crack.openTets.size() > keep)
	{
		const int32_t tet = crack.openTets.back();
		FRACTURECORE_ASSERT(openIds[tet][openCount[tet] - 1] == id); // the last to open is the first to close
		static_cast<void>(id);
		--openCount[tet];
		crack.open[tet] = 0;
		crack.openTets.pop_back();
		crack.facets.pop_back();
	}
}

bool CrackStates::IsOpenIn(int32_t id, int32_t tet) const
{
	const auto end = openIds[tet].begin() + openCount[tet];
	return std::find(openIds[tet].begin(), end, id) != end;
}

bool CrackStates::Separates(int32_t id, int32_t tet, int32_t a, int32_t b) const
{
	const CrackState& crack = cracks[id];
	return crack.IsPositive(a) != crack.IsPositive(b) &&
		std::none_of(crack.met.begin(),
			crack.met.end(),
			[&](const CrackStop& stop)
			{
				const CrackState& other = cracks[stop.crack];
				return other.IsPositive(a) != stop.positive && other.IsPositive(b) != stop.positive &&
					IsOpenIn(stop.crack, tet);
			});
}

void KeepOffNodes(std::span<double> field, double clearance)
{
	for (double& value : field)
	{
		if (std::abs(value) < clearance)
		{
			value = value < 0.0 ? -clearance : clearance;
		}
	}
}
} // namespace FractureCore
