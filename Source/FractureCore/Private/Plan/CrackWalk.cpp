// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// How far a crack runs. A threshold on the local stress would stop at the neutral axis of a bent plate and leave loose
// ends; the balance of surplus and area carries a crack through, as released energy does in a real one [Griffith21].
#include "Plan/CrackWalk.h"

#include "Math/StressAlgebra.h"
#include "Mesh/FaceTable.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
/// The two points where a crack's surface leaves a face, each on an edge of it.
struct FaceCrossing
{
	int32_t from[2];
	int32_t to[2];
	double share[2]; // of the way
};

/// False: the face is not crossed.
bool FindCrossing(const Triangle& face, std::span<const double> field, FaceCrossing& crossing)
{
	int32_t count = 0;
	for (int32_t k = 0; k < 3; ++k)
	{
		const int32_t a = face.v[k];
		const int32_t b = face.v[(k + 1) % 3];
		if ((field[a] > 0.0) != (field[b] > 0.0))
		{
			crossing.from[count] = a;
			crossing.to[count] = b;
			crossing.share[count] = field[a] / (field[a] - field[b]);
			++count;
		}
	}
	return count == 2;
}

double ValueAt(const FaceCrossing& crossing, int32_t end, std::span<const double> field)
{
	const double from = field[crossing.from[end]];
	return from + (field[crossing.to[end]] - from) * crossing.share[end];
}

/// Whether a crack may go from a tet through a face of it. Beyond a crack that it has met it may not.
bool MayPass(const PlanLattice& lattice, const CrackStates& states, const CrackState& crack, int32_t tet, int32_t face)
{
	const int32_t next = lattice.neighbour[4 * tet + face];
	FaceCrossing crossing;
	if (next == kNoIndex || crack.open[next] != 0 || states.openCount[next] >= kMaxCracksPerTet ||
		!FindCrossing(TetFace(lattice.tets[tet], face), crack.field, crossing))
	{
		return false;
	}
	return std::all_of(crack.met.begin(),
		crack.met.end(),
		[&](const CrackStop& met)
		{
			if (!states.IsOpenIn(met.crack, tet) && !states.IsOpenIn(met.crack, next))
			{
				return true;
			}
			const std::vector<double>& other = states.cracks[met.crack].field;
			return (ValueAt(crossing, 0, other) > 0.0) == met.positive ||
				(ValueAt(crossing, 1, other) > 0.0) == met.positive;
		});
}

/// Notes on which side the crack comes upon cracks that are open in `next`, behind that face of `tet`.
void NoteMeetings(const PlanLattice& lattice, const CrackStates& states, CrackState& crack, int32_t tet, int32_t face)
{
	const int32_t next = lattice.neighbour[4 * tet + face];
	FaceCrossing crossing;
	if (states.openCount[next] == 0 || !FindCrossing(TetFace(lattice.tets[tet], face), crack.field, crossing))
	{
		return;
	}
	for (int32_t k = 0; k < states.openCount[next]; ++k)
	{
		const int32_t other = states.openIds[next][k];
		const bool known =
			std::any_of(crack.met.begin(), crack.met.end(), [&](const CrackStop& met) { return met.crack == other; });
		if (!known)
		{
			const std::vector<double>& field = states.cracks[other].field;
			crack.met.push_back({other, ValueAt(crossing, 0, field) + ValueAt(crossing, 1, field) > 0.0});
		}
	}
}

/// One walk of one crack.
class Walker
{
public:
	Walker(const PlanLattice& lattice,
		WorkingStress& stress,
		std::span<const double> strength,
		const WalkSettings& settings,
		CrackStates& states,
		CrackState& crack,
		int32_t id,
		WalkWorkspace& workspace)
		: m_lattice(lattice), m_stress(stress), m_strength(strength), m_settings(settings), m_states(states),
		  m_crack(crack), m_id(id), m_work(workspace)
	{
		m_work.visited.resize(lattice.tets.size(), 0);
		++m_work.walk;
		m_work.heap.clear();
		m_work.load = 0.0;
	}

	void Run()
	{
		if (m_crack.openTets.empty())
		{
			Offer(m_crack.seedTet);
		}
		for (size_t at = 0; at < m_crack.openTets.size(); ++at)
		{
			OfferNeighbours(m_crack.openTets[at]);
		}
		bool spent = false;
		const double areaBefore = m_crack.area;
		while (!m_work.heap.empty())
		{
			std::pop_heap(m_work.heap.begin(), m_work.heap.end(), IsWorse);
			const WalkWorkspace::Candidate best = m_work.heap.back();
			m_work.heap.pop_back();
			if (!Reachable(best.tet))
			{
				continue;
			}
			const bool atBirth = IsAtBirth(best.tet);
			const CrackFacet facet = MakeFacet(m_lattice, m_crack.field, best.tet);
			const double area = facet.area;
			const double gain = Gain(best, area);
			const double surplus = gain - area;
			spent =
				spent || (!atBirth && (m_balance + surplus < 0.0 || m_crack.area - areaBefore > m_settings.areaLeft));
			if (atBirth || !spent)
			{
				if (!atBirth || surplus > 0.0)
				{
					m_balance += surplus;
					m_gained += gain;
					m_paid += area;
				}
				if (!atBirth)
				{
					m_work.load = (std::max)(m_work.load, std::sqrt(m_paid / m_gained));
				}
				OpenTet(best.tet, facet);
			}
		}
	}

	/// A short rest of the surface between the open part and the body's surface, or another crack, would not hold.
	void CloseLigaments()
	{
		double limit = 0.0;
		for (const int32_t tet : m_crack.openTets)
		{
			limit = (std::max)(limit, m_settings.ligament * m_lattice.thickness[tet]);
		}
		MeasureCrackDistance(m_lattice, m_crack, limit, m_work.distance);
		++m_work.walk;
		const size_t openBefore = m_crack.openTets.size();
		for (size_t at = 0; at < openBefore; ++at)
		{
			for (int32_t k = 0; k < 4; ++k)
			{
				if (MayPass(m_lattice, m_states, m_crack, m_crack.openTets[at], k))
				{
					CloseRest(m_crack.openTets[at], k);
				}
			}
		}
	}

private:
	static bool IsWorse(const WalkWorkspace::Candidate& a, const WalkWorkspace::Candidate& b)
	{
		return a.ratio != b.ratio ? a.ratio < b.ratio : a.tet > b.tet;
	}

	void Offer(int32_t tet)
	{
		m_work.visited[tet] = m_work.walk;
		const Vec3 normal = Normalised(m_lattice.Gradient(tet, m_crack.field));
		const double tension = (std::max)(0.0, NormalStress(m_stress.Stress(tet), normal));
		const double factor = m_settings.material != nullptr ? DirectionFactor(*m_settings.material, normal) : 1.0;
		m_work.heap.push_back({tension / (factor * m_strength[tet]), tet});
		std::push_heap(m_work.heap.begin(), m_work.heap.end(), IsWorse);
	}

	void OfferNeighbours(int32_t tet)
	{
		for (int32_t k = 0; k < 4; ++k)
		{
			const int32_t next = m_lattice.neighbour[4 * tet + k];
			if (next != kNoIndex && m_work.visited[next] != m_work.walk &&
				MayPass(m_lattice, m_states, m_crack, tet, k))
			{
				Offer(next);
			}
		}
	}

	/// What was offered before the crack met another may lie behind that one.
	bool Reachable(int32_t tet) const
	{
		if (tet == m_crack.seedTet)
		{
			return true;
		}
		for (int32_t k = 0; k < 4; ++k)
		{
			const int32_t from = m_lattice.neighbour[4 * tet + k];
			if (from != kNoIndex && m_crack.open[from] != 0 &&
				MayPass(m_lattice, m_states, m_crack, from, FaceTowards(from, tet)))
			{
				return true;
			}
		}
		return false;
	}

	int32_t FaceTowards(int32_t from, int32_t to) const
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			if (m_lattice.neighbour[4 * from + k] == to)
			{
				return k;
			}
		}
		return 3;
	}

	bool IsAtBirth(int32_t tet) const
	{
		const double radius = m_settings.birthRadius * m_lattice.thickness[m_crack.seedTet];
		return Length(m_lattice.centroid[tet] - m_lattice.centroid[m_crack.seedTet]) <= radius;
	}

	/// m^2 of crack that the tension in a tet pays for.
	double Gain(const WalkWorkspace::Candidate& candidate, double area) const
	{
		const double r = candidate.ratio / m_settings.growthFactor;
		return area * r * r;
	}

	void OpenTet(int32_t tet, const CrackFacet& facet)
	{
		for (int32_t k = 0; k < 4 && tet != m_crack.seedTet; ++k)
		{
			const int32_t from = m_lattice.neighbour[4 * tet + k];
			if (from != kNoIndex && m_crack.open[from] != 0)
			{
				NoteMeetings(m_lattice, m_states, m_crack, from, FaceTowards(from, tet));
			}
		}
		m_states.Open(facet, m_crack, m_id, tet);
		OfferNeighbours(tet);
	}

	/// Opens the connected rest behind a face if all of it is near.
	void CloseRest(int32_t fromTet, int32_t fromFace)
	{
		std::vector<int32_t>& rest = m_work.rest;
		rest.assign(1, m_lattice.neighbour[4 * fromTet + fromFace]);
		if (m_work.visited[rest[0]] == m_work.walk)
		{
			return;
		}
		m_work.visited[rest[0]] = m_work.walk;
		bool isShort = true;
		for (size_t at = 0; at < rest.size(); ++at)
		{
			const int32_t tet = rest[at];
			const double limit = m_settings.ligament * m_lattice.thickness[tet];
			isShort = isShort && m_work.distance.square[tet] <= limit * limit;
			for (int32_t k = 0; k < 4; ++k)
			{
				const int32_t next = m_lattice.neighbour[4 * tet + k];
				if (next != kNoIndex && m_work.visited[next] != m_work.walk &&
					MayPass(m_lattice, m_states, m_crack, tet, k))
				{
					m_work.visited[next] = m_work.walk;
					rest.push_back(next);
				}
			}
		}
		for (size_t at = 0; isShort && at < rest.size(); ++at)
		{
			if (Reachable(rest[at]))
			{
				OpenRestTet(rest[at]);
			}
		}
	}

	void OpenRestTet(int32_t tet)
	{
		for (int32_t k = 0; k < 4; ++k)
		{
			const int32_t from = m_lattice.neighbour[4 * tet + k];
			if (from != kNoIndex && m_crack.open[from] != 0)
			{
				NoteMeetings(m_lattice, m_states, m_crack, from, FaceTowards(from, tet));
			}
		}
		m_states.Open(m_lattice, m_crack, m_id, tet);
	}

	const PlanLattice& m_lattice;
	WorkingStress& m_stress;
	std::span<const double> m_strength;
	const WalkSettings& m_settings;
	CrackStates& m_states;
	CrackState& m_crack;
	int32_t m_id;
	WalkWorkspace& m_work;
	double m_balance = 0.0; // m^2: gained less paid
	double m_gained = 0.0;
	double m_paid = 0.0;
};
} // namespace

int32_t WalkCrack(const PlanLattice& lattice,
	WorkingStress& stress,
	std::span<const double> strength,
	const WalkSettings& settings,
	CrackStates& states,
	CrackState& crack,
	int32_t id,
	WalkWorkspace& workspace)
{
	const size_t before = crack.openTets.size();
	Walker walker(lattice, stress, strength, settings, states, crack, id, workspace);
	walker.Run();
	if (crack.openTets.size() > before && !FrontTets(lattice, states, crack).empty())
	{
		walker.CloseLigaments();
	}
	return static_cast<int32_t>(crack.openTets.size() - before);
}

std::vector<int32_t> FrontTets(const PlanLattice& lattice, const CrackStates& states, const CrackState& crack)
{
	std::vector<int32_t> front;
	for (const int32_t tet : crack.openTets)
	{
		for (int32_t k = 0; k < 4; ++k)
		{
			if (MayPass(lattice, states, crack, tet, k))
			{
				front.push_back(lattice.neighbour[4 * tet + k]);
			}
		}
	}
	std::sort(front.begin(), front.end());
	front.erase(std::unique(front.begin(), front.end()), front.end());
	return front;
}
} // namespace FractureCore
