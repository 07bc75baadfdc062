// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/PseudoNormals.h"

#include "Mesh/EdgeTable.h"

#include <cmath>

namespace FractureCore
{
namespace
{
// Of the triangle's size: nearer to an edge or a corner than this is on it.
constexpr double kOnFeature = 1.0e-9;
} // namespace

PseudoNormals::PseudoNormals(std::span<const Vec3> positions, std::span<const Triangle> triangles)
	: m_faces(triangles.size()), m_edges(3 * triangles.size()), m_corners(positions.size())
{
	for (size_t t = 0; t < triangles.size(); ++t)
	{
		const int32_t* v = triangles[t].v;
		m_faces[t] = Normalised(Cross(positions[v[1]] - positions[v[0]], positions[v[2]] - positions[v[0]]));
		for (int32_t k = 0; k < 3; ++k)
		{
			const Vec3 a = Normalised(positions[v[NextCorner(k)]] - positions[v[k]]);
			const Vec3 b = Normalised(positions[v[NextCorner(NextCorner(k))]] - positions[v[k]]);
			m_corners[v[k]] += m_faces[t] * std::atan2(Length(Cross(a, b)), Dot(a, b));
		}
	}
	const EdgeTable edges(triangles, static_cast<int32_t>(positions.size()));
	for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
	{
		Vec3 sum;
		for (const int32_t half : edges.HalfEdges(edge))
		{
			sum += m_faces[half / 3];
		}
		for (const int32_t half : edges.HalfEdges(edge))
		{
			m_edges[half] = sum;
		}
	}
}

Vec3 PseudoNormals::At(
	std::span<const Vec3> positions, std::span<const Triangle> triangles, int32_t triangle, const Vec3& closest) const
{
	const int32_t* v = triangles[triangle].v;
	const Vec3& a = positions[v[0]];
	const Vec3& b = positions[v[1]];
	const Vec3& c = positions[v[2]];
	const Vec3 cross = Cross(b - a, c - a);
	const double area = LengthSquared(cross);
	// Barycentric coordinates of the nearest point tell which feature it lies on.
	double weight[3] = {1.0, 1.0, 1.0};
	if (area > 0.0)
	{
		weight[0] = Dot(Cross(b - closest, c - closest), cross) / area;
		weight[1] = Dot(Cross(c - closest, a - closest), cross) / area;
		weight[2] = 1.0 - weight[0] - weight[1];
	}
	int32_t zeros = 0;
	int32_t zeroCorner = 0;
	int32_t onlyCorner = 0;
	for (int32_t k = 0; k < 3; ++k)
	{
		if (weight[k] < kOnFeature)
		{
			++zeros;
			zeroCorner = k;
		}
		else
		{
			onlyCorner = k;
		}
	}
	if (zeros == 0)
	{
		return m_faces[triangle];
	}
	return zeros == 1 ? m_edges[3 * triangle + NextCorner(zeroCorner)] : m_corners[v[onlyCorner]];
}
} // namespace FractureCore
