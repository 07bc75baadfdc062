// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/ShellMesh.h"

#include "Mesh/EdgeTable.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
constexpr int32_t kLeafFaces = 4;

void GrowToHold(Box& box, const Vec3& p)
{
	box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
	box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
}

// Squarings of a matrix: its largest direction is 2^8 times as strong then.
constexpr int32_t kSquarings = 8;

/// The direction along which faces look most, either way: the walls of a shell look both ways. `looks` is the sum of
/// n n^T, by area.
Vec3 MainDirection(Mat3 looks)
{
	const auto trace = [&] { return looks.m[0][0] + looks.m[1][1] + looks.m[2][2]; };
	for (int32_t i = 0; i < kSquarings && trace() > 0.0; ++i)
	{
		looks = looks * (1.0 / trace());
		looks = looks * looks;
	}
	Vec3 longest;
	for (const auto& row : looks.m)
	{
		const Vec3 direction = {row[0], row[1], row[2]};
		longest = LengthSquared(direction) > LengthSquared(longest) ? direction : longest;
	}
	return LengthSquared(longest) > 0.0 ? Normalised(longest) : Vec3{0.0, 0.0, 1.0};
}

/// In the plane of the face with the third corner `apex`, square to the edge from `a` to `b`.
Vec3 InwardDirection(const Vec3& a, const Vec3& b, const Vec3& apex)
{
	const Vec3 along = b - a;
	const double squared = LengthSquared(along);
	const Vec3 to = apex - a;
	return squared > 0.0 ? Normalised(to - along * (Dot(to, along) / squared)) : Vec3{};
}
} // namespace

ShellMesh::ShellMesh(const SurfaceMesh& surface, const Vec3& origin)
{
	m_positions.reserve(surface.positions.size());
	for (const Vec3& p : surface.positions)
	{
		m_positions.push_back(p - origin);
	}
	std::vector<Vec3> middles;
	std::vector<int32_t> order;
	for (const Triangle& t : surface.triangles)
	{
		order.push_back(static_cast<int32_t>(middles.size()));
		middles.push_back((m_positions[t.v[0]] + m_positions[t.v[1]] + m_positions[t.v[2]]) / 3.0);
	}
	Split(middles, order);
	const EdgeTable edges(surface.triangles, static_cast<int32_t>(m_positions.size()));
	std::vector<uint8_t> hasCorner(m_positions.size(), 0);
	std::vector<uint8_t> hasEdge(static_cast<size_t>(edges.EdgeCount()), 0);
	for (const int32_t t : order)
	{
		m_faces.push_back(surface.triangles[t]);
	}
	for (Node& node : m_nodes)
	{
		if (node.child != kNoIndex)
		{
			continue;
		}
		node.corners[0] = static_cast<int32_t>(m_corners.size());
		node.edges[0] = static_cast<int32_t>(m_edges.size());
		for (int32_t i = node.faces[0]; i < node.faces[1]; ++i)
		{
			for (int32_t k = 0; k < 3; ++k)
			{
				const int32_t corner = m_faces[i].v[k];
				if (hasCorner[corner] == 0)
				{
					hasCorner[corner] = 1;
					m_corners.push_back(corner);
				}
				const int32_t edge = edges.EdgeOf(3 * order[i] + k);
				if (hasEdge[edge] != 0)
				{
					continue;
				}
				hasEdge[edge] = 1;
				ShellEdge shellEdge;
				shellEdge.v[0] = corner;
				shellEdge.v[1] = m_faces[i].v[NextCorner(k)];
				const std::span<const int32_t> halves = edges.HalfEdges(edge);
				for (size_t h = 0; h < std::min<size_t>(halves.size(), 2); ++h)
				{
					shellEdge.inward[h] = InwardDirection(m_positions[shellEdge.v[0]],
						m_positions[shellEdge.v[1]],
						m_positions[HalfEdgeApex(surface.triangles, halves[h])]);
				}
				m_edges.push_back(shellEdge);
			}
		}
		node.corners[1] = static_cast<int32_t>(m_corners.size());
		node.edges[1] = static_cast<int32_t>(m_edges.size());
	}
	// Children come after their parents.
	for (size_t i = m_nodes.size(); i-- > 0;)
	{
		Node& node = m_nodes[i];
		if (node.child != kNoIndex)
		{
			node.box = m_nodes[node.child].box;
			GrowToHold(node.box, m_nodes[node.child + 1].box.low);
			GrowToHold(node.box, m_nodes[node.child + 1].box.high);
			continue;
		}
		node.box.low = node.box.high = m_positions[m_faces[node.faces[0]].v[0]];
		for (int32_t face = node.faces[0]; face < node.faces[1]; ++face)
		{
			for (const int32_t corner : m_faces[face].v)
			{
				GrowToHold(node.box, m_positions[corner]);
			}
		}
	}
	for (Node& node : m_nodes)
	{
		node.ball = BallAround(node);
	}
	const auto boxAround = [&](std::span<const int32_t> corners)
	{
		Box box = {m_positions[corners[0]], m_positions[corners[0]]};
		for (const int32_t corner : corners)
		{
			GrowToHold(box, m_positions[corner]);
		}
		return box;
	};
	for (const ShellEdge& edge : m_edges)
	{
		m_edgeBoxes.push_back(boxAround(edge.v));
	}
	for (const Triangle& face : m_faces)
	{
		m_faceBoxes.push_back(boxAround(face.v));
	}
}

FlatBall ShellMesh::BallAround(const Node& node) const
{
	FlatBall ball;
	Mat3 looks;
	for (int32_t i = node.faces[0]; i < node.faces[1]; ++i)
	{
		const int32_t* v = m_faces[i].v;
		const Vec3& a = m_positions[v[0]];
		const Vec3 square = Cross(m_positions[v[1]] - a, m_positions[v[2]] - a);
		const double area = Length(square);
		looks += area > 0.0 ? Mat3::Outer(square, square) * (1.0 / area) : Mat3{};
	}
	ball.normal = MainDirection(looks);
	double low = HUGE_VAL;
	double high = -HUGE_VAL;
	ball.centre = (node.box.low + node.box.high) * 0.5;
	for (int32_t i = node.faces[0]; i < node.faces[1]; ++i)
	{
		for (const int32_t corner : m_faces[i].v)
		{
			const double along = Dot(ball.normal, m_positions[corner] - ball.centre);
			low = std::min(low, along);
			high = std::max(high, along);
		}
	}
	ball.half = 0.5 * (high - low);
	ball.centre += ball.normal * (0.5 * (low + high));
	double squared = 0.0;
	for (int32_t i = node.faces[0]; i < node.faces[1]; ++i)
	{
		for (const int32_t corner : m_faces[i].v)
		{
			squared = std::max(squared, LengthSquared(m_positions[corner] - ball.centre));
		}
	}
	ball.radius = std::sqrt(squared);
	return ball;
}

void ShellMesh::Split(std::span<const Vec3> middles, std::vector<int32_t>& order)
{
	m_nodes.emplace_back();
	m_nodes.front().faces[1] = static_cast<int32_t>(order.size());
	for (size_t i = 0; i < m_nodes.size(); ++i)
	{
		const int32_t begin = m_nodes[i].faces[0];
		const int32_t end = m_nodes[i].faces[1];
		if (end - begin <= kLeafFaces)
		{
			continue;
		}
		Box box = {middles[order[begin]], middles[order[begin]]};
		for (int32_t k = begin; k < end; ++k)
		{
			GrowToHold(box, middles[order[k]]);
		}
		const Vec3 size = box.high - box.low;
		const int32_t axis = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
		const int32_t half = begin + (end - begin) / 2;
		std::nth_element(order.begin() + begin,
			order.begin() + half,
			order.begin() + end,
			[&](int32_t p, int32_t q)
			{
				const double kp = Component(middles[p], axis);
				const double kq = Component(middles[q], axis);
				return kp != kq ? kp < kq : p < q;
			});
		m_nodes[i].child = static_cast<int32_t>(m_nodes.size());
		m_nodes.emplace_back();
		m_nodes.back().faces[0] = begin;
		m_nodes.back().faces[1] = half;
		m_nodes.emplace_back();
		m_nodes.back().faces[0] = half;
		m_nodes.back().faces[1] = end;
	}
	// The order within a leaf must not depend on the library.
	for (const Node& node : m_nodes)
	{
		if (node.child == kNoIndex)
		{
			std::sort(order.begin() + node.faces[0], order.begin() + node.faces[1]);
		}
	}
}

double MostMotion(const RelativePose& from, const RelativePose& to, const Box& box)
{
	double squared = 0.0;
	for (int32_t i = 0; i < 8; ++i)
	{
		const Vec3 p = {(i & 1) != 0 ? box.low.x : box.high.x,
			(i & 2) != 0 ? box.low.y : box.high.y,
			(i & 4) != 0 ? box.low.z : box.high.z};
		squared = std::max(squared, LengthSquared(Apply(to, p) - Apply(from, p)));
	}
	return std::sqrt(squared);
}
} // namespace FractureCore
