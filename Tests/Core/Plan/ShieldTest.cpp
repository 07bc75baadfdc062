// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/WorkingStress.h"

#include "FractureCore/Random.h"
#include "Math/Exponential.h"
#include "Math/StressAlgebra.h"
#include "PlanTestBodies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

TEST(Shield, LeavesTheRestOfTheTensionAcrossTheCrackAndAllAlongIt)
{
	const Sym3 shielded = ShieldedStress({10.0, 7.0, 3.0, 0, 0, 0}, {1, 0, 0}, 0.75);
	EXPECT_NEAR(shielded.xx, 2.5, 1.0e-14);
	EXPECT_EQ(shielded.yy, 7.0);
	EXPECT_EQ(shielded.zz, 3.0);
}

TEST(Shield, LeavesCompressionAcrossTheCrack)
{
	const Sym3 stress = {-10.0, 7.0, 3.0, 1.0, 2.0, 3.0};
	EXPECT_EQ(ShieldedStress(stress, {1, 0, 0}, 0.75), stress);
}

TEST(Shield, IsTheContractionOnBothSides)
{
	for (uint64_t seed = 0; seed < 50; ++seed)
	{
		auto draw = [&](uint64_t i) { return 2.0 * RandomUnit(seed, i) - 1.0; };
		const Sym3 s = {draw(0), draw(1), draw(2), draw(3), draw(4), draw(5)};
		const Vec3 n = Normalised(Vec3{draw(6), draw(7), draw(8)});
		const double share = RandomUnit(seed, 9);
		if (!(NormalStress(s, n) > 0.0))
		{
			continue;
		}
		const Mat3 P = Mat3::Identity() + Mat3::Outer(n, n) * (std::sqrt(1.0 - share) - 1.0);
		const Mat3 full = {{{s.xx, s.xy, s.zx}, {s.xy, s.yy, s.yz}, {s.zx, s.yz, s.zz}}};
		const Mat3 expected = P * full * P;
		const Sym3 actual = ShieldedStress(s, n, share);
		EXPECT_NEAR(actual.xx, expected.m[0][0], 1.0e-14);
		EXPECT_NEAR(actual.yz, expected.m[1][2], 1.0e-14);
		EXPECT_NEAR(actual.zx, expected.m[2][0], 1.0e-14);
		// What the search for seeds relies on.
		const double before = DecomposeSymmetric(s).values[0];
		EXPECT_LE(DecomposeSymmetric(actual).values[0], before + 1.0e-14);
	}
}

TEST(Shield, FadesWithDistanceFromTheCrack)
{
	// A bar along x, cut through at x = 0.5, under tension along x. Length = 0.5 max(t, min(extent, far)) = 0.5 t..
	const PlanBody body = MakeGridBody(20, 2, 2, {1.0, 0.1, 0.1});
	const PlanLattice& lattice = body.GetData().lattice;
	WorkingStress stress;
	stress.Reset(body.GetData(), std::vector<Sym3>(lattice.tets.size(), Sym3{1.0, 0, 0, 0, 0, 0}));
	CrackStates states(lattice.TetCount());
	const CrackState crack = OpenPlane(lattice, states, {1, 0, 0}, 0.499);
	const std::vector<double> far(lattice.tets.size(), 10.0);
	CrackDistance distance;
	stress.Shield(crack, 0.5, far, distance);
	int32_t shielded = 0;
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		// From the middle of the nearest facet, as the rule has it.
		double nearest = 1.0e9;
		for (const int32_t open : crack.openTets)
		{
			nearest = std::min(nearest, Length(lattice.centroid[t] - MakeFacet(lattice, crack.field, open).middle));
		}
		const double lengths = nearest / (0.5 * std::max(lattice.thickness[t], crack.extent));
		if (lengths <= 2.5)
		{
			EXPECT_NEAR(stress.Stress(t).xx, 1.0 - DecayingExp(lengths), 1.0e-12) << t;
			++shielded;
		}
		else
		{
			EXPECT_EQ(stress.Stress(t).xx, 1.0); // the tail of less than 8 % is left out
		}
		// A facet's middle is at most a cell aside of the point nearest on the surface.
		EXPECT_LT(nearest, std::abs(lattice.centroid[t].x - 0.499) + 0.05) << t;
	}
	EXPECT_GT(shielded, 100);
}

TEST(Shield, ComesToTheSameWheneverATetIsAskedForItsStress)
{
	const PlanBody body = MakeGridBody(12, 6, 2, {1.2, 0.6, 0.2});
	const PlanLattice& lattice = body.GetData().lattice;
	const std::vector<double> far(lattice.tets.size(), 10.0);
	const Vec3 normals[3] = {{1, 0, 0}, {0, 1, 0}, Normalised(Vec3{1, 1, 0})};
	std::vector<Sym3> first;
	for (const bool askedAtOnce : {false, true})
	{
		WorkingStress stress;
		stress.Reset(body.GetData(), std::vector<Sym3>(lattice.tets.size(), Sym3{3.0, 2.0, -1.0, 0.5, 0.25, 0.0}));
		CrackStates states(lattice.TetCount());
		CrackDistance distance;
		for (const Vec3& normal : normals)
		{
			const CrackState crack = OpenPlane(lattice, states, normal, 0.431);
			stress.Shield(crack, 0.5, far, distance);
			for (int32_t t = 0; askedAtOnce && t < lattice.TetCount(); ++t)
			{
				const double bound = stress.LargestBound(t);
				EXPECT_LE(stress.Principal(t).largest, bound);
				EXPECT_LE(stress.Principal(t).largest, stress.NormBound(t) * (1.0 + 1.0e-12));
			}
		}
		std::vector<Sym3> result;
		for (int32_t t = 0; t < lattice.TetCount(); ++t)
		{
			EXPECT_EQ(stress.IsFresh(t), askedAtOnce);
			result.push_back(stress.Stress(t));
		}
		first = first.empty() ? result : first;
		EXPECT_EQ(result, first);
		EXPECT_LT(result.front().xx, 3.0);
	}
}

TEST(Exponential, AgreesWithTheLibrary)
{
	for (double x = 0.0; x < 40.0; x += 0.173)
	{
		EXPECT_NEAR(DecayingExp(x), std::exp(-x), 2.0e-15 * std::exp(-x)) << x;
	}
	EXPECT_EQ(DecayingExp(0.0), 1.0);
	EXPECT_EQ(DecayingExp(1.0e9), 0.0);
}
