// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/FieldFit.h"

#include "Math/StressAlgebra.h"
#include "PlanTestBodies.h"

using namespace FractureCore;
using namespace FractureTests;

namespace
{
/// A plate with a stress of one tension along a direction that depends on the place.
struct FitBody
{
	PlanBody body = MakeGridBody(24, 24, 2, {1.2, 1.2, 0.1});
	const PlanLattice& lattice = body.GetData().lattice;
	std::vector<double> strength = std::vector<double>(lattice.tets.size(), kTensile);
	WorkingStress stress;
	FitWorkspace workspace;

	explicit FitBody(const std::function<Vec3(const Vec3&)>& direction)
	{
		std::vector<Sym3> values;
		for (const Vec3& x : lattice.centroid)
		{
			const Vec3 n = Normalised(direction(x));
			values.push_back(
				Scaled({n.x * n.x, n.y * n.y, n.z * n.z, n.x * n.y, n.y * n.z, n.z * n.x}, 2.0 * kTensile));
		}
		stress.Reset(body.GetData(), values);
	}

	/// From the plane through the seed, twice, as the planner does.
	std::vector<double> Fit(const Vec3& seed, const Vec3& normal)
	{
		std::vector<double> field;
		for (const Vec3& x : lattice.nodes)
		{
			field.push_back(Dot(normal, x - seed));
		}
		for (int32_t fit = 0; fit < 2; ++fit)
		{
			FitField({lattice, strength, seed, {}}, stress, field, workspace, SerialRunner());
		}
		return field;
	}
};

double AngleDegrees(const Vec3& a, const Vec3& b)
{
	return std::acos(std::min(1.0, std::abs(Dot(Normalised(a), Normalised(b))))) * 180.0 / kPi;
}
} // namespace

TEST(FieldFit, TurnsAcrossAUniformTension)
{
	FitBody plate([](const Vec3&) { return Vec3{1, 0, 0}; });
	const double tilt = 20.0 * kPi / 180.0;
	const std::vector<double> field = plate.Fit({0.6, 0.6, 0.05}, {std::cos(tilt), std::sin(tilt), 0});
	for (int32_t t = 0; t < plate.lattice.TetCount(); ++t)
	{
		if (IsCrossed(plate.lattice, field, t))
		{
			EXPECT_LT(AngleDegrees(plate.lattice.Gradient(t, field), {1, 0, 0}), 5.0);
		}
	}
}

TEST(FieldFit, FollowsARing)
{
	// Tension along the radius from the corner: the crack at radius 0.6 is an arc.
	FitBody plate([](const Vec3& x) { return Vec3{x.x, x.y, 0}; });
	const double r = 0.6;
	const std::vector<double> field =
		plate.Fit({r * std::sqrt(0.5), r * std::sqrt(0.5), 0.05}, {std::sqrt(0.5), std::sqrt(0.5), 0});
	double sum = 0.0;
	int32_t count = 0;
	for (int32_t t = 0; t < plate.lattice.TetCount(); ++t)
	{
		if (IsCrossed(plate.lattice, field, t) && std::abs(field[plate.lattice.tets[t].v[0]]) < 0.1)
		{
			const Vec3& c = plate.lattice.centroid[t];
			const double angle = AngleDegrees(plate.lattice.Gradient(t, field), {c.x, c.y, 0});
			sum += angle;
			++count;
		}
	}
	ASSERT_GT(count, 20);
	EXPECT_LT(sum / count, 8.0); // the plane that it starts from: 20 degrees and more
}

TEST(FieldFit, LeavesPinnedNodes)
{
	FitBody plate([](const Vec3&) { return Vec3{1, 0, 0}; });
	const Vec3 normal = Normalised(Vec3{1, 0.4, 0});
	std::vector<double> field;
	std::vector<uint8_t> pinned;
	for (const Vec3& x : plate.lattice.nodes)
	{
		field.push_back(Dot(normal, x - Vec3{0.6, 0.6, 0.05}));
		pinned.push_back(std::abs(x.y - 0.6) < 0.12 ? 1 : 0);
	}
	const std::vector<double> before = field;
	FitField({plate.lattice, plate.strength, {0.6, 0.6, 0.05}, pinned},
		plate.stress,
		field,
		plate.workspace,
		SerialRunner());
	double moved = 0.0;
	for (size_t i = 0; i < field.size(); ++i)
	{
		if (pinned[i] != 0)
		{
			EXPECT_EQ(field[i], before[i]);
		}
		moved = std::max(moved, std::abs(field[i] - before[i]));
	}
	EXPECT_GT(moved, 0.05);
}

TEST(FieldFit, LeavesAPlaneWhereStressSaysNothing)
{
	// Compression only, and tension without a direction.
	FitBody plate([](const Vec3&) { return Vec3{1, 0, 0}; });
	std::vector<Sym3> none(plate.lattice.tets.size(), Sym3{-1.0e6, -2.0e6, -3.0e6, 0, 0, 0});
	for (size_t t = 0; t < none.size(); t += 2)
	{
		none[t] = {kTensile, kTensile, 0, 0, 0, 0};
	}
	plate.stress.Reset(plate.body.GetData(), none);
	const Vec3 normal = Normalised(Vec3{1, 0.4, 0});
	const std::vector<double> field = plate.Fit({0.6, 0.6, 0.05}, normal);
	for (int32_t t = 0; t < plate.lattice.TetCount(); ++t)
	{
		EXPECT_LT(AngleDegrees(plate.lattice.Gradient(t, field), normal), 0.1);
	}
}
