// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/PartMatch.h"

#include "TetraShapes.h"
#include "ThreadTaskRunner.h"

#include "FractureCore/Tetrahedralise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

using namespace FractureTest;
using FractureToolkit::ThreadTaskRunner;

namespace
{
SolidSurface BoxAt(const Vec3& low, const Vec3& high)
{
	return AsSolid(MakeBox(low, high));
}

/// Side by side along x, with a gap (m) between them.
SolidSurface TwoBoxes(double side, double gap)
{
	SolidSurface boxes = BoxAt({0.0, 0.0, 0.0}, {side, side, side});
	Append(boxes, BoxAt({side + gap, 0.0, 0.0}, {2.0 * side + gap, side, side}));
	return boxes;
}

/// A ball of 0.2 m with a ball-shaped hollow of that radius, off its middle.
SolidSurface BallWithHollow(double radius)
{
	SolidSurface ball = AsSolid(MakeSphere({}, 0.1, 24, 32));
	Append(ball, TurnedInsideOut(AsSolid(MakeSphere({0.02, 0.01, 0.0}, radius, 24, 32))));
	return ball;
}

PartMatch MatchOf(const SolidSurface& solid, const SolidSurface& boundary, double leastVolume = 0.0)
{
	PartMatcher matcher(solid, SerialRunner());
	TopologyParts parts;
	EXPECT_TRUE(MeasureTopology(boundary.triangles, boundary.positions, &parts).manifold);
	return matcher.Match(boundary.triangles, boundary.positions, parts, leastVolume, 0.1);
}

Tetrahedralisation MeshOf(const SolidSurface& solid, int32_t tets)
{
	ThreadTaskRunner runner(2);
	TetSettings settings;
	settings.targetTets = tets;
	Result<Tetrahedralisation> result = Tetrahedralise(solid, settings, runner);
	EXPECT_TRUE(result) << result.GetError().message;
	return result ? std::move(*result) : Tetrahedralisation{};
}

const Warning* FindWarning(const Tetrahedralisation& result, WarningCode code)
{
	const auto found = std::find_if(
		result.warnings.begin(), result.warnings.end(), [code](const Warning& w) { return w.code == code; });
	return found != result.warnings.end() ? &*found : nullptr;
}

int64_t CountHollows(const TetMesh& mesh)
{
	TopologyParts parts;
	MeasureTopology(BoundaryTriangles(mesh), mesh.nodes, &parts);
	return std::count_if(
		parts.parts.begin(), parts.parts.end(), [](const TopologyPart& part) { return part.volume < 0.0; });
}

int32_t AdvisedTets(const Warning& warning)
{
	const size_t at = warning.message.find("--tets ");
	EXPECT_NE(at, std::string::npos) << warning.message;
	return at != std::string::npos ? std::stoi(warning.message.substr(at + 7)) : 0;
}
} // namespace

TEST(PartMatch, EveryPartIsItsOwn)
{
	SolidSurface solid = TwoBoxes(1.0, 0.2);
	Append(solid, TurnedInsideOut(BoxAt({0.2, 0.2, 0.2}, {0.8, 0.8, 0.8})));
	const PartMatch match = MatchOf(solid, solid);
	ASSERT_EQ(match.parts.size(), 3u);
	EXPECT_FALSE(match.hasStrangers);
	for (const PartMatch::Part& part : match.parts)
	{
		EXPECT_EQ(part.fate, PartFate::Kept);
	}
}

TEST(PartMatch, BodiesFusedAroundAVoidAreNotTwoBodies)
{
	// As many parts and the same characteristic as two boxes.
	SolidSurface fused = BoxAt({0.0, 0.0, 0.0}, {2.2, 1.0, 1.0});
	Append(fused, TurnedInsideOut(BoxAt({1.0, 0.1, 0.1}, {1.2, 0.9, 0.9})));
	const PartMatch match = MatchOf(TwoBoxes(1.0, 0.2), fused);
	ASSERT_EQ(match.parts.size(), 2u);
	EXPECT_EQ(match.parts[0].fate, PartFate::Joined);
	EXPECT_EQ(match.parts[0].other, 1);
	EXPECT_EQ(match.parts[1].fate, PartFate::Joined);
	EXPECT_EQ(match.parts[1].other, 0);
}

TEST(PartMatch, TellsWhatIsLostOpenedAndChanged)
{
	SolidSurface solid = BoxAt({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0});
	const SolidSurface whole = solid;
	Append(solid, TurnedInsideOut(BoxAt({0.2, 0.2, 0.2}, {0.8, 0.8, 0.8})));
	const PartMatch filled = MatchOf(solid, whole);
	EXPECT_EQ(filled.parts[0].fate, PartFate::Kept);
	EXPECT_EQ(filled.parts[1].fate, PartFate::Lost);

	// One surface that runs along both: a cup with a small opening.
	const SolidSurface cup =
		Revolve({{0.0, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {0.05, 0.5}, {0.05, 0.4}, {0.4, 0.4}, {0.4, -0.4}, {0.0, -0.4}},
			24,
			false);
	SolidSurface can = Revolve({{0.0, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {0.0, 0.5}}, 24, false);
	Append(can, TurnedInsideOut(Revolve({{0.0, -0.4}, {0.4, -0.4}, {0.4, 0.4}, {0.0, 0.4}}, 24, false)));
	const PartMatch opened = MatchOf(can, cup);
	EXPECT_EQ(opened.parts[0].fate, PartFate::Opened);
	EXPECT_EQ(opened.parts[1].fate, PartFate::Opened);
	// A hollow that does not count leaves the body what it is.
	EXPECT_EQ(MatchOf(can, cup, 0.6).parts[0].fate, PartFate::Kept);
	EXPECT_EQ(MatchOf(can, cup, 0.6).parts[1].fate, PartFate::Opened);

	// Without its hole, and in two pieces.
	SolidSurface ring = MakeTorus(1.0, 0.3, 24);
	Append(ring, BoxAt({3.0, 0.0, 0.0}, {5.0, 1.0, 1.0}));
	SolidSurface other = AsSolid(MakeSphere({}, 1.3, 24, 32));
	for (Vec3& p : other.positions)
	{
		p.z *= 0.3 / 1.3;
	}
	Append(other, BoxAt({3.0, 0.0, 0.0}, {3.9, 1.0, 1.0}));
	Append(other, BoxAt({4.1, 0.0, 0.0}, {5.0, 1.0, 1.0}));
	Append(other, BoxAt({8.0, 0.0, 0.0}, {9.0, 1.0, 1.0}));
	const PartMatch changed = MatchOf(ring, other);
	EXPECT_EQ(changed.parts[0].fate, PartFate::Changed);
	EXPECT_EQ(changed.parts[1].fate, PartFate::Changed);
	EXPECT_TRUE(changed.hasStrangers);
}

TEST(PartMatch, ABodyThatFillsItsHollowIsJoined)
{
	const SolidSurface whole = BoxAt({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0});
	SolidSurface solid = whole;
	Append(solid, TurnedInsideOut(BoxAt({0.3, 0.3, 0.3}, {0.7, 0.7, 0.7})));
	Append(solid, BoxAt({0.31, 0.31, 0.31}, {0.69, 0.69, 0.69}));
	const PartMatch match = MatchOf(solid, whole);
	EXPECT_EQ(match.parts[0].fate, PartFate::Kept);
	EXPECT_EQ(match.parts[1].fate, PartFate::Joined);
	EXPECT_EQ(match.parts[1].other, 2);
	EXPECT_EQ(match.parts[2].fate, PartFate::Joined);
	EXPECT_EQ(match.parts[2].other, 1);
}

TEST(PartMatch, MeasuresGaps)
{
	SolidSurface solid = TwoBoxes(1.0, 0.25);
	Append(solid, BoxAt({0.3, 0.3, 1.5}, {0.4, 0.4, 1.6}));
	const PartMatcher matcher(solid, SerialRunner());
	EXPECT_NEAR(matcher.Gap(0, 1), 0.25, 1.0e-12);
	EXPECT_NEAR(matcher.Gap(0, 2), 0.5, 1.0e-12);
	EXPECT_NEAR(matcher.Gap(2, 0), 0.5, 1.0e-12);
}

TEST(PartsInTets, BodiesAreNeverFusedInSilence)
{
	for (const double gap : {0.0001, 0.003, 0.005, 0.007, 0.008, 0.009, 0.01, 0.015, 0.03})
	{
		for (const int32_t tets : {500, 2'000, 4'000})
		{
			SCOPED_TRACE(std::to_string(gap) + " m, " + std::to_string(tets) + " tets");
			const Tetrahedralisation result = MeshOf(TwoBoxes(0.1, gap), tets);
			const Warning* fused = FindWarning(result, WarningCode::FusedParts);
			EXPECT_EQ(CountComponents(result.mesh), fused ? 1 : 2);
			if (fused)
			{
				EXPECT_EQ(fused->count, 2);
				EXPECT_LT(gap, result.cellSize);
			}
			EXPECT_EQ(FindWarning(result, WarningCode::ThinWallPerforated), nullptr);
		}
	}
}

TEST(PartsInTets, TheGapOfFusedBodiesIsToldAndTheAdviceIsEnough)
{
	const Tetrahedralisation coarse = MeshOf(TwoBoxes(0.1, 0.004), 1'000);
	const Warning* fused = FindWarning(coarse, WarningCode::FusedParts);
	ASSERT_NE(fused, nullptr);
	EXPECT_NE(fused->message.find("gaps of about 0.004 m"), std::string::npos) << fused->message;
	const Tetrahedralisation fine = MeshOf(TwoBoxes(0.1, 0.004), AdvisedTets(*fused));
	EXPECT_EQ(CountComponents(fine.mesh), 2);
	EXPECT_TRUE(fine.warnings.empty()) << fine.warnings.front().message;

	const Tetrahedralisation hair = MeshOf(TwoBoxes(0.1, 1.0e-5), 1'000);
	ASSERT_NE(FindWarning(hair, WarningCode::FusedParts), nullptr);
	const std::string& message = FindWarning(hair, WarningCode::FusedParts)->message;
	EXPECT_NE(message.find("; move the parts apart, or bake each alone"), std::string::npos) << message;
}

TEST(PartsInTets, ABodySnugInAHollowIsFusedAndNotSmall)
{
	SolidSurface solid = BoxAt({0.0, 0.0, 0.0}, {0.2, 0.2, 0.2});
	Append(solid, TurnedInsideOut(BoxAt({0.05, 0.05, 0.05}, {0.15, 0.15, 0.15})));
	Append(solid, BoxAt({0.052, 0.052, 0.052}, {0.148, 0.148, 0.148}));
	const Tetrahedralisation result = MeshOf(solid, 2'000);
	ASSERT_EQ(result.warnings.size(), 1u);
	EXPECT_EQ(result.warnings[0].code, WarningCode::FusedParts);
	EXPECT_EQ(result.warnings[0].count, 1);
	EXPECT_NE(result.warnings[0].message.find("gaps of about 0.002 m"), std::string::npos)
		<< result.warnings[0].message;
}

TEST(PartsInTets, ASmallHollowIsKeptOrTold)
{
	for (const double radius : {0.002, 0.005, 0.009, 0.015})
	{
		for (const int32_t tets : {500, 2'000, 10'000})
		{
			SCOPED_TRACE(std::to_string(radius) + " m, " + std::to_string(tets) + " tets");
			const Tetrahedralisation result = MeshOf(BallWithHollow(radius), tets);
			const Warning* lost = FindWarning(result, WarningCode::LostCavities);
			EXPECT_EQ(CountHollows(result.mesh), lost ? 0 : 1);
			EXPECT_EQ(FindWarning(result, WarningCode::ThinWallPerforated), nullptr);
			const bool isRefined = FindWarning(result, WarningCode::ThinWallRefined) != nullptr;
			EXPECT_TRUE(isRefined || static_cast<double>(result.mesh.tets.size()) < 1.15 * tets);
		}
	}
	// Worth a few times the tets.
	const Tetrahedralisation worthy = MeshOf(BallWithHollow(0.009), 10'000);
	EXPECT_EQ(CountHollows(worthy.mesh), 1);
	EXPECT_LT(worthy.mesh.tets.size(), 50'000u);

	const Tetrahedralisation coarse = MeshOf(BallWithHollow(0.005), 5'000);
	const Warning* lost = FindWarning(coarse, WarningCode::LostCavities);
	ASSERT_NE(lost, nullptr);
	EXPECT_EQ(lost->count, 1);
	const Tetrahedralisation fine = MeshOf(BallWithHollow(0.005), AdvisedTets(*lost));
	EXPECT_EQ(CountHollows(fine.mesh), 1);
	EXPECT_TRUE(fine.warnings.empty()) << fine.warnings.front().message;
}

TEST(PartsInTets, ManyHollowsWithThinWallsAreAllKept)
{
	SolidSurface cheese = BoxAt({0.0, 0.0, 0.0}, {0.2, 0.2, 0.2});
	for (int32_t i = 0; i < 64; ++i)
	{
		const Vec3 middle{0.025 + 0.05 * (i % 4), 0.025 + 0.05 * (i / 4 % 4), 0.025 + 0.05 * (i / 16)};
		Append(cheese, TurnedInsideOut(AsSolid(MakeSphere(middle, 0.01, 8, 12))));
	}
	for (const int32_t tets : {20'000, 40'000, 60'000})
	{
		const Tetrahedralisation result = MeshOf(cheese, tets);
		EXPECT_EQ(CountHollows(result.mesh), 64) << tets;
		EXPECT_EQ(FindWarning(result, WarningCode::LostCavities), nullptr) << tets;
		EXPECT_LT(result.mesh.tets.size(), 100'000u) << tets;
		EXPECT_EQ(CountComponents(result.mesh), 1) << tets;
	}
}

TEST(PartsInTets, AHollowOfFewCellsIsNoFalseAlarm)
{
	for (const int32_t tets : {200, 250, 300, 400, 500, 700})
	{
		const Tetrahedralisation result = MeshOf(BallWithHollow(0.03), tets);
		EXPECT_EQ(FindWarning(result, WarningCode::ThinWallPerforated), nullptr) << tets;
		EXPECT_EQ(CountHollows(result.mesh) == 0, FindWarning(result, WarningCode::LostCavities) != nullptr) << tets;
	}
}

TEST(PartsInTets, ASmallBodyByALargeOneIsKeptOrTold)
{
	for (const double gap : {0.0005, 0.002, 0.01})
	{
		for (const double radius : {0.003, 0.009})
		{
			for (const int32_t tets : {1'000, 10'000, 20'000})
			{
				SCOPED_TRACE(
					std::to_string(gap) + " m, " + std::to_string(radius) + " m, " + std::to_string(tets) + " tets");
				SolidSurface solid = AsSolid(MakeSphere({}, 0.1, 24, 32));
				Append(solid, AsSolid(MakeSphere({0.1 + gap + radius, 0.0, 0.0}, radius, 12, 16)));
				const Tetrahedralisation result = MeshOf(solid, tets);
				const Warning* fused = FindWarning(result, WarningCode::FusedParts);
				const Warning* lost = FindWarning(result, WarningCode::LostParts);
				EXPECT_EQ(CountComponents(result.mesh), fused || lost ? 1 : 2);
				EXPECT_FALSE(fused && lost);
				EXPECT_EQ(FindWarning(result, WarningCode::ThinWallPerforated), nullptr);
			}
		}
	}
}

TEST(PartsInTets, AreTheSameForAnyNumberOfThreads)
{
	SolidSurface solid = TwoBoxes(0.1, 0.009);
	Append(solid, TurnedInsideOut(AsSolid(MakeSphere({0.04, 0.05, 0.05}, 0.01, 12, 16))));
	TetSettings settings;
	settings.targetTets = 3'000;
	const Result<Tetrahedralisation> serial = Tetrahedralise(solid, settings, SerialRunner());
	ASSERT_TRUE(serial);
	for (const int32_t threads : {2, 8})
	{
		ThreadTaskRunner runner(threads);
		const Result<Tetrahedralisation> result = Tetrahedralise(solid, settings, runner);
		ASSERT_TRUE(result);
		EXPECT_EQ(result->mesh, serial->mesh);
		EXPECT_EQ(result->warnings, serial->warnings);
	}
}
