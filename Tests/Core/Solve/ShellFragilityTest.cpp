// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/ShellFragility.h"

#include "FractureCore/Breakable.h"
#include "FractureCore/Random.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;

namespace
{
/// A bent pane of n by n squares, a metre wide; held at its left edge if asked for.
struct BentPane
{
	std::vector<Vec3> nodes;
	std::vector<Triangle> triangles;
	std::vector<uint8_t> held;
	Material material;
	ContactPulse pulse = GivenPulse(1.0e-3, PulseShape::HalfSine);

	explicit BentPane(bool isHeld, double bend = 0.3, int32_t n = 7)
	{
		for (int32_t j = 0; j <= n; ++j)
		{
			for (int32_t i = 0; i <= n; ++i)
			{
				const double x = static_cast<double>(i) / n;
				nodes.push_back({x, static_cast<double>(j) / n, bend * x * x});
				held.push_back(isHeld && i == 0 ? 7 : 0);
				const int32_t a = j * (n + 1) + i;
				if (i < n && j < n)
				{
					triangles.insert(triangles.end(), {{{a, a + 1, a + n + 2}}, {{a, a + n + 2, a + n + 1}}});
				}
			}
		}
	}

	ShellModel Model() const
	{
		return std::move(*ShellModel::Create(nodes, triangles, 0.01, material, held, SerialRunner()));
	}

	/// Largest over both faces of tension over strength and of compression over what is borne of that.
	double SolvedRatio(const ShellModel& model, std::span<const ContactImpulse> impulses) const
	{
		StressWorkspace workspace;
		ShellStressField field;
		EXPECT_TRUE(SolveShellImpact(model, impulses, {}, workspace, field, SerialRunner()));
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
} // namespace

TEST(ShellFragility, TheMapsImpulseIsJustEnoughFromTheWeakerSide)
{
	const BentPane pane(false, 0.0);
	const ShellModel model = pane.Model();
	const Result<FragilityMap> map = ComputeShellFragility(model, pane.material, {}, pane.pulse, SerialRunner());
	ASSERT_TRUE(map);
	ASSERT_EQ(map->node.size(), pane.nodes.size());
	for (size_t i = 0; i < map->node.size(); ++i)
	{
		const Vec3 x = pane.nodes[static_cast<size_t>(map->node[i])];
		const ContactImpulse down{x, {0, 0, -map->impulse[i]}, pane.pulse};
		const ContactImpulse up{x, {0, 0, map->impulse[i]}, pane.pulse};
		EXPECT_NEAR(std::max(pane.SolvedRatio(model, {&down, 1}), pane.SolvedRatio(model, {&up, 1})), 1.0, 1.0e-9);
	}
}

TEST(ShellFragility, TheBoundIsNeverTooLow)
{
	for (const bool isHeld : {false, true})
	{
		const BentPane pane(isHeld);
		const ShellModel model = pane.Model();
		const Result<FragilityMap> map = ComputeShellFragility(model, pane.material, {}, pane.pulse, SerialRunner());
		ASSERT_TRUE(map);
		double tightest = 0.0;
		for (uint64_t trial = 0; trial < 200; ++trial)
		{
			std::vector<ContactImpulse> hits;
			for (uint64_t k = 0; k <= trial % 3; ++k)
			{
				auto draw = [&](uint64_t j) { return RandomUnit(13, 64 * trial + 8 * k + j); };
				// On a triangle: off it, a push would have a moment of which the map knows nothing.
				const Triangle& t = pane.triangles[static_cast<size_t>(draw(0) * pane.triangles.size())];
				const double u = draw(1);
				const double v = draw(2) * (1.0 - u);
				const Vec3 point = pane.nodes[static_cast<size_t>(t.v[0])] * (1.0 - u - v) +
					pane.nodes[static_cast<size_t>(t.v[1])] * u + pane.nodes[static_cast<size_t>(t.v[2])] * v;
				hits.push_back({point,
					{draw(3) - 0.5, draw(4) - 0.5, draw(5) - 0.5},
					GivenPulse(0.5e-3 + 1e-3 * draw(6), PulseShape::HalfSine)});
			}
			const Result<double> bound = BoundShellLoadRatio(model, *map, hits);
			ASSERT_TRUE(bound);
			const double solved = pane.SolvedRatio(model, hits);
			EXPECT_GE(*bound, solved) << trial;
			tightest = std::max(tightest, solved / *bound);
		}
		EXPECT_GT(tightest, 0.5) << "a bound that is always far too high skips nothing";
		EXPECT_LT(tightest, 1.0 + 1.0e-9);
	}
}

TEST(ShellFragility, WhatSupportsTakeWhollyNeedsNoFiniteImpulse)
{
	// A single square, held at every corner: nothing can bend.
	BentPane pane(false, 0.0, 1);
	pane.held = {7, 7, 7, 7};
	const Result<FragilityMap> map = ComputeShellFragility(pane.Model(), pane.material, {}, pane.pulse, SerialRunner());
	ASSERT_TRUE(map);
	for (const double impulse : map->impulse)
	{
		EXPECT_TRUE(std::isinf(impulse));
	}
}

TEST(ShellFragility, ASheetThatIsNotOrientedIsNoStrongerForIt)
{
	const BentPane pane(false, 0.0);
	BentPane mixed = pane;
	for (size_t t = 0; t < mixed.triangles.size(); t += 2)
	{
		std::swap(mixed.triangles[t].v[0], mixed.triangles[t].v[1]);
	}
	const Result<FragilityMap> map =
		ComputeShellFragility(mixed.Model(), pane.material, {}, pane.pulse, SerialRunner());
	ASSERT_TRUE(map);
	for (const double impulse : map->impulse)
	{
		EXPECT_TRUE(std::isfinite(impulse));
	}
}

TEST(ShellFragility, HalfTheStrengthNeedsHalfTheImpulseAndThreadsChangeNothing)
{
	const BentPane pane(true);
	const ShellModel model = pane.Model();
	const std::vector<double> half(pane.triangles.size(), pane.material.tensileStrength / 2);
	FractureToolkit::ThreadTaskRunner runner(4);
	const Result<FragilityMap> whole = ComputeShellFragility(model, pane.material, {}, pane.pulse, SerialRunner());
	const Result<FragilityMap> same = ComputeShellFragility(model, pane.material, {}, pane.pulse, runner);
	const Result<FragilityMap> weak = ComputeShellFragility(model, pane.material, half, pane.pulse, runner);
	ASSERT_TRUE(whole && same && weak);
	EXPECT_EQ(same->impulse, whole->impulse);
	EXPECT_EQ(same->ratio, whole->ratio);
	for (size_t i = 0; i < weak->impulse.size(); ++i)
	{
		if (std::isfinite(whole->impulse[i]))
		{
			EXPECT_NEAR(weak->impulse[i], whole->impulse[i] / 2, 1e-12 * whole->impulse[i]);
		}
	}
	EXPECT_FALSE(ComputeShellFragility(model, pane.material, std::vector<double>(3, 1.0), pane.pulse, runner));
	const ProgressSink stop{[](void*, const char*, double) { return false; }, nullptr};
	EXPECT_EQ(ComputeShellFragility(model, pane.material, {}, pane.pulse, runner, stop).GetError().code,
		ErrorCode::Cancelled);
}

TEST(ShellFragility, ABreakableShellHasABoundToo)
{
	const BentPane pane(false, 0.0);
	BakedObject object;
	object.kind = BakedKind::Shell;
	object.shellThickness = 0.04; // as coarse a lattice as breaking takes
	object.surface.positions = pane.nodes;
	object.surface.triangles = pane.triangles;
	const Result<Breakable> breakable = Breakable::Create(std::move(object), {}, {}, {}, SerialRunner());
	ASSERT_TRUE(breakable) << breakable.GetError().message;
	const Result<FragilityMap> map =
		ComputeShellFragility(breakable->Shell(), pane.material, {}, pane.pulse, SerialRunner());
	ASSERT_TRUE(map);
	const ContactImpulse hit{{0.43, 0.52, 0.005}, {0, 0, -0.1}, pane.pulse};
	const Result<double> bound = BoundLoadRatio(*breakable, *map, {&hit, 1});
	ASSERT_TRUE(bound);
	const ContactImpulse onSheet{{0.43, 0.52, 0.0}, {0, 0, -0.1}, pane.pulse};
	const double solved = pane.SolvedRatio(breakable->Shell(), {&onSheet, 1});
	EXPECT_TRUE(std::isfinite(*bound));
	EXPECT_GE(*bound, solved);
	EXPECT_LT(*bound, 4.0 * solved);
	// A map of another body says nothing.
	EXPECT_TRUE(std::isinf(*BoundShellLoadRatio(pane.Model(), FragilityMap{}, {&hit, 1})));
}
