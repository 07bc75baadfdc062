// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Constant strain triangle for the membrane, discrete Kirchhoff triangle [Batoz80] for bending: it converges on any
// mesh, which angles at hinges between triangles do not. [Bao07] has the membrane only.
//
//   paper          here
//   x_ij, y_ij     sides[k].x, .y with k = 0, 1, 2 for the sides 23, 31, 12 (4, 5, 6 in the paper)
//   H_x, H_y       SlopeShapes: beta_x = -dw/dx and beta_y = -dw/dy from w, theta_x = dw/dy, theta_y = -dw/dx
#include "Solve/ShellTriangle.h"

#include "Math/EigenConfig.h"

namespace FractureCore
{
namespace
{
using Matrix3 = Eigen::Matrix<double, 3, 3>;
using Rows3x9 = Eigen::Matrix<double, 3, 9>;
using Rows3x18 = Eigen::Matrix<double, 3, 18>;
using Matrix18 = Eigen::Matrix<double, 18, 18>;

// The rotation about the normal has no stiffness in either element. Tied weakly to the membrane's own rotation it stays
// defined in a flat pane and changes the stress by about this fraction.
constexpr double kDrillingStiffness = 1.0e-4;

struct Side
{
	double x = 0.0;
	double y = 0.0;
	double square = 0.0;
};

/// d/dxi and d/deta of the six quadratic shape functions N1..N6 at (xi, eta).
void QuadraticSlopes(double xi, double eta, double dXi[6], double dEta[6])
{
	const double zeta = 1.0 - xi - eta;
	const double byXi[6] = {1.0 - 4.0 * zeta, 4.0 * xi - 1.0, 0.0, 4.0 * eta, -4.0 * eta, 4.0 * (zeta - xi)};
	const double byEta[6] = {1.0 - 4.0 * zeta, 0.0, 4.0 * eta - 1.0, 4.0 * xi, 4.0 * (zeta - eta), -4.0 * xi};
	for (int32_t i = 0; i < 6; ++i)
	{
		dXi[i] = byXi[i];
		dEta[i] = byEta[i];
	}
}

/// H_x and H_y of [Batoz80] with N replaced by one of its derivatives.
void SlopeShapes(const Side sides[3], const double n[6], double hx[9], double hy[9])
{
	double a[3];
	double b[3];
	double c[3];
	double d[3];
	double e[3];
	for (int32_t k = 0; k < 3; ++k)
	{
		const Side& s = sides[k];
		a[k] = -s.x / s.square;
		b[k] = 0.75 * s.x * s.y / s.square;
		c[k] = (0.25 * s.x * s.x - 0.5 * s.y * s.y) / s.square;
		d[k] = -s.y / s.square;
		e[k] = (0.25 * s.y * s.y - 0.5 * s.x * s.x) / s.square;
	}
	for (int32_t corner = 0; corner < 3; ++corner)
	{
		// The side that leaves the corner and the one that enters it: 6 and 5 for corner 1, then 4 and 6, 5 and 4.
		const int32_t out = (corner + 2) % 3;
		const int32_t in = (corner + 1) % 3;
		const double nOut = n[3 + out];
		const double nIn = n[3 + in];
		hx[3 * corner] = 1.5 * (a[out] * nOut - a[in] * nIn);
		hx[3 * corner + 1] = b[out] * nOut + b[in] * nIn;
		hx[3 * corner + 2] = n[corner] - c[out] * nOut - c[in] * nIn;
		hy[3 * corner] = 1.5 * (d[out] * nOut - d[in] * nIn);
		hy[3 * corner + 1] = -n[corner] + e[out] * nOut + e[in] * nIn;
		hy[3 * corner + 2] = -hx[3 * corner + 1];
	}
}

/// Curvatures (d beta_x/dx, d beta_y/dy, their mixed sum) from (w, theta_x, theta_y) of the corners.
Rows3x9 CurvatureRows(const Side sides[3], double xi, double eta, double doubleArea)
{
	double dXi[6];
	double dEta[6];
	QuadraticSlopes(xi, eta, dXi, dEta);
	// x = x1 + xi (x2 - x1) + eta (x3 - x1); sides: [1] = 31 -> (x3 - x1), [2] = 12 -> (x1 - x2).
	double dX[6];
	double dY[6];
	for (int32_t i = 0; i < 6; ++i)
	{
		dX[i] = (sides[1].y * dXi[i] + sides[2].y * dEta[i]) / doubleArea;
		dY[i] = -(sides[1].x * dXi[i] + sides[2].x * dEta[i]) / doubleArea;
	}
	double hxx[9];
	double hyx[9];
	double hxy[9];
	double hyy[9];
	SlopeShapes(sides, dX, hxx, hyx);
	SlopeShapes(sides, dY, hxy, hyy);
	Rows3x9 rows;
	for (int32_t j = 0; j < 9; ++j)
	{
		rows(0, j) = hxx[j];
		rows(1, j) = hyy[j];
		rows(2, j) = hxy[j] + hyx[j];
	}
	return rows;
}
} // namespace

ShellTriangle MakeShellTriangle(const Vec3 corners[3], double thickness, double youngModulus, double poissonRatio)
{
	ShellTriangle shell;
	const Vec3 edge = corners[1] - corners[0];
	const Vec3 normal = Cross(edge, corners[2] - corners[0]);
	shell.area = 0.5 * Length(normal);
	shell.axes[0] = Normalised(edge);
	shell.axes[2] = Normalised(normal);
	shell.axes[1] = Cross(shell.axes[2], shell.axes[0]);
	const double doubleArea = 2.0 * shell.area;

	Side sides[3];
	for (int32_t k = 0; k < 3; ++k)
	{
		const Vec3 side = corners[(k + 1) % 3] - corners[(k + 2) % 3];
		sides[k] = {Dot(side, shell.axes[0]), Dot(side, shell.axes[1]), LengthSquared(side)};
	}

	// Plane stress, per unit strain.
	Matrix3 elasticity;
	elasticity << 1.0, poissonRatio, 0.0, poissonRatio, 1.0, 0.0, 0.0, 0.0, 0.5 * (1.0 - poissonRatio);
	elasticity *= youngModulus / (1.0 - poissonRatio * poissonRatio);

	// Local unknowns of a corner: u, v, w, theta_x, theta_y, theta_z.
	Rows3x18 membrane = Rows3x18::Zero();
	Eigen::Matrix<double, 1, 18> spin = Eigen::Matrix<double, 1, 18>::Zero(); // (dv/dx - du/dy) / 2
	for (int32_t corner = 0; corner < 3; ++corner)
	{
		// Gradient of the corner's linear shape function, from the opposite side, which runs j - k.
		const double gx = sides[corner].y / doubleArea;
		const double gy = -sides[corner].x / doubleArea;
		membrane(0, 6 * corner) = gx;
		membrane(1, 6 * corner + 1) = gy;
		membrane(2, 6 * corner) = gy;
		membrane(2, 6 * corner + 1) = gx;
		spin(0, 6 * corner) = -0.5 * gy;
		spin(0, 6 * corner + 1) = 0.5 * gx;
	}
	auto widen = [](const Rows3x9& rows)
	{
		Rows3x18 wide = Rows3x18::Zero();
		for (int32_t corner = 0; corner < 3; ++corner)
		{
			wide.block<3, 3>(0, 6 * corner + 2) = rows.block<3, 3>(0, 3 * corner);
		}
		return wide;
	};

	Matrix18 k = (shell.area * thickness) * membrane.transpose() * elasticity * membrane;
	// Curvature is linear in the triangle: three midpoints integrate its square exactly.
	const double points[3][2] = {{0.5, 0.0}, {0.5, 0.5}, {0.0, 0.5}};
	const Matrix3 bendingElasticity = elasticity * (thickness * thickness * thickness / 12.0);
	for (const auto& point : points)
	{
		const Rows3x18 curvature = widen(CurvatureRows(sides, point[0], point[1], doubleArea));
		k += (shell.area / 3.0) * curvature.transpose() * bendingElasticity * curvature;
	}
	const double shear = youngModulus / (2.0 * (1.0 + poissonRatio));
	for (int32_t corner = 0; corner < 3; ++corner)
	{
		Eigen::Matrix<double, 1, 18> twist = -spin;
		twist(0, 6 * corner + 5) += 1.0;
		k += (kDrillingStiffness * shear * thickness * shell.area / 3.0) * twist.transpose() * twist;
	}

	// Local to global: the same rotation for every displacement and rotation vector.
	Matrix3 toLocal;
	for (int32_t i = 0; i < 3; ++i)
	{
		toLocal.row(i) << shell.axes[i].x, shell.axes[i].y, shell.axes[i].z;
	}
	Matrix18 turn = Matrix18::Zero();
	for (int32_t block = 0; block < 6; ++block)
	{
		turn.block<3, 3>(3 * block, 3 * block) = toLocal;
	}
	const Matrix18 global = turn.transpose() * k * turn;
	const Rows3x18 membraneRows = elasticity * membrane * turn;
	const Rows3x18 centreCurvature = widen(CurvatureRows(sides, 1.0 / 3.0, 1.0 / 3.0, doubleArea));
	const Rows3x18 bendingRows = (0.5 * thickness) * elasticity * centreCurvature * turn;
	for (int32_t i = 0; i < ShellTriangle::kUnknowns; ++i)
	{
		for (int32_t j = 0; j < ShellTriangle::kUnknowns; ++j)
		{
			shell.stiffness[i][j] = 0.5 * (global(i, j) + global(j, i));
		}
		for (int32_t row = 0; row < 3; ++row)
		{
			shell.membraneStress[row][i] = membraneRows(row, i);
			shell.bendingStress[row][i] = bendingRows(row, i);
		}
	}
	return shell;
}
} // namespace FractureCore
