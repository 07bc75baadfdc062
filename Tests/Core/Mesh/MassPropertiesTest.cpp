// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/MassProperties.h"

#include "FractureCore/Random.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

using namespace FractureCore;

namespace
{
struct Body
{
	std::vector<Vec3> positions;
	std::vector<Triangle> triangles;
};

Body MakeBox(const Vec3& size)
{
	Body body;
	for (int32_t corner = 0; corner < 8; ++corner)
	{
		body.positions.push_back({(corner & 1 ? 0.5 : -0.5) * size.x,
			(corner & 2 ? 0.5 : -0.5) * size.y,
			(corner & 4 ? 0.5 : -0.5) * size.z});
	}
	for (const auto& quad :
		{std::array{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}})
	{
		body.triangles.push_back({{quad[0], quad[1], quad[2]}});
		body.triangles.push_back({{quad[0], quad[2], quad[3]}});
	}
	return body;
}

/// A grid of n by m quads over [0, 1)^2, both directions periodic, outward if `point` winds outward.
Body MakeTorusGrid(int32_t n, int32_t m, const std::function<Vec3(double, double)>& point)
{
	Body body;
	for (int32_t i = 0; i < n; ++i)
	{
		for (int32_t j = 0; j < m; ++j)
		{
			body.positions.push_back(point(static_cast<double>(i) / n, static_cast<double>(j) / m));
			const int32_t a = i * m + j;
			const int32_t b = (i + 1) % n * m + j;
			const int32_t c = (i + 1) % n * m + (j + 1) % m;
			const int32_t d = i * m + (j + 1) % m;
			body.triangles.push_back({{a, b, c}});
			body.triangles.push_back({{a, c, d}});
		}
	}
	return body;
}

Body MakeTorus(double ring, double tube, int32_t n)
{
	return MakeTorusGrid(2 * n,
		n,
		[=](double u, double v)
		{
			const double phi = 2.0 * kPi * u;
			const double theta = 2.0 * kPi * v;
			const double r = ring + tube * std::cos(theta);
			return Vec3{r * std::cos(phi), r * std::sin(phi), tube * std::sin(theta)};
		});
}

/// Bands of quads; the degenerate triangles at the poles have no area and add nothing.
Body MakeSphere(double radius, int32_t n)
{
	Body body;
	for (int32_t i = 0; i <= n; ++i)
	{
		for (int32_t j = 0; j < 2 * n; ++j)
		{
			const double theta = kPi * i / n;
			const double phi = kPi * j / n;
			body.positions.push_back({radius * std::sin(theta) * std::cos(phi),
				radius * std::sin(theta) * std::sin(phi),
				radius * std::cos(theta)});
		}
	}
	for (int32_t i = 0; i < n; ++i)
	{
		for (int32_t j = 0; j < 2 * n; ++j)
		{
			const int32_t a = i * 2 * n + j;
			const int32_t d = i * 2 * n + (j + 1) % (2 * n);
			body.triangles.push_back({{a, a + 2 * n, d + 2 * n}});
			body.triangles.push_back({{a, d + 2 * n, d}});
		}
	}
	return body;
}

Mat3 MakeRotation(const Vec3& axis, double angle)
{
	// Rodrigues: c 1 + (1 - c) n n^T + s [n]x
	const Vec3 n = Normalised(axis);
	const double c = std::cos(angle);
	const double s = std::sin(angle);
	const Mat3 cross{{{0.0, -n.z, n.y}, {n.z, 0.0, -n.x}, {-n.y, n.x, 0.0}}};
	return Mat3::Identity() * c + Mat3::Outer(n, n) * (1.0 - c) + cross * s;
}

void ExpectNear(const Mat3& a, const Mat3& b, double tolerance)
{
	for (int32_t i = 0; i < 3; ++i)
	{
		for (int32_t j = 0; j < 3; ++j)
		{
			EXPECT_NEAR(a.m[i][j], b.m[i][j], tolerance) << i << "," << j;
		}
	}
}

void ExpectNear(const Vec3& a, const Vec3& b, double tolerance)
{
	EXPECT_NEAR(a.x, b.x, tolerance);
	EXPECT_NEAR(a.y, b.y, tolerance);
	EXPECT_NEAR(a.z, b.z, tolerance);
}

MassProperties Measure(const Body& body, double density)
{
	return SolidMassProperties(body.positions, body.triangles, density);
}

/// Removes the error of order 1/n^2 that inscribed facets leave: (4 fine - coarse) / 3.
double Extrapolated(double coarse, double fine)
{
	return (4.0 * fine - coarse) / 3.0;
}
} // namespace

TEST(MassProperties, BoxIsExact)
{
	const Vec3 size{2.0, 0.5, 3.0};
	const MassProperties box = Measure(MakeBox(size), 2500.0);
	const double mass = 2500.0 * 3.0;
	EXPECT_NEAR(box.volume, 3.0, 1.0e-14);
	EXPECT_NEAR(box.mass, mass, 1.0e-11);
	ExpectNear(box.centre, {}, 1.0e-15);
	ExpectNear(box.inertia,
		Mat3::Diagonal(mass / 12.0 * (0.25 + 9.0), mass / 12.0 * (4.0 + 9.0), mass / 12.0 * (4.0 + 0.25)),
		1.0e-11 * mass);
}

TEST(MassProperties, CornerTetrahedronHasItsTextbookProducts)
{
	// x, y, z >= 0, x + y + z <= 1: int x^2 = 1/60, int x y = 1/120, V = 1/6, centre 1/4.
	const Body body{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{{0, 2, 1}}, {{0, 3, 2}}, {{0, 1, 3}}, {{1, 2, 3}}}};
	const MassProperties tet = Measure(body, 12.0);
	EXPECT_NEAR(tet.mass, 2.0, 1.0e-15);
	ExpectNear(tet.centre, {0.25, 0.25, 0.25}, 1.0e-15);
	const double diagonal = 12.0 * 2.0 * (1.0 / 60.0 - 1.0 / 96.0);
	const double product = -12.0 * (1.0 / 120.0 - 1.0 / 96.0);
	ExpectNear(tet.inertia,
		{{{diagonal, product, product}, {product, diagonal, product}, {product, product, diagonal}}},
		1.0e-15);
}

TEST(MassProperties, SphereConvergesToTheClosedForm)
{
	const double radius = 0.7;
	const MassProperties coarse = Measure(MakeSphere(radius, 32), 1000.0);
	const MassProperties fine = Measure(MakeSphere(radius, 64), 1000.0);
	const double volume = 4.0 / 3.0 * kPi * radius * radius * radius;
	const double moment = 0.4 * 1000.0 * volume * radius * radius;
	EXPECT_NEAR(fine.volume, volume, 3.0e-3 * volume);
	EXPECT_NEAR(Extrapolated(coarse.volume, fine.volume), volume, 2.0e-6 * volume);
	ExpectNear(fine.centre, {}, 1.0e-14);
	for (int32_t i = 0; i < 3; ++i)
	{
		EXPECT_NEAR(Extrapolated(coarse.inertia.m[i][i], fine.inertia.m[i][i]), moment, 1.0e-5 * moment);
	}
}

TEST(MassProperties, TorusConvergesToTheClosedForm)
{
	const double ring = 1.0;
	const double tube = 0.3;
	const MassProperties coarse = Measure(MakeTorus(ring, tube, 32), 1.0);
	const MassProperties fine = Measure(MakeTorus(ring, tube, 64), 1.0);
	const double volume = 2.0 * kPi * kPi * ring * tube * tube;
	const double axial = volume * (ring * ring + 0.75 * tube * tube);
	const double diametral = volume * (0.5 * ring * ring + 0.625 * tube * tube);
	EXPECT_NEAR(Extrapolated(coarse.volume, fine.volume), volume, 1.0e-5 * volume);
	EXPECT_NEAR(Extrapolated(coarse.inertia.m[0][0], fine.inertia.m[0][0]), diametral, 2.0e-5 * diametral);
	EXPECT_NEAR(Extrapolated(coarse.inertia.m[1][1], fine.inertia.m[1][1]), diametral, 2.0e-5 * diametral);
	EXPECT_NEAR(Extrapolated(coarse.inertia.m[2][2], fine.inertia.m[2][2]), axial, 2.0e-5 * axial);
}

TEST(MassProperties, RotateAndMoveWithTheBody)
{
	Body body = MakeTorus(1.0, 0.4, 24);
	for (Vec3& p : body.positions)
	{
		p = {p.x + 0.2 * p.y * p.y, 0.5 * p.y, p.z + 0.3 * p.x};
	}
	const MassProperties before = Measure(body, 10.0);
	const Mat3 rotation = MakeRotation({1.0, 2.0, -0.5}, 1.1);
	const Vec3 move{3.0, -2.0, 5.0};
	for (Vec3& p : body.positions)
	{
		p = rotation * p + move;
	}
	const MassProperties after = Measure(body, 10.0);
	EXPECT_NEAR(after.volume, before.volume, 1.0e-13);
	ExpectNear(after.centre, rotation * before.centre + move, 1.0e-13);
	ExpectNear(after.inertia, rotation * before.inertia * Transposed(rotation), 1.0e-11);
}

TEST(MassProperties, InertiaAboutAnotherPointFollowsTheParallelAxes)
{
	// Two boxes side by side are one long box: I = sum (I_k + m (d^2 1 - d d^T)).
	const MassProperties half = Measure(MakeBox({1.0, 1.0, 1.0}), 5.0);
	const MassProperties whole = Measure(MakeBox({2.0, 1.0, 1.0}), 5.0);
	const Vec3 d{0.5, 0.0, 0.0};
	const Mat3 shift = (Mat3::Identity() * Dot(d, d) + Mat3::Outer(d, d) * -1.0) * half.mass;
	ExpectNear(whole.inertia, (half.inertia + shift) * 2.0, 1.0e-13);
}

TEST(MassProperties, FarFromTheOriginOnlyTheInputsOwnDigitsAreLost)
{
	// 1000 km away doubles resolve 1e-10 m, so a box of 1 m keeps about nine digits.
	Body body = MakeBox({1.0, 2.0, 0.5});
	const MassProperties near = Measure(body, 1000.0);
	for (Vec3& p : body.positions)
	{
		p += {1.0e6, -1.0e6, 1.0e6};
	}
	const MassProperties far = Measure(body, 1000.0);
	EXPECT_NEAR(far.volume, near.volume, 1.0e-9);
	ExpectNear(far.centre, near.centre + Vec3{1.0e6, -1.0e6, 1.0e6}, 1.0e-9);
	ExpectNear(far.inertia, near.inertia, 1.0e-6);
}

TEST(MassProperties, ACavityCountsAsNothing)
{
	Body body = MakeBox({2.0, 2.0, 2.0});
	const Body hole = MakeBox({1.0, 1.0, 1.0});
	for (const Triangle& t : hole.triangles)
	{
		body.triangles.push_back({{t.v[0] + 8, t.v[2] + 8, t.v[1] + 8}});
	}
	body.positions.insert(body.positions.end(), hole.positions.begin(), hole.positions.end());
	const MassProperties hollow = Measure(body, 1.0);
	EXPECT_NEAR(hollow.volume, 7.0, 1.0e-14);
	EXPECT_NEAR(hollow.inertia.m[0][0], 8.0 * 8.0 / 12.0 - 2.0 / 12.0, 1.0e-13);
}

TEST(MassProperties, ASheetIsTheFlatBoxItStandsFor)
{
	// A plate 2 m by 1 m, 0.1 m thick, in a tilted plane; the thickness terms count: m t^2 / 12 is 0.25 % of the rest.
	const Mat3 rotation = MakeRotation({0.3, 1.0, 0.2}, 0.8);
	Body plate{{{-1, -0.5, 0}, {1, -0.5, 0}, {1, 0.5, 0}, {-1, 0.5, 0}}, {{{0, 1, 2}}, {{0, 2, 3}}}};
	Body box = MakeBox({2.0, 1.0, 0.1});
	const Vec3 move{7.0, 8.0, 9.0};
	for (Body* body : {&plate, &box})
	{
		for (Vec3& p : body->positions)
		{
			p = rotation * p + move;
		}
	}
	const MassProperties sheet = ShellMassProperties(plate.positions, plate.triangles, 0.1, 2400.0);
	const MassProperties solid = Measure(box, 2400.0);
	EXPECT_NEAR(sheet.volume, 0.2, 1.0e-15);
	EXPECT_NEAR(sheet.mass, solid.mass, 1.0e-10);
	ExpectNear(sheet.centre, solid.centre, 1.0e-14);
	ExpectNear(sheet.inertia, solid.inertia, 1.0e-10);
}

TEST(MassProperties, ASphericalShellConvergesToTheClosedForm)
{
	// 2/3 m r^2 for the middle surface, plus the mean of z^2 along the normal: 2/3 m t^2 / 12.
	const double radius = 0.5;
	const double thickness = 0.01;
	const auto measure = [&](int32_t n)
	{
		const Body sphere = MakeSphere(radius, n);
		return ShellMassProperties(sphere.positions, sphere.triangles, thickness, 1000.0);
	};
	const MassProperties coarse = measure(32);
	const MassProperties fine = measure(64);
	const double mass = 1000.0 * 4.0 * kPi * radius * radius * thickness;
	const double moment = 2.0 / 3.0 * mass * (radius * radius + thickness * thickness / 12.0);
	EXPECT_NEAR(Extrapolated(coarse.mass, fine.mass), mass, 5.0e-6 * mass);
	EXPECT_NEAR(Extrapolated(coarse.inertia.m[0][0], fine.inertia.m[0][0]), moment, 1.0e-5 * moment);
	EXPECT_NEAR(Extrapolated(coarse.inertia.m[2][2], fine.inertia.m[2][2]), moment, 1.0e-5 * moment);
}

TEST(MassProperties, NoTrianglesHaveNoMass)
{
	EXPECT_EQ(SolidMassProperties({}, {}, 1000.0), MassProperties{});
	EXPECT_EQ(ShellMassProperties({}, {}, 0.1, 1000.0), MassProperties{});
}

TEST(PrincipalInertia, RebuildsTheMatrixInARightHandedFrame)
{
	for (uint64_t round = 0; round < 200; ++round)
	{
		const auto random = [round](uint64_t k) { return RandomUnit(5, 8 * round + k); };
		const Mat3 rotation = MakeRotation({random(0) - 0.5, random(1) - 0.5, random(2) - 0.5}, 2.0 * kPi * random(3));
		// Every third has two equal moments, every seventh three.
		const double a = 1.0 + random(4);
		const double b = round % 3 == 0 || round % 7 == 0 ? a : 1.0 + random(5);
		const double c = round % 7 == 0 ? a : 1.0 + random(6);
		const Mat3 inertia = rotation * Mat3::Diagonal(a, b, c) * Transposed(rotation);
		const PrincipalInertia principal = ComputePrincipalInertia(inertia);
		EXPECT_LE(principal.moments.x, principal.moments.y);
		EXPECT_LE(principal.moments.y, principal.moments.z);
		const Mat3& axes = principal.axes;
		ExpectNear(
			axes * Mat3::Diagonal(principal.moments.x, principal.moments.y, principal.moments.z) * Transposed(axes),
			inertia,
			1.0e-14);
		ExpectNear(axes * Transposed(axes), Mat3::Identity(), 1.0e-14);
		const Vec3 columns[3] = {{axes.m[0][0], axes.m[1][0], axes.m[2][0]},
			{axes.m[0][1], axes.m[1][1], axes.m[2][1]},
			{axes.m[0][2], axes.m[1][2], axes.m[2][2]}};
		EXPECT_NEAR(Dot(Cross(columns[0], columns[1]), columns[2]), 1.0, 1.0e-14);
	}
}

TEST(PrincipalInertia, OfADiagonalMatrixPermutesTheAxes)
{
	const PrincipalInertia sorted = ComputePrincipalInertia(Mat3::Diagonal(1.0e-9, 2.0e-9, 3.0e-9));
	EXPECT_DOUBLE_EQ(sorted.moments.x, 1.0e-9);
	EXPECT_DOUBLE_EQ(sorted.moments.y, 2.0e-9);
	EXPECT_DOUBLE_EQ(sorted.moments.z, 3.0e-9);
	EXPECT_EQ(sorted.axes, Mat3::Identity());
	const PrincipalInertia cyclic = ComputePrincipalInertia(Mat3::Diagonal(3.0, 1.0, 2.0));
	EXPECT_EQ(cyclic.moments, (Vec3{1.0, 2.0, 3.0}));
	EXPECT_EQ(cyclic.axes, (Mat3{{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}}));
	EXPECT_EQ(ComputePrincipalInertia(Mat3{}).moments, (Vec3{}));
}
