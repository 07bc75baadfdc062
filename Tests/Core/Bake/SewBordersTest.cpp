// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Random.h"
#include "FractureCore/Repair.h"
#include "Mesh/SurfaceIntegrals.h"
#include "Support/TestMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

using namespace FractureTest;

namespace
{
double VolumeOf(const std::vector<Vec3>& positions, const std::vector<Triangle>& triangles)
{
	return IntegrateSurface(positions, triangles).volume;
}

bool Warns(const RepairedSurface& surface, WarningCode code)
{
	return std::any_of(
		surface.warnings.begin(), surface.warnings.end(), [code](const Warning& w) { return w.code == code; });
}

RepairedSurface RepairOf(const SurfaceMesh& mesh)
{
	Result<RepairedSurface> result = RepairSurface(mesh, {}, SerialRunner());
	EXPECT_TRUE(result.HasValue()) << (result ? "" : result.GetError().message);
	return result ? std::move(*result) : RepairedSurface{};
}

/// Vertices of its own for every triangle, each moved by up to so many metres along every axis.
SurfaceMesh NoisySoup(const SurfaceMesh& mesh, double noise)
{
	SurfaceMesh soup;
	for (const Triangle& t : mesh.triangles)
	{
		const int32_t first = static_cast<int32_t>(soup.positions.size());
		for (const int32_t v : t.v)
		{
			const uint64_t n = soup.positions.size();
			soup.positions.push_back(mesh.positions[v] +
				Vec3{RandomUnit(1, n) - 0.5, RandomUnit(2, n) - 0.5, RandomUnit(3, n) - 0.5} * (2.0 * noise));
		}
		soup.triangles.push_back({{first, first + 1, first + 2}});
	}
	return soup;
}

/// A ball of radius 1 whose lower half has seam vertices of its own, `gap` below those of the upper half, except for
/// those that isSewn(i).
template <typename IsSewn>
SurfaceMesh HalvesOfABall(double gap, IsSewn&& isSewn)
{
	SurfaceMesh ball = MakeSphere({}, 1.0, 24, 48);
	const size_t count = ball.positions.size();
	std::vector<int32_t> below(count);
	int32_t seam = 0;
	for (size_t v = 0; v < count; ++v)
	{
		below[v] = static_cast<int32_t>(v);
		if (std::abs(ball.positions[v].z) < 1.0e-9 && !isSewn(seam++))
		{
			below[v] = static_cast<int32_t>(ball.positions.size());
			ball.positions.push_back(ball.positions[v] - Vec3{0.0, 0.0, gap * (1.0 + 0.5 * std::sin(seam))});
		}
	}
	EXPECT_EQ(seam, 48);
	for (Triangle& t : ball.triangles)
	{
		if (ball.positions[t.v[0]].z + ball.positions[t.v[1]].z + ball.positions[t.v[2]].z < 0.0)
		{
			t = {{below[t.v[0]], below[t.v[1]], below[t.v[2]]}};
		}
	}
	return ball;
}

constexpr double kBall = 4.0 / 3.0 * 3.14159265358979;
} // namespace

TEST(SewBorders, ClosesTriangleSoupsWithNoise)
{
	for (const SurfaceMesh& mesh : {MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}), MakeSphere({}, 0.5, 24, 48)})
	{
		const double volume = VolumeOf(mesh.positions, mesh.triangles);
		for (const double noise : {1.0e-7, 1.0e-6, 3.0e-6, 1.0e-5, 1.0e-4})
		{
			SCOPED_TRACE(std::to_string(mesh.triangles.size()) + " triangles, noise " + std::to_string(noise));
			const RepairedSurface repaired = RepairOf(NoisySoup(mesh, noise));
			EXPECT_EQ(repaired.components, 1);
			EXPECT_EQ(repaired.mesh.triangles.size(), mesh.triangles.size());
			// Wider noise, which nothing meets across by chance, is bridged, and every position stays.
			const bool isBridged = Warns(repaired, WarningCode::BridgedGaps);
			EXPECT_EQ(repaired.closed, !isBridged);
			EXPECT_TRUE(noise > 2.0e-6 || !isBridged);
			EXPECT_TRUE(isBridged || repaired.mesh.positions.size() == mesh.positions.size());
			EXPECT_NEAR(VolumeOf(repaired.solid.positions, repaired.solid.triangles), volume, 10.0 * noise);
		}
	}
}

TEST(SewBorders, ClosesSeamsThatAreSewnInPlaces)
{
	const auto oneEdge = [](int32_t i) { return i < 2; };
	const auto everyFifth = [](int32_t i) { return i % 5 == 0; };
	for (const double gap : {1.0e-5, 1.0e-4, 1.0e-3})
	{
		for (const SurfaceMesh& ball : {HalvesOfABall(gap, oneEdge), HalvesOfABall(gap, everyFifth)})
		{
			SCOPED_TRACE(gap);
			const RepairedSurface repaired = RepairOf(ball);
			EXPECT_TRUE(repaired.closed || Warns(repaired, WarningCode::BridgedGaps));
			EXPECT_EQ(repaired.components, 1);
			EXPECT_NEAR(VolumeOf(repaired.solid.positions, repaired.solid.triangles), kBall, 0.05);
		}
	}
	// Too wide to be noise: bridged, although both sides belong to one patch.
	const RepairedSurface wide = RepairOf(HalvesOfABall(0.01, oneEdge));
	EXPECT_TRUE(Warns(wide, WarningCode::BridgedGaps));
	EXPECT_EQ(wide.components, 1);
	EXPECT_NEAR(VolumeOf(wide.solid.positions, wide.solid.triangles), kBall, 0.05);
}

TEST(SewBorders, ClosesABallOfPatchesThatWereMoved)
{
	constexpr int32_t kPatches = 20;
	const SurfaceMesh ball = MakeSphere({}, 1.0, 24, 48);
	std::vector<Vec3> directions;
	std::vector<Vec3> moves;
	for (uint64_t i = 0; i < kPatches; ++i)
	{
		const auto random = [i](uint64_t key) { return RandomUnit(key, i) - 0.5; };
		directions.push_back(Normalised({random(1), random(2), random(3)}));
		moves.push_back(Vec3{random(4), random(5), random(6)} * 2.0);
	}
	for (const double shift : {1.0e-5, 1.0e-4})
	{
		SCOPED_TRACE(shift);
		SurfaceMesh patches;
		std::vector<std::vector<int32_t>> copies(kPatches, std::vector<int32_t>(ball.positions.size(), kNoIndex));
		for (const Triangle& t : ball.triangles)
		{
			const Vec3 middle = ball.positions[t.v[0]] + ball.positions[t.v[1]] + ball.positions[t.v[2]];
			const size_t patch =
				static_cast<size_t>(std::max_element(directions.begin(),
										directions.end(),
										[&](const Vec3& a, const Vec3& b) { return Dot(a, middle) < Dot(b, middle); }) -
					directions.begin());
			Triangle& copy = patches.triangles.emplace_back(t);
			for (int32_t& v : copy.v)
			{
				int32_t& to = copies[patch][v];
				if (to == kNoIndex)
				{
					to = static_cast<int32_t>(patches.positions.size());
					patches.positions.push_back(ball.positions[v] + moves[patch] * shift);
				}
				v = to;
			}
		}
		ASSERT_GT(patches.positions.size(), ball.positions.size() + 200);
		const RepairedSurface repaired = RepairOf(patches);
		EXPECT_TRUE(repaired.closed);
		EXPECT_EQ(repaired.components, 1);
		EXPECT_EQ(repaired.mesh.positions.size(), ball.positions.size());
		EXPECT_NEAR(VolumeOf(repaired.solid.positions, repaired.solid.triangles), kBall, 0.05);
	}
}

TEST(SewBorders, LeavesTheFacesOfAPlateApart)
{
	// Top and bottom without the rim between them, nearer to each other than noise may be.
	SurfaceMesh plate = MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 5.0e-4});
	std::erase_if(plate.triangles,
		[&](const Triangle& t)
		{
			return plate.positions[t.v[0]].z != plate.positions[t.v[1]].z ||
				plate.positions[t.v[1]].z != plate.positions[t.v[2]].z;
		});
	ASSERT_EQ(plate.triangles.size(), 4u);
	const RepairedSurface repaired = RepairOf(plate);
	EXPECT_FALSE(Warns(repaired, WarningCode::WeldedVertices));
	EXPECT_NEAR(VolumeOf(repaired.solid.positions, repaired.solid.triangles), 5.0e-4, 1.0e-12);
}

TEST(SewBorders, KeepsDetailThatIsFinerThanTheNoise)
{
	// A soup with noise beside a fine ball with a hole in it: its edges are no wider than the noise.
	const SurfaceMesh soup = NoisySoup(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}), 1.0e-6);
	SurfaceMesh speck = MakeSphere({2.0, 0.0, 0.0}, 1.0e-3, 24, 48);
	const size_t specks = speck.positions.size();
	speck.triangles.erase(speck.triangles.begin() + static_cast<std::ptrdiff_t>(speck.triangles.size() / 2));
	SurfaceMesh both = soup;
	const int32_t offset = static_cast<int32_t>(both.positions.size());
	both.positions.insert(both.positions.end(), speck.positions.begin(), speck.positions.end());
	for (const Triangle& t : speck.triangles)
	{
		both.triangles.push_back({{t.v[0] + offset, t.v[1] + offset, t.v[2] + offset}});
	}
	const RepairedSurface repaired = RepairOf(both);
	EXPECT_EQ(repaired.mesh.positions.size(), 8 + specks);
	EXPECT_EQ(repaired.components, 2);
}

TEST(SewBorders, TakesNoLongerStepsThanTheNoise)
{
	// Two loose skins, ten times as far from each other as their corners are from where they were.
	constexpr double kNoise = 2.0e-6;
	SurfaceMesh skins = MakeSphere({}, 1.0, 24, 48);
	const SurfaceMesh inner = MakeSphere({}, 1.0 - 10.0 * kNoise, 24, 48);
	const int32_t first = static_cast<int32_t>(skins.positions.size());
	skins.positions.insert(skins.positions.end(), inner.positions.begin(), inner.positions.end());
	for (const Triangle& t : inner.triangles)
	{
		skins.triangles.push_back({{first + t.v[0], first + t.v[2], first + t.v[1]}});
	}
	const RepairedSurface repaired = RepairOf(NoisySoup(skins, kNoise));
	EXPECT_TRUE(repaired.closed);
	EXPECT_EQ(repaired.mesh.positions.size(), skins.positions.size());
}
