// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/PlaneTree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace FractureCore
{
namespace
{
constexpr int32_t kPlanesInLeaf = 8;

// Of coordinates: more than rounding makes of a distance.
constexpr double kPlaneSlack = 1.0e-14;

// Halves of up to 2^31 planes are 32 deep, with one waiting sibling each.
constexpr int32_t kPlaneStack = 64;
} // namespace

PlaneTree::PlaneTree(std::span<const OrientedPlane> planes) : m_number(planes.size())
{
	if (planes.empty())
	{
		return;
	}
	std::iota(m_number.begin(), m_number.end(), 0);
	m_planes.assign(planes.begin(), planes.end());
	m_nodes.push_back({{}, {}, 0.0, 0, static_cast<int32_t>(planes.size()), kNoIndex});
	for (size_t i = 0; i < m_nodes.size(); ++i)
	{
		Node node = m_nodes[i];
		Fit(node);
		if (node.end - node.begin > kPlanesInLeaf)
		{
			const Vec3 extent = node.high - node.low;
			const int32_t axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : (extent.y >= extent.z ? 1 : 2);
			std::sort(m_number.begin() + node.begin,
				m_number.begin() + node.end,
				[&](int32_t p, int32_t q)
				{
					const double kp = Component(planes[p].normal, axis);
					const double kq = Component(planes[q].normal, axis);
					return kp != kq ? kp < kq : p < q;
				});
			for (int32_t k = node.begin; k < node.end; ++k)
			{
				m_planes[k] = planes[m_number[k]];
			}
			const int32_t middle = (node.begin + node.end) / 2;
			node.child = static_cast<int32_t>(m_nodes.size());
			m_nodes.push_back({{}, {}, 0.0, node.begin, middle, kNoIndex});
			m_nodes.push_back({{}, {}, 0.0, middle, node.end, kNoIndex});
		}
		m_nodes[i] = node;
	}
	for (const OrientedPlane& plane : planes)
	{
		m_mostOffset = std::max(m_mostOffset, std::abs(plane.offset));
	}
}

void PlaneTree::Fit(Node& node) const
{
	node.low = node.high = m_planes[node.begin].normal;
	node.leastOffset = m_planes[node.begin].offset;
	for (int32_t k = node.begin; k < node.end; ++k)
	{
		const Vec3& n = m_planes[k].normal;
		node.low = {std::min(node.low.x, n.x), std::min(node.low.y, n.y), std::min(node.low.z, n.z)};
		node.high = {std::max(node.high.x, n.x), std::max(node.high.y, n.y), std::max(node.high.z, n.z)};
		node.leastOffset = std::min(node.leastOffset, m_planes[k].offset);
	}
}

PlaneAt PlaneTree::Farthest(const Vec3& point, double limit) const
{
	struct Waiting
	{
		double most = 0.0; // m, that any of its planes may have
		int32_t node = 0;
	};

	const double slack = kPlaneSlack * (std::abs(point.x) + std::abs(point.y) + std::abs(point.z) + m_mostOffset);
	const auto most = [&](const Node& node)
	{
		return std::max(node.low.x * point.x, node.high.x * point.x) +
			std::max(node.low.y * point.y, node.high.y * point.y) +
			std::max(node.low.z * point.z, node.high.z * point.z) - node.leastOffset + slack;
	};
	PlaneAt best;
	Waiting stack[kPlaneStack];
	int32_t depth = 0;
	stack[depth++] = {most(m_nodes.front()), 0};
	while (depth > 0 && best.distance <= limit)
	{
		const Waiting next = stack[--depth];
		if (next.most < best.distance)
		{
			continue;
		}
		const Node& node = m_nodes[next.node];
		if (node.child != kNoIndex)
		{
			const Waiting first = {most(m_nodes[node.child]), node.child};
			const Waiting second = {most(m_nodes[node.child + 1]), node.child + 1};
			const bool isSecondFirst = second.most > first.most;
			stack[depth++] = isSecondFirst ? first : second;
			stack[depth++] = isSecondFirst ? second : first;
			continue;
		}
		for (int32_t k = node.begin; k < node.end; ++k)
		{
			const double distance = m_planes[k].Distance(point);
			if (distance > best.distance || (distance == best.distance && m_number[k] < best.plane))
			{
				best = {distance, m_number[k]};
			}
		}
	}
	return best;
}
} // namespace FractureCore
