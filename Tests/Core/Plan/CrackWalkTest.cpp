// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/CrackWalk.h"

#include "PlanTestBodies.h"

using namespace FractureCore;
using namespace FractureTests;

namespace
{
/// A plate 1 x 1 x 0.1 in the x-y plane with a crack across y, seeded near its middle.
struct WalkBody
{
	PlanBody body = MakeGridBody(20, 20, 2, {1.0, 1.0, 0.1});
	const PlanLattice& lattice = body.GetData().lattice;
	std::vector<double> strength = std::vector<double>(lattice.tets.size(), kTensile);
	WorkingStress stress;
	CrackStates states{lattice.TetCount()};
	WalkWorkspace workspace;

	/// Tension along x, by place.
	void Load(const std::function<double(const Vec3&)>& tension)
	{
		std::vector<Sym3> values;
		for (const Vec3& x : lattice.centroid)
		{
			values.push_back({tension(x), 0, 0, 0, 0, 0});
		}
		stress.Reset(body.GetData(), values);
	}

	CrackState Start(const Vec3& seed)
	{
		CrackState crack = MakeField(lattice, [&](const Vec3& x) { return x.x - seed.x; });
		double nearest = 1.0e9;
		for (int32_t t = 0; t < lattice.TetCount(); ++t)
		{
			const double distance = Length(lattice.centroid[t] - seed);
			if (IsCrossed(lattice, crack.field, t) && distance < nearest)
			{
				nearest = distance;
				crack.seedTet = t;
			}
		}
		return crack;
	}

	int32_t Walk(CrackState& crack, const WalkSettings& settings = {})
	{
		const int32_t id = static_cast<int32_t>(states.cracks.size());
		return WalkCrack(lattice, stress, strength, settings, states, crack, id, workspace);
	}
};
} // namespace

TEST(CrackWalk, OpensTheWholeSurfaceWhereTensionPays)
{
	WalkBody plate;
	plate.Load([](const Vec3&) { return 0.31 * kTensile; }); // just above growthFactor S
	CrackState crack = plate.Start({0.51, 0.5, 0.05});
	plate.Walk(crack);
	int32_t crossed = 0;
	for (int32_t t = 0; t < plate.lattice.TetCount(); ++t)
	{
		crossed += IsCrossed(plate.lattice, crack.field, t) ? 1 : 0;
	}
	EXPECT_EQ(static_cast<int32_t>(crack.openTets.size()), crossed);
	EXPECT_NEAR(crack.area, 0.1, 1.0e-12); // 1 x 0.1
}

TEST(CrackWalk, StaysNearItsSeedWhereNothingPulls)
{
	WalkBody plate;
	plate.Load([](const Vec3&) { return 0.0; });
	CrackState crack = plate.Start({0.51, 0.5, 0.05});
	EXPECT_GT(plate.Walk(crack), 0);
	for (const int32_t tet : crack.openTets)
	{
		EXPECT_LE(Length(plate.lattice.centroid[tet] - plate.lattice.centroid[crack.seedTet]), 0.75 * 0.1 + 1.0e-9);
	}
}

TEST(CrackWalk, SurplusPaysForAreaAndNoMore)
{
	// Tension of 0.6 S on |y - 0.5| < 0.15, none outside, growth factor 0.3: each hot area pays for (2^2 - 1) of cold.
	WalkBody plate;
	plate.Load([](const Vec3& x) { return std::abs(x.y - 0.5) < 0.15 ? 0.6 * kTensile : 0.0; });
	CrackState crack = plate.Start({0.51, 0.5, 0.05});
	WalkSettings settings;
	settings.ligament = 0.0;
	plate.Walk(crack, settings);
	double hot = 0.0;
	double largest = 0.0;
	for (const int32_t tet : crack.openTets)
	{
		const double area = MakeFacet(plate.lattice, crack.field, tet).area;
		hot += std::abs(plate.lattice.centroid[tet].y - 0.5) < 0.15 ? area : 0.0;
		largest = std::max(largest, area);
	}
	EXPECT_NEAR(hot, 0.03, 0.005); // all that is hot
	const double cold = crack.area - hot;
	EXPECT_LE(cold, 3.0 * hot);
	if (crack.area < 0.1 - 1.0e-9) // else it is through
	{
		EXPECT_GE(cold, 3.0 * hot - largest);
	}
	EXPECT_GT(cold, 0.0);

	// With half the surplus it stops on the way.
	WalkBody weaker;
	weaker.Load([](const Vec3& x) { return std::abs(x.y - 0.5) < 0.15 ? 0.4 * kTensile : 0.0; });
	CrackState shorter = weaker.Start({0.51, 0.5, 0.05});
	weaker.Walk(shorter, settings);
	const double pays = 16.0 / 9.0 - 1.0;
	EXPECT_LE(shorter.area - hot, pays * hot + 1.0e-12);
	EXPECT_GE(shorter.area - hot, pays * hot - largest);
}

TEST(CrackWalk, ClosesAShortLigament)
{
	WalkBody plate;
	plate.Load([](const Vec3& x) { return x.y < 0.88 ? 0.31 * kTensile : -kTensile; });
	CrackState crack = plate.Start({0.51, 0.5, 0.05});
	WalkSettings settings;
	settings.ligament = 0.0;
	plate.Walk(crack, settings);
	EXPECT_LT(crack.area, 0.095);

	WalkBody again;
	again.Load([](const Vec3& x) { return x.y < 0.88 ? 0.31 * kTensile : -kTensile; });
	CrackState through = again.Start({0.51, 0.5, 0.05});
	again.Walk(through); // 0.12 left, less than 1.5 thicknesses
	EXPECT_NEAR(through.area, 0.1, 1.0e-12);
}

TEST(CrackWalk, StopsAtACrackThatItMeets)
{
	WalkBody plate;
	plate.Load([](const Vec3&) { return kTensile; });
	OpenPlane(plate.lattice, plate.states, {0, 1, 0}, 0.7130);
	CrackState crack = plate.Start({0.51, 0.3, 0.05});
	plate.Walk(crack);
	ASSERT_EQ(crack.met.size(), 1u);
	EXPECT_FALSE(crack.met[0].positive); // it stays where y - 0.713 is negative
	for (const int32_t tet : crack.openTets)
	{
		const Tet& t = plate.lattice.tets[tet];
		EXPECT_TRUE(std::any_of(t.v, t.v + 4, [&](int32_t n) { return plate.lattice.nodes[n].y < 0.7130; })) << tet;
	}
	// Up to the old crack it is through: three pieces, the far half whole.
	plate.states.cracks.push_back(crack);
	EXPECT_EQ(FindPieces(plate.lattice, plate.states).count, 3);
	EXPECT_TRUE(FrontTets(plate.lattice, plate.states, crack).empty());
}

TEST(CrackWalk, AFourthCrackFindsNoPlaceInATet)
{
	WalkBody plate;
	plate.Load([](const Vec3&) { return kTensile; });
	for (const double y : {0.512, 0.513, 0.514})
	{
		OpenPlane(plate.lattice, plate.states, {0, 1, 0}, y);
	}
	CrackState crack = plate.Start({0.51, 0.3, 0.05});
	plate.Walk(crack);
	for (const int32_t tet : crack.openTets)
	{
		EXPECT_LT(plate.lattice.centroid[tet].y, 0.56);
	}
	EXPECT_LE(*std::max_element(plate.states.openCount.begin(), plate.states.openCount.end()), kMaxCracksPerTet);
}
