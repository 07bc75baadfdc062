// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/SurfaceTopology.h"

#include "TetraShapes.h"

#include <gtest/gtest.h>

using namespace FractureTest;

namespace
{
constexpr Triangle kTetraFaces[] = {{{0, 2, 1}}, {{0, 1, 3}}, {{1, 2, 3}}, {{0, 3, 2}}};

// Two tetrahedra whose vertices are given.
SolidSurface TwoTetrahedra(const int32_t (&first)[4], const int32_t (&second)[4])
{
	SolidSurface solid;
	solid.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 1, 0}, {2, 0, 1}, {2, 2, 1}, {3, 3, 0}};
	for (const auto* vertices : {&first, &second})
	{
		for (const Triangle& t : kTetraFaces)
		{
			solid.triangles.push_back({{(*vertices)[t.v[0]], (*vertices)[t.v[1]], (*vertices)[t.v[2]]}});
		}
	}
	return solid;
}

std::vector<int32_t> PinchesOf(const SolidSurface& solid)
{
	return FindPinches(solid.triangles, static_cast<int32_t>(solid.positions.size()));
}
} // namespace

TEST(SurfaceTopology, ClosedSurfacesWithoutContactHaveNoPinches)
{
	const SolidSurface torus = MakeTorus(1.0, 0.3, 16);
	const SurfaceTopology topology = MeasureTopology(torus.triangles, torus.positions);
	EXPECT_TRUE(topology.manifold);
	EXPECT_EQ(topology.components, 1);
	EXPECT_EQ(topology.eulerCharacteristic, 0);
	EXPECT_EQ(topology.pinches, 0);
	EXPECT_TRUE(PinchesOf(torus).empty());
	EXPECT_TRUE(PinchesOf(TwoTetrahedra({0, 1, 2, 3}, {4, 5, 6, 7})).empty());
}

TEST(SurfaceTopology, AVertexThatTwoBodiesShareIsAPinch)
{
	const SolidSurface touching = TwoTetrahedra({0, 1, 2, 3}, {1, 4, 5, 6});
	const SurfaceTopology topology = MeasureTopology(touching.triangles, touching.positions);
	EXPECT_TRUE(topology.manifold);
	EXPECT_EQ(topology.components, 2);
	EXPECT_EQ(topology.eulerCharacteristic, 4);
	EXPECT_EQ(topology.pinches, 1);
	EXPECT_EQ(PinchesOf(touching), std::vector<int32_t>{1});
}

TEST(SurfaceTopology, BothEndsOfAnEdgeThatTwoBodiesShareArePinches)
{
	const SolidSurface hinge = TwoTetrahedra({0, 1, 2, 3}, {1, 3, 5, 6});
	EXPECT_FALSE(MeasureTopology(hinge.triangles, hinge.positions).manifold);
	EXPECT_EQ(PinchesOf(hinge), (std::vector<int32_t>{1, 3}));
}
