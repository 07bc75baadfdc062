// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Dent.h"

#include "FractureCore/Random.h"
#include "Support/TetGrids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;

namespace
{
/// A plate of mild steel, 0.4 x 0.4 x 0.02 m, whose yield strength is so low that all of the displacement stays.
BakedObject MakePlate(double dentFactor, double yieldStrength)
{
	BakeSettings settings;
	settings.material = *FindMaterialPreset("sheet-metal");
	settings.material.dentFactor = dentFactor;
	settings.material.yieldStrength = yieldStrength;
	return *BakeTetMesh(FractureTests::MakeTetGrid(12, 12, 2, {0.4, 0.4, 0.02}), settings, SerialRunner());
}

StressField Hit(const BakedObject& object, std::vector<double> impulses)
{
	const Result<StressModel> model =
		StressModel::Create(object.tets, object.material, object.heldAxes, {}, SerialRunner());
	std::vector<ContactImpulse> contacts;
	for (const double impulse : impulses)
	{
		contacts.push_back({{0.19, 0.21, 0.02}, {0.0, 0.0, -impulse}, GivenPulse(1.0e-3, PulseShape::HalfSine)});
	}
	StressField field;
	StressWorkspace workspace;
	EXPECT_TRUE(SolveImpact(*model, contacts, {}, workspace, field, SerialRunner()));
	return field;
}

std::vector<Vec3> DentOf(const BakedObject& before, const DentedObject& after)
{
	std::vector<Vec3> dent;
	for (size_t i = 0; i < before.tets.nodes.size(); ++i)
	{
		dent.push_back(after.object.tets.nodes[i] - before.tets.nodes[i]);
	}
	return dent;
}

/// Sizes of a - factor b and of a.
std::pair<double, double> Difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b, double factor)
{
	double difference = 0.0;
	double size = 0.0;
	for (size_t i = 0; i < a.size(); ++i)
	{
		difference = std::max(difference, Length(a[i] - factor * b[i]));
		size = std::max(size, Length(a[i]));
	}
	return {difference, size};
}
} // namespace

TEST(Dent, WithoutPliabilityOrYieldNothingChanges)
{
	const BakedObject brittle = MakePlate(0.0, 1.0);
	const StressField field = Hit(brittle, {50.0});
	const Result<DentedObject> same = DentSolid(brittle, field);
	ASSERT_TRUE(same);
	EXPECT_EQ(same->object, brittle);

	const BakedObject strong = MakePlate(30.0, 1.0e12);
	EXPECT_EQ(DentSolid(strong, field)->object, strong);
	EXPECT_EQ(DentSolid(strong, field)->report.yieldedCells, 0);
}

TEST(Dent, DepthIsLinearInPliabilityAndImpulse)
{
	const BakedObject plate = MakePlate(10.0, 1.0e-3);
	const std::vector<Vec3> dent = DentOf(plate, *DentSolid(plate, Hit(plate, {1.0})));
	const BakedObject pliable = MakePlate(20.0, 1.0e-3);
	const auto [inFactor, size] = Difference(DentOf(pliable, *DentSolid(pliable, Hit(pliable, {1.0}))), dent, 2.0);
	EXPECT_GT(size, 1.0e-7);
	EXPECT_LT(inFactor, 1.0e-4 * size);
	const auto [inImpulse, size2] = Difference(DentOf(plate, *DentSolid(plate, Hit(plate, {2.0}))), dent, 2.0);
	EXPECT_LT(inImpulse, 1.0e-4 * size2);
	// The same impulse in two steps is the same dent: no time step is in it.
	const auto [inSteps, size3] = Difference(DentOf(plate, *DentSolid(plate, Hit(plate, {0.5, 0.5}))), dent, 1.0);
	EXPECT_LT(inSteps, 1.0e-9 * size3);
}

TEST(Dent, GoesDeepestWhereTheBlowFellAndKeepsTheVolume)
{
	const BakedObject plate = MakePlate(1.0, 210.0e6);
	const StressField field = Hit(plate, {1500.0});
	const Result<DentedObject> dented = DentSolid(plate, field);
	ASSERT_TRUE(dented);
	EXPECT_GT(dented->report.yieldedCells, 0);
	EXPECT_LT(dented->report.yieldedCells, static_cast<int32_t>(plate.tets.tets.size() / 2));
	const std::vector<Vec3> dent = DentOf(plate, *dented);
	const auto deepest =
		std::min_element(dent.begin(), dent.end(), [](const Vec3& a, const Vec3& b) { return a.z < b.z; });
	const Vec3& where = plate.tets.nodes[static_cast<size_t>(deepest - dent.begin())];
	EXPECT_LT(std::hypot(where.x - 0.19, where.y - 0.21), 0.05);
	EXPECT_LT(deepest->z, 0.0);
	EXPECT_LT(std::abs(dented->report.volumeChange), 0.01);
	EXPECT_NE(dented->object.key, plate.key);
	EXPECT_EQ(dented->object.mass.mass, plate.mass.mass);
}

TEST(Dent, MovesNeitherTheCentreNorTheAxesOfAFreeBody)
{
	const BakedObject plate = MakePlate(30.0, 100.0e6);
	const DentedObject dented = *DentSolid(plate, Hit(plate, {400.0}));
	ASSERT_GT(dented.report.largest, 1.0e-5);
	const MassProperties after =
		SolidMassProperties(dented.object.tets.nodes, BoundaryTriangles(dented.object.tets), plate.material.density);
	EXPECT_LT(Length(after.centre - plate.mass.centre), 1.0e-12);
	EXPECT_EQ(dented.object.mass.centre, plate.mass.centre);
	// Sum of m r x d, with each tet's mass shared by its nodes.
	Vec3 angular;
	double size = 0.0;
	const std::vector<Vec3> dent = DentOf(plate, dented);
	for (const Tet& tet : plate.tets.tets)
	{
		for (const int32_t v : tet.v)
		{
			const double share = 0.25 * SignedVolume(plate.tets, tet);
			angular += share * Cross(plate.tets.nodes[v] - plate.mass.centre, dent[v]);
			size += share * Length(plate.tets.nodes[v] - plate.mass.centre) * Length(dent[v]);
		}
	}
	EXPECT_LT(Length(angular), 1.0e-10 * size);
	// Mass, inertia as those of the moved tets at the same mass.
	const MassProperties recomputed = SolidMassProperties(
		dented.object.tets.nodes, BoundaryTriangles(dented.object.tets), plate.mass.mass / after.volume);
	for (int32_t k = 0; k < 3; ++k)
	{
		EXPECT_NEAR(
			dented.object.mass.inertia.m[k][k], recomputed.inertia.m[k][k], 1.0e-9 * recomputed.inertia.m[k][k]);
	}
}

TEST(Dent, TheSurfaceFollowsTheTets)
{
	const BakedObject plate = MakePlate(30.0, 100.0e6);
	const DentedObject dented = *DentSolid(plate, Hit(plate, {400.0}));
	// Its vertices are nodes of the tets.
	for (size_t v = 0; v < plate.surface.positions.size(); ++v)
	{
		const auto node = std::find(plate.tets.nodes.begin(), plate.tets.nodes.end(), plate.surface.positions[v]);
		ASSERT_NE(node, plate.tets.nodes.end());
		const Vec3& moved = dented.object.tets.nodes[static_cast<size_t>(node - plate.tets.nodes.begin())];
		EXPECT_LT(Length(dented.object.surface.positions[v] - moved), 1.0e-9);
	}
}

TEST(Dent, NormalsTurnWithAnEvenStretch)
{
	BakedObject box = MakePlate(1.0, 1.0);
	for (const Triangle& t : box.surface.triangles)
	{
		const std::vector<Vec3>& x = box.surface.positions;
		const Vec3 n = Normalised(Cross(x[t.v[1]] - x[t.v[0]], x[t.v[2]] - x[t.v[0]]));
		box.surface.cornerNormals.insert(box.surface.cornerNormals.end(),
			3,
			{static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)});
	}
	// The same small shear everywhere; what is left without its rotation is still the same everywhere.
	StressField field;
	field.stress.assign(box.tets.tets.size(), {1.0e20, 0.0, 0.0, 0.0, 0.0, 0.0});
	for (const Vec3& x : box.tets.nodes)
	{
		const Vec3 r = x - Vec3{0.2, 0.2, 0.01};
		field.displacement.push_back({0.02 * r.z, 0.0, 0.02 * r.x});
	}
	const DentedObject dented = *DentSolid(box, field, {0.5});
	ASSERT_GT(dented.report.largest, 1.0e-4);
	const std::vector<Vec3>& x = dented.object.surface.positions;
	for (size_t t = 0; t < box.surface.triangles.size(); ++t)
	{
		const int32_t* v = box.surface.triangles[t].v;
		const Vec3 n = Normalised(Cross(x[v[1]] - x[v[0]], x[v[2]] - x[v[0]]));
		for (size_t k = 0; k < 3; ++k)
		{
			const Vec3f& turned = dented.object.surface.cornerNormals[3 * t + k];
			ASSERT_NEAR(n.x, static_cast<double>(turned.x), 1.0e-6);
			ASSERT_NEAR(n.z, static_cast<double>(turned.z), 1.0e-6);
		}
	}
}

TEST(Dent, IsHalvedUntilNoTetIsInverted)
{
	const BakedObject plate = MakePlate(1.0, 1.0);
	StressField field;
	field.stress.assign(plate.tets.tets.size(), {1.0e9, 0.0, 0.0, 0.0, 0.0, 0.0});
	for (size_t i = 0; i < plate.tets.nodes.size(); ++i)
	{
		const auto draw = [&](uint64_t k) { return 2.0 * RandomUnit(4, 3 * i + k) - 1.0; };
		field.displacement.push_back({draw(0), draw(1), draw(2)});
	}
	const DentedObject dented = *DentSolid(plate, field, {0.5});
	EXPECT_GT(dented.report.halvings, 0);
	for (const Tet& tet : dented.object.tets.tets)
	{
		ASSERT_GT(SignedVolume(dented.object.tets, tet), 0.0);
	}
	// The cap: half of the shortest edge, but for the rigid motion taken out.
	EXPECT_LE(dented.report.largest, 0.5 * 0.01 * 1.1);
}

TEST(Dent, ABodyThatIsHeldStaysWhereItIsHeld)
{
	BakeSettings settings;
	settings.material = *FindMaterialPreset("sheet-metal");
	settings.strength.anchors = {{HalfSpaceRegion{{0.001, 0.0, 0.0}, {1.0, 0.0, 0.0}}, 7}};
	const BakedObject plate =
		*BakeTetMesh(FractureTests::MakeTetGrid(12, 12, 2, {0.4, 0.4, 0.02}), settings, SerialRunner());
	const DentedObject dented = *DentSolid(plate, Hit(plate, {100.0}));
	ASSERT_GT(dented.report.largest, 1.0e-5);
	for (size_t i = 0; i < plate.tets.nodes.size(); ++i)
	{
		if (plate.heldAxes[i] != 0)
		{
			EXPECT_EQ(dented.object.tets.nodes[i], plate.tets.nodes[i]);
		}
	}
}

TEST(Dent, SheetsDentToo)
{
	SurfaceMesh mesh;
	constexpr int32_t kSide = 10;
	for (int32_t i = 0; i <= kSide; ++i)
	{
		for (int32_t j = 0; j <= kSide; ++j)
		{
			mesh.positions.push_back({0.04 * i, 0.04 * j, 0.0});
		}
	}
	for (int32_t i = 0; i < kSide; ++i)
	{
		for (int32_t j = 0; j < kSide; ++j)
		{
			const int32_t a = i * (kSide + 1) + j;
			mesh.triangles.push_back({{a, a + kSide + 1, a + kSide + 2}});
			mesh.triangles.push_back({{a, a + kSide + 2, a + 1}});
		}
	}
	BakeSettings settings;
	settings.material = *FindMaterialPreset("sheet-metal");
	settings.shellThickness = 0.002;
	const BakedObject sheet = *BakeObject(mesh, settings, SerialRunner());
	const Result<ShellModel> model = ShellModel::Create(
		sheet.surface.positions, sheet.surface.triangles, sheet.shellThickness, sheet.material, {}, SerialRunner());
	ASSERT_TRUE(model);
	const ContactImpulse blow = {{0.2, 0.2, 0.0}, {0.0, 0.0, -2.0}, GivenPulse(1.0e-3, PulseShape::HalfSine)};
	ShellStressField field;
	StressWorkspace workspace;
	ASSERT_TRUE(SolveShellImpact(*model, std::span(&blow, 1), {}, workspace, field, SerialRunner()));
	const Result<DentedObject> dented = DentShell(sheet, field);
	ASSERT_TRUE(dented) << dented.GetError().message;
	EXPECT_GT(dented->report.yieldedCells, 0);
	double deepest = 0.0;
	for (const Vec3& x : dented->object.surface.positions)
	{
		deepest = std::min(deepest, x.z);
	}
	EXPECT_LT(deepest, -1.0e-4);
	const MassProperties after = ShellMassProperties(
		dented->object.surface.positions, dented->object.surface.triangles, 0.002, sheet.material.density);
	EXPECT_LT(Length(after.centre - sheet.mass.centre), 1.0e-12);
	EXPECT_FALSE(DentSolid(sheet, StressField{}));
}
