// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Integrals of 1, x and x x^T over a polyhedron as a sum of signed tets (p, a, b, c), one a triangle. [Mirtich96] goes
// through projections to keep far-away bodies accurate; taking p inside the body's box does the same with less code:
//     V   = det[a b c] / 6
//     int x     = V (a + b + c) / 4
//     int x x^T = V / 20 (a a^T + b b^T + c c^T + s s^T),  s = a + b + c        (p is the origin)
#include "FractureCore/MassProperties.h"

#include "Math/SymmetricEigen.h"
#include "Mesh/MassCheck.h"

#include <algorithm>
#include <limits>

namespace FractureCore
{
namespace
{
/// Integrals over a body relative to a point near it.
struct Moments
{
	double zeroth = 0.0;
	Vec3 first;
	Mat3 second;
};

Vec3 BoxCentre(std::span<const Vec3> positions, std::span<const Triangle> triangles)
{
	constexpr double kInfinity = std::numeric_limits<double>::infinity();
	Vec3 low{kInfinity, kInfinity, kInfinity};
	Vec3 high{-kInfinity, -kInfinity, -kInfinity};
	for (const Triangle& triangle : triangles)
	{
		for (const int32_t vertex : triangle.v)
		{
			const Vec3& p = positions[static_cast<size_t>(vertex)];
			low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
			high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
		}
	}
	return triangles.empty() ? Vec3{} : 0.5 * low + 0.5 * high;
}

/// `measure` is the body's volume over the integrals' own measure: 1 for a solid, the thickness for a sheet.
MassProperties PropertiesFromMoments(const Moments& moments, const Vec3& origin, double measure, double density)
{
	MassProperties properties;
	properties.volume = measure * moments.zeroth;
	properties.mass = density * properties.volume;
	const Vec3 offset = moments.zeroth != 0.0 ? moments.first / moments.zeroth : Vec3{};
	properties.centre = origin + offset;
	// About the centre: int r r^T = int x x^T - V offset offset^T; inertia = tr(C) 1 - C.
	const Mat3 central = (moments.second + Mat3::Outer(offset, offset) * -moments.zeroth) * (measure * density);
	const double trace = Trace(central);
	properties.inertia = Mat3::Diagonal(trace, trace, trace) + central * -1.0;
	return properties;
}

Mat3 OuterSum(const Vec3& a, const Vec3& b, const Vec3& c)
{
	const Vec3 sum = a + b + c;
	return Mat3::Outer(a, a) + Mat3::Outer(b, b) + Mat3::Outer(c, c) + Mat3::Outer(sum, sum);
}
} // namespace

MassProperties SolidMassProperties(std::span<const Vec3> positions, std::span<const Triangle> triangles, double density)
{
	const Vec3 origin = BoxCentre(positions, triangles);
	Moments moments;
	for (const Triangle& triangle : triangles)
	{
		const Vec3 a = positions[static_cast<size_t>(triangle.v[0])] - origin;
		const Vec3 b = positions[static_cast<size_t>(triangle.v[1])] - origin;
		const Vec3 c = positions[static_cast<size_t>(triangle.v[2])] - origin;
		const double volume = Dot(a, Cross(b, c)) / 6.0;
		moments.zeroth += volume;
		moments.first += (volume / 4.0) * (a + b + c);
		moments.second += OuterSum(a, b, c) * (volume / 20.0);
	}
	return PropertiesFromMoments(moments, origin, 1.0, density);
}

MassProperties ShellMassProperties(
	std::span<const Vec3> positions, std::span<const Triangle> triangles, double thickness, double density)
{
	const Vec3 origin = BoxCentre(positions, triangles);
	Moments moments;
	for (const Triangle& triangle : triangles)
	{
		const Vec3 a = positions[static_cast<size_t>(triangle.v[0])] - origin;
		const Vec3 b = positions[static_cast<size_t>(triangle.v[1])] - origin;
		const Vec3 c = positions[static_cast<size_t>(triangle.v[2])] - origin;
		const Vec3 doubleArea = Cross(b - a, c - a);
		const double area = 0.5 * Length(doubleArea);
		const Vec3 normal = Normalised(doubleArea);
		moments.zeroth += area;
		moments.first += (area / 3.0) * (a + b + c);
		// Across the sheet z^2 averages to t^2 / 12; exact for the triangle's prism, which ignores the wedges that open
		// or overlap at folds: of order t / radius.
		moments.second +=
			OuterSum(a, b, c) * (area / 12.0) + Mat3::Outer(normal, normal) * (area * thickness * thickness / 12.0);
	}
	return PropertiesFromMoments(moments, origin, thickness, density);
}

PrincipalInertia ComputePrincipalInertia(const Mat3& inertia)
{
	const auto& m = inertia.m;
	const SymmetricEigen3 eigen = DecomposeSymmetric({m[0][0], m[1][1], m[2][2], m[0][1], m[1][2], m[2][0]});

	// An eigenvector's sign is arbitrary: the first two get a positive largest component, the third follows from the
	// right-handed frame.
	Vec3 axes[3];
	for (int32_t k = 0; k < 2; ++k)
	{
		const Vec3& vector = eigen.vectors[2 - k];
		double largest = vector.x;
		largest = std::abs(vector.y) > std::abs(largest) ? vector.y : largest;
		largest = std::abs(vector.z) > std::abs(largest) ? vector.z : largest;
		axes[k] = largest < 0.0 ? -vector : vector;
	}
	axes[2] = Cross(axes[0], axes[1]);

	PrincipalInertia principal;
	principal.moments = {eigen.values[2], eigen.values[1], eigen.values[0]};
	for (int32_t k = 0; k < 3; ++k)
	{
		for (int32_t i = 0; i < 3; ++i)
		{
			principal.axes.m[i][k] = Component(axes[k], i);
		}
	}
	return principal;
}

bool IsMassPhysical(const MassProperties& properties)
{
	const auto isPositive = [](double value) { return std::isfinite(value) && value > 0.0; };
	const auto& m = properties.inertia.m;
	bool isFinite = IsFinite(properties.centre);
	for (const auto& row : m)
	{
		isFinite = isFinite && std::isfinite(row[0]) && std::isfinite(row[1]) && std::isfinite(row[2]);
	}
	const bool isSymmetric = m[0][1] == m[1][0] && m[0][2] == m[2][0] && m[1][2] == m[2][1];
	return isPositive(properties.volume) && isPositive(properties.mass) && isFinite && isSymmetric &&
		isPositive(ComputePrincipalInertia(properties.inertia).moments.x);
}
} // namespace FractureCore
