// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/CellShapes.h"

#include "Cut/Overlay.h"
#include "Cut/OverlayFragments.h"
#include "FractureCore/MassProperties.h"
#include "Shapes.h"
#include "Support/RandomCracks.h"
#include "Support/TestMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
/// A ring of 0.3 m in cells not much smaller: tets hold several parts of it, some with tunnels.
CutBody::Data MakeRingInLargeCells()
{
	SurfaceMesh surface = *FractureToolkit::MakeTorus({});
	OverlaySettings settings;
	settings.cellSize = 0.25;
	Result<std::unique_ptr<CutBody::Data>> body = BuildOverlay(std::move(surface), settings, SerialRunner());
	EXPECT_TRUE(body.HasValue());
	(*body)->artistTriangles = static_cast<int32_t>((*body)->surface.triangles.size());
	return std::move(**body);
}
} // namespace

TEST(CellShapes, OuterFacesAddUpToTheVolume)
{
	const CutBody::Data body = MakeRingInLargeCells();
	const double sum = std::accumulate(body.outerVolume.begin(), body.outerVolume.end(), 0.0);
	const double volume = SolidMassProperties(body.surface.positions, body.surface.triangles, 1.0).volume;
	EXPECT_NEAR(sum, volume, 1.0e-12 * volume);
}

TEST(CellShapes, KnowingWhichCellsAreRoundSparesWorkAndChangesNothing)
{
	const CutBody::Data body = MakeRingInLargeCells();
	const auto round = std::count(body.isRound.begin(), body.isRound.end(), 1);
	EXPECT_GT(round, 0);
	CutBody::Data unknown = MakeRingInLargeCells();
	std::fill(unknown.isRound.begin(), unknown.isRound.end(), uint8_t{0});
	for (uint64_t seed = 0; seed < 60; ++seed)
	{
		RandomCracks random(body.lattice, seed);
		CrackSet cracks = random.Several();
		if (seed % 2 == 0)
		{
			cracks.grains = random.Grains(random.DrawInt(3, 12), 0.4);
		}
		const Result<FragmentSet> pieces = CutOverlay(body, cracks, 1000.0, {}, SerialRunner());
		const Result<FragmentSet> expected = CutOverlay(unknown, cracks, 1000.0, {}, SerialRunner());
		ASSERT_TRUE(pieces.HasValue() && expected.HasValue());
		ASSERT_EQ(pieces->fragments.size(), expected->fragments.size()) << seed;
		for (size_t i = 0; i < pieces->fragments.size(); ++i)
		{
			EXPECT_EQ(pieces->fragments[i].surface.positions, expected->fragments[i].surface.positions) << seed;
			EXPECT_EQ(pieces->fragments[i].sourceTriangle, expected->fragments[i].sourceTriangle) << seed;
		}
	}
}

TEST(CellShapes, ABallInOneTetIsRoundAndARingIsNot)
{
	// Somewhere they lie in one tet: then all of the body is one cell.
	const auto isRound = [](const SurfaceMesh& mesh)
	{
		for (int32_t i = 0; i < 40; ++i)
		{
			SurfaceMesh surface = mesh;
			for (Vec3& p : surface.positions)
			{
				p += Vec3{0.37, 0.21, 0.11} * static_cast<double>(i);
			}
			OverlaySettings settings;
			settings.cellSize = 4.0;
			const Result<std::unique_ptr<CutBody::Data>> body =
				BuildOverlay(std::move(surface), settings, SerialRunner());
			EXPECT_TRUE(body.HasValue());
			if ((*body)->cells.size() == 1)
			{
				return (*body)->isRound[0] != 0;
			}
		}
		ADD_FAILURE() << "it lies nowhere in one tet";
		return false;
	};
	EXPECT_TRUE(isRound(FractureTest::MakeSphere({0, 0, 0}, 0.05, 12, 20)));
	EXPECT_FALSE(isRound(*FractureToolkit::MakeTorus({})));
}
