// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/Overlay.h"

#include "Support/CutCheck.h"
#include "Support/TestMeshes.h"

#include <gtest/gtest.h>

namespace
{
using namespace FractureTest;
using FractureTests::CheckCutBody;
using FractureTests::CutBodyCheck;

/// Overlays and checks everything that must hold for any closed surface.
void ExpectGoodOverlay(const SurfaceMesh& mesh, double cellSize, const Vec3& shift)
{
	OverlaySettings settings;
	settings.cellSize = cellSize;
	settings.shift = shift;
	const Result<std::unique_ptr<CutBody::Data>> made = BuildOverlay(mesh, settings, SerialRunner());
	ASSERT_TRUE(made.HasValue()) << made.GetError().message;
	const CutBodyCheck check = CheckCutBody(**made);
	EXPECT_EQ(check.fault, "");
	EXPECT_LT(check.volumeError, 1.0e-12);
	EXPECT_LT(check.areaError, 1.0e-12);
	EXPECT_LT(check.foldedArea, 1.0e-9);
	EXPECT_LT(check.hostError, 1.0e-6);
	EXPECT_GT(check.smallestCell, -1.0e-9);
	EXPECT_LT(check.fullest, 1.0 + 1.0e-6);
}

TEST(Overlay, SplitsABox)
{
	ExpectGoodOverlay(MakeBox({0, 0, 0}, {1, 1, 1}), 0.3, OverlaySettings{}.shift);
	ExpectGoodOverlay(MakeBox({0, 0, 0}, {1, 1, 1}), 0.1, OverlaySettings{}.shift);
	ExpectGoodOverlay(MakeBox({0, 0, 0}, {1, 1, 1}), 0.25, {0, 0, 0});
	ExpectGoodOverlay(MakeBox({0, 0, 0}, {1, 1, 1}), 5, {0, 0, 0});
}
TEST(Overlay, SplitsASphere)
{
	ExpectGoodOverlay(MakeSphere({0, 0, 0}, 1.0, 20, 40), 0.3, OverlaySettings{}.shift);
	ExpectGoodOverlay(MakeSphere({0, 0, 0}, 1.0, 20, 40), 0.5, {0, 0, 0});
	ExpectGoodOverlay(MakeSphere({0, 0, 0}, 1.0, 200, 400), 0.3, OverlaySettings{}.shift);
}
} // namespace
