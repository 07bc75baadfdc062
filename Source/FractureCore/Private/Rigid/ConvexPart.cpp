// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/ConvexPart.h"

#include "Mesh/EdgeTable.h"
#include "Mesh/UnionFind.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
// Cosine within which neighbours of a hull are one face: 0.06 degrees.
constexpr double kFlatCosine = 1.0 - 5.0e-7;

// With fewer faces a look at all of them is as quick as one at a tree.
constexpr size_t kFacesForTree = 48;

// Measured: with fewer vertices it takes longer to ask who has the largest product than to compare them one by one,
// also where processors cannot guess how the comparisons end.
constexpr size_t kVerticesForRows = 21;

int32_t PlainSupport(std::span<const Vec3> vertices, const Vec3& direction)
{
	int32_t best = 0;
	double most = -1.0e300;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const double value = Dot(vertices[i], direction);
		if (value > most)
		{
			most = value;
			best = static_cast<int32_t>(i);
		}
	}
	return best;
}

Vec3 HullTriangleNormal(const ConvexHull& hull, int32_t triangle)
{
	const Triangle& t = hull.triangles[triangle];
	const Vec3& a = hull.positions[t.v[0]];
	return Cross(hull.positions[t.v[1]] - a, hull.positions[t.v[2]] - a);
}

/// Walks round the triangles of one face; empty if they are no disc.
std::vector<int32_t> FaceLoop(const ConvexHull& hull,
	const EdgeTable& edges,
	std::span<const int32_t> triangles,
	const std::vector<int32_t>& groupOf,
	int32_t group)
{
	std::vector<int32_t> border; // half-edges
	for (const int32_t t : triangles)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t half = 3 * t + k;
			for (const int32_t other : edges.HalfEdges(edges.EdgeOf(half)))
			{
				if (other != half && groupOf[other / 3] != group)
				{
					border.push_back(half);
				}
			}
		}
	}
	std::vector<int32_t> loop;
	int32_t at = border.empty() ? kNoIndex : HalfEdgeFrom(hull.triangles, border.front());
	for (size_t i = 0; i < border.size(); ++i)
	{
		const auto next = std::find_if(
			border.begin(), border.end(), [&](int32_t half) { return HalfEdgeFrom(hull.triangles, half) == at; });
		if (next == border.end())
		{
			return {};
		}
		loop.push_back(at);
		at = HalfEdgeTo(hull.triangles, *next);
	}
	return loop.empty() || at != loop.front() ? std::vector<int32_t>{} : loop;
}

void AddConvexFace(ConvexPart& part, const Vec3& normal, std::span<const int32_t> loop)
{
	ConvexFace face;
	face.normal = Normalised(normal);
	face.offset = -1.0e300;
	face.begin = static_cast<int32_t>(part.corners.size());
	for (const int32_t corner : loop)
	{
		part.corners.push_back(corner);
		face.offset = std::max(face.offset, Dot(face.normal, part.vertices[corner]));
	}
	face.end = static_cast<int32_t>(part.corners.size());
	part.faces.push_back(face);
}
} // namespace

int32_t ConvexPart::Support(const Vec3& direction) const
{
	if (vertices.size() < kVerticesForRows)
	{
		return PlainSupport(vertices, direction);
	}
	// Products and their maximum in loops that the compiler makes vectors of; who has it is asked where it counts.
	constexpr int32_t kBlock = 32;
	constexpr int32_t kLanes = 4;
	double value[kBlock];
	const double* x = rows.data();
	const double* y = x + rowLength;
	const double* z = y + rowLength;
	int32_t best = 0;
	double most = -1.0e300;
	for (int32_t begin = 0; begin < rowLength; begin += kBlock)
	{
		const int32_t count = std::min(kBlock, rowLength - begin);
		for (int32_t i = 0; i < count; ++i)
		{
			value[i] = x[begin + i] * direction.x + y[begin + i] * direction.y + z[begin + i] * direction.z;
		}
		double lane[kLanes] = {value[0], value[1], value[2], value[3]};
		for (int32_t i = kLanes; i < count; i += kLanes)
		{
			for (int32_t k = 0; k < kLanes; ++k)
			{
				lane[k] = value[i + k] > lane[k] ? value[i + k] : lane[k];
			}
		}
		const double largest = std::max(std::max(lane[0], lane[1]), std::max(lane[2], lane[3]));
		if (largest > most)
		{
			most = largest;
			best = begin + static_cast<int32_t>(std::find(value, value + count, largest) - value);
		}
	}
	return std::min(best, static_cast<int32_t>(vertices.size()) - 1);
}

int32_t ConvexPart::FaceAlong(const Vec3& direction) const
{
	int32_t best = 0;
	double bestCosine = -2.0;
	for (size_t i = 0; i < faces.size(); ++i)
	{
		const double cosine = Dot(faces[i].normal, direction);
		if (cosine > bestCosine)
		{
			bestCosine = cosine;
			best = static_cast<int32_t>(i);
		}
	}
	return best;
}

double ConvexPart::PlaneDistance(const Vec3& point, int32_t& face, double limit) const
{
	if (!planes.IsEmpty())
	{
		const PlaneAt farthest = planes.Farthest(point, limit);
		face = farthest.plane;
		return farthest.distance;
	}
	double largest = -1.0e300;
	face = 0;
	for (size_t i = 0; i < faces.size() && largest <= limit; ++i)
	{
		const double distance = Dot(faces[i].normal, point) - faces[i].offset;
		if (distance > largest)
		{
			largest = distance;
			face = static_cast<int32_t>(i);
		}
	}
	return largest;
}

bool ConvexPart::IsBeyond(const Vec3& point, double limit) const
{
	int32_t face = 0;
	return PlaneDistance(point, face, limit) > limit;
}

ConvexPart MakeConvexPart(const ConvexHull& hull, const Vec3& origin)
{
	ConvexPart part;
	part.vertices.reserve(hull.positions.size());
	part.low = part.high = hull.positions.front() - origin;
	for (const Vec3& position : hull.positions)
	{
		const Vec3 p = position - origin;
		part.vertices.push_back(p);
		part.low = {std::min(part.low.x, p.x), std::min(part.low.y, p.y), std::min(part.low.z, p.z)};
		part.high = {std::max(part.high.x, p.x), std::max(part.high.y, p.y), std::max(part.high.z, p.z)};
	}
	const auto count = static_cast<int32_t>(part.vertices.size());
	part.rowLength = (count + 3) / 4 * 4;
	part.rows.resize(static_cast<size_t>(3 * part.rowLength));
	for (int32_t i = 0; i < part.rowLength; ++i)
	{
		const Vec3& p = part.vertices[std::min(i, count - 1)];
		part.rows[i] = p.x;
		part.rows[part.rowLength + i] = p.y;
		part.rows[2 * part.rowLength + i] = p.z;
	}

	const auto triangles = static_cast<int32_t>(hull.triangles.size());
	const EdgeTable edges(hull.triangles, count);
	UnionFind flat(triangles);
	for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
	{
		const std::span<const int32_t> halves = edges.HalfEdges(edge);
		if (halves.size() == 2)
		{
			const Vec3 a = Normalised(HullTriangleNormal(hull, halves[0] / 3));
			const Vec3 b = Normalised(HullTriangleNormal(hull, halves[1] / 3));
			if (Dot(a, b) > kFlatCosine)
			{
				flat.Unite(halves[0] / 3, halves[1] / 3);
			}
		}
	}
	std::vector<int32_t> groupOf(static_cast<size_t>(triangles));
	std::vector<std::vector<int32_t>> members(static_cast<size_t>(triangles));
	for (int32_t t = 0; t < triangles; ++t)
	{
		groupOf[t] = flat.Find(t);
		members[groupOf[t]].push_back(t);
	}
	for (int32_t group = 0; group < triangles; ++group)
	{
		if (members[group].empty())
		{
			continue;
		}
		Vec3 normal;
		for (const int32_t t : members[group])
		{
			normal += HullTriangleNormal(hull, t);
		}
		const std::vector<int32_t> loop = FaceLoop(hull, edges, members[group], groupOf, group);
		if (!loop.empty())
		{
			AddConvexFace(part, normal, loop);
			continue;
		}
		for (const int32_t t : members[group])
		{
			AddConvexFace(part, HullTriangleNormal(hull, t), hull.triangles[t].v);
		}
	}
	if (part.faces.size() >= kFacesForTree)
	{
		std::vector<OrientedPlane> planes;
		planes.reserve(part.faces.size());
		for (const ConvexFace& face : part.faces)
		{
			planes.push_back({face.normal, face.offset});
		}
		part.planes = PlaneTree(planes);
	}
	return part;
}
} // namespace FractureCore
