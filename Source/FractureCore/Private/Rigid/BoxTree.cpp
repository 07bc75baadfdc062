// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/BoxTree.h"

#include <algorithm>
#include <numeric>

namespace FractureCore
{
namespace
{
constexpr int32_t kBoxesInLeaf = 4;

void GrowBoxBy(Box& box, const Box& other)
{
	box.low = {std::min(box.low.x, other.low.x), std::min(box.low.y, other.low.y), std::min(box.low.z, other.low.z)};
	box.high = {
		std::max(box.high.x, other.high.x), std::max(box.high.y, other.high.y), std::max(box.high.z, other.high.z)};
}
} // namespace

void BoxTree::Build(std::span<const Box> boxes)
{
	m_nodes.clear();
	m_boxes.clear();
	m_items.resize(boxes.size());
	std::iota(m_items.begin(), m_items.end(), 0);
	if (boxes.empty())
	{
		return;
	}
	m_nodes.push_back({{}, 0, static_cast<int32_t>(boxes.size()), kNoIndex});
	for (size_t n = 0; n < m_nodes.size(); ++n)
	{
		Node node = m_nodes[n];
		node.box = boxes[m_items[node.begin]];
		for (int32_t i = node.begin + 1; i < node.end; ++i)
		{
			GrowBoxBy(node.box, boxes[m_items[i]]);
		}
		if (node.end - node.begin > kBoxesInLeaf)
		{
			const Vec3 extent = node.box.high - node.box.low;
			const int32_t axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : (extent.y >= extent.z ? 1 : 2);
			const auto key = [&](int32_t item)
			{ return Component(boxes[item].low, axis) + Component(boxes[item].high, axis); };
			// No two are equal, so that the halves hold the same boxes with every standard library.
			const int32_t middle = (node.begin + node.end) / 2;
			std::nth_element(m_items.begin() + node.begin,
				m_items.begin() + middle,
				m_items.begin() + node.end,
				[&](int32_t p, int32_t q) { return key(p) != key(q) ? key(p) < key(q) : p < q; });
			node.child = static_cast<int32_t>(m_nodes.size());
			m_nodes.push_back({{}, node.begin, middle, kNoIndex});
			m_nodes.push_back({{}, middle, node.end, kNoIndex});
		}
		else
		{
			std::sort(m_items.begin() + node.begin, m_items.begin() + node.end);
		}
		m_nodes[n] = node;
	}
	m_boxes.reserve(boxes.size());
	for (const int32_t item : m_items)
	{
		m_boxes.push_back(boxes[item]);
	}
}
} // namespace FractureCore
