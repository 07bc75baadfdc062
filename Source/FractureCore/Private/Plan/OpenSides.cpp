// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/OpenSides.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
double ValueAtPlace(const PlanLattice& lattice, const LatticePlace& place, std::span<const double> field)
{
	const Tet& tet = lattice.tets[place.tet];
	double value = 0.0;
	for (int32_t k = 0; k < 4; ++k)
	{
		value += place.weights[k] * field[tet.v[k]];
	}
	return value;
}

/// Where a crack runs through a stress tet: the middle of the points where it crosses edges.
Vec3 MiddleOfCrossing(const TetMesh& mesh, const Tet& tet, std::span<const double> value)
{
	Vec3 sum;
	int32_t count = 0;
	for (int32_t i = 0; i < 4; ++i)
	{
		for (int32_t j = 0; j < i; ++j)
		{
			const double a = value[tet.v[i]];
			const double b = value[tet.v[j]];
			if ((a > 0.0) != (b > 0.0))
			{
				sum += mesh.nodes[tet.v[i]] + (mesh.nodes[tet.v[j]] - mesh.nodes[tet.v[i]]) * (a / (a - b));
				++count;
			}
		}
	}
	return sum / count;
}

/// The lattice tet at a point, walking straight to it from another; where the lattice ends on the way, the last one.
LatticePlace WalkTo(const PlanLattice& lattice, int32_t from, const Vec3& point)
{
	constexpr int32_t kMostSteps = 100;
	LatticePlace place;
	place.tet = from;
	for (int32_t step = 0; step < kMostSteps; ++step)
	{
		int32_t lowest = 0;
		for (int32_t k = 0; k < 4; ++k)
		{
			place.weights[k] = 0.25 + Dot(lattice.gradient[place.tet][k], point - lattice.centroid[place.tet]);
			lowest = place.weights[k] < place.weights[lowest] ? k : lowest;
		}
		const int32_t next = lattice.neighbour[4 * place.tet + lowest]; // face k is opposite to corner k
		if (place.weights[lowest] >= -1.0e-9 || next == kNoIndex)
		{
			break;
		}
		place.tet = next;
	}
	return place;
}

/// In the tet itself, or beside it: fields of cracks keep off the nodes, which moves them by a little.
bool IsOpenAt(const PlanLattice& lattice, const CrackState& crack, int32_t tet)
{
	for (int32_t k = 0; k < 4; ++k)
	{
		const int32_t next = lattice.neighbour[4 * tet + k];
		if (next != kNoIndex && crack.open[next] != 0)
		{
			return true;
		}
	}
	return crack.open[tet] != 0;
}

void FindSidesOfCrack(const PlanBody::Data& body, const CrackStates& states, CrackState& crack)
{
	const PlanLattice& lattice = body.lattice;
	const std::vector<Tet>& tets = body.stressMesh.tets;
	std::vector<double> value(body.stressNodePlace.size());
	std::vector<uint8_t> isPositive(value.size()); // in few bytes, as most tets ask for no more
	for (size_t node = 0; node < value.size(); ++node)
	{
		value[node] = ValueAtPlace(lattice, body.stressNodePlace[node], crack.field);
		isPositive[node] = value[node] > 0.0 ? 1 : 0;
	}
	crack.sides.clear();
	for (size_t t = 0; t < tets.size(); ++t)
	{
		const Tet& tet = tets[t];
		const uint8_t positive = static_cast<uint8_t>(
			isPositive[tet.v[0]] | isPositive[tet.v[1]] << 1 | isPositive[tet.v[2]] << 2 | isPositive[tet.v[3]] << 3);
		if (positive == 0 || positive == kShatteredTet)
		{
			continue;
		}
		const LatticePlace place =
			WalkTo(lattice, body.stressNodePlace[tet.v[0]].tet, MiddleOfCrossing(body.stressMesh, tet, value));
		const bool isBeyond = std::any_of(crack.met.begin(),
			crack.met.end(),
			[&](const CrackStop& stop)
			{
				const CrackState& other = states.cracks[stop.crack];
				return IsOpenAt(lattice, other, place.tet) &&
					(ValueAtPlace(lattice, place, other.field) > 0.0) != stop.positive;
			});
		if (IsOpenAt(lattice, crack, place.tet) && !isBeyond)
		{
			crack.sides.emplace_back(static_cast<int32_t>(t), positive);
		}
	}
	crack.sidesAt = crack.openTets.size();
}
} // namespace

void FindOpenSides(const PlanBody::Data& body, CrackStates& states, std::vector<uint8_t>& sides, TaskRunner& runner)
{
	// Of other cracks a crack looks at what is open and at the fields, which stay as they are.
	ParallelFor(runner,
		static_cast<int64_t>(states.cracks.size()),
		1,
		[&](int64_t crack, int64_t)
		{
			CrackState& grown = states.cracks[static_cast<size_t>(crack)];
			if (grown.sidesAt != grown.openTets.size())
			{
				FindSidesOfCrack(body, states, grown);
			}
		});
	sides.assign(body.stressMesh.tets.size(), 0);
	for (const CrackState& crack : states.cracks)
	{
		for (const auto& [tet, positive] : crack.sides)
		{
			sides[tet] = sides[tet] == 0 ? positive : kShatteredTet;
		}
	}
}
} // namespace FractureCore
