// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "PlanTestBodies.h"
#include "Support/TetShells.h"

using namespace FractureCore;
using namespace FractureTests;

TEST(LocalThickness, MeasuresAPlateOfOneLayer)
{
	const PlanBody body = MakeGridBody(20, 15, 1, {2.0, 1.5, 0.1});
	for (const double thickness : body.Thickness())
	{
		EXPECT_NEAR(thickness, 0.1, 0.002);
	}
}

TEST(LocalThickness, MeasuresTheWallOfAHollowSphere)
{
	const TetMesh mesh = MakeHollowSphere(MakeUnitSphere(3), 0.8, 1.0, 2);
	const Result<PlanBody> body = PlanBody::Create(mesh, mesh, {}, SerialRunner());
	ASSERT_TRUE(body);
	for (const double thickness : body->Thickness())
	{
		EXPECT_NEAR(thickness, 0.2, 0.02);
	}
}

TEST(LocalThickness, TellsAThinPartFromAThickOne)
{
	// A plate 0.1 thick on a block 0.5 thick: 1 x 1 x 0.5, then 2 x 1 x 0.1.
	TetMesh mesh = MakeTetGrid(30, 10, 5, {3.0, 1.0, 0.5});
	std::vector<Tet> kept;
	for (const Tet& tet : mesh.tets)
	{
		const Vec3 c =
			(mesh.nodes[tet.v[0]] + mesh.nodes[tet.v[1]] + mesh.nodes[tet.v[2]] + mesh.nodes[tet.v[3]]) / 4.0;
		if (c.x < 1.0 || c.z < 0.1)
		{
			kept.push_back(tet);
		}
	}
	mesh.tets = kept;
	const Result<PlanBody> body = PlanBody::Create(mesh, mesh, {}, SerialRunner());
	ASSERT_TRUE(body) << body.GetError().message;
	const PlanLattice& lattice = body->GetData().lattice;
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		if (lattice.centroid[t].x < 0.95)
		{
			EXPECT_NEAR(lattice.thickness[t], 0.5, 0.03);
		}
		if (lattice.centroid[t].x > 1.7)
		{
			EXPECT_NEAR(lattice.thickness[t], 0.1, 0.03);
		}
	}
}
