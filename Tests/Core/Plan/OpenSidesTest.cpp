// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/OpenSides.h"

#include "PlanTestBodies.h"

using namespace FractureCore;
using namespace FractureTests;

namespace
{
/// The stress mesh is a grid of other cubes than the lattice.
PlanBody MakeTwoMeshes()
{
	Result<PlanBody> body = PlanBody::Create(
		MakeTetGrid(13, 7, 3, {1.0, 0.5, 0.2}), MakeTetGrid(16, 8, 4, {1.0, 0.5, 0.2}), {}, SerialRunner());
	EXPECT_TRUE(body);
	return std::move(*body);
}

std::vector<uint8_t> SidesOf(const PlanBody& body, CrackStates states)
{
	std::vector<uint8_t> sides;
	FindOpenSides(body.GetData(), states, sides, SerialRunner());
	return sides;
}
} // namespace

TEST(OpenSides, WithoutCracksEveryTetIsWhole)
{
	const PlanBody body = MakeTwoMeshes();
	const std::vector<uint8_t> sides = SidesOf(body, CrackStates(body.GetData().lattice.TetCount()));
	EXPECT_EQ(sides.size(), body.GetData().stressMesh.tets.size());
	EXPECT_EQ(std::count(sides.begin(), sides.end(), 0), static_cast<std::ptrdiff_t>(sides.size()));
}

TEST(OpenSides, APlaneOpensExactlyTheTetsThatItCrosses)
{
	const PlanBody body = MakeTwoMeshes();
	const TetMesh& mesh = body.GetData().stressMesh;
	CrackStates states(body.GetData().lattice.TetCount());
	const Vec3 normal = Normalised(Vec3{1.0, 0.3, 0.2});
	OpenPlane(body.GetData().lattice, states, normal, 0.51);
	const std::vector<uint8_t> sides = SidesOf(body, states);
	int32_t open = 0;
	for (size_t t = 0; t < sides.size(); ++t)
	{
		uint8_t expected = 0;
		for (int32_t k = 0; k < 4; ++k)
		{
			expected |= Dot(normal, mesh.nodes[mesh.tets[t].v[k]]) > 0.51 ? 1 << k : 0;
		}
		EXPECT_EQ(sides[t], expected == kShatteredTet ? 0 : expected) << t;
		open += sides[t] != 0 ? 1 : 0;
	}
	EXPECT_GT(open, 40);
}

TEST(OpenSides, ASlitOpensOnlyWhereItIsOpen)
{
	const PlanBody body = MakeTwoMeshes();
	const TetMesh& mesh = body.GetData().stressMesh;
	CrackStates states(body.GetData().lattice.TetCount());
	OpenPlane(body.GetData().lattice, states, {1, 0, 0}, 0.51, [](const Vec3& x) { return x.y < 0.3; });
	const std::vector<uint8_t> sides = SidesOf(body, states);
	int32_t open = 0;
	for (size_t t = 0; t < sides.size(); ++t)
	{
		const double y = 0.25 *
			(mesh.nodes[mesh.tets[t].v[0]].y + mesh.nodes[mesh.tets[t].v[1]].y + mesh.nodes[mesh.tets[t].v[2]].y +
				mesh.nodes[mesh.tets[t].v[3]].y);
		open += sides[t] != 0 ? 1 : 0;
		EXPECT_TRUE(sides[t] == 0 || y < 0.42) << t;
	}
	EXPECT_GT(open, 20);
}

TEST(OpenSides, WhereTwoCracksCrossATetIsShattered)
{
	const PlanBody body = MakeTwoMeshes();
	CrackStates states(body.GetData().lattice.TetCount());
	OpenPlane(body.GetData().lattice, states, {1, 0, 0}, 0.51);
	OpenPlane(body.GetData().lattice, states, {0, 1, 0}, 0.26);
	const std::vector<uint8_t> sides = SidesOf(body, states);
	EXPECT_GT(std::count(sides.begin(), sides.end(), kShatteredTet), 0);
	// The second ends at the first: beyond that nothing of it is open.
	states.cracks[1].met.push_back({0, true});
	const std::vector<uint8_t> ended = SidesOf(body, states);
	EXPECT_LT(std::count(ended.begin(), ended.end(), 0), static_cast<std::ptrdiff_t>(ended.size()));
	EXPECT_GE(std::count(ended.begin(), ended.end(), 0), std::count(sides.begin(), sides.end(), 0));
}
