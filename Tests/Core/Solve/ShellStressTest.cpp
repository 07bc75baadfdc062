// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/ShellStress.h"

#include "Support/TetShells.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
const Material kGlass;

struct Sheet
{
	std::vector<Vec3> nodes;
	std::vector<Triangle> triangles;
};

Sheet MakePane(int32_t n, double size)
{
	Sheet sheet;
	for (int32_t j = 0; j <= n; ++j)
	{
		for (int32_t i = 0; i <= n; ++i)
		{
			sheet.nodes.push_back({size * i / n, size * j / n, 0.0});
		}
	}
	for (int32_t j = 0; j < n; ++j)
	{
		for (int32_t i = 0; i < n; ++i)
		{
			const int32_t a = j * (n + 1) + i;
			const int32_t c = a + n + 1;
			if ((i + j) % 2 == 0)
			{
				sheet.triangles.insert(sheet.triangles.end(), {{{a, a + 1, c + 1}}, {{a, c + 1, c}}});
			}
			else
			{
				sheet.triangles.insert(sheet.triangles.end(), {{{a, a + 1, c}}, {{a + 1, c + 1, c}}});
			}
		}
	}
	return sheet;
}

ShellModel MakeModel(const Sheet& sheet, double thickness, std::span<const uint8_t> held = {})
{
	Result<ShellModel> model =
		ShellModel::Create(sheet.nodes, sheet.triangles, thickness, kGlass, held, SerialRunner());
	EXPECT_TRUE(model) << (model ? "" : model.GetError().message);
	return std::move(*model);
}
} // namespace

TEST(ShellStress, ASimplySupportedPaneUnderPressureFollowsNavier)
{
	// Square plate, nu = 0.22: w_max = 0.00406 q a^4 / D; centre stress 6 m / t^2 with m = m_x = m_y =
	// q a^2 (1 + nu) * 0.0368 (0.0479 at nu = 0.3) [Timoshenko59, table 8].
	const double size = 1.0;
	const double thickness = 0.01;
	const double pressure = 1000.0;
	const Sheet sheet = MakePane(24, size);
	std::vector<uint8_t> held(sheet.nodes.size(), 0);
	std::vector<Vec3> forces(sheet.nodes.size());
	for (size_t i = 0; i < sheet.nodes.size(); ++i)
	{
		const Vec3& x = sheet.nodes[i];
		if (x.x < 1e-9 || x.y < 1e-9 || x.x > size - 1e-9 || x.y > size - 1e-9)
		{
			held[i] = 4;
		}
	}
	held[0] = 7; // in the plane: no sliding, no turning
	held[24] = 6;
	double total = 0.0;
	for (const Triangle& t : sheet.triangles)
	{
		const Vec3& a = sheet.nodes[static_cast<size_t>(t.v[0])];
		const double area =
			Length(Cross(sheet.nodes[static_cast<size_t>(t.v[1])] - a, sheet.nodes[static_cast<size_t>(t.v[2])] - a)) /
			2;
		for (const int32_t v : t.v)
		{
			forces[static_cast<size_t>(v)].z -= pressure * area / 3;
		}
		total += pressure * area;
	}
	StressWorkspace workspace;
	ShellStressField field;
	ASSERT_TRUE(SolveShellLoads(MakeModel(sheet, thickness, held), forces, workspace, field, SerialRunner()));
	const double flexural =
		kGlass.youngModulus * std::pow(thickness, 3) / (12.0 * (1.0 - kGlass.poissonRatio * kGlass.poissonRatio));
	const size_t middle = 12 * 25 + 12;
	EXPECT_NEAR(-field.displacement[middle].z, 0.00406 * pressure / flexural, 0.02 * 0.00406 * pressure / flexural);

	double tension = 0.0;
	for (size_t t = 0; t < sheet.triangles.size(); ++t)
	{
		const Vec3 c = (sheet.nodes[static_cast<size_t>(sheet.triangles[t].v[0])] +
						   sheet.nodes[static_cast<size_t>(sheet.triangles[t].v[1])] +
						   sheet.nodes[static_cast<size_t>(sheet.triangles[t].v[2])]) /
			3.0;
		if (Length(c - Vec3{0.5, 0.5, 0.0}) < 0.04)
		{
			tension = std::max(tension, field.principal[t].largest);
			EXPECT_LT(field.upper[t].xx, 0.0) << "pushed from above, the upper side is compressed";
			EXPECT_GT(field.lower[t].xx, 0.0);
		}
	}
	const double moment = 0.0368 * (1.0 + kGlass.poissonRatio) * pressure;
	EXPECT_NEAR(tension, 6.0 * moment / (thickness * thickness), 0.05 * 6.0 * moment / (thickness * thickness));

	double reaction = 0.0;
	for (const Vec3& r : field.reaction)
	{
		reaction += r.z;
	}
	EXPECT_NEAR(reaction, total, 1e-6 * total);
}

TEST(ShellStress, AFreePaneStruckInTheMiddleIsTensedBehindTheBlow)
{
	const Sheet sheet = MakePane(20, 0.5);
	const ShellModel model = MakeModel(sheet, 0.004);
	StressWorkspace workspace;
	ShellStressField field;
	const ContactImpulse hit{{0.25, 0.25, 0.0}, {0, 0, -0.2}, GivenPulse(1.0e-3, PulseShape::HalfSine)};
	ASSERT_TRUE(SolveShellImpact(model, std::vector{hit}, {}, workspace, field, SerialRunner()));
	size_t worst = 0;
	for (size_t t = 0; t < field.principal.size(); ++t)
	{
		worst = field.principal[t].largest > field.principal[worst].largest ? t : worst;
	}
	const Vec3 where = sheet.nodes[static_cast<size_t>(sheet.triangles[worst].v[0])];
	EXPECT_LT(Length(where - Vec3{0.25, 0.25, 0.0}), 0.06);
	EXPECT_GT(field.lower[worst].xx + field.lower[worst].yy, 0.0);
	EXPECT_LT(field.upper[worst].xx + field.upper[worst].yy, 0.0);
	// In balance: mass-weighted displacements have no mean.
	Vec3 mean;
	for (const Vec3& u : field.displacement)
	{
		mean += u;
	}
	EXPECT_LT(std::abs(mean.z) / static_cast<double>(field.displacement.size()),
		0.1 * std::abs(field.displacement[10 * 21 + 10].z));
}

TEST(ShellStress, ClosedOpenAndSeparateSheetsAllSolve)
{
	const SphereSurface sphere = MakeUnitSphere(2);
	Sheet open{sphere.points, {}};
	for (const Triangle& t : sphere.triangles)
	{
		if (sphere.points[static_cast<size_t>(t.v[0])].z > -0.5)
		{
			open.triangles.push_back(t);
		}
	}
	Sheet two = MakePane(4, 0.5);
	const Sheet one = two;
	for (const Vec3& x : one.nodes)
	{
		two.nodes.push_back(x + Vec3{0, 0, 1});
	}
	for (Triangle t : one.triangles)
	{
		for (int32_t& v : t.v)
		{
			v += 25;
		}
		two.triangles.push_back(t);
	}
	StressWorkspace workspace;
	ShellStressField field;
	for (const Sheet& sheet : {Sheet{sphere.points, sphere.triangles}, open, two})
	{
		const ShellModel model = MakeModel(sheet, 0.01);
		const Vec3 top = sheet.nodes[4];
		const ContactImpulse hit{top, {0.1, 0, -1}, GivenPulse(1.0e-3, PulseShape::HalfSine)};
		ASSERT_TRUE(SolveShellImpact(model, std::vector{hit}, {}, workspace, field, SerialRunner()));
		for (const PrincipalStress& p : field.principal)
		{
			ASSERT_TRUE(std::isfinite(p.largest));
		}
	}
}

TEST(ShellStress, BadSheetsAreNamed)
{
	Sheet sheet = MakePane(2, 1.0);
	auto create = [&](double thickness)
	{ return ShellModel::Create(sheet.nodes, sheet.triangles, thickness, kGlass, {}, SerialRunner()); };
	EXPECT_FALSE(create(0.0));
	EXPECT_FALSE(create(std::nan("")));
	sheet.triangles[3].v[1] = sheet.triangles[3].v[0];
	EXPECT_EQ(create(0.01).GetError().element, 3);
	sheet.triangles[3].v[1] = 99;
	EXPECT_EQ(create(0.01).GetError().element, 3);
	sheet = MakePane(2, 1.0);
	sheet.nodes[5].z = std::numeric_limits<double>::infinity();
	EXPECT_EQ(create(0.01).GetError().element, 5);
}
