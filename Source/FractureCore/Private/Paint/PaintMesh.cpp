// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Distances along the surface by fast marching [Kimmel98]; instead of a plane wave, each triangle is unfolded beside
// the one before, and the distance measured from where that puts the source. A stamp is small and near its source,
// where a plane wave would be off by much.
#include "Paint/PaintMesh.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

namespace FractureCore
{
namespace
{
constexpr double kUnreached = HUGE_VAL;
constexpr double kShorter = 1.0 - 1.0e-12;

/// Distance of `c` if the source lies `toA` from `a` and `toB` from `b`, on the other side of the edge a b; unreached
/// if the straight way does not lead through that edge.
double UnfoldedDistance(const Vec3& a, const Vec3& b, const Vec3& c, double toA, double toB)
{
	const Vec3 edge = b - a;
	const double length = Length(edge);
	if (!(length > 0.0))
	{
		return kUnreached;
	}
	// Coordinates in the plane: a is the origin, b lies on the x axis, c above and the source below it.
	const double sourceX = 0.5 * (toA * toA - toB * toB + length * length) / length;
	const double sourceSquare = toA * toA - sourceX * sourceX;
	if (!(sourceSquare >= 0.0))
	{
		return kUnreached;
	}
	const double sourceY = -std::sqrt(sourceSquare);
	const double x = Dot(c - a, edge) / length;
	const double y = std::sqrt(std::max(0.0, LengthSquared(c - a) - x * x));
	if (!(y > sourceY))
	{
		return kUnreached;
	}
	const double crossing = sourceX - sourceY * (x - sourceX) / (y - sourceY);
	const double slack = 1.0e-12 * length; // a way along the edge's end counts
	if (crossing < -slack || crossing > length + slack)
	{
		return kUnreached;
	}
	return std::sqrt((x - sourceX) * (x - sourceX) + (y - sourceY) * (y - sourceY));
}
} // namespace

PaintMesh::PaintMesh(std::vector<Vec3> points, std::vector<Triangle> faces, TaskRunner& runner)
	: positions(std::move(points)), triangles(std::move(faces)), tree(positions, triangles, runner)
{
	normals.assign(positions.size(), Vec3{});
	triangleStart.assign(positions.size() + 1, 0);
	for (const Triangle& triangle : triangles)
	{
		const int32_t* v = triangle.v;
		const Vec3 area = Cross(positions[v[1]] - positions[v[0]], positions[v[2]] - positions[v[0]]);
		for (const int32_t vertex : triangle.v)
		{
			normals[vertex] += area;
			++triangleStart[vertex + 1];
		}
	}
	for (size_t vertex = 0; vertex < positions.size(); ++vertex)
	{
		normals[vertex] = Normalised(normals[vertex]);
		triangleStart[vertex + 1] += triangleStart[vertex];
	}
	triangleList.resize(3 * triangles.size());
	std::vector<int32_t> next(triangleStart.begin(), triangleStart.end() - 1);
	for (size_t t = 0; t < triangles.size(); ++t)
	{
		for (const int32_t vertex : triangles[t].v)
		{
			triangleList[next[vertex]++] = static_cast<int32_t>(t);
		}
	}
	Vec3 low = positions.front();
	Vec3 high = low;
	for (const Vec3& x : positions)
	{
		low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
		high = {std::max(high.x, x.x), std::max(high.y, x.y), std::max(high.z, x.z)};
	}
	centre = 0.5 * (low + high);
	size = Length(high - low);
}

Vec3 PaintMesh::TriangleNormal(int32_t triangle) const
{
	const int32_t* v = triangles[triangle].v;
	return Normalised(Cross(positions[v[1]] - positions[v[0]], positions[v[2]] - positions[v[0]]));
}

PaintSurface::Reached PaintMesh::Crawl(const Vec3& point, int32_t triangle, double radius) const
{
	using Entry = std::pair<double, int32_t>; // ties go to the lowest vertex
	std::priority_queue<Entry, std::vector<Entry>, std::greater<>> front;
	std::vector<double> distance(positions.size(), kUnreached);
	// Strictly less, or rounding would go round in circles.
	const auto relax = [&](int32_t vertex, double candidate)
	{
		if (candidate < distance[vertex] * kShorter)
		{
			distance[vertex] = candidate;
			front.emplace(candidate, vertex);
		}
	};
	for (const int32_t vertex : triangles[triangle].v)
	{
		distance[vertex] = Length(positions[vertex] - point);
		front.emplace(distance[vertex], vertex);
	}
	std::vector<int32_t> found;
	while (!front.empty() && front.top().first < radius)
	{
		const auto [walked, vertex] = front.top();
		front.pop();
		if (walked > distance[vertex])
		{
			continue; // a shorter way was found since
		}
		found.push_back(vertex);
		for (const int32_t t : TrianglesAt(vertex))
		{
			const int32_t* v = triangles[t].v;
			const int32_t corner = v[0] == vertex ? 0 : (v[1] == vertex ? 1 : 2);
			const int32_t others[2] = {v[(corner + 1) % 3], v[(corner + 2) % 3]};
			for (int32_t k = 0; k < 2; ++k)
			{
				const int32_t to = others[k];
				const int32_t beside = others[1 - k];
				relax(to, walked + Length(positions[to] - positions[vertex]));
				if (distance[beside] < kUnreached)
				{
					relax(to,
						UnfoldedDistance(
							positions[vertex], positions[beside], positions[to], walked, distance[beside]));
				}
			}
		}
	}
	std::sort(found.begin(), found.end());
	found.erase(std::unique(found.begin(), found.end()), found.end());
	PaintSurface::Reached reached;
	for (const int32_t vertex : found)
	{
		reached.vertices.push_back(vertex);
		reached.distances.push_back(distance[vertex]);
	}
	return reached;
}

PaintSurface::Reached PaintMesh::Look(const Vec3& point, const Vec3& normal, double radius) const
{
	PaintSurface::Reached reached;
	for (size_t vertex = 0; vertex < positions.size(); ++vertex)
	{
		const double square = LengthSquared(positions[vertex] - point);
		if (square < radius * radius && Dot(normals[vertex], normal) > 0.0)
		{
			reached.vertices.push_back(static_cast<int32_t>(vertex));
			reached.distances.push_back(std::sqrt(square));
		}
	}
	return reached;
}
} // namespace FractureCore
