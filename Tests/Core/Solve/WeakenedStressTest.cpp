// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Bodies whose tets cracks run through, beside bodies that are really cut there.
#include "FractureCore/Stress.h"

#include "Support/TetGrids.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace FractureCore;
using namespace FractureTests;

namespace
{

TetMesh MakeBeam()
{
	return MakeTetGrid(24, 6, 6, {1.0, 0.25, 0.25});
}

/// Opens the tets that the plane x = at runs through, as far as `reach` says so of their highest corner.
std::vector<uint8_t> OpenAcross(const TetMesh& mesh, double at, double height)
{
	std::vector<uint8_t> sides;
	for (const Tet& tet : mesh.tets)
	{
		uint8_t positive = 0;
		double low = 1.0e9;
		for (int32_t k = 0; k < 4; ++k)
		{
			positive |= mesh.nodes[tet.v[k]].x > at ? 1 << k : 0;
			low = std::min(low, mesh.nodes[tet.v[k]].z);
		}
		sides.push_back(positive == kShatteredTet || low >= height ? 0 : positive);
	}
	return sides;
}

StressField SolveBeam(const StressModel& model, TaskRunner& runner = SerialRunner())
{
	const ContactImpulse blow{{0.0, 0.125, 0.25}, {0.0, 0.0, -10.0}, GivenPulse(1.0e-3, PulseShape::HalfSine)};
	StressWorkspace workspace;
	StressField field;
	EXPECT_TRUE(SolveImpact(model, {&blow, 1}, {}, workspace, field, runner));
	return field;
}

double LargestTension(const StressField& field)
{
	double largest = 0.0;
	for (const PrincipalStress& principal : field.principal)
	{
		largest = std::max(largest, principal.largest);
	}
	return largest;
}
} // namespace

TEST(WeakenedStress, WithoutCracksIsTheIntactBody)
{
	const TetMesh mesh = MakeBeam();
	const Result<StressModel> intact = StressModel::Create(mesh, {}, {}, {}, SerialRunner());
	ASSERT_TRUE(intact);
	const std::vector<uint8_t> none(mesh.tets.size(), 0);
	const Result<StressModel> weak = StressModel::CreateWeakened(*intact, none, nullptr, SerialRunner());
	ASSERT_TRUE(weak);
	const StressField a = SolveBeam(*intact);
	const StressField b = SolveBeam(*weak);
	const double scale = LargestTension(a);
	for (size_t t = 0; t < a.stress.size(); ++t)
	{
		EXPECT_NEAR(a.stress[t].xx, b.stress[t].xx, 1.0e-3 * scale);
		EXPECT_NEAR(a.stress[t].zx, b.stress[t].zx, 1.0e-3 * scale);
	}
}

TEST(WeakenedStress, APieceThatNothingTouchesIsFreeOfStress)
{
	const TetMesh mesh = MakeBeam();
	const Result<StressModel> intact = StressModel::Create(mesh, {}, {}, {}, SerialRunner());
	ASSERT_TRUE(intact);
	const Result<StressModel> weak =
		StressModel::CreateWeakened(*intact, OpenAcross(mesh, 0.52, 9.0), nullptr, SerialRunner());
	ASSERT_TRUE(weak) << weak.GetError().message;
	const StressField before = SolveBeam(*intact);
	const StressField after = SolveBeam(*weak);
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		const Tet& tet = mesh.tets[t];
		const double x =
			std::min({mesh.nodes[tet.v[0]].x, mesh.nodes[tet.v[1]].x, mesh.nodes[tet.v[2]].x, mesh.nodes[tet.v[3]].x});
		if (x > 0.6)
		{
			EXPECT_LT(after.principal[t].largest, 0.005 * LargestTension(before)) << t;
		}
	}
	EXPECT_GT(LargestTension(after), 0.05 * LargestTension(before)); // the struck half still bends
}

TEST(WeakenedStress, AHalfCrackedBeamBearsWhatAReallyCutOneDoes)
{
	const TetMesh mesh = MakeBeam();
	const Result<StressModel> intact = StressModel::Create(mesh, {}, {}, {}, SerialRunner());
	ASSERT_TRUE(intact);
	// The crack from below at x = 0.52, up to half the height; the cut one parts at the nodes of x = 0.5.
	const double tip = 0.126;
	const Result<StressModel> weak =
		StressModel::CreateWeakened(*intact, OpenAcross(mesh, 0.52, tip - 0.02), nullptr, SerialRunner());
	ASSERT_TRUE(weak);
	TetMesh cut = mesh;
	std::vector<int32_t> copy(mesh.nodes.size(), kNoIndex);
	for (Tet& tet : cut.tets)
	{
		const double middle =
			0.25 * (mesh.nodes[tet.v[0]].x + mesh.nodes[tet.v[1]].x + mesh.nodes[tet.v[2]].x + mesh.nodes[tet.v[3]].x);
		for (int32_t& v : tet.v)
		{
			const Vec3& x = mesh.nodes[v];
			if (middle > 0.5 && std::abs(x.x - 0.5) < 1.0e-9 && x.z < tip - 0.02)
			{
				int32_t& other = copy[v];
				if (other == kNoIndex)
				{
					other = static_cast<int32_t>(cut.nodes.size());
					cut.nodes.push_back(x);
				}
				v = other;
			}
		}
	}
	const Result<StressModel> cracked = StressModel::CreateCracked(*intact, cut, SerialRunner());
	ASSERT_TRUE(cracked) << cracked.GetError().message;
	const StressField whole = SolveBeam(*intact);
	const StressField a = SolveBeam(*weak);
	const StressField b = SolveBeam(*cracked);
	// In the ligament above the crack, the mean bending stress: the whole beam's would be off by far more.
	const auto meanAbove = [&](const StressField& field)
	{
		double sum = 0.0;
		double volume = 0.0;
		for (size_t t = 0; t < mesh.tets.size(); ++t)
		{
			const Tet& tet = mesh.tets[t];
			const Vec3 c =
				(mesh.nodes[tet.v[0]] + mesh.nodes[tet.v[1]] + mesh.nodes[tet.v[2]] + mesh.nodes[tet.v[3]]) / 4;
			if (std::abs(c.x - 0.5) < 0.05 && c.z > 0.2)
			{
				sum += std::abs(field.stress[t].xx);
				volume += 1.0;
			}
		}
		return sum / volume;
	};
	EXPECT_GT(meanAbove(b), 1.3 * meanAbove(whole));
	EXPECT_NEAR(meanAbove(a), meanAbove(b), 0.15 * meanAbove(b));
}

TEST(WeakenedStress, RecycledMemoryAndThreadsChangeNothing)
{
	const TetMesh mesh = MakeBeam();
	const Result<StressModel> intact = StressModel::Create(mesh, {}, {}, {}, SerialRunner());
	ASSERT_TRUE(intact);
	const std::vector<uint8_t> first = OpenAcross(mesh, 0.3, 0.15);
	const std::vector<uint8_t> second = OpenAcross(mesh, 0.52, 9.0);
	Result<StressModel> fresh = StressModel::CreateWeakened(*intact, second, nullptr, SerialRunner());
	Result<StressModel> used = StressModel::CreateWeakened(*intact, first, nullptr, SerialRunner());
	ASSERT_TRUE(fresh && used);
	FractureToolkit::ThreadTaskRunner runner(4);
	const Result<StressModel> again = StressModel::CreateWeakened(*intact, second, &*used, runner);
	ASSERT_TRUE(again);
	const StressField a = SolveBeam(*fresh);
	const StressField b = SolveBeam(*again, runner);
	EXPECT_EQ(a.stress, b.stress);
}

TEST(WeakenedStress, NamesWhatIsWrong)
{
	const TetMesh mesh = MakeBeam();
	const Result<StressModel> intact = StressModel::Create(mesh, {}, {}, {}, SerialRunner());
	ASSERT_TRUE(intact);
	std::vector<uint8_t> sides(3, 0);
	const auto message = [&]
	{
		const Result<StressModel> weak = StressModel::CreateWeakened(*intact, sides, nullptr, SerialRunner());
		return weak ? std::string() : weak.GetError().message;
	};
	EXPECT_NE(message().find("3 tets"), std::string::npos);
	sides.assign(mesh.tets.size(), 0);
	sides[7] = 16;
	EXPECT_NE(message().find("tet 7"), std::string::npos);
}
