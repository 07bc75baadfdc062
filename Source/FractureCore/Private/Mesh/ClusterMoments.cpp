// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/ClusterMoments.h"

#include <algorithm>

namespace FractureCore
{
namespace ClusterDetail
{
namespace
{
QuadraticForm Product(const Vec3& a, const Vec3& b)
{
	return {a.x * b.x, a.y * b.y, a.z * b.z, a.x * b.y + a.y * b.x, a.x * b.z + a.z * b.x, a.y * b.z + a.z * b.y};
}

CubicForm Product(const QuadraticForm& q, const Vec3& a)
{
	const auto& [xx, yy, zz, xy, xz, yz] = q;
	return {xx * a.x,
		yy * a.y,
		zz * a.z,
		xx * a.y + xy * a.x,
		xx * a.z + xz * a.x,
		yy * a.x + xy * a.y,
		yy * a.z + yz * a.y,
		zz * a.x + xz * a.z,
		zz * a.y + yz * a.z,
		xy * a.z + xz * a.y + yz * a.x};
}

template <size_t N>
void AddScaled(std::array<double, N>& sum, const std::array<double, N>& term, double scale)
{
	for (size_t i = 0; i < N; ++i)
	{
		sum[i] += scale * term[i];
	}
}

void GrowBox(Vec3& low, Vec3& high, const Vec3& boxLow, const Vec3& boxHigh)
{
	low = {std::min(low.x, boxLow.x), std::min(low.y, boxLow.y), std::min(low.z, boxLow.z)};
	high = {std::max(high.x, boxHigh.x), std::max(high.y, boxHigh.y), std::max(high.z, boxHigh.z)};
}

double FarthestCornerDistance(const Vec3& point, const Vec3& low, const Vec3& high)
{
	return Length({std::max(point.x - low.x, high.x - point.x),
		std::max(point.y - low.y, high.y - point.y),
		std::max(point.z - low.z, high.z - point.z)});
}
} // namespace
} // namespace ClusterDetail

Cluster ClusterOf(std::span<const Corners> triangles)
{
	using namespace ClusterDetail;
	Cluster cluster;
	cluster.low = cluster.high = triangles[0][0];
	Vec3 weightedSum;
	Vec3 plainSum;
	for (const auto& [a, b, c] : triangles)
	{
		const Vec3 sum = a + b + c;
		const double twiceArea = Length(Cross(b - a, c - a));
		cluster.area += 0.5 * twiceArea;
		weightedSum += (twiceArea / 6.0) * sum;
		plainSum += sum;
		for (const Vec3& corner : {a, b, c})
		{
			GrowBox(cluster.low, cluster.high, corner, corner);
		}
	}
	cluster.centre =
		cluster.area > 0.0 ? weightedSum / cluster.area : plainSum / (3.0 * static_cast<double>(triangles.size()));

	double radiusSquared = 0.0;
	for (const auto& [p, q, r] : triangles)
	{
		const Vec3 a = p - cluster.centre;
		const Vec3 b = q - cluster.centre;
		const Vec3 c = r - cluster.centre;
		radiusSquared = std::max({radiusSquared, LengthSquared(a), LengthSquared(b), LengthSquared(c)});
		const Vec3 areaNormal = 0.5 * Cross(b - a, c - a);
		const Vec3 sum = a + b + c;
		cluster.linear += areaNormal;
		AddScaled(cluster.quadratic, Product(areaNormal, sum), 1.0 / 3.0);
		// The mean of s s^T over a triangle is (a a^T + b b^T + c c^T + (a+b+c)(a+b+c)^T) / 12.
		QuadraticForm second = Product(sum, sum);
		AddScaled(second, Product(a, a), 1.0);
		AddScaled(second, Product(b, b), 1.0);
		AddScaled(second, Product(c, c), 1.0);
		AddScaled(cluster.cubic, Product(second, areaNormal), 1.0 / 12.0);
	}
	cluster.radius = std::sqrt(radiusSquared);
	return cluster;
}

Cluster MergeClusters(std::span<const Cluster> parts)
{
	using namespace ClusterDetail;
	Cluster merged;
	merged.low = parts[0].low;
	merged.high = parts[0].high;
	Vec3 weightedSum;
	Vec3 plainSum;
	for (const Cluster& part : parts)
	{
		merged.area += part.area;
		weightedSum += part.area * part.centre;
		plainSum += part.centre;
		GrowBox(merged.low, merged.high, part.low, part.high);
	}
	merged.centre = merged.area > 0.0 ? weightedSum / merged.area : plainSum / static_cast<double>(parts.size());

	for (const Cluster& part : parts)
	{
		const Vec3 shift = part.centre - merged.centre;
		merged.radius = std::max(merged.radius, Length(shift) + part.radius);
		merged.linear += part.linear;
		AddScaled(merged.quadratic, part.quadratic, 1.0);
		AddScaled(merged.quadratic, Product(part.linear, shift), 1.0);
		AddScaled(merged.cubic, part.cubic, 1.0);
		AddScaled(merged.cubic, Product(part.quadratic, shift), 2.0);
		AddScaled(merged.cubic, Product(Product(shift, shift), part.linear), 1.0);
	}
	merged.radius = std::min(merged.radius, FarthestCornerDistance(merged.centre, merged.low, merged.high));
	return merged;
}

// A form P of degree n has the harmonic part P - |r|^2 Laplace(P) / (4 n - 2), for n <= 3 in three dimensions.
QuadraticForm HarmonicPart(const QuadraticForm& form)
{
	QuadraticForm harmonic = form;
	const double laplacian = 2.0 * (form[0] + form[1] + form[2]);
	for (size_t i = 0; i < 3; ++i)
	{
		harmonic[i] -= laplacian / 6.0;
	}
	return harmonic;
}

CubicForm HarmonicPart(const CubicForm& form)
{
	using namespace ClusterDetail;
	const auto& [xxx, yyy, zzz, xxy, xxz, xyy, yyz, xzz, yzz, xyz] = form;
	const Vec3 laplacian{6.0 * xxx + 2.0 * (xyy + xzz), 6.0 * yyy + 2.0 * (xxy + yzz), 6.0 * zzz + 2.0 * (xxz + yyz)};
	CubicForm harmonic = form;
	AddScaled(harmonic, Product({1.0, 1.0, 1.0, 0.0, 0.0, 0.0}, laplacian), -0.1);
	return harmonic;
}
} // namespace FractureCore
