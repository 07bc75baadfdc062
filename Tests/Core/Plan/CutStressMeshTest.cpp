// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/CutStressMesh.h"

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
} // namespace

TEST(CutStressMesh, WithoutCracksIsTheMesh)
{
	const PlanBody body = MakeTwoMeshes();
	const CutStressMesh cut = MakeCutStressMesh(body.GetData(), CrackStates(body.GetData().lattice.TetCount()));
	EXPECT_EQ(cut.mesh.nodes.size(), body.GetData().stressMesh.nodes.size());
	EXPECT_EQ(cut.brokenFaces, 0);
	EXPECT_TRUE(ValidateTetMesh(cut.mesh));
}

TEST(CutStressMesh, APlaneMakesTwoParts)
{
	const PlanBody body = MakeTwoMeshes();
	CrackStates states(body.GetData().lattice.TetCount());
	OpenPlane(body.GetData().lattice, states, Normalised(Vec3{1.0, 0.3, 0.2}), 0.51);
	const CutStressMesh cut = MakeCutStressMesh(body.GetData(), states);
	EXPECT_TRUE(ValidateTetMesh(cut.mesh));
	EXPECT_EQ(CountComponents(cut.mesh), 2);
	EXPECT_EQ(FindPieces(body.GetData().lattice, states).count, 2);
	EXPECT_EQ(TotalVolume(cut.mesh), TotalVolume(body.GetData().stressMesh));
	for (size_t i = 0; i < cut.mesh.nodes.size(); ++i)
	{
		EXPECT_EQ(cut.mesh.nodes[i], body.GetData().stressMesh.nodes[cut.sourceNode[i]]);
	}
}

TEST(CutStressMesh, ASlitLeavesOnePartWithMoreNodes)
{
	const PlanBody body = MakeTwoMeshes();
	CrackStates states(body.GetData().lattice.TetCount());
	OpenPlane(body.GetData().lattice, states, {1, 0, 0}, 0.51, [](const Vec3& x) { return x.y < 0.3; });
	const CutStressMesh cut = MakeCutStressMesh(body.GetData(), states);
	EXPECT_EQ(CountComponents(cut.mesh), 1);
	EXPECT_EQ(FindPieces(body.GetData().lattice, states).count, 1);
	EXPECT_GT(cut.mesh.nodes.size(), body.GetData().stressMesh.nodes.size() + 8);
}

TEST(CutStressMesh, ManyPlanesGiveAsManyPartsAsPieces)
{
	const PlanBody body = MakeTwoMeshes();
	for (uint64_t seed = 0; seed < 20; ++seed)
	{
		CrackStates states(body.GetData().lattice.TetCount());
		for (uint64_t k = 0; k < 2; ++k)
		{
			auto draw = [&](uint64_t i) { return 2.0 * RandomUnit(seed, 4 * k + i) - 1.0; };
			const Vec3 normal = Normalised(Vec3{draw(0), draw(1), 0.3 * draw(2)});
			OpenPlane(body.GetData().lattice, states, normal, Dot(normal, {0.5, 0.25, 0.1}) + 0.1 * draw(3));
		}
		const int32_t parts = CountComponents(MakeCutStressMesh(body.GetData(), states).mesh);
		const int32_t pieces = FindPieces(body.GetData().lattice, states).count;
		// Slivers at the surface may be there in one mesh and not in the other.
		EXPECT_GE(parts, 2) << seed;
		EXPECT_GE(pieces, 3) << seed;
		EXPECT_GE(parts, std::min(pieces, 3)) << seed;
	}
}
