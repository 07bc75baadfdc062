// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/ShellTriangle.h"

#include "Math/EigenConfig.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <vector>

using namespace FractureCore;

namespace
{
constexpr double kYoung = 70.0e9;
constexpr double kPoisson = 0.22;
constexpr double kThickness = 0.004;

using Unknowns = std::array<double, 18>;

/// u and rotation of a field, sampled at the corners.
Unknowns Sample(const Vec3 corners[3], const std::function<Vec3(Vec3)>& u, const std::function<Vec3(Vec3)>& r)
{
	Unknowns unknowns;
	for (size_t i = 0; i < 3; ++i)
	{
		const Vec3 a = u(corners[i]);
		const Vec3 b = r(corners[i]);
		const double values[6] = {a.x, a.y, a.z, b.x, b.y, b.z};
		std::copy(values, values + 6, unknowns.begin() + static_cast<std::ptrdiff_t>(6 * i));
	}
	return unknowns;
}

double Energy(const ShellTriangle& shell, const Unknowns& u)
{
	double energy = 0.0;
	for (size_t i = 0; i < 18; ++i)
	{
		for (size_t j = 0; j < 18; ++j)
		{
			energy += 0.5 * u[i] * shell.stiffness[i][j] * u[j];
		}
	}
	return energy;
}

std::array<double, 3> Rows(const double rows[3][18], const Unknowns& u)
{
	std::array<double, 3> result{};
	for (size_t i = 0; i < 3; ++i)
	{
		for (size_t j = 0; j < 18; ++j)
		{
			result[i] += rows[i][j] * u[j];
		}
	}
	return result;
}

/// A mesh of shell triangles solved by a dense factorisation; enough for these tests.
struct ShellMesh
{
	std::vector<Vec3> nodes;
	std::vector<Triangle> triangles;

	Eigen::MatrixXd Assemble() const
	{
		Eigen::MatrixXd k = Eigen::MatrixXd::Zero(
			static_cast<Eigen::Index>(6 * nodes.size()), static_cast<Eigen::Index>(6 * nodes.size()));
		for (const Triangle& t : triangles)
		{
			const Vec3 corners[3] = {nodes[static_cast<size_t>(t.v[0])],
				nodes[static_cast<size_t>(t.v[1])],
				nodes[static_cast<size_t>(t.v[2])]};
			const ShellTriangle shell = MakeShellTriangle(corners, kThickness, kYoung, kPoisson);
			for (int32_t i = 0; i < 18; ++i)
			{
				for (int32_t j = 0; j < 18; ++j)
				{
					k(6 * t.v[i / 6] + i % 6, 6 * t.v[j / 6] + j % 6) += shell.stiffness[i][j];
				}
			}
		}
		return k;
	}
};

ShellMesh MakeStrip(int32_t nx, int32_t ny, double length, double width)
{
	ShellMesh mesh;
	for (int32_t j = 0; j <= ny; ++j)
	{
		for (int32_t i = 0; i <= nx; ++i)
		{
			mesh.nodes.push_back({length * i / nx, width * j / ny, 0.0});
		}
	}
	for (int32_t j = 0; j < ny; ++j)
	{
		for (int32_t i = 0; i < nx; ++i)
		{
			const int32_t a = j * (nx + 1) + i;
			const int32_t c = a + nx + 1;
			mesh.triangles.push_back({{a, a + 1, c + 1}});
			mesh.triangles.push_back({{a, c + 1, c}});
		}
	}
	return mesh;
}

int32_t CountZeroModes(const ShellMesh& mesh)
{
	const Eigen::MatrixXd k = mesh.Assemble();
	// Rotations in units of a length, or the scales of the two kinds of unknowns would blur the gap.
	const Eigen::VectorXd values =
		Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(k, Eigen::EigenvaluesOnly).eigenvalues();
	int32_t zeros = 0;
	for (Eigen::Index i = 0; i < values.size(); ++i)
	{
		zeros += values[i] < 1e-12 * values[values.size() - 1] ? 1 : 0;
	}
	return zeros;
}

const Vec3 kSkewCorners[3] = {{0.1, 0.2, 0.3}, {0.16, 0.21, 0.27}, {0.12, 0.27, 0.35}};
} // namespace

TEST(ShellTriangle, RigidMotionsCostNothingAndOnlyThey)
{
	const ShellTriangle shell = MakeShellTriangle(kSkewCorners, kThickness, kYoung, kPoisson);
	const double scale = shell.stiffness[0][0];
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		const Vec3 e{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
		EXPECT_LT(Energy(shell,
					  Sample(
						  kSkewCorners, [&](Vec3) { return e; }, [](Vec3) { return Vec3{}; })),
			1e-15 * scale);
		EXPECT_LT(Energy(shell,
					  Sample(
						  kSkewCorners, [&](Vec3 x) { return Cross(e, x); }, [&](Vec3) { return e; })),
			1e-15 * scale);
	}
}

TEST(ShellTriangle, FlatAndFoldedMeshesHaveExactlySixFreeModes)
{
	EXPECT_EQ(CountZeroModes(MakeStrip(4, 3, 0.1, 0.08)), 6);
	ShellMesh folded = MakeStrip(4, 3, 0.1, 0.08);
	for (Vec3& x : folded.nodes)
	{
		x.z = 0.3 * std::abs(x.x - 0.05); // a roof
	}
	EXPECT_EQ(CountZeroModes(folded), 6);
}

TEST(ShellTriangle, ConstantStretchAndCurvatureAreExact)
{
	const Vec3 corners[3] = {{0.1, 0.2, 0.0}, {0.16, 0.21, 0.0}, {0.12, 0.27, 0.0}};
	const ShellTriangle shell = MakeShellTriangle(corners, kThickness, kYoung, kPoisson);
	const double modulus = kYoung / (1.0 - kPoisson * kPoisson);

	// Uniaxial strain along global x; stress invariants do not depend on the triangle's own axes.
	const double strain = 1.0e-3;
	const Unknowns stretch = Sample(
		corners,
		[&](Vec3 x) {
			return Vec3{strain * x.x, 0, 0};
		},
		[](Vec3) { return Vec3{}; });
	const std::array<double, 3> s = Rows(shell.membraneStress, stretch);
	EXPECT_NEAR(s[0] + s[1], modulus * (1.0 + kPoisson) * strain, 1e-6 * modulus * strain);
	EXPECT_NEAR(
		s[0] * s[1] - s[2] * s[2], kPoisson * std::pow(modulus * strain, 2), 1e-6 * std::pow(modulus * strain, 2));
	EXPECT_NEAR(Energy(shell, stretch),
		0.5 * modulus * strain * strain * shell.area * kThickness,
		1e-3 * Energy(shell, stretch));

	// w = c x^2 / 2: curvature kappa_x = -c, rotation (dw/dy, -dw/dx, 0).
	const double c = 0.7;
	const Unknowns bend = Sample(
		corners,
		[&](Vec3 x) {
			return Vec3{0, 0, 0.5 * c * x.x * x.x};
		},
		[&](Vec3 x) {
			return Vec3{0, -c * x.x, 0};
		});
	const double flexural = modulus * std::pow(kThickness, 3) / 12.0;
	EXPECT_NEAR(Energy(shell, bend), 0.5 * flexural * c * c * shell.area, 1e-9 * Energy(shell, bend));
	// The convex side is below: bending up in the middle stretches the lower face, so the upper one is pressed.
	const std::array<double, 3> b = Rows(shell.bendingStress, bend);
	EXPECT_NEAR(b[0] + b[1], -modulus * (1.0 + kPoisson) * c * kThickness / 2.0, 1e-9 * modulus * c);
}

TEST(ShellTriangle, ACantileverBendsAsABeam)
{
	const double length = 0.2;
	const double width = 0.02;
	ShellMesh mesh = MakeStrip(16, 2, length, width);
	Eigen::MatrixXd k = mesh.Assemble();
	Eigen::VectorXd f = Eigen::VectorXd::Zero(k.rows());
	const double load = 3.0;
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		const Eigen::Index at = static_cast<Eigen::Index>(6 * i);
		if (mesh.nodes[i].x == 0.0)
		{
			for (Eigen::Index d = 0; d < 6; ++d)
			{
				k.row(at + d).setZero();
				k.col(at + d).setZero();
				k(at + d, at + d) = 1.0;
			}
		}
		else if (mesh.nodes[i].x == length)
		{
			const bool middle = std::abs(mesh.nodes[i].y - width / 2) < 1e-9;
			f[at + 2] = load * (middle ? 0.5 : 0.25);
		}
	}
	const Eigen::VectorXd u = k.ldlt().solve(f);
	const double inertia = width * std::pow(kThickness, 3) / 12.0;
	const double expected = load * std::pow(length, 3) / (3.0 * kYoung * inertia);
	double tip = 0.0;
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		if (mesh.nodes[i].x == length)
		{
			tip = std::max(tip, u[static_cast<Eigen::Index>(6 * i + 2)]);
		}
	}
	EXPECT_NEAR(tip, expected, 0.01 * expected);
}

TEST(ShellTriangle, ASphereUnderPressureCarriesTheMembraneStress)
{
	// An octahedron refined three times and pushed to the sphere; sigma = p R / (2 t).
	ShellMesh mesh;
	mesh.nodes = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
	mesh.triangles = {
		{{0, 2, 4}}, {{2, 1, 4}}, {{1, 3, 4}}, {{3, 0, 4}}, {{2, 0, 5}}, {{1, 2, 5}}, {{3, 1, 5}}, {{0, 3, 5}}};
	for (int32_t level = 0; level < 3; ++level)
	{
		std::vector<Triangle> finer;
		std::vector<std::array<int32_t, 3>> middles;
		auto middle = [&](int32_t a, int32_t b)
		{
			for (const auto& m : middles)
			{
				if ((m[0] == a && m[1] == b) || (m[0] == b && m[1] == a))
				{
					return m[2];
				}
			}
			mesh.nodes.push_back(Normalised(mesh.nodes[static_cast<size_t>(a)] + mesh.nodes[static_cast<size_t>(b)]));
			middles.push_back({a, b, static_cast<int32_t>(mesh.nodes.size()) - 1});
			return middles.back()[2];
		};
		for (const Triangle& t : mesh.triangles)
		{
			const int32_t a = middle(t.v[0], t.v[1]);
			const int32_t b = middle(t.v[1], t.v[2]);
			const int32_t c = middle(t.v[2], t.v[0]);
			finer.push_back({{t.v[0], a, c}});
			finer.push_back({{a, t.v[1], b}});
			finer.push_back({{c, b, t.v[2]}});
			finer.push_back({{a, b, c}});
		}
		mesh.triangles = finer;
	}
	const double radius = 0.1;
	for (Vec3& x : mesh.nodes)
	{
		x *= radius;
	}
	const double pressure = 1.0e5;
	Eigen::MatrixXd k = mesh.Assemble();
	Eigen::VectorXd f = Eigen::VectorXd::Zero(k.rows());
	for (const Triangle& t : mesh.triangles)
	{
		const Vec3& a = mesh.nodes[static_cast<size_t>(t.v[0])];
		const Vec3 force =
			Cross(mesh.nodes[static_cast<size_t>(t.v[1])] - a, mesh.nodes[static_cast<size_t>(t.v[2])] - a) *
			(pressure / 6.0);
		for (const int32_t v : t.v)
		{
			f[6 * v] += force.x;
			f[6 * v + 1] += force.y;
			f[6 * v + 2] += force.z;
		}
	}
	// A weak spring to the ground takes the rigid motions out; the load is balanced, so it carries nothing.
	k += 1e-9 * k.diagonal().maxCoeff() * Eigen::MatrixXd::Identity(k.rows(), k.cols());
	const Eigen::VectorXd u = k.ldlt().solve(f);
	double mean = 0.0;
	double area = 0.0;
	for (const Triangle& t : mesh.triangles)
	{
		Unknowns local;
		for (size_t i = 0; i < 18; ++i)
		{
			local[i] = u[6 * t.v[i / 6] + static_cast<Eigen::Index>(i % 6)];
		}
		const Vec3 corners[3] = {mesh.nodes[static_cast<size_t>(t.v[0])],
			mesh.nodes[static_cast<size_t>(t.v[1])],
			mesh.nodes[static_cast<size_t>(t.v[2])]};
		const ShellTriangle shell = MakeShellTriangle(corners, kThickness, kYoung, kPoisson);
		const std::array<double, 3> s = Rows(shell.membraneStress, local);
		mean += 0.5 * (s[0] + s[1]) * shell.area;
		area += shell.area;
	}
	const double expected = pressure * radius / (2.0 * kThickness);
	EXPECT_NEAR(mean / area, expected, 0.02 * expected);
}
