// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ShellMesh.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
inline double SquaredGap(const Box& a, const Box& b)
{
	const double x = std::max(std::max(a.low.x - b.high.x, b.low.x - a.high.x), 0.0);
	const double y = std::max(std::max(a.low.y - b.high.y, b.low.y - a.high.y), 0.0);
	const double z = std::max(std::max(a.low.z - b.high.z, b.low.z - a.high.z), 0.0);
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

/// B's corners somewhere in A's frame, or on the straight ways from one place to another.
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

	/// A part of B on its way.
	struct Part
	{
		Vec3 centres[2]; // at the start and at the end
		Vec3 normals[2];
		double half = 0.0;   // m, along the first normal at the start
		double atEnd = 0.0;  // m, along that at the end
		double radius = 0.0; // m
	};
	Part PartOf(const FlatBall& ball) const
	{
		Part part;
		part.centres[0] = Apply(m_from, ball.centre);
		part.normals[0] = m_from.rotation * ball.normal;
		part.radius = ball.radius;
		// Between two places it is no rotation: planes along the turned normal hold less.
		const Vec3 back = Transposed(m_from.rotation) * part.normals[0];
		const double along = Dot(back, ball.normal);
		part.half = ball.half * std::abs(along) + ball.radius * Length(back - ball.normal * along);
		part.atEnd = part.half;
		if (m_moves)
		{
			part.centres[1] = Apply(m_to, ball.centre);
			part.normals[1] = m_to.rotation * ball.normal;
			part.atEnd = ReachAlong(Dot(part.normals[0], part.normals[1]), ball.half, ball.radius);
		}
		return part;
	}

	/// m by which the two are apart all the way, at least; negative where nothing is known.
	double Gap(const ShellMesh::Node& node, const Part& part) const
	{
		const double across = std::max(GapOverNode(node, part), GapOverPart(node, part));
		return std::max(GapOfBox(node, part), across) - RoundingOf(node, part);
	}

	/// Whether the two come within `reach` m of each other, as far as what holds them tells.
	bool AreNear(const ShellMesh::Node& node, const Part& part, double reach) const
	{
		// What costs least comes first; most that are apart are so by their balls.
		const double most = reach + RoundingOf(node, part);
		const double balls = node.ball.radius + part.radius + most;
		return SquaredGap(WayOf(part), {node.ball.centre, node.ball.centre}) <= balls * balls &&
			GapOverNode(node, part) <= most && GapOfBox(node, part) <= most && GapOverPart(node, part) <= most;
	}

private:
	// Of lengths: far more than what sums and products of them lose.
	static constexpr double kRounding = 1.0e-12;

	/// How far a part reaches along an axis at this cosine to its normal.
	static double ReachAlong(double cosine, double half, double radius)
	{
		const double sine = std::sqrt(std::max(1.0 - cosine * cosine, 0.0));
		return std::min(half * std::abs(cosine) + radius * sine, radius);
	}

	Box WayOf(const Part& part) const
	{
		return m_moves ? BoxAround(part.centres[0], part.centres[1]) : Box{part.centres[0], part.centres[0]};
	}

	double RoundingOf(const ShellMesh::Node& node, const Part& part) const
	{
		const FlatBall& ball = node.ball;
		const Vec3& end = m_moves ? part.centres[1] : part.centres[0];
		const double way = std::abs(part.centres[0].x - ball.centre.x) + std::abs(part.centres[0].y - ball.centre.y) +
			std::abs(part.centres[0].z - ball.centre.z) + std::abs(end.x - ball.centre.x) +
			std::abs(end.y - ball.centre.y) + std::abs(end.z - ball.centre.z);
		return kRounding * (ball.radius + part.radius + way);
	}

	/// By the box of the one and the ball of the other.
	double GapOfBox(const ShellMesh::Node& node, const Part& part) const
	{
		return std::sqrt(SquaredGap(node.box, WayOf(part))) - part.radius;
	}

	// A point of a straight way is, along any axis, between where it starts and where it ends.

	/// By the planes that hold the first.
	double GapOverNode(const ShellMesh::Node& node, const Part& part) const
	{
		const Vec3& n = node.ball.normal;
		const double along = Dot(n, part.centres[0] - node.ball.centre);
		const double reach = ReachAlong(Dot(n, part.normals[0]), part.half, part.radius);
		if (!m_moves)
		{
			return std::abs(along) - reach - node.ball.half;
		}
		const double atEnd = Dot(n, part.centres[1] - node.ball.centre);
		const double reachEnd = ReachAlong(Dot(n, part.normals[1]), part.half, part.radius);
		const double above = std::min(along - reach, atEnd - reachEnd);
		const double below = std::min(-along - reach, -atEnd - reachEnd);
		return std::max(above, below) - node.ball.half;
	}

	/// By the planes that hold the second at the start. Of a wide part of the first its box may tell more than its
	/// ball.
	double GapOverPart(const ShellMesh::Node& node, const Part& part) const
	{
		const FlatBall& ball = node.ball;
		const Vec3& n = part.normals[0];
		const Vec3 box = (node.box.high - node.box.low) * 0.5;
		const double boxReach = std::abs(n.x) * box.x + std::abs(n.y) * box.y + std::abs(n.z) * box.z +
			std::abs(Dot(n, (node.box.low + node.box.high) * 0.5 - ball.centre));
		const double reach = std::min(ReachAlong(Dot(ball.normal, n), ball.half, ball.radius), boxReach);
		const double across = Dot(n, part.centres[0] - ball.centre);
		if (!m_moves)
		{
			return std::abs(across) - part.half - reach;
		}
		const double atEnd = Dot(n, part.centres[1] - ball.centre);
		const double before = std::min(across - part.half, atEnd - part.atEnd);
		const double behind = std::min(-across - part.half, -atEnd - part.atEnd);
		return std::max(before, behind) - reach;
	}

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

/// Of two nodes that are near each other, whether the first is opened, or the second.
inline bool OpensFirst(const ShellMesh::Node& a, const ShellMesh::Node& b)
{
	return b.child == kNoIndex || (a.child != kNoIndex && a.ball.radius >= b.ball.radius);
}

// Each step down leaves one behind; trees of halves are no deeper than 32.
inline constexpr int32_t kMostWaiting = 128;

/// Calls visit(leafA, leafB) for all leaves that come within `reach` m of each other, as far as what holds them tells.
template <typename Visit>
void WalkNearLeaves(const ShellMesh& a, const ShellMesh& b, const ShellWay& way, double reach, Visit&& visit)
{
	struct Entry
	{
		int32_t a;
		int32_t b;
	};
	const std::span<const ShellMesh::Node> nodesA = a.Nodes();
	const std::span<const ShellMesh::Node> nodesB = b.Nodes();
	Entry stack[kMostWaiting];
	int32_t depth = 0;
	if (way.AreNear(nodesA[0], way.PartOf(nodesB[0].ball), reach))
	{
		stack[depth++] = Entry{0, 0};
	}
	while (depth > 0)
	{
		const Entry entry = stack[--depth];
		const ShellMesh::Node& nodeA = nodesA[entry.a];
		const ShellMesh::Node& nodeB = nodesB[entry.b];
		if (nodeA.child == kNoIndex && nodeB.child == kNoIndex)
		{
			visit(nodeA, nodeB);
			continue;
		}
		if (OpensFirst(nodeA, nodeB))
		{
			const ShellWay::Part part = way.PartOf(nodeB.ball);
			for (int32_t child = nodeA.child + 1; child >= nodeA.child; --child)
			{
				if (way.AreNear(nodesA[child], part, reach))
				{
					stack[depth++] = Entry{child, entry.b};
				}
			}
			continue;
		}
		for (int32_t child = nodeB.child + 1; child >= nodeB.child; --child)
		{
			if (way.AreNear(nodeA, way.PartOf(nodesB[child].ball), reach))
			{
				stack[depth++] = Entry{entry.a, child};
			}
		}
	}
}

/// Calls visit(leafA, leafB) for leaves that come within `reach` m of each other, as far as what holds them tells, the
/// nearer of two first; visit may lower it.
template <typename Visit>
void WalkLeaves(const ShellMesh& a, const ShellMesh& b, const ShellWay& way, const double& reach, Visit&& visit)
{
	// Plain numbers without defaults: most walks end at the root, and setting the whole stack would be most of their
	// work.
	struct Entry
	{
		int32_t a;
		int32_t b;
		double gap;
	};
	const std::span<const ShellMesh::Node> nodesA = a.Nodes();
	const std::span<const ShellMesh::Node> nodesB = b.Nodes();
	Entry stack[kMostWaiting];
	int32_t depth = 0;
	stack[depth++] = Entry{0, 0, way.Gap(nodesA[0], way.PartOf(nodesB[0].ball))};
	while (depth > 0)
	{
		const Entry entry = stack[--depth];
		if (entry.gap > reach)
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
		Entry children[2];
		if (OpensFirst(nodeA, nodeB))
		{
			const ShellWay::Part part = way.PartOf(nodeB.ball);
			for (int32_t k = 0; k < 2; ++k)
			{
				children[k] = Entry{nodeA.child + k, entry.b, way.Gap(nodesA[nodeA.child + k], part)};
			}
		}
		else
		{
			for (int32_t k = 0; k < 2; ++k)
			{
				const int32_t child = nodeB.child + k;
				children[k] = Entry{entry.a, child, way.Gap(nodeA, way.PartOf(nodesB[child].ball))};
			}
		}
		const int32_t first = children[0].gap <= children[1].gap ? 0 : 1;
		for (const int32_t k : {1 - first, first})
		{
			if (children[k].gap <= reach)
			{
				stack[depth++] = children[k];
			}
		}
	}
}
} // namespace FractureCore
