// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/ScaleStrength.h"
#include "Studio/StudioLibrary.h"

#include "FractureCore/Bake.h"

#include <gtest/gtest.h>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;

BakedObject BallAsset()
{
	StudioSource source = std::move(*StudioLibrary().LoadSample("ball"));
	BakeSettings settings;
	settings.tets.targetTets = 400;
	return *BakeObject(std::get<ImportedSurface>(std::get<ImportedModel>(source)).mesh, settings, SerialRunner());
}

/// As if it had been baked from a surface twice as large: a power of two rounds nothing.
BakedObject TwiceAsLarge(BakedObject object)
{
	for (std::vector<Vec3>* points : {&object.surface.positions, &object.tets.nodes})
	{
		for (Vec3& p : *points)
		{
			p *= 2.0;
		}
	}
	return object;
}
} // namespace

TEST(ScaleStrength, EveryLayerAndAnchorGivesALargerObjectTheSame)
{
	const BakedObject small = BallAsset();
	const BakedObject large = TwiceAsLarge(small);
	double size = 0.0;
	for (const Vec3& p : small.surface.positions)
	{
		size = std::max(size, p.z);
	}
	std::vector<float> paint(small.surface.positions.size(), 1.0f);
	for (size_t v = 0; v < paint.size(); v += 3)
	{
		paint[v] = 0.2f;
	}
	const Vec3 middle{0.0, 0.0, 0.5 * size};
	const StrengthSource sources[] = {PaintedValues{paint, 0.2 * size},
		NoiseLayer{.wavelength = 0.4 * size, .octaves = 2, .threshold = {}},
		CleavingPlane{middle, {1.0, 0.2, 0.0}, 0.05 * size, 0.2},
		NoduleLayer{{{middle, 0.3 * size}}, 3, 0.2 * size, 5.0, 7},
		BandLayer{0.1 * middle, {0.0, 0.0, 1.0}, 0.3 * size, 0.5},
		GeometryLayer{},
		GrainLayer{.size = 0.3 * size, .width = 0.1 * size, .seeds = {middle}},
		ScatterLayer{.modulus = 8, .referenceVolume = 0.01 * size * size * size},
		SeedLayer{{{middle, 1.0}, {0.2 * middle, 1.0}}, 0.4, 0.1 * size}};
	static_assert(std::size(sources) == std::variant_size_v<StrengthSource>);
	const Region regions[] = {BoxRegion{{-size, -size, 0.0}, {size, 0.0, 0.5 * size}},
		SphereRegion{middle, 0.4 * size},
		HalfSpaceRegion{middle, {0.0, 0.0, 1.0}},
		PaintedValues{paint, 0.2 * size}};
	static_assert(std::size(regions) == std::variant_size_v<Region>);
	for (size_t i = 0; i < std::size(sources); ++i)
	{
		for (size_t k = 0; k < std::size(regions); ++k)
		{
			StrengthSetup setup;
			setup.layers.push_back({sources[i], StrengthBlend::Multiply, 0.8, regions[k]});
			setup.anchors.push_back({regions[k]});
			const Result<std::vector<double>> before = EvaluateStrength(small, setup.layers, SerialRunner());
			const Result<std::vector<uint8_t>> held = EvaluateAnchors(small, setup.anchors, SerialRunner());
			ASSERT_TRUE(before && held);
			ScaleStrength(setup, 2.0);
			EXPECT_EQ(*EvaluateStrength(large, setup.layers, SerialRunner()), *before) << i << " " << k;
			EXPECT_EQ(*EvaluateAnchors(large, setup.anchors, SerialRunner()), *held) << i << " " << k;
		}
	}
}
