// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Shapes.h"
#include "Support/Sanitized.h"
#include "ThreadTaskRunner.h"

#include "FractureCore/Bake.h"
#include "Tetra/SurfaceTopology.h"

#include <gtest/gtest.h>

using namespace FractureCore;
using FractureToolkit::MakeShape;

namespace
{
BakeSettings SettingsFor(int32_t tets)
{
	BakeSettings settings;
	settings.material = *FindMaterialPreset("glass");
	settings.tets.targetTets = tets;
	return settings;
}

// Holes, pieces and one fan of triangles a node, as the shape has it.
void ExpectShapesTopology(const SurfaceMesh& mesh, const BakedObject& object)
{
	const SurfaceTopology expected = MeasureTopology(mesh.triangles, mesh.positions);
	const SurfaceTopology boundary = MeasureTopology(BoundaryTriangles(object.tets), object.tets.nodes);
	EXPECT_TRUE(boundary.manifold);
	EXPECT_EQ(boundary.pinches, 0);
	EXPECT_EQ(boundary.components, expected.components);
	EXPECT_EQ(boundary.eulerCharacteristic, expected.eulerCharacteristic);
	EXPECT_EQ(CountComponents(object.tets), 1);
	EXPECT_NEAR(TotalVolume(object.tets) / object.mass.volume, 1.0, 0.1);
}
} // namespace

TEST(ShapeBake, EveryShapeKeepsItsHolesAndPiecesForAnyNumberOfTets)
{
	FractureToolkit::ThreadTaskRunner runner(2);
	for (const FractureToolkit::ShapeInfo& shape : FractureTests::Spread(FractureToolkit::ListShapes(), 5))
	{
		const Result<SurfaceMesh> mesh = MakeShape(shape.name);
		ASSERT_TRUE(mesh.HasValue());
		for (const int32_t tets : FractureTests::Cases({500, 5'000, 12'000}, 1))
		{
			SCOPED_TRACE(shape.name + " " + std::to_string(tets));
			const Result<BakedObject> object = BakeObject(*mesh, SettingsFor(tets), runner);
			ASSERT_TRUE(object.HasValue()) << object.GetError().message;
			ExpectShapesTopology(*mesh, *object);
			// The number asked for, or a warning with the reason.
			const double ratio = static_cast<double>(object->tets.tets.size()) / tets;
			EXPECT_TRUE((ratio > 0.85 && ratio < 1.15) || !object->warnings.empty());
		}
	}
}
