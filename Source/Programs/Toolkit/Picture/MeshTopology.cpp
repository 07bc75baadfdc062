// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/MeshTopology.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace FractureToolkit
{
using namespace FractureCore;

namespace
{
// Vertices with more faces than this are averaged over all of them, as comparing each with each would take too long.
constexpr size_t kMostComparedFaces = 256;

// For each vertex the lowest number of a vertex at the same place.
std::vector<int32_t> WeldCoincident(std::span<const Vec3> positions)
{
	std::vector<int32_t> order(positions.size());
	std::iota(order.begin(), order.end(), 0);
	const auto key = [&](int32_t i)
	{
		const Vec3& p = positions[static_cast<size_t>(i)];
		return std::tuple(p.x, p.y, p.z);
	};
	std::sort(order.begin(),
		order.end(),
		[&](int32_t a, int32_t b)
		{ return std::tuple_cat(key(a), std::tuple(a)) < std::tuple_cat(key(b), std::tuple(b)); });
	std::vector<int32_t> first(positions.size());
	for (size_t i = 0; i < order.size(); ++i)
	{
		const bool same = i > 0 && key(order[i]) == key(order[i - 1]);
		first[static_cast<size_t>(order[i])] = same ? first[static_cast<size_t>(order[i - 1])] : order[i];
	}
	return first;
}

int32_t FindRoot(std::vector<int32_t>& parents, int32_t i)
{
	while (parents[static_cast<size_t>(i)] != i)
	{
		int32_t& parent = parents[static_cast<size_t>(i)];
		parent = parents[static_cast<size_t>(parent)];
		i = parent;
	}
	return i;
}
} // namespace

MeshTopology::MeshTopology(std::span<const Vec3> positions, std::span<const Triangle> triangles)
	: m_positions(positions), m_triangles(triangles.begin(), triangles.end())
{
	const std::vector<int32_t> welded = WeldCoincident(positions);
	m_edges.reserve(3 * triangles.size());
	for (size_t t = 0; t < m_triangles.size(); ++t)
	{
		int32_t(&v)[3] = m_triangles[t].v;
		for (int32_t& corner : v)
		{
			corner = welded[static_cast<size_t>(corner)];
		}
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t a = v[k];
			const int32_t b = v[(k + 1) % 3];
			if (a != b)
			{
				m_edges.push_back({static_cast<uint64_t>(std::min(a, b)) << 32 | static_cast<uint32_t>(std::max(a, b)),
					static_cast<int32_t>(3 * t) + k});
			}
		}
	}
	std::sort(m_edges.begin(), m_edges.end());
	m_closed = !m_edges.empty();
	for (size_t i = 0; m_closed && i < m_edges.size();)
	{
		int32_t balance = 0;
		const uint64_t key = m_edges[i].key;
		for (; i < m_edges.size() && m_edges[i].key == key; ++i)
		{
			balance += RunsUpward(m_edges[i].use) ? 1 : -1;
		}
		m_closed = balance == 0;
	}
}

bool MeshTopology::RunsUpward(int32_t use) const
{
	const int32_t(&v)[3] = m_triangles[static_cast<size_t>(use / 3)].v;
	return v[use % 3] < v[(use + 1) % 3];
}

Vec3 MeshTopology::FaceNormal(size_t triangle) const
{
	const int32_t(&v)[3] = m_triangles[triangle].v;
	const Vec3& a = m_positions[static_cast<size_t>(v[0])];
	return Normalised(Cross(m_positions[static_cast<size_t>(v[1])] - a, m_positions[static_cast<size_t>(v[2])] - a));
}

std::vector<int32_t> MeshTopology::Components() const
{
	std::vector<int32_t> parents(m_positions.size());
	std::iota(parents.begin(), parents.end(), 0);
	for (const Triangle& triangle : m_triangles)
	{
		for (int32_t k = 1; k < 3; ++k)
		{
			const int32_t a = FindRoot(parents, triangle.v[0]);
			const int32_t b = FindRoot(parents, triangle.v[k]);
			parents[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
		}
	}
	std::vector<int32_t> number(m_positions.size(), kNoIndex);
	std::vector<int32_t> components;
	components.reserve(m_triangles.size());
	int32_t count = 0;
	for (const Triangle& triangle : m_triangles)
	{
		int32_t& component = number[static_cast<size_t>(FindRoot(parents, triangle.v[0]))];
		if (component == kNoIndex)
		{
			component = count++;
		}
		components.push_back(component);
	}
	return components;
}

std::vector<Vec3f> MeshTopology::SmoothNormals(double creaseDegrees) const
{
	const double creaseCosine = std::cos(creaseDegrees * kPi / 180.0);
	std::vector<Vec3> faceNormals(m_triangles.size());
	std::vector<size_t> offsets(m_positions.size() + 1, 0);
	for (size_t t = 0; t < m_triangles.size(); ++t)
	{
		faceNormals[t] = FaceNormal(t);
		for (const int32_t v : m_triangles[t].v)
		{
			++offsets[static_cast<size_t>(v) + 1];
		}
	}
	std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
	std::vector<int32_t> corners(3 * m_triangles.size()); // 3 t + k, vertex by vertex
	std::vector<double> angles(corners.size());
	std::vector<size_t> next(offsets.begin(), offsets.end() - 1);
	for (size_t corner = 0; corner < corners.size(); ++corner)
	{
		const int32_t(&v)[3] = m_triangles[corner / 3].v;
		const size_t k = corner % 3;
		const Vec3& here = m_positions[static_cast<size_t>(v[k])];
		const Vec3 a = m_positions[static_cast<size_t>(v[(k + 1) % 3])] - here;
		const Vec3 b = m_positions[static_cast<size_t>(v[(k + 2) % 3])] - here;
		angles[corner] = std::atan2(Length(Cross(a, b)), Dot(a, b));
		corners[next[static_cast<size_t>(v[k])]++] = static_cast<int32_t>(corner);
	}
	std::vector<Vec3f> normals(corners.size());
	for (size_t vertex = 0; vertex + 1 < offsets.size(); ++vertex)
	{
		const std::span<const int32_t> around(&corners[0] + offsets[vertex], offsets[vertex + 1] - offsets[vertex]);
		for (const int32_t corner : around)
		{
			const Vec3& own = faceNormals[static_cast<size_t>(corner / 3)];
			Vec3 sum;
			for (const int32_t other : around)
			{
				const Vec3& face = faceNormals[static_cast<size_t>(other / 3)];
				if (around.size() > kMostComparedFaces || Dot(own, face) >= creaseCosine)
				{
					sum += face * angles[static_cast<size_t>(other)];
				}
			}
			const Vec3 unit = Normalised(sum);
			normals[static_cast<size_t>(corner)] = {
				static_cast<float>(unit.x), static_cast<float>(unit.y), static_cast<float>(unit.z)};
		}
	}
	return normals;
}

std::vector<uint8_t> MeshTopology::FeatureEdges(
	double creaseDegrees, double shortest, std::span<const int32_t> labels) const
{
	const double creaseCosine = std::cos(creaseDegrees * kPi / 180.0);
	std::vector<uint8_t> edges(m_triangles.size(), 0);
	struct Crease
	{
		size_t begin = 0; // uses of the edge
		size_t end = 0;
	};
	std::vector<Crease> creases;
	const auto draw = [&](const Crease& crease)
	{
		for (size_t i = crease.begin; i < crease.end; ++i)
		{
			edges[static_cast<size_t>(m_edges[i].use / 3)] |= static_cast<uint8_t>(1 << (m_edges[i].use % 3));
		}
	};
	const auto ends = [&](const Crease& crease)
	{
		const uint64_t key = m_edges[crease.begin].key;
		return std::pair(static_cast<int32_t>(key >> 32), static_cast<int32_t>(key & 0xffffffffu));
	};
	for (size_t begin = 0; begin < m_edges.size();)
	{
		size_t end = begin;
		while (end < m_edges.size() && m_edges[end].key == m_edges[begin].key)
		{
			++end;
		}
		const size_t a = static_cast<size_t>(m_edges[begin].use / 3);
		const size_t b = static_cast<size_t>(m_edges[end - 1].use / 3);
		// Two triangles that pass an edge in the same direction see it from opposite sides.
		const bool sameSide = RunsUpward(m_edges[begin].use) != RunsUpward(m_edges[end - 1].use);
		if (end - begin == 1 || (!labels.empty() && labels[a] != labels[b]))
		{
			draw({begin, end});
		}
		else if (end - begin > 2 || Dot(FaceNormal(a), FaceNormal(b)) * (sameSide ? 1.0 : -1.0) < creaseCosine)
		{
			creases.push_back({begin, end});
		}
		begin = end;
	}

	std::vector<int32_t> parents(m_positions.size());
	std::iota(parents.begin(), parents.end(), 0);
	for (const Crease& crease : creases)
	{
		const auto [a, b] = ends(crease);
		const int32_t rootA = FindRoot(parents, a);
		const int32_t rootB = FindRoot(parents, b);
		parents[static_cast<size_t>(std::max(rootA, rootB))] = std::min(rootA, rootB);
	}
	std::vector<double> lengths(m_positions.size(), 0.0);
	for (const Crease& crease : creases)
	{
		const auto [a, b] = ends(crease);
		lengths[static_cast<size_t>(FindRoot(parents, a))] +=
			Length(m_positions[static_cast<size_t>(a)] - m_positions[static_cast<size_t>(b)]);
	}
	for (const Crease& crease : creases)
	{
		if (lengths[static_cast<size_t>(FindRoot(parents, ends(crease).first))] >= shortest)
		{
			draw(crease);
		}
	}
	return edges;
}
} // namespace FractureToolkit
