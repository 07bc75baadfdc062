// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/FineSurface.h"

#include "FractureCore/MassProperties.h"
#include "Studio/Workbench.h"
#include "Support/TestMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;

/// A box of twelve triangles, 4 x 1 x 0.1 m, with UVs that are x and y.
SurfaceMesh LongBox()
{
	SurfaceMesh mesh = FractureTest::MakeBox({0.0, 0.0, 0.0}, {4.0, 1.0, 0.1});
	mesh.uvChannels = 1;
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		for (const int32_t v : mesh.triangles[t].v)
		{
			const Vec3& p = mesh.positions[static_cast<size_t>(v)];
			mesh.cornerUvs.push_back({static_cast<float>(p.x), static_cast<float>(p.y)});
		}
		mesh.triangleSlots.push_back(t < 4 ? 0 : 1);
	}
	mesh.slotNames = {"Flat", "Rim"};
	return mesh;
}
} // namespace

TEST(FineSurface, HasShortEdgesAndTheShapeThatItCameFrom)
{
	const SurfaceMesh box = LongBox();
	const FineSurface fine = RefineSurface(box, 0.2, 100'000);
	const SurfaceMesh& mesh = fine.mesh;
	ASSERT_EQ(mesh.positions.size(), box.positions.size() + fine.parents.size());
	std::map<std::pair<int32_t, int32_t>, int> edges;
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		for (size_t k = 0; k < 3; ++k)
		{
			const int32_t a = mesh.triangles[t].v[k];
			const int32_t b = mesh.triangles[t].v[(k + 1) % 3];
			const Vec3& p = mesh.positions[static_cast<size_t>(a)];
			EXPECT_LE(Length(p - mesh.positions[static_cast<size_t>(b)]), 0.2);
			++edges[{a, b}];
			EXPECT_EQ(mesh.cornerUvs[3 * t + k].x, static_cast<float>(p.x));
			EXPECT_EQ(mesh.cornerUvs[3 * t + k].y, static_cast<float>(p.y));
		}
		// The slots are still where they were: z is the same in the three corners of a flat triangle.
		const auto z = [&](size_t k) { return mesh.positions[static_cast<size_t>(mesh.triangles[t].v[k])].z; };
		EXPECT_EQ(mesh.triangleSlots[t] == 0, z(0) == z(1) && z(1) == z(2)) << t;
	}
	for (const auto& [edge, count] : edges)
	{
		EXPECT_EQ(count, 1);
		EXPECT_EQ(edges.count({edge.second, edge.first}), 1u) << "an open edge";
	}
	EXPECT_NEAR(SolidMassProperties(mesh.positions, mesh.triangles, 1.0).volume, 0.4, 1e-12);
}

TEST(FineSurface, StopsBeforeThereAreTooMany)
{
	const FineSurface fine = RefineSurface(LongBox(), 1e-4, 500);
	EXPECT_GT(fine.mesh.triangles.size(), 100u);
	EXPECT_LE(fine.mesh.triangles.size(), 500u);
	EXPECT_TRUE(RefineSurface(LongBox(), 10.0, 500).parents.empty());
}

TEST(FineSurface, PaintGoesOverAndComesBack)
{
	const SurfaceMesh box = LongBox();
	const FineSurface fine = RefineSurface(box, 0.2, 100'000);
	StrengthSetup setup;
	PaintedValues paint{{}, 0.05};
	for (const Vec3& p : box.positions)
	{
		paint.values.push_back(static_cast<float>(p.x)); // linear, so that means are exact
	}
	setup.layers.push_back({});
	setup.layers[0].source = paint;
	setup.layers[0].mask = paint;
	setup.anchors.push_back({paint});
	const StrengthSetup before = setup;
	CarryPaint(setup, box, fine.mesh, &fine);
	const std::vector<float>& values = std::get<PaintedValues>(setup.layers[0].source).values;
	ASSERT_EQ(values.size(), fine.mesh.positions.size());
	for (size_t v = 0; v < values.size(); ++v)
	{
		EXPECT_NEAR(values[v], fine.mesh.positions[v].x, 1e-6);
	}
	EXPECT_EQ(std::get<PaintedValues>(*setup.layers[0].mask).values, values);
	EXPECT_EQ(std::get<PaintedValues>(setup.anchors[0].region).values, values);
	CarryPaint(setup, fine.mesh, box, nullptr);
	EXPECT_EQ(setup, before);
}

TEST(FineSurface, ABakeWithItTakesFineStrokesAndKeepsThePaint)
{
	Workbench bench;
	ASSERT_TRUE(bench.Load("box", ImportedModel(ImportedSurface{LongBox(), {}, {}, {}})));
	StudioBakeRequest request;
	request.tets = 800;
	ASSERT_TRUE(bench.Bake(request, SerialRunner()));
	const size_t coarse = bench.View().object->surface.positions.size();
	const auto add = [](StrengthSetup& setup, const SurfaceMesh& surface)
	{ return AddLayer(setup, BlankPaintedLayer(static_cast<int32_t>(surface.positions.size()), 0.05)); };
	ASSERT_TRUE(bench.Edit(add, false, SerialRunner()));
	request.strength = bench.View().request.strength;
	std::get<PaintedValues>(request.strength.layers[0].source).values[0] = 0.25f;
	ASSERT_TRUE(bench.Bake(request, SerialRunner()));

	request.isFine = true;
	request.strength = bench.View().request.strength;
	ASSERT_TRUE(bench.Bake(request, SerialRunner()));
	const SurfaceMesh& surface = bench.View().object->surface;
	ASSERT_GT(surface.positions.size(), 20 * coarse);
	const std::vector<float>& paint = std::get<PaintedValues>(bench.View().request.strength.layers[0].source).values;
	ASSERT_EQ(paint.size(), surface.positions.size());
	EXPECT_EQ(*std::min_element(paint.begin(), paint.end()), 0.25f) << "what was painted is there";
	EXPECT_EQ(bench.View().undo, "") << "what was done to other vertices cannot be undone on these";
	// A stroke much smaller than the box's own triangles.
	Brush brush;
	brush.radius = 0.2;
	brush.value = 0.5f;
	ASSERT_TRUE(bench.BeginStroke({PaintChannel::LayerValues, 0}, brush, SerialRunner()));
	const Vec3 middle[] = {{0.0, 0.0, 0.1}};
	ASSERT_TRUE(bench.Paint(middle, SerialRunner()));
	ASSERT_TRUE(bench.EndStroke(true, SerialRunner()));
	const std::vector<float>& painted = std::get<PaintedValues>(bench.View().request.strength.layers[0].source).values;
	EXPECT_GT(
		std::count_if(painted.begin(), painted.end(), [](float value) { return value > 0.4f && value < 0.7f; }), 4);

	// What is saved is what a bake of the finer surface with that paint makes, and back again it fits as before.
	request.isFine = false;
	request.strength = bench.View().request.strength;
	ASSERT_TRUE(bench.Bake(request, SerialRunner()));
	EXPECT_EQ(bench.View().object->surface.positions.size(), coarse);
	EXPECT_EQ(std::get<PaintedValues>(bench.View().request.strength.layers[0].source).values[0], 0.25f);
}
