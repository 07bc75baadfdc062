// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Tetrahedralise.h"

#include "TetraShapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace FractureTest;

namespace
{
/// A drum with a rod on top that ends at z = 1.8.
SolidSurface DrumWithRod(double radius)
{
	return Revolve({{0.0, 0.0}, {0.5, 0.0}, {0.5, 1.0}, {radius, 1.0}, {radius, 1.8}, {0.0, 1.8}}, 24, false);
}

Tetrahedralisation MeshWithLimbs(const SolidSurface& solid, int32_t tets, bool refine = true)
{
	TetSettings settings;
	settings.targetTets = tets;
	settings.refineThinWalls = refine;
	Result<Tetrahedralisation> result = Tetrahedralise(solid, settings, SerialRunner());
	EXPECT_TRUE(result.HasValue());
	return result ? std::move(*result) : Tetrahedralisation{};
}

double TopOf(const TetMesh& mesh)
{
	double top = 0.0;
	for (const Vec3& node : mesh.nodes)
	{
		top = std::max(top, node.z);
	}
	return top;
}

std::string WarningText(const Tetrahedralisation& result, WarningCode code)
{
	for (const Warning& warning : result.warnings)
	{
		if (warning.code == code)
		{
			return warning.message;
		}
	}
	return {};
}
} // namespace

TEST(BareLimbs, ARodThinnerThanTheCellsGetsFinerOnes)
{
	const Tetrahedralisation result = MeshWithLimbs(DrumWithRod(0.03), 8'000);
	EXPECT_GT(TopOf(result.mesh), 1.75);
	EXPECT_EQ(WarningText(result, WarningCode::LostParts), "");
	EXPECT_NE(WarningText(result, WarningCode::ThinWallRefined), "");
}

TEST(BareLimbs, ARodWithoutTetsIsToldWithANumberThatIsEnough)
{
	const SolidSurface solid = DrumWithRod(0.03);
	const Tetrahedralisation bare = MeshWithLimbs(solid, 8'000, false);
	EXPECT_LT(TopOf(bare.mesh), 1.3);
	const std::string text = WarningText(bare, WarningCode::LostParts);
	const size_t at = text.find("use --tets ");
	ASSERT_NE(at, std::string::npos) << text;
	EXPECT_NE(text.find("1.8) m"), std::string::npos) << text;
	const Tetrahedralisation enough = MeshWithLimbs(solid, std::stoi(text.substr(at + 11)), false);
	EXPECT_GT(TopOf(enough.mesh), 1.75);
	EXPECT_EQ(WarningText(enough, WarningCode::LostParts), "");
}

TEST(BareLimbs, AWireThatNoLatticeLineMeetsIsTold)
{
	const std::string text = WarningText(MeshWithLimbs(DrumWithRod(0.001), 3'000), WarningCode::LostParts);
	EXPECT_NE(text.find("far too thin"), std::string::npos) << text;
}

TEST(BareLimbs, ALimbThatTapersIsToldAndNotRefinedFor)
{
	std::vector<std::pair<double, double>> profile{{0.0, 0.0}, {0.5, 0.0}, {0.5, 1.0}};
	for (int32_t i = 0; i < 14; ++i)
	{
		profile.push_back({0.05 * (14 - i) / 14.0, 1.0 + 0.1 * i});
	}
	profile.push_back({0.0, 2.4});
	const SolidSurface solid = Revolve(profile, 24, false);
	const Tetrahedralisation result = MeshWithLimbs(solid, 8'000);
	EXPECT_NEAR(static_cast<double>(result.mesh.tets.size()), 8'000.0, 1'200.0);
	const std::string text = WarningText(result, WarningCode::BluntEdges);
	EXPECT_NE(text.find("1 limb tapers"), std::string::npos) << text;
	EXPECT_NE(text.find("2.4) m"), std::string::npos) << text;
	EXPECT_EQ(WarningText(result, WarningCode::LostParts), "");
}

TEST(BareLimbs, AShortFinWithoutTetsIsToldWithANumberThatIsEnough)
{
	// Three cells high at 8 thousand tets.
	const SolidSurface solid =
		Revolve({{0.0, 0.0}, {0.5, 0.0}, {0.5, 1.0}, {0.03, 1.0}, {0.03, 1.3}, {0.0, 1.3}}, 24, false);
	const Tetrahedralisation bare = MeshWithLimbs(solid, 8'000);
	EXPECT_NEAR(static_cast<double>(bare.mesh.tets.size()), 8'000.0, 1'200.0);
	EXPECT_LT(TopOf(bare.mesh), 1.1);
	const std::string text = WarningText(bare, WarningCode::LostParts);
	const size_t at = text.find("use --tets ");
	ASSERT_NE(at, std::string::npos) << text;
	EXPECT_NE(text.find("1.3) m"), std::string::npos) << text;
	const Tetrahedralisation enough = MeshWithLimbs(solid, std::stoi(text.substr(at + 11)));
	EXPECT_GT(TopOf(enough.mesh), 1.27);
	EXPECT_EQ(WarningText(enough, WarningCode::LostParts), "");
}

TEST(BareLimbs, TheTipOfACornerIsNone)
{
	const SolidSurface cone = Revolve({{0.0, 0.0}, {0.5, 0.0}, {0.0, 1.0}}, 24, false);
	for (const int32_t tets : {500, 3'000, 10'000})
	{
		EXPECT_TRUE(MeshWithLimbs(cone, tets).warnings.empty()) << tets;
	}
}
