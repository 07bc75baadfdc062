// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ShellMesh.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
inline double SquaredGap(const Box& a, const Box& b)
{
	const double x = std::max({a.low.x - b.high.x, b.low.x - a.high.x, 0.0});
	const double y = std::max({a.low.y - b.high.y, b.low.y - a.high.y, 0.0});
	const double z = std::max({a.low.z - b.high.z, b.low.z - a.high.z, 0.0});
	return x * x + y * y + z * z;
}

inline Box BoxAround(const Vec3& p, const Vec3& q)
{
	return {{std::min(p.x, q.x), std::min(p.y, q.y), std::min(p.z, q.z)},
		{std::max(p.x, q.x), std::max(p.y, q.y), std::max(p.z, q.z)}};
}

inline Box BoxAround(const Box& a, const Box& b)
{
	return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y), std::min(a.low.z, b.low.z)},
		{std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y), std::max(a.high.z, b.high.z)}};
}

/// B's corners somewhere in A's frame, or on the way from one place to another.
class ShellWay
{
public:
	explicit ShellWay(const RelativePose& pose) : m_from(pose) {}
	ShellWay(const RelativePose& from, const RelativePose& to) : m_from(from), m_to(to), m_moves(true) {}

	/// What holds a box of B.
	Box Around(const Box& box) const
	{
		const Box start = Turned(m_from, box);
		return m_moves ? BoxAround(start, Turned(m_to, box)) : start;
	}
	Box Around(const Vec3& p) const
	{
		const Vec3 start = Apply(m_from, p);
		return BoxAround(start, m_moves ? Apply(m_to, p) : start);
	}

private:
	static Box Turned(const RelativePose& pose, const Box& box)
	{
		const Vec3 middle = Apply(pose, (box.low + box.high) * 0.5);
		const Vec3 half = (box.high - box.low) * 0.5;
		const auto& m = pose.rotation.m;
		const Vec3 reach = {std::abs(m[0][0]) * half.x + std::abs(m[0][1]) * half.y + std::abs(m[0][2]) * half.z,
			std::abs(m[1][0]) * half.x + std::abs(m[1][1]) * half.y + std::abs(m[1][2]) * half.z,
			std::abs(m[2][0]) * half.x + std::abs(m[2][1]) * half.y + std::abs(m[2][2]) * half.z};
		return {middle - reach, middle + reach};
	}

	RelativePose m_from;
	RelativePose m_to;
	bool m_moves = false;
};

/// Calls visit(leafA, leafB) for leaves whose boxes are within the root of `reachSquared` m of each other, the nearer
/// of two first; visit may lower it.
template <typename Visit>
void WalkLeaves(const ShellMesh& a, const ShellMesh& b, const ShellWay& way, const double& reachSquared, Visit&& visit)
{
	// Plain numbers without defaults: most walks end at the root, and setting the whole stack would be most of their
	// work.
	struct Entry
	{
		int32_t a;
		int32_t b;
		double gap;
		double low[3]; // of B's box on its way
		double high[3];
	};
	const auto entryOf = [](int32_t nodeA, int32_t nodeB, double gap, const Box& box) -> Entry {
		return {nodeA, nodeB, gap, {box.low.x, box.low.y, box.low.z}, {box.high.x, box.high.y, box.high.z}};
	};
	const std::span<const ShellMesh::Node> nodesA = a.Nodes();
	const std::span<const ShellMesh::Node> nodesB = b.Nodes();
	// Each step down leaves one behind; trees of halves are no deeper than 32.
	Entry stack[128];
	int32_t depth = 0;
	const Box rootB = way.Around(nodesB[0].box);
	stack[depth++] = entryOf(0, 0, SquaredGap(nodesA[0].box, rootB), rootB);
	while (depth > 0)
	{
		const Entry entry = stack[--depth];
		if (entry.gap > reachSquared)
		{
			continue;
		}
		const ShellMesh::Node& nodeA = nodesA[entry.a];
		const ShellMesh::Node& nodeB = nodesB[entry.b];
		if (nodeA.child == kNoIndex && nodeB.child == kNoIndex)
		{
			visit(nodeA, nodeB);
			continue;
		}
		const bool opensA = nodeB.child == kNoIndex ||
			(nodeA.child != kNoIndex &&
				LengthSquared(nodeA.box.high - nodeA.box.low) >= LengthSquared(nodeB.box.high - nodeB.box.low));
		const Box box = {{entry.low[0], entry.low[1], entry.low[2]}, {entry.high[0], entry.high[1], entry.high[2]}};
		Entry children[2];
		for (int32_t k = 0; k < 2; ++k)
		{
			const int32_t childA = opensA ? nodeA.child + k : entry.a;
			const int32_t childB = opensA ? entry.b : nodeB.child + k;
			const Box boxB = opensA ? box : way.Around(nodesB[childB].box);
			children[k] = entryOf(childA, childB, SquaredGap(nodesA[childA].box, boxB), boxB);
		}
		const int32_t first = children[0].gap <= children[1].gap ? 0 : 1;
		for (const int32_t k : {1 - first, first})
		{
			if (children[k].gap <= reachSquared)
			{
				stack[depth++] = children[k];
			}
		}
	}
}
} // namespace FractureCore
