// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Piece.h"

#include "FractureCore/Asset.h"
#include "FractureCore/Break.h"
#include "Shapes.h"
#include "Support/ClosedSurface.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace FractureCore;

namespace
{
/// A plate of glass, 24 x 24 x 2 cm, its bottom at z = 0; weak where x > 0, held at the side y < -11 cm.
const Breakable& Parent()
{
	static const Breakable parent = []
	{
		const Result<SurfaceMesh> slab = FractureToolkit::MakeSlab({.length = 0.24, .thickness = 0.02});
		BakeSettings settings;
		settings.tets.targetTets = 3000;
		Result<BakedObject> object = BakeObject(*slab, settings, SerialRunner());
		std::vector<double> strength;
		for (const Tet& tet : object->tets.tets)
		{
			strength.push_back(object->tets.nodes[tet.v[0]].x > 0.0 ? 4.0e7 : 6.0e7);
		}
		std::vector<uint8_t> held;
		for (const Vec3& node : object->tets.nodes)
		{
			held.push_back(node.y < -0.11 ? 7 : 0);
		}
		return std::move(
			*Breakable::Create(std::move(*object), std::move(strength), std::move(held), {}, SerialRunner()));
	}();
	return parent;
}

/// The middle of a piece's top, as a plate has one.
ContactImpulse HitOnTop(const Fragment& piece, double impulse)
{
	double nearest = 1.0e9;
	Vec3 best;
	for (const Triangle& t : piece.surface.triangles)
	{
		const std::vector<Vec3>& p = piece.surface.positions;
		const Vec3 middle = (p[t.v[0]] + p[t.v[1]] + p[t.v[2]]) / 3.0;
		const Vec3 away = middle - (piece.mass.centre + Vec3{0.0, 0.0, 0.01});
		if (Length(away) < nearest)
		{
			nearest = Length(away);
			best = middle;
		}
	}
	return {best, {0.0, 0.0, -impulse}, GivenPulse(1.0e-4, PulseShape::HalfSine)};
}

BreakResult Hit(const Breakable& body, const ContactImpulse& contact, TaskRunner& runner = SerialRunner())
{
	Impact impact;
	impact.loads.collision = {&contact, 1};
	impact.motion = {{1.0, -2.0, 3.0}, {4.0, 5.0, -6.0}};
	Result<BreakResult> result = BreakBody(body, impact, {}, runner);
	EXPECT_TRUE(result.HasValue()) << result.GetError().message;
	return std::move(*result);
}

const BreakResult& FirstBreak()
{
	static const BreakResult result =
		Hit(Parent(), {{0.03, 0.02, 0.02}, {0.0, 0.0, -8.0}, GivenPulse(1.0e-4, PulseShape::HalfSine)});
	return result;
}

/// Small enough that no tets may fit into it.
bool IsSplinter(const Fragment& fragment)
{
	return fragment.mass.volume < 0.01 * Parent().Object().mass.volume;
}

void ExpectSoundPieces(const BreakResult& result, const MassProperties& whole)
{
	double volume = 0.0;
	double mass = result.debris.mass;
	for (const Fragment& fragment : result.fragments)
	{
		EXPECT_EQ(FractureTests::DefectOfClosedSurface(fragment.surface.positions, fragment.surface.triangles), "");
		EXPECT_GT(fragment.mass.volume, 0.0);
		volume += fragment.mass.volume;
		mass += fragment.mass.mass;
	}
	EXPECT_NEAR(mass, whole.mass, 1.0e-9 * whole.mass);
	EXPECT_LE(volume, whole.volume * (1.0 + 1.0e-9));
	EXPECT_LT(result.momentumError, 1.0e-9);
}
} // namespace

TEST(Piece, BreaksAgainAndItsPiecesToo)
{
	const BreakResult& first = FirstBreak();
	ASSERT_GE(first.fragments.size(), 3u);
	ExpectSoundPieces(first, Parent().Object().mass);

	const Result<Breakable> piece = MakeBreakable(Parent(), first.fragments[0], {}, SerialRunner());
	ASSERT_TRUE(piece.HasValue()) << piece.GetError().message;
	EXPECT_EQ(piece->Object().mass, first.fragments[0].mass);
	EXPECT_EQ(piece->Object().surface, first.fragments[0].surface);
	const BreakResult second = Hit(*piece, HitOnTop(first.fragments[0], 12.0));
	ASSERT_TRUE(second.separated);
	ExpectSoundPieces(second, first.fragments[0].mass);

	const Result<Breakable> grandchild = MakeBreakable(*piece, second.fragments[0], {}, SerialRunner());
	ASSERT_TRUE(grandchild.HasValue()) << grandchild.GetError().message;
	const BreakResult third = Hit(*grandchild, HitOnTop(second.fragments[0], 12.0));
	ASSERT_TRUE(third.separated);
	ExpectSoundPieces(third, second.fragments[0].mass);
	// One slot for crack faces behind the artist's, however often it breaks.
	EXPECT_EQ(third.fragments[0].surface.slotNames, first.fragments[0].surface.slotNames);
}

TEST(Piece, IsAnchoredWhereItsParentWasHeld)
{
	int32_t anchored = 0;
	int32_t loose = 0;
	for (const Fragment& fragment : FirstBreak().fragments)
	{
		double lowest = 1.0;
		for (const Vec3& p : fragment.surface.positions)
		{
			lowest = std::min(lowest, p.y);
		}
		const bool isAnchored = IsAnchored(Parent(), fragment.surface);
		if (lowest < -0.1199 && !IsSplinter(fragment))
		{
			EXPECT_TRUE(isAnchored);
			++anchored;
		}
		if (lowest > -0.1)
		{
			EXPECT_FALSE(isAnchored) << lowest;
			++loose;
		}
	}
	EXPECT_GT(anchored, 0);
	EXPECT_GT(loose, 0);
}

TEST(Piece, HasTheStrengthOfItsParentAtTheSamePlace)
{
	for (const Fragment& fragment : FirstBreak().fragments)
	{
		if (IsSplinter(fragment))
		{
			continue;
		}
		const Result<BakedObject> piece = BakePiece(Parent(), fragment, {}, SerialRunner());
		ASSERT_TRUE(piece.HasValue()) << piece.GetError().message;
		ASSERT_EQ(piece->strength.size(), piece->tets.tets.size());
		for (size_t t = 0; t < piece->strength.size(); ++t)
		{
			double x = 0.0;
			for (const int32_t node : piece->tets.tets[t].v)
			{
				x += piece->tets.nodes[node].x / 4.0;
			}
			// Within a parent's tet of the border either is right.
			if (std::abs(x) > 0.02)
			{
				EXPECT_EQ(piece->strength[t], x > 0.0 ? 4.0e7 : 6.0e7);
			}
		}
	}
}

TEST(Piece, OfTemperedGlassHasLostThePriorStressAndItsShareOfTheStrength)
{
	const Result<SurfaceMesh> slab = FractureToolkit::MakeSlab({.length = 0.24, .thickness = 0.02});
	BakeSettings settings;
	settings.tets.targetTets = 3000;
	settings.material = *FindMaterialPreset("tempered-glass");
	Result<BakedObject> object = BakeObject(*slab, settings, SerialRunner());
	ASSERT_TRUE(object.HasValue());
	const Result<Breakable> plate = Breakable::Create(std::move(*object), {}, {}, {}, SerialRunner());
	ASSERT_TRUE(plate.HasValue());
	const ContactImpulse blow{{0.05, 0.02, 0.02}, {0, 0, -20.0}, GivenPulse(1.0e-4, PulseShape::HalfSine)};
	Impact impact;
	impact.loads.collision = {&blow, 1};
	const Result<BreakResult> broken = BreakBody(*plate, impact, {}, SerialRunner());
	ASSERT_TRUE(broken.HasValue());
	EXPECT_GT(broken->fragments.size(), 30u);
	double volume = 0.0;
	double largest = 0.0;
	for (const Fragment& fragment : broken->fragments)
	{
		EXPECT_EQ(FractureTests::DefectOfClosedSurface(fragment.surface.positions, fragment.surface.triangles), "");
		volume += fragment.mass.volume;
		largest = std::max(largest, fragment.mass.volume);
	}
	const double whole = plate->Object().mass.volume;
	EXPECT_NEAR(volume + broken->debris.mass / settings.material.density, whole, 1.0e-9 * whole);
	EXPECT_LT(largest, 0.06 * whole); // no corner of the plate stays whole
	const Result<BakedObject> piece = BakePiece(*plate, broken->fragments[0], {}, SerialRunner());
	ASSERT_TRUE(piece.HasValue());
	EXPECT_EQ(piece->material.surfaceCompression, 0.0);
	EXPECT_NEAR(piece->material.tensileStrength, 30.0e6, 1.0);
	for (const double strength : piece->strength)
	{
		EXPECT_NEAR(strength, 30.0e6, 1.0);
	}
}

TEST(Piece, IsHeldWhereItsParentWasAndNowhereElse)
{
	bool someAreHeld = false;
	bool someAreFree = false;
	for (const Fragment& fragment : FirstBreak().fragments)
	{
		if (IsSplinter(fragment))
		{
			continue;
		}
		const Result<BakedObject> piece = BakePiece(Parent(), fragment, {}, SerialRunner());
		ASSERT_TRUE(piece.HasValue()) << piece.GetError().message;
		const bool reaches = std::any_of(
			piece->tets.nodes.begin(), piece->tets.nodes.end(), [](const Vec3& p) { return p.y < -0.1199; });
		if (reaches)
		{
			EXPECT_EQ(piece->heldAxes.size(), piece->tets.nodes.size());
		}
		for (size_t i = 0; i < piece->heldAxes.size(); ++i)
		{
			const double y = piece->tets.nodes[i].y;
			EXPECT_TRUE(y < -0.09 || piece->heldAxes[i] == 0);
			EXPECT_TRUE(y > -0.1199 || piece->heldAxes[i] == 7) << y;
		}
		(piece->heldAxes.empty() ? someAreFree : someAreHeld) = true;
	}
	EXPECT_TRUE(someAreHeld);
	EXPECT_TRUE(someAreFree);
}

// A mesh, what ties the surface to it, what it takes over: each may wait for the next step of a world.
TEST(Piece, IsBakedInPartsAsAtOnce)
{
	const Fragment& fragment = FirstBreak().fragments[1];
	const Result<BakedObject> atOnce = BakePiece(Parent(), fragment, {}, SerialRunner());
	ASSERT_TRUE(atOnce.HasValue());
	Result<PieceBaker> baker = PieceBaker::Create(Parent(), fragment, {});
	ASSERT_TRUE(baker.HasValue());
	EXPECT_TRUE(baker->IsMeshing());
	int32_t parts = 0;
	for (bool isDone = false; !isDone; ++parts)
	{
		const Result<bool> step = baker->Step(SerialRunner());
		ASSERT_TRUE(step.HasValue());
		isDone = *step;
	}
	EXPECT_GE(parts, 3);
	EXPECT_EQ(baker->TetCount(), static_cast<int32_t>(atOnce->tets.tets.size()));
	EXPECT_TRUE(baker->Take() == *atOnce);
}

TEST(Piece, IsAnAssetThatCanBeSaved)
{
	const Result<BakedObject> piece = BakePiece(Parent(), FirstBreak().fragments[1], {}, SerialRunner());
	ASSERT_TRUE(piece.HasValue());
	const Result<BakedObject> loaded = LoadAsset(SaveAsset(*piece));
	ASSERT_TRUE(loaded.HasValue()) << loaded.GetError().message;
	EXPECT_EQ(*loaded, *piece);
}

TEST(Piece, GivesTheSameBytesForAnyNumberOfThreads)
{
	FractureToolkit::ThreadTaskRunner runner(8);
	const Fragment& fragment = FirstBreak().fragments[0];
	const Result<Breakable> serial = MakeBreakable(Parent(), fragment, {}, SerialRunner());
	const Result<Breakable> parallel = MakeBreakable(Parent(), fragment, {}, runner);
	ASSERT_TRUE(serial.HasValue() && parallel.HasValue());
	EXPECT_EQ(serial->Object(), parallel->Object());
	const ContactImpulse contact = HitOnTop(fragment, 12.0);
	EXPECT_EQ(Hit(*serial, contact).hash, Hit(*parallel, contact, runner).hash);
}

TEST(Piece, BadInputIsNamed)
{
	const Fragment& fragment = FirstBreak().fragments[0];
	EXPECT_FALSE(BakePiece(Parent(), fragment, {.tetScale = 0.0}, SerialRunner()).HasValue());
	EXPECT_FALSE(BakePiece(Parent(), fragment, {.minTets = 3}, SerialRunner()).HasValue());
	EXPECT_FALSE(BakePiece(Parent(), fragment, {.minTets = 300, .maxTets = 200}, SerialRunner()).HasValue());
	EXPECT_FALSE(BakePiece(Parent(), Fragment{}, {}, SerialRunner()).HasValue());
}

TEST(Piece, WhatIsHeldIsTornOffByAHardBlowAndByOneThatIsPassedOn)
{
	const double bears = 150.0; // N
	const double step = 1.0 / 240.0;
	constexpr double kMass = 0.2; // kg
	const Vec3 enough{0.0, 0.11, 0.0};
	EXPECT_FALSE(TearsOff({}, bears, step));
	EXPECT_FALSE(TearsOff({1'400.0, enough, kMass}, bears, step));
	EXPECT_TRUE(TearsOff({1'600.0, enough, kMass}, bears, step));
	// A knock that would make it no faster than 0.5 m/s.
	EXPECT_FALSE(TearsOff({1'600.0, enough, 1.2 * kMass}, bears, step));
	// A ball of 5 kg at 15 m/s that wedges loose pieces in before it, and one that leans on the foot of a wall.
	EXPECT_TRUE(TearsOff({0.0, {0.0, 10.0, -69.0}, kMass}, bears, step));
	EXPECT_FALSE(TearsOff({0.0, {2.35, 0.0, 0.0}, kMass}, bears, step));
	// What rests on it for a long step has pressed as long as the step, not as long as a blow.
	EXPECT_TRUE(TearsOff({0.0, {0.0, 0.0, -40.0}, kMass}, bears, step));
	EXPECT_FALSE(TearsOff({0.0, {0.0, 0.0, -40.0}, kMass}, bears, 0.1));
}
