// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/Stencils.h"

#include "FractureCore/Random.h"
#include "FractureCore/TetMesh.h"

#include <gtest/gtest.h>

#include <array>

using namespace FractureCore;

namespace
{
using LatticeTet = std::array<LatticePoint, 4>;

// The 24 tets at the six faces of one cube: two centres and the ends of an edge of the face between them.
std::vector<LatticeTet> LatticeTets()
{
	std::vector<LatticeTet> tets;
	const LatticePoint centre{101, 101, 101};
	for (int32_t slot = 0; slot < 2 * kLongDirections; ++slot)
	{
		const LatticePoint other = centre + SlotStep(slot);
		const LatticePoint middle =
			centre + LatticePoint{SlotStep(slot).x / 2, SlotStep(slot).y / 2, SlotStep(slot).z / 2};
		const int32_t axis = slot / 2;
		const LatticePoint u = axis == 0 ? LatticePoint{0, 1, 0} : LatticePoint{1, 0, 0};
		const LatticePoint v = axis == 2 ? LatticePoint{0, 1, 0} : LatticePoint{0, 0, 1};
		const std::array<LatticePoint, 4> ring = {middle - u - v, middle + u - v, middle + u + v, middle - u + v};
		for (size_t k = 0; k < 4; ++k)
		{
			tets.push_back({centre, other, ring[k], ring[(k + 1) % 4]});
		}
	}
	return tets;
}

Vec3 AsVec(const LatticePoint& p)
{
	return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

struct Stuffed
{
	double volume = 0.0;
	double smallest = 0.0; // tet
	size_t tets = 0;
};

// Stuffs one lattice tet whose corners have the given heights over a plane: below it is inside.
Stuffed StuffByHeights(LatticeTet tet, std::array<double, 4> heights, std::array<NodeSide, 4> sides)
{
	if (SignedVolume(AsVec(tet[0]), AsVec(tet[1]), AsVec(tet[2]), AsVec(tet[3])) < 0.0)
	{
		std::swap(tet[2], tet[3]);
		std::swap(heights[2], heights[3]);
		std::swap(sides[2], sides[3]);
	}
	CutLattice lattice;
	lattice.frame.unit = 1.0;
	lattice.frame.log2Cell = 1; // half cells are the unit
	LatticeCorner corners[4];
	for (int32_t i = 0; i < 4; ++i)
	{
		corners[i] = {i, i, sides[i], tet[i]};
		lattice.nodes.emplace_back().cuts.fill(kNoIndex);
	}
	for (int32_t i = 0; i < 4; ++i)
	{
		for (int32_t j = 0; j < 4; ++j)
		{
			if (sides[i] == NodeSide::In && sides[j] == NodeSide::Out)
			{
				const int32_t slot = SlotOf(tet[j] - tet[i]);
				const double fraction = heights[i] / (heights[i] - heights[j]);
				lattice.nodes[i].cuts[slot] = static_cast<int32_t>(lattice.cuts.size());
				lattice.cuts.push_back(
					{slot % 2 == 0 ? tet[i] : tet[j], slot / 2, slot % 2 == 0 ? fraction : 1.0 - fraction});
			}
		}
	}
	std::vector<Tet> tets;
	StuffTet(corners, lattice, 4, tets);
	Stuffed result;
	result.tets = tets.size();
	result.smallest = tets.empty() ? 0.0 : 1.0e9;
	const auto at = [&](int32_t node) { return node < 4 ? AsVec(tet[node]) : lattice.CutPosition(node - 4); };
	for (const Tet& t : tets)
	{
		const double volume = SignedVolume(at(t.v[0]), at(t.v[1]), at(t.v[2]), at(t.v[3]));
		result.volume += volume;
		result.smallest = std::min(result.smallest, volume);
	}
	return result;
}

// The share of a tet below a plane, from the heights of its corners: each corner's cone has the product of the
// fractions at which the plane cuts its edges, with sign (Lasserre's formula).
double ShareBelow(const std::array<double, 4>& heights)
{
	double share = 0.0;
	for (size_t i = 0; i < 4; ++i)
	{
		if (heights[i] < 0.0)
		{
			double cone = 1.0;
			for (size_t j = 0; j < 4; ++j)
			{
				cone *= j == i ? 1.0 : heights[i] / (heights[i] - heights[j]);
			}
			share += cone;
		}
	}
	return share;
}
} // namespace

TEST(Stencils, FillExactlyWhatAPlaneLeavesOfALatticeTet)
{
	const std::vector<LatticeTet> tets = LatticeTets();
	ASSERT_EQ(tets.size(), 24u);
	uint64_t draw = 0;
	for (const LatticeTet& tet : tets)
	{
		for (int32_t trial = 0; trial < 64; ++trial)
		{
			std::array<double, 4> heights;
			std::array<NodeSide, 4> sides;
			for (size_t i = 0; i < 4; ++i)
			{
				heights[i] = RandomUnit(7, draw++) - 0.5;
				sides[i] = heights[i] < 0.0 ? NodeSide::In : NodeSide::Out;
			}
			const Stuffed stuffed = StuffByHeights(tet, heights, sides);
			// A lattice tet has the volume 2/3 in half cells.
			EXPECT_NEAR(stuffed.volume, 2.0 / 3.0 * ShareBelow(heights), 1.0e-9);
			EXPECT_GE(stuffed.smallest, 0.0);
		}
	}
}

TEST(Stencils, HaveTheNumberOfTetsOfThePaper)
{
	const LatticeTet tet = LatticeTets().front();
	for (int32_t code = 0; code < 81; ++code)
	{
		std::array<double, 4> heights;
		std::array<NodeSide, 4> sides;
		int32_t in = 0;
		int32_t out = 0;
		for (int32_t i = 0, rest = code; i < 4; ++i, rest /= 3)
		{
			sides[i] = static_cast<NodeSide>(rest % 3);
			heights[i] = rest % 3 - 1.0;
			in += sides[i] == NodeSide::In;
			out += sides[i] == NodeSide::Out;
		}
		const size_t expected = in == 0 ? 0 : (out == 0 || in == 1 ? 1 : (in + out == 3 ? 2 : 3));
		const Stuffed stuffed = StuffByHeights(tet, heights, sides);
		EXPECT_EQ(stuffed.tets, expected) << code;
		EXPECT_TRUE(stuffed.tets == 0 || stuffed.smallest > 0.01) << code;
	}
}
