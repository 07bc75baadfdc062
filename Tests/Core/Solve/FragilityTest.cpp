// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Fragility.h"

#include "FractureCore/Random.h"
#include "Support/TetGrids.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
struct Plate
{
	TetMesh mesh = MakeTetGrid(8, 8, 2, {0.4, 0.4, 0.02});
	Material material;
	Result<StressModel> model = StressModel::Create(mesh, material, {}, {}, SerialRunner());
	ContactPulse pulse = GivenPulse(1.0e-3, PulseShape::HalfSine);
	Result<FragilityMap> map = ComputeFragility(*model, material, {}, pulse, SerialRunner());

	/// Largest of tension over strength and compression over compressive strength.
	double SolvedRatio(std::span<const ContactImpulse> impulses) const
	{
		StressWorkspace workspace;
		StressField field;
		EXPECT_TRUE(SolveImpact(*model, impulses, {}, workspace, field, SerialRunner()));
		double ratio = 0.0;
		for (const PrincipalStress& p : field.principal)
		{
			ratio = std::max({ratio,
				p.largest / material.tensileStrength,
				-p.smallest / (material.compressiveFactor * material.tensileStrength)});
		}
		return ratio;
	}
};

const Plate& GetPlate()
{
	static const Plate plate;
	return plate;
}
} // namespace

TEST(Fragility, TheMapsImpulseIsJustEnough)
{
	const Plate& plate = GetPlate();
	ASSERT_TRUE(plate.map);
	int32_t tried = 0;
	for (size_t i = 0; i < plate.map->node.size(); ++i)
	{
		const Vec3 x = plate.mesh.nodes[static_cast<size_t>(plate.map->node[i])];
		const bool onTop = x.z > 0.0199 && x.x > 0.01 && x.x < 0.39 && x.y > 0.01 && x.y < 0.39;
		if (!onTop)
		{
			continue;
		}
		++tried;
		// The outward normal of the flat top is z.
		const ContactImpulse hit{x, {0, 0, -plate.map->impulse[i]}, plate.pulse};
		EXPECT_NEAR(plate.SolvedRatio(std::vector{hit}), 1.0, 1e-6);
	}
	EXPECT_EQ(tried, 49);
}

TEST(Fragility, APlateIsWeakestWhereTheoryBendsItMost)
{
	// A free plate struck in the middle bends more than one struck near a corner is pushed away, so the middle needs
	// less impulse than a point halfway to the rim along the diagonal.
	const Plate& plate = GetPlate();
	auto impulseAt = [&](Vec3 where)
	{
		double best = 1e300;
		double impulse = 0.0;
		for (size_t i = 0; i < plate.map->node.size(); ++i)
		{
			const double d = Length(plate.mesh.nodes[static_cast<size_t>(plate.map->node[i])] - where);
			if (d < best)
			{
				best = d;
				impulse = plate.map->impulse[i];
			}
		}
		return impulse;
	};
	EXPECT_LT(impulseAt({0.2, 0.2, 0.02}), impulseAt({0.1, 0.1, 0.02}));
}

TEST(Fragility, TheBoundIsNeverTooLow)
{
	const Plate& plate = GetPlate();
	double tightest = 0.0;
	for (uint64_t trial = 0; trial < 300; ++trial)
	{
		std::vector<ContactImpulse> hits;
		const uint64_t count = 1 + trial % 3;
		for (uint64_t k = 0; k < count; ++k)
		{
			auto draw = [&](uint64_t j) { return RandomUnit(11, 64 * trial + 8 * k + j); };
			const double top = draw(0) < 0.5 ? 0.0 : 0.02;
			hits.push_back({{0.4 * draw(1), 0.4 * draw(2), top},
				{draw(3) - 0.5, draw(4) - 0.5, draw(5) - 0.5},
				GivenPulse(0.5e-3 + 1e-3 * draw(6), PulseShape::HalfSine)});
		}
		const Result<double> bound = BoundLoadRatio(*plate.model, *plate.map, hits);
		ASSERT_TRUE(bound);
		const double solved = plate.SolvedRatio(hits);
		EXPECT_GE(*bound, solved * (1.0 - 1e-9));
		tightest = std::max(tightest, solved / *bound);
	}
	EXPECT_GT(tightest, 0.5) << "a bound that is always far too high skips nothing";
}

TEST(Fragility, TheBoundSaysWhenItCannotTell)
{
	const Plate& plate = GetPlate();
	ContactImpulse wide{{0.2, 0.2, 0.02}, {0, 0, -1}, plate.pulse};
	wide.pulse.patchRadius = 0.3;
	EXPECT_TRUE(std::isinf(*BoundLoadRatio(*plate.model, *plate.map, std::vector{wide})));
	EXPECT_FALSE(
		BoundLoadRatio(*plate.model, *plate.map, std::vector{ContactImpulse{{9, 9, 9}, {0, 0, 1}, plate.pulse}}));
	EXPECT_EQ(*BoundLoadRatio(*plate.model, *plate.map, {}), 0.0);
	// Above the surface: a push along the normal goes through the point below, a rub has a moment about it.
	const ContactImpulse push{{0.21, 0.22, 0.03}, {0, 0, -1}, plate.pulse};
	const Result<double> bound = BoundLoadRatio(*plate.model, *plate.map, std::vector{push});
	ASSERT_TRUE(bound);
	EXPECT_TRUE(std::isfinite(*bound));
	EXPECT_GE(*bound, plate.SolvedRatio(std::vector{push}));
	const ContactImpulse rub{{0.21, 0.22, 0.03}, {1, 0, 0}, plate.pulse};
	EXPECT_TRUE(std::isinf(*BoundLoadRatio(*plate.model, *plate.map, std::vector{rub})));
}

TEST(Fragility, HalfTheStrengthNeedsHalfTheImpulseAndThreadsChangeNothing)
{
	const Plate& plate = GetPlate();
	const std::vector<double> half(plate.mesh.tets.size(), plate.material.tensileStrength / 2);
	FractureToolkit::ThreadTaskRunner runner(4);
	const Result<FragilityMap> weak = ComputeFragility(*plate.model, plate.material, half, plate.pulse, runner);
	const Result<FragilityMap> same = ComputeFragility(*plate.model, plate.material, {}, plate.pulse, runner);
	ASSERT_TRUE(weak);
	EXPECT_EQ(same->impulse, plate.map->impulse);
	for (size_t i = 0; i < weak->impulse.size(); ++i)
	{
		EXPECT_NEAR(weak->impulse[i], plate.map->impulse[i] / 2, 1e-12 * weak->impulse[i]);
	}
	EXPECT_FALSE(ComputeFragility(*plate.model, plate.material, std::vector<double>(3, 1.0), plate.pulse, runner));
}

TEST(Fragility, WeakLayersCrackFirst)
{
	const Plate& plate = GetPlate();
	Material layered = plate.material;
	layered.strengthAxis = {1, 0, 0};
	layered.axisFactor = 0.25;
	const Result<FragilityMap> map = ComputeFragility(*plate.model, layered, {}, plate.pulse, SerialRunner());
	ASSERT_TRUE(map);
	int32_t tried = 0;
	for (size_t i = 0; i < map->node.size(); ++i)
	{
		// Bending pulls along x and y alike in the middle: a quarter of the strength needs about a quarter of the
		// impulse.
		const Vec3 x = plate.mesh.nodes[static_cast<size_t>(map->node[i])];
		const bool isMiddle = x.z > 0.0199 && std::abs(x.x - 0.2) < 0.01 && std::abs(x.y - 0.2) < 0.01;
		EXPECT_LE(map->impulse[i], plate.map->impulse[i] * (1.0 + 1.0e-12));
		EXPECT_GE(map->impulse[i], 0.25 * plate.map->impulse[i] * (1.0 - 1.0e-12));
		if (!isMiddle)
		{
			continue;
		}
		++tried;
		EXPECT_LT(map->impulse[i] / plate.map->impulse[i], 0.32); // more, as averaging mixes what is not across x
		StressWorkspace workspace;
		StressField field;
		const ContactImpulse hit{x, {0, 0, -map->impulse[i]}, plate.pulse};
		ASSERT_TRUE(SolveImpact(*plate.model, {&hit, 1}, {}, workspace, field, SerialRunner()));
		double ratio = 0.0;
		for (const Sym3& stress : field.stress)
		{
			ratio = std::max(ratio, FindCriticalPlane(stress, layered).tension / layered.tensileStrength);
		}
		EXPECT_NEAR(ratio, 1.0, 1.0e-6);
	}
	EXPECT_EQ(tried, 1);
}

TEST(Fragility, CanBeCancelled)
{
	const Plate& plate = GetPlate();
	const ProgressSink stop{[](void*, const char*, double) { return false; }, nullptr};
	const Result<FragilityMap> map =
		ComputeFragility(*plate.model, plate.material, {}, plate.pulse, SerialRunner(), stop);
	ASSERT_FALSE(map);
	EXPECT_EQ(map.GetError().code, ErrorCode::Cancelled);
}
