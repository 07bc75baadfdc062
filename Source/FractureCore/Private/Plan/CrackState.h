// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/PlanBody.h"

#include <utility>

namespace FractureCore
{
/// The part of a crack's surface inside one tet.
struct CrackFacet
{
	Vec3 middle;
	Vec3 normal; // unit, to the positive side
	double area = 0.0;
};

/// A crack while it grows.
struct CrackState
{
	std::vector<double> field;      // 1 a lattice node, m
	std::vector<uint8_t> open;      // 1 a lattice tet
	std::vector<int32_t> openTets;  // in order of opening
	std::vector<CrackFacet> facets; // 1 an open tet
	int32_t seedTet = kNoIndex;
	double area = 0.0;   // m^2, of the open part
	double extent = 0.0; // m, diagonal of the box round the open part
	Vec3 low;            // that box
	Vec3 high;

	std::vector<CrackStop> met; // other cracks that it has come upon

	/// Stress tets that it runs through with the corners on its positive side, as of so many open tets.
	std::vector<std::pair<int32_t, uint8_t>> sides;
	size_t sidesAt = 0;

	bool IsPositive(int32_t node) const { return field[node] > 0.0; }
};

/// The tet must be crossed.
CrackFacet MakeFacet(const PlanLattice& lattice, std::span<const double> field, int32_t tet);

inline bool IsCrossed(const PlanLattice& lattice, std::span<const double> field, int32_t tet)
{
	const Tet& t = lattice.tets[tet];
	const bool first = field[t.v[0]] > 0.0;
	return (field[t.v[1]] > 0.0) != first || (field[t.v[2]] > 0.0) != first || (field[t.v[3]] > 0.0) != first;
}

/// No crack goes through a lattice node: a field is at least this part of the cell away from 0 at each.
inline constexpr double kNodeClearance = 0.03;
void KeepOffNodes(std::span<double> field, double clearance);

/// More cracks than this may not be open in one tet. Fewer would leave bridges where the cracks of a star meet.
inline constexpr int32_t kMaxCracksPerTet = 5;

/// All cracks, and which are open where.
struct CrackStates
{
	std::vector<CrackState> cracks;
	std::vector<uint8_t> openCount;                             // 1 a lattice tet
	std::vector<std::array<int32_t, kMaxCracksPerTet>> openIds; // the first openCount are valid

	explicit CrackStates(int32_t tetCount) : openCount(tetCount, 0), openIds(tetCount) {}

	/// `crack` need not be in `cracks` yet; `id` is its place there.
	void Open(const PlanLattice& lattice, CrackState& crack, int32_t id, int32_t tet);
	void Open(const CrackFacet& facet, CrackState& crack, int32_t id, int32_t tet);

	/// Takes back what was opened after the first `keep` tets.
	void Close(CrackState& crack, int32_t id, size_t keep);

	bool IsOpenIn(int32_t id, int32_t tet) const;

	/// Whether a crack that is open in a tet lies between two nodes of it. Where it ends at another crack, what is
	/// beyond that one holds together.
	bool Separates(int32_t id, int32_t tet, int32_t a, int32_t b) const;
};
} // namespace FractureCore
