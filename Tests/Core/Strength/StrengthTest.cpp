// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Strength.h"

#include "FractureCore/Asset.h"
#include "FractureCore/Bake.h"
#include "FractureCore/Weakness.h"
#include "Strength/PerlinNoise.h"
#include "Support/TetGrids.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace FractureCore;

namespace
{
/// A box of glass, 0.4 x 0.2 x 0.2 m, as its own tets.
const BakedObject& Box()
{
	static const BakedObject object =
		*BakeTetMesh(FractureTests::MakeTetGrid(12, 6, 6, {0.4, 0.2, 0.2}), BakeSettings{}, SerialRunner());
	return object;
}

BakedObject Sheet()
{
	SurfaceMesh mesh;
	mesh.positions = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 1.0, 0.0}, {0.0, 1.0, 0.0}};
	mesh.triangles = {{{0, 1, 2}}, {{0, 2, 3}}};
	BakeSettings settings;
	settings.shellThickness = 0.01;
	return *BakeObject(mesh, settings, SerialRunner());
}

Vec3 CentreOf(const TetMesh& mesh, size_t tet)
{
	const int32_t* v = mesh.tets[tet].v;
	return 0.25 * (mesh.nodes[v[0]] + mesh.nodes[v[1]] + mesh.nodes[v[2]] + mesh.nodes[v[3]]);
}

StrengthLayer Layer(StrengthSource source)
{
	StrengthLayer layer;
	layer.source = std::move(source);
	return layer;
}

/// Strength over the material's.
std::vector<double> Factors(const BakedObject& object, std::vector<StrengthLayer> layers)
{
	const Status valid = ValidateStrength({layers, {}});
	EXPECT_TRUE(valid) << valid.GetError().message;
	Result<std::vector<double>> strength = EvaluateStrength(object, layers, SerialRunner());
	EXPECT_TRUE(strength);
	for (double& value : *strength)
	{
		value /= object.material.tensileStrength;
	}
	return *strength;
}

/// Factor f of every tet is what `expected` says of its centre.
template <typename Expected>
void ExpectByCentre(const std::vector<double>& factors, Expected&& expected)
{
	ASSERT_EQ(factors.size(), Box().tets.tets.size());
	for (size_t tet = 0; tet < factors.size(); ++tet)
	{
		ASSERT_NEAR(factors[tet], expected(CentreOf(Box().tets, tet)), 1.0e-12) << tet;
	}
}

PaintedValues Paint(float value, double depth)
{
	return {std::vector<float>(Box().surface.positions.size(), value), depth};
}
} // namespace

TEST(Strength, WithoutLayersIsTheMaterials)
{
	for (const double factor : Factors(Box(), {}))
	{
		EXPECT_EQ(factor, 1.0);
	}
	EXPECT_EQ(StrengthOf(Box(), 3), Box().material.tensileStrength);
}

TEST(Strength, BandsFollowTheSine)
{
	ExpectByCentre(Factors(Box(), {Layer(BandLayer{{0.01, 0.0, 0.0}, {3.0, 4.0, 0.0}, 0.07, 0.6})}),
		[](const Vec3& x) { return 1.0 + 0.6 * std::sin(2.0 * kPi * (0.6 * (x.x - 0.01) + 0.8 * x.y) / 0.07); });
}

TEST(Strength, NoiseIsSampledInTheObjectsOwnCoordinates)
{
	ExpectByCentre(Factors(Box(), {Layer(NoiseLayer{0.05, 3, false, 0.5, 1.5, {}, 4})}),
		[](const Vec3& x) { return 1.0 + 0.5 * FractalNoise(x / 0.05, 3, 4); });
	ExpectByCentre(Factors(Box(), {Layer(NoiseLayer{0.05, 3, true, 0.5, 1.5, {}, 4})}),
		[](const Vec3& x) { return 0.5 + Turbulence(x / 0.05, 3, 4); });
	// Thresholded turbulence knows two values only.
	ExpectByCentre(Factors(Box(), {Layer(NoiseLayer{0.05, 3, true, 0.5, 1.5, 0.25, 4})}),
		[](const Vec3& x) { return Turbulence(x / 0.05, 3, 4) < 0.25 ? 0.5 : 1.5; });
}

TEST(Strength, NoPlaneSlipsThroughBetweenTets)
{
	const CleavingPlane plane = {{0.21, 0.0, 0.0}, {5.0, 0.0, 0.0}, 0.0, 0.2};
	const std::vector<double> factors = Factors(Box(), {Layer(plane)});
	double weakVolume = 0.0;
	for (size_t tet = 0; tet < factors.size(); ++tet)
	{
		double low = 1.0;
		double high = 0.0;
		for (const int32_t v : Box().tets.tets[tet].v)
		{
			low = std::min(low, Box().tets.nodes[v].x);
			high = std::max(high, Box().tets.nodes[v].x);
		}
		EXPECT_NEAR(factors[tet], low <= 0.21 && high >= 0.21 ? 0.2 : 1.0, 1.0e-15);
		weakVolume += factors[tet] < 1.0 ? SignedVolume(Box().tets, Box().tets.tets[tet]) : 0.0;
	}
	// One layer of cubes, 0.4 / 12 thick.
	EXPECT_NEAR(weakVolume, 0.2 * 0.2 * 0.4 / 12.0, 1.0e-12);
}

TEST(Strength, NodulesAreSpheresGivenOrScattered)
{
	const NoduleLayer nodules = {{{{0.1, 0.1, 0.1}, 0.06}, {{0.3, 0.1, 0.1}, 0.05}}, 0, 0.0, 8.0, 0};
	ExpectByCentre(Factors(Box(), {Layer(nodules)}),
		[](const Vec3& x)
		{
			const bool isIn = Length(x - Vec3{0.1, 0.1, 0.1}) <= 0.06 || Length(x - Vec3{0.3, 0.1, 0.1}) <= 0.05;
			return isIn ? 8.0 : 1.0;
		});
	// Blends other than a product leave the rest alone too.
	StrengthLayer replacing = Layer(nodules);
	replacing.blend = StrengthBlend::Replace;
	EXPECT_EQ(Factors(Box(), {Layer(BandLayer{}), replacing}).back(), Factors(Box(), {Layer(BandLayer{})}).back());
	const std::vector<double> scattered = Factors(Box(), {Layer(NoduleLayer{{}, 5, 0.05, 3.0, 1})});
	const auto strong = std::count(scattered.begin(), scattered.end(), 3.0);
	EXPECT_GT(strong, 20);
	EXPECT_LT(strong, static_cast<int64_t>(scattered.size() / 2));
}

TEST(Strength, GrainBoundariesAreWeak)
{
	const GrainLayer layer = {0.08, 0.3, 0.25, 0.01, 6};
	const GrainSet grains = SeedGrains({0.0, 0.0, 0.0}, {0.4, 0.2, 0.2}, 0.08, 0.3, 6);
	ExpectByCentre(Factors(Box(), {Layer(layer)}),
		[&](const Vec3& x)
		{
			std::vector<double> energies;
			for (size_t i = 0; i < grains.seeds.size(); ++i)
			{
				energies.push_back(grains.weights[i] * Length(x - grains.seeds[i]));
			}
			std::sort(energies.begin(), energies.end());
			const double ratio = 0.5 * (energies[0] - energies[1]) / 0.01;
			return 1.0 - 0.75 / (1.0 + ratio * ratio);
		});
}

TEST(Strength, BoundariesBetweenGivenSeedsAreWeak)
{
	// Two seeds of weights 1 and 2: the boundary is the sphere on which the distances are as 2 to 1.
	const SeedLayer layer = {{{{0.1, 0.1, 0.1}, 1.0}, {{0.3, 0.1, 0.1}, 2.0}}, 0.25, 0.01};
	ExpectByCentre(Factors(Box(), {Layer(layer)}),
		[&](const Vec3& x)
		{
			const double ratio = 0.5 * (Length(x - Vec3{0.1, 0.1, 0.1}) - 2.0 * Length(x - Vec3{0.3, 0.1, 0.1})) / 0.01;
			return 1.0 - 0.75 / (1.0 + ratio * ratio);
		});
	BakedObject object = Box();
	object.strengthSetup.layers = {Layer(layer)};
	const WeaknessSurfaces surfaces = WeaknessOf(object);
	EXPECT_EQ(surfaces.grains.seeds, (std::vector<Vec3>{{0.1, 0.1, 0.1}, {0.3, 0.1, 0.1}}));
	EXPECT_EQ(surfaces.grains.weights, (std::vector<double>{1.0, 2.0}));
	EXPECT_NEAR(surfaces.size, 0.2, 1.0e-15);
}

TEST(Strength, GeometryFollowsSmithsHeuristics)
{
	// Two tets that share one face: the bond's area is the mean area, so that only the volumes count.
	TetMesh mesh;
	mesh.nodes = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, 0.0, -3.0}};
	mesh.tets = {{{0, 1, 2, 3}}, {{0, 2, 1, 4}}};
	const BakedObject pair = *BakeTetMesh(mesh, BakeSettings{}, SerialRunner());
	for (const double factor : Factors(pair, {Layer(GeometryLayer{2.0})}))
	{
		EXPECT_NEAR(factor, 1.0, 1.0e-14); // (V + W) / (2 mean V) is 1 for a pair
	}
	// On the box, against brute force over all pairs of tets.
	const TetMesh& box = Box().tets;
	struct Bond
	{
		size_t a, b;
		double area;
	};
	std::vector<Bond> bonds;
	double areas = 0.0;
	double volumes = 0.0;
	const size_t count = 216; // the first layer is enough; a bond beyond it would need the rest
	for (size_t a = 0; a < box.tets.size(); ++a)
	{
		volumes += SignedVolume(box, box.tets[a]);
		for (size_t b = 0; b < a; ++b)
		{
			std::vector<Vec3> shared;
			for (const int32_t v : box.tets[a].v)
			{
				if (std::find(std::begin(box.tets[b].v), std::end(box.tets[b].v), v) != std::end(box.tets[b].v))
				{
					shared.push_back(box.nodes[v]);
				}
			}
			if (shared.size() == 3)
			{
				bonds.push_back({a, b, 0.5 * Length(Cross(shared[1] - shared[0], shared[2] - shared[0]))});
				areas += bonds.back().area;
			}
		}
	}
	const double meanArea = areas / static_cast<double>(bonds.size());
	const double meanVolume = volumes / static_cast<double>(box.tets.size());
	const std::vector<double> factors = Factors(Box(), {Layer(GeometryLayer{1.5})});
	for (size_t tet = 0; tet < count; ++tet)
	{
		double sum = 0.0;
		int32_t found = 0;
		for (const Bond& bond : bonds)
		{
			if (bond.a == tet || bond.b == tet)
			{
				const double volume = SignedVolume(box, box.tets[bond.a]) + SignedVolume(box, box.tets[bond.b]);
				sum += bond.area / meanArea * std::pow(volume / (2.0 * meanVolume), 1.5);
				++found;
			}
		}
		ASSERT_NEAR(factors[tet], sum / found, 1.0e-12);
	}
}

TEST(Strength, ScatterHasWeibullsMomentsAndSizeEffect)
{
	// Many small draws: mean Gamma(1 + 1/m) and quantiles of 1 - exp(-x^m).
	const BakedObject fine =
		*BakeTetMesh(FractureTests::MakeTetGrid(20, 20, 20, {1.0, 1.0, 1.0}), BakeSettings{}, SerialRunner());
	std::vector<double> factors = Factors(fine, {Layer(ScatterLayer{6, 0.0, 3})});
	double sum = 0.0;
	for (const double factor : factors)
	{
		sum += factor;
	}
	const double count = static_cast<double>(factors.size());
	EXPECT_NEAR(sum / count, std::tgamma(1.0 + 1.0 / 6.0), 0.003);
	std::sort(factors.begin(), factors.end());
	for (const double p : {0.1, 0.5, 0.9})
	{
		EXPECT_NEAR(factors[static_cast<size_t>(p * count)], std::pow(-std::log(1.0 - p), 1.0 / 6.0), 0.01);
	}
	// A reference volume of 64 mean cells makes all of them 64^(1/6) = 2 times as strong.
	const std::vector<double> large = Factors(fine, {Layer(ScatterLayer{6, 64.0 / count, 3})});
	const std::vector<double> plain = Factors(fine, {Layer(ScatterLayer{6, 0.0, 3})});
	for (size_t i = 0; i < plain.size(); ++i)
	{
		ASSERT_NEAR(large[i] / plain[i], 2.0, 1.0e-12);
	}
}

TEST(Strength, PaintReachesDownToItsDepth)
{
	// Depth 0.08 m of a box whose nearest face is at most 0.1 m away.
	ExpectByCentre(Factors(Box(), {Layer(Paint(0.25f, 0.08))}),
		[](const Vec3& x)
		{
			const double depth = std::min({x.x, 0.4 - x.x, x.y, 0.2 - x.y, x.z, 0.2 - x.z});
			const double influence = std::clamp(2.0 * (1.0 - depth / 0.08), 0.0, 1.0);
			return 1.0 - 0.75 * influence;
		});
	// Linear paint along x comes back as x where a face along x is nearest.
	PaintedValues ramp = Paint(0.0f, 1.0);
	for (size_t v = 0; v < ramp.values.size(); ++v)
	{
		ramp.values[v] = static_cast<float>(Box().surface.positions[v].x);
	}
	const std::vector<double> factors = Factors(Box(), {Layer(ramp)});
	for (size_t tet = 0; tet < factors.size(); ++tet)
	{
		const Vec3 x = CentreOf(Box().tets, tet);
		if (std::min(x.x, 0.4 - x.x) > 0.11)
		{
			ASSERT_NEAR(factors[tet], x.x, 1.0e-6);
		}
	}
}

TEST(Strength, APreviewFollowsEveryEditOfASetup)
{
	StrengthPreview preview(Box(), SerialRunner());
	std::vector<StrengthLayer> layers = {
		Layer(Paint(0.25f, 0.08)), Layer(NoiseLayer{0.05, 3, false, 0.5, 1.5, {}, 4}), Layer(Paint(0.5f, 0.03))};
	std::vector<Anchor> anchors = {{HalfSpaceRegion{{0.1, 0.0, 0.0}, {1.0, 0.0, 0.0}}}, {Paint(0.0f, 0.05)}};
	std::get<PaintedValues>(anchors[1].region).values[0] = 1.0f;
	const auto expectSame = [&](const char* edit)
	{
		EXPECT_EQ(*preview.Strength(layers, SerialRunner()), *EvaluateStrength(Box(), layers, SerialRunner())) << edit;
		EXPECT_EQ(*preview.Held(anchors, SerialRunner()), *EvaluateAnchors(Box(), anchors, SerialRunner())) << edit;
	};
	expectSame("as it begins");
	std::get<PaintedValues>(layers[0].source).values[3] = 0.01f;
	std::get<PaintedValues>(anchors[1].region).values[3] = 1.0f;
	expectSame("a stroke");
	std::get<PaintedValues>(layers[0].source).depth = 0.02;
	std::get<PaintedValues>(anchors[1].region).depth = 0.09;
	expectSame("another depth");
	std::get<NoiseLayer>(layers[1].source).wavelength = 0.1;
	layers[1].mask = Paint(0.7f, 0.06);
	expectSame("another pattern under a mask");
	std::get<PaintedValues>(*layers[1].mask).values.assign(Box().surface.positions.size(), 0.2f);
	expectSame("a stroke on the mask");
	layers[1].mask = SphereRegion{{0.2, 0.1, 0.1}, 0.08};
	layers[1].blend = StrengthBlend::Min;
	expectSame("another mask and blend");
	std::swap(layers[0], layers[1]);
	std::swap(anchors[0], anchors[1]);
	expectSame("moved");
	layers[1].mask.reset();
	layers[1].isHidden = true;
	anchors.pop_back();
	expectSame("hidden, without its mask");
	layers.erase(layers.begin());
	expectSame("removed");
	for (const double depth : {0.01, 0.03, 0.05, 0.07, 0.09})
	{
		std::get<PaintedValues>(layers[0].source).depth = depth;
		expectSame("more depths than it keeps");
	}
}

TEST(Strength, BlendsWeightsAndMasksFollowTheirFormulas)
{
	const auto constant = [](double value) { return NoiseLayer{1.0, 1, false, value, value, {}, 0}; };
	const auto blended = [&](StrengthBlend blend, double below, double value, double weight)
	{
		StrengthLayer first = Layer(constant(below));
		StrengthLayer second = Layer(constant(value));
		second.blend = blend;
		second.weight = weight;
		return Factors(Box(), {first, second})[0];
	};
	EXPECT_NEAR(blended(StrengthBlend::Multiply, 0.5, 3.0, 1.0), 1.5, 1e-15);
	EXPECT_NEAR(blended(StrengthBlend::Add, 0.5, 3.0, 1.0), 3.5, 1e-15);
	EXPECT_NEAR(blended(StrengthBlend::Min, 0.5, 3.0, 1.0), 0.5, 1e-15);
	EXPECT_NEAR(blended(StrengthBlend::Max, 0.5, 3.0, 1.0), 3.0, 1e-15);
	EXPECT_NEAR(blended(StrengthBlend::Replace, 0.5, 3.0, 1.0), 3.0, 1e-15);
	EXPECT_NEAR(blended(StrengthBlend::Replace, 0.5, 3.0, 0.25), 0.5 + 0.25 * 2.5, 1e-15);
	EXPECT_NEAR(blended(StrengthBlend::Multiply, 0.5, 3.0, 0.0), 0.5, 1e-15);
	// Whatever layers say, strength stays within its limits.
	EXPECT_EQ(blended(StrengthBlend::Multiply, 1000.0, 1000.0, 1.0), kMostStrengthFactor);
	EXPECT_EQ(blended(StrengthBlend::Multiply, 0.0, 1.0, 1.0), kLeastStrengthFactor);

	StrengthLayer masked = Layer(constant(2.0));
	masked.mask = BoxRegion{{0.0, 0.0, 0.0}, {0.2, 0.2, 0.1}};
	ExpectByCentre(Factors(Box(), {masked}), [](const Vec3& x) { return x.x <= 0.2 && x.z <= 0.1 ? 2.0 : 1.0; });
	masked.mask = SphereRegion{{0.2, 0.1, 0.1}, 0.07};
	ExpectByCentre(Factors(Box(), {masked}),
		[](const Vec3& x) {
			return Length(x - Vec3{0.2, 0.1, 0.1}) <= 0.07 ? 2.0 : 1.0;
		});
	masked.mask = HalfSpaceRegion{{0.1, 0.0, 0.0}, {2.0, 0.0, 0.0}};
	ExpectByCentre(Factors(Box(), {masked}), [](const Vec3& x) { return x.x <= 0.1 ? 2.0 : 1.0; });
	masked.mask = Paint(0.5f, 10.0);
	ExpectByCentre(Factors(Box(), {masked}), [](const Vec3&) { return 1.5; });
}

TEST(Strength, LayersApplyInTheirOrder)
{
	StrengthLayer add = Layer(NoiseLayer{1.0, 1, false, 1.0, 1.0, {}, 0});
	add.blend = StrengthBlend::Add;
	const StrengthLayer twice = Layer(NoiseLayer{1.0, 1, false, 2.0, 2.0, {}, 0});
	EXPECT_EQ(Factors(Box(), {add, twice})[0], 4.0);
	EXPECT_EQ(Factors(Box(), {twice, add})[0], 3.0);
}

TEST(Strength, ShellsHaveAStrengthATriangle)
{
	const BakedObject sheet = Sheet();
	PaintedValues paint = {{1.0f, 1.0f, 1.0f, 4.0f}, 0.001};
	EXPECT_NEAR(Factors(sheet, {Layer(paint)})[0], 1.0, 1.0e-7);
	EXPECT_NEAR(Factors(sheet, {Layer(paint)})[1], 2.0, 1.0e-7);
	const StrengthLayer geometry = Layer(GeometryLayer{});
	const Result<std::vector<double>> none = EvaluateStrength(sheet, std::span(&geometry, 1), SerialRunner());
	ASSERT_FALSE(none);
	EXPECT_EQ(none.GetError().message, "layer 1: geometry is about tets, and a shell has none");
}

TEST(Strength, IsTheSameForAnyNumberOfThreads)
{
	const std::vector<StrengthLayer> layers = {Layer(NoiseLayer{0.05, 4, true, 0.5, 1.5, {}, 4}),
		Layer(GrainLayer{}),
		Layer(GeometryLayer{}),
		Layer(ScatterLayer{}),
		Layer(Paint(0.5f, 0.05)),
		Layer(NoduleLayer{{}, 5, 0.05, 3.0, 1})};
	const std::vector<double> serial = *EvaluateStrength(Box(), layers, SerialRunner());
	for (const int32_t threads : {1, 2, 8})
	{
		FractureToolkit::ThreadTaskRunner runner(threads);
		EXPECT_EQ(*EvaluateStrength(Box(), layers, runner), serial);
	}
}

TEST(Strength, WhatIsWrongIsNamedByLayerAndField)
{
	const auto expectBad = [](StrengthLayer layer, const std::string& message)
	{
		const Status status = ValidateStrength({{Layer(BandLayer{}), layer}, {}});
		ASSERT_FALSE(status) << message;
		EXPECT_EQ(status.GetError().message, "layer 2: " + message);
	};
	const double nan = std::numeric_limits<double>::quiet_NaN();
	expectBad(
		Layer(NoiseLayer{-1.0, 1, false, 1.0, 1.0, {}, 0}), "wavelength is -1 but must be a finite number above 0");
	expectBad(Layer(NoiseLayer{1.0, 13, false, 1.0, 1.0, {}, 0}), "octaves is 13 but must be from 1 to 12");
	expectBad(Layer(NoiseLayer{1.0, 1, false, nan, 1.0, {}, 0}), "low is nan but must be from 0 to 1000");
	expectBad(Layer(NoiseLayer{1.0, 1, false, 1.0, 1.0, 1.5, 0}), "threshold is 1.5 but must be from 0 to 1");
	expectBad(Layer(CleavingPlane{}), "normal must have a length above 0");
	expectBad(Layer(NoduleLayer{{{{}, 0.0}}}), "radius is 0 but must be a finite number above 0");
	expectBad(Layer(NoduleLayer{{}, 3}), "scatteredRadius is 0 but must be a finite number above 0");
	expectBad(Layer(BandLayer{{}, {}, 1.0}), "axis must have a length above 0");
	expectBad(Layer(GeometryLayer{5.0}), "volumePower is 5 but must be from -4 to 4");
	expectBad(Layer(GrainLayer{0.0}), "size is 0 but must be a finite number above 0");
	expectBad(Layer(SeedLayer{}), "there are 0 seeds but must be from 2 to 10000");
	expectBad(Layer(SeedLayer{{{{0, 0, 0}, 1.0}, {{1, 0, 0}, 0.0}}}), "seed 2: weight is 0 but must be from 0.1 to 10");
	expectBad(Layer(SeedLayer{{{{0, 0, 0}, 1.0}, {{1, 0, nan}, 1.0}}}), "seed 2: point is not finite");
	expectBad(Layer(SeedLayer{{{{1, 0, 0}, 1.0}, {{0, 0, 0}, 1.0}, {{1, 0, 0}, 2.0}}}), "seed 3 is where seed 1 is");
	expectBad(Layer(SeedLayer{{{{0, 0, 0}, 1.0}, {{1, 0, 0}, 1.0}}, 2.0}), "factor is 2 but must be from 0 to 1");
	expectBad(Layer(SeedLayer{{{{0, 0, 0}, 1.0}, {{1, 0, 0}, 1.0}}, 0.5, 0.0}),
		"width is 0 but must be a finite number above 0");
	expectBad(Layer(ScatterLayer{1}), "modulus is 1 but must be from 2 to 100");
	expectBad(Layer(PaintedValues{{-1.0f}, 1.0}), "a painted value is -1 but must be from 0 to 1000");
	expectBad(Layer(PaintedValues{{1.0f}, 0.0}), "depth is 0 but must be a finite number above 0");
	StrengthLayer heavy = Layer(BandLayer{});
	heavy.weight = 2.0;
	expectBad(heavy, "weight is 2 but must be from 0 to 1");
	heavy.weight = 1.0;
	heavy.mask = BoxRegion{{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
	expectBad(heavy, "low lies above high");

	const StrengthLayer paint = Layer(PaintedValues{{1.0f}, 1.0});
	const Result<std::vector<double>> wrong = EvaluateStrength(Box(), std::span(&paint, 1), SerialRunner());
	ASSERT_FALSE(wrong);
	EXPECT_EQ(wrong.GetError().message,
		"layer 1: it has 1 painted values, but the baked surface has " +
			std::to_string(Box().surface.positions.size()) + " vertices");
}

TEST(Strength, HiddenLayersAndAnchorsAreKeptWithoutEffect)
{
	StrengthLayer hidden = Layer(NoiseLayer{1.0, 1, false, 0.5, 0.5, {}, 0});
	hidden.isHidden = true;
	const StrengthLayer seen = Layer(BandLayer{{}, {0.0, 0.0, 1.0}, 0.05, 0.5});
	EXPECT_EQ(Factors(Box(), {hidden, seen, hidden}), Factors(Box(), {seen}));
	Anchor held = {BoxRegion{{-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}}, 7};
	Anchor lost = {SphereRegion{{9.0, 0.0, 0.0}, 1.0}, 7};
	lost.isHidden = true; // it holds nothing, but nobody asks it to
	held.isHidden = true;
	const std::vector<Anchor> anchors = {held, lost};
	EXPECT_EQ(*EvaluateAnchors(Box(), anchors, SerialRunner()), std::vector<uint8_t>(Box().tets.nodes.size(), 0));

	// An object that only hidden anchors hold is a free one, and the key knows who is seen.
	const TetMesh grid = FractureTests::MakeTetGrid(2, 2, 2, {0.1, 0.1, 0.1});
	BakeSettings settings;
	settings.strength.anchors = anchors;
	const BakedObject baked = *BakeTetMesh(grid, settings, SerialRunner());
	EXPECT_TRUE(baked.heldAxes.empty());
	EXPECT_EQ(*LoadAsset(SaveAsset(baked)), baked);
	settings.strength.anchors[0].isHidden = false;
	EXPECT_NE(BakeKey(grid, settings), baked.key);
}

TEST(Strength, NamesAndPaintedSeedsHaveTheirLimits)
{
	StrengthLayer layer = Layer(GrainLayer{});
	layer.name = std::string(kMostNameBytes, 'a');
	EXPECT_TRUE(ValidateStrength({{layer}, {}}));
	layer.name += 'a';
	EXPECT_EQ(
		ValidateStrength({{layer}, {}}).GetError().message, "layer 1: its name is not UTF-8 text of at most 200 bytes");
	layer.name = "\xff";
	EXPECT_FALSE(ValidateStrength({{layer}, {}}));
	layer.name.clear();
	std::get<GrainLayer>(layer.source).seeds.resize(kMostPaintedSeeds + 1);
	EXPECT_EQ(ValidateStrength({{layer}, {}}).GetError().message,
		"layer 1: it has 10001 painted seeds, but 10000 are the most");
	std::get<GrainLayer>(layer.source).seeds.assign(1, {0.0, HUGE_VAL, 0.0});
	EXPECT_EQ(ValidateStrength({{layer}, {}}).GetError().message, "layer 1: a painted seed is not finite");
}

TEST(Strength, PaintedSeedsReplaceThoseOfTheGridNearby)
{
	GrainLayer layer;
	layer.size = 0.05;
	BakedObject object = Box();
	object.strengthSetup.layers = {Layer(layer)};
	const GrainSet grid = WeaknessOf(object).grains;
	const Vec3 painted = grid.seeds[5] + Vec3{0.02, 0.0, 0.0};
	std::get<GrainLayer>(object.strengthSetup.layers[0].source).seeds = {painted};
	const GrainSet grains = WeaknessOf(object).grains;
	size_t kept = 0;
	for (const Vec3& seed : grid.seeds)
	{
		const bool isThere = std::find(grains.seeds.begin(), grains.seeds.end(), seed) != grains.seeds.end();
		EXPECT_EQ(isThere, Length(seed - painted) >= 0.025);
		kept += isThere ? 1 : 0;
	}
	EXPECT_LT(kept, grid.seeds.size());
	ASSERT_EQ(grains.seeds.size(), kept + 1);
	EXPECT_EQ(grains.seeds.back(), painted);
	EXPECT_EQ(grains.weights.size(), grains.seeds.size());
	// A hidden layer has no surfaces.
	object.strengthSetup.layers[0].isHidden = true;
	EXPECT_TRUE(WeaknessOf(object).grains.seeds.empty());
}

TEST(Anchors, HoldTheNodesOfTheirRegions)
{
	const std::vector<Anchor> anchors = {{HalfSpaceRegion{{0.0, 0.0, 0.001}, {0.0, 0.0, 1.0}}, 4},
		{BoxRegion{{-1.0, -1.0, -1.0}, {0.001, 1.0, 1.0}}, 3}};
	ASSERT_TRUE(ValidateStrength({{}, anchors}));
	const std::vector<uint8_t> held = *EvaluateAnchors(Box(), anchors, SerialRunner());
	for (size_t i = 0; i < held.size(); ++i)
	{
		const Vec3& x = Box().tets.nodes[i];
		EXPECT_EQ(held[i], (x.z < 0.001 ? 4 : 0) + (x.x < 0.001 ? 3 : 0));
	}
	// Painted: nodes at painted vertices, not those a cube further in.
	PaintedValues paint = Paint(0.0f, 0.01);
	for (size_t v = 0; v < paint.values.size(); ++v)
	{
		paint.values[v] = Box().surface.positions[v].x > 0.399 ? 1.0f : 0.0f;
	}
	const Anchor painted = {paint, 7};
	const std::vector<uint8_t> end = *EvaluateAnchors(Box(), std::span(&painted, 1), SerialRunner());
	for (size_t i = 0; i < end.size(); ++i)
	{
		EXPECT_EQ(end[i], Box().tets.nodes[i].x > 0.399 ? 7 : 0);
	}
	const Anchor lost = {SphereRegion{{9.0, 0.0, 0.0}, 1.0}, 7};
	const Result<std::vector<uint8_t>> none = EvaluateAnchors(Box(), std::span(&lost, 1), SerialRunner());
	ASSERT_FALSE(none);
	EXPECT_EQ(none.GetError().message, "anchor 1 holds no node of the object");
	EXPECT_FALSE(ValidateStrength({{}, {{SphereRegion{{}, 1.0}, 8}}}));
	EXPECT_FALSE(ValidateStrength({{}, {{SphereRegion{{}, 1.0}, 0}}}));
}

TEST(Strength, BakingEvaluatesLayersAndAnchorsAndTheKeyKnowsThem)
{
	const TetMesh mesh = FractureTests::MakeTetGrid(4, 2, 2, {0.4, 0.2, 0.2});
	BakeSettings settings;
	const ContentHash plain = BakeKey(mesh, settings);
	settings.strength.layers = {Layer(BandLayer{})};
	settings.strength.anchors = {{HalfSpaceRegion{{0.0, 0.0, 0.001}, {0.0, 0.0, 1.0}}, 7}};
	const ContentHash bands = BakeKey(mesh, settings);
	EXPECT_NE(plain, bands);
	const BakedObject object = *BakeTetMesh(mesh, settings, SerialRunner());
	EXPECT_EQ(object.strengthSetup, settings.strength);
	EXPECT_EQ(object.strength, *EvaluateStrength(object, settings.strength.layers, SerialRunner()));
	EXPECT_EQ(object.heldAxes, *EvaluateAnchors(object, settings.strength.anchors, SerialRunner()));
	EXPECT_EQ(StrengthOf(object, 5), object.strength[5]);
	std::get<BandLayer>(settings.strength.layers[0].source).amplitude = 0.25;
	EXPECT_NE(BakeKey(mesh, settings), bands);
	settings.strength.layers[0].weight = 3.0;
	EXPECT_EQ(
		BakeTetMesh(mesh, settings, SerialRunner()).GetError().message, "layer 1: weight is 3 but must be from 0 to 1");
}
