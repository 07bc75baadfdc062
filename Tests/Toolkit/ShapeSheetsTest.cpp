// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Shapes.h"

#include "FractureCore/MassProperties.h"
#include "Tetra/SurfaceTopology.h"

#include <gtest/gtest.h>

#include <map>

using namespace FractureCore;
using FractureToolkit::MakeShape;
using FractureToolkit::ShapeForm;

namespace
{
SurfaceMesh SheetOf(const std::string& shape, const FractureToolkit::ShapeOptions& options = {})
{
	const Result<SurfaceMesh> mesh = MakeShape(shape, options, ShapeForm::Sheet);
	EXPECT_TRUE(mesh.HasValue()) << shape;
	return mesh ? *mesh : SurfaceMesh{};
}

/// Puts a cone on every loop of the border; answers how many there are.
int32_t CloseBorders(SurfaceMesh& mesh)
{
	std::map<int32_t, int32_t> next; // of edges without a triangle on their other side
	std::map<std::pair<int32_t, int32_t>, int32_t> count;
	for (const Triangle& t : mesh.triangles)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			EXPECT_EQ(++count[std::pair(t.v[k], t.v[(k + 1) % 3])], 1);
		}
	}
	for (const auto& [edge, times] : count)
	{
		if (!count.contains({edge.second, edge.first}))
		{
			EXPECT_TRUE(next.emplace(edge.second, edge.first).second) << "two borders meet at a vertex";
		}
	}
	int32_t loops = 0;
	while (!next.empty())
	{
		++loops;
		const auto tip = static_cast<int32_t>(mesh.positions.size());
		mesh.positions.push_back({});
		for (auto at = next.begin(); at != next.end();)
		{
			mesh.triangles.push_back({{at->first, at->second, tip}});
			const int32_t following = at->second;
			next.erase(at);
			at = next.find(following);
		}
	}
	return loops;
}
} // namespace

TEST(ShapeSheets, AreManifoldsWithABorderWhereTheShapeIsOpen)
{
	for (const auto& [shape, borders] : {std::pair("ornament", 1), {"wine-glass", 2}, {"boat", 1}})
	{
		SCOPED_TRACE(shape);
		SurfaceMesh mesh = SheetOf(shape);
		ASSERT_EQ(mesh.cornerUvs.size(), 3 * mesh.triangles.size());
		ASSERT_EQ(mesh.cornerNormals.size(), 3 * mesh.triangles.size());
		EXPECT_EQ(CloseBorders(mesh), borders);
		const SurfaceTopology topology = MeasureTopology(mesh.triangles, mesh.positions);
		EXPECT_TRUE(topology.manifold);
		EXPECT_EQ(topology.pinches, 0);
		EXPECT_EQ(topology.components, 1);
		EXPECT_EQ(topology.eulerCharacteristic, 2);
	}
}

TEST(ShapeSheets, HaveTheVolumeOfTheirWallTimesItsThickness)
{
	for (const auto& [shape, thickness, edge] : {std::tuple("ornament", 0.0016, 0.001), {"boat", 0.03, 0.03}})
	{
		const SurfaceMesh sheet = SheetOf(shape, {{"edge", edge}});
		const Result<SurfaceMesh> solid = MakeShape(shape, {{"edge", edge}});
		ASSERT_TRUE(solid.HasValue());
		const double volume = SolidMassProperties(solid->positions, solid->triangles, 1.0).volume;
		EXPECT_NEAR(ShellMassProperties(sheet.positions, sheet.triangles, thickness, 1.0).volume / volume, 1.0, 0.05)
			<< shape;
	}
}

TEST(ShapeSheets, OfAnOrnamentLieInTheMiddleOfTheWall)
{
	const SurfaceMesh sheet = SheetOf("ornament");
	int32_t onBall = 0;
	for (const Vec3& p : sheet.positions)
	{
		if (p.z < 0.06)
		{
			// It rests on the ground itself, not on a wall below it.
			EXPECT_NEAR(Length(p - Vec3{0.0, 0.0, 0.0392}), 0.04 - 0.0008, 1.0e-9);
			++onBall;
		}
	}
	EXPECT_GT(onBall, 100);
}

TEST(ShapeSheets, OfWhatHasNoThinWallAreAnError)
{
	const Result<SurfaceMesh> ball = MakeShape("ball", {}, ShapeForm::Sheet);
	ASSERT_FALSE(ball.HasValue());
	EXPECT_EQ(ball.GetError().message, "ball is no thin wall, so there is no sheet of it");
}
