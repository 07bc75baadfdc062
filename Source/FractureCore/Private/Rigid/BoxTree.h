// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <algorithm>
#include <span>
#include <vector>

namespace FractureCore
{
struct Box
{
	Vec3 low;
	Vec3 high;
};

inline bool DoMeet(const Box& a, const Box& b)
{
	return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
		a.low.z <= b.high.z && b.low.z <= a.high.z;
}

/// Nested boxes over boxes that stay where they are.
class BoxTree
{
public:
	void Build(std::span<const Box> boxes);

	/// Calls visit(i) for every box that meets `query`, in an order that depends on the boxes alone.
	template <typename Visit>
	void Query(const Box& query, Visit&& visit) const
	{
		QueryFrom(0, query, visit);
	}

	/// Boxes in the order of the leaves: who asks for each box what meets it behind its place finds each pair once.
	int32_t ItemAt(int32_t place) const { return m_items[place]; }
	template <typename Visit>
	void QueryBehind(int32_t place, Visit&& visit) const
	{
		QueryFrom(place + 1, m_boxes[place], visit);
	}

private:
	template <typename Visit>
	void QueryFrom(int32_t first, const Box& query, Visit&& visit) const
	{
		if (m_nodes.empty())
		{
			return;
		}
		int32_t stack[64];
		int32_t depth = 0;
		stack[depth++] = 0;
		while (depth > 0)
		{
			const Node& node = m_nodes[stack[--depth]];
			if (node.end <= first || !DoMeet(node.box, query))
			{
				continue;
			}
			if (node.child != kNoIndex)
			{
				stack[depth++] = node.child + 1;
				stack[depth++] = node.child;
				continue;
			}
			for (int32_t i = std::max(node.begin, first); i < node.end; ++i)
			{
				if (DoMeet(m_boxes[i], query))
				{
					visit(m_items[i]);
				}
			}
		}
	}

	struct Node
	{
		Box box;
		int32_t begin = 0;
		int32_t end = 0;
		int32_t child = kNoIndex; // the first of two
	};
	std::vector<Node> m_nodes;
	std::vector<Box> m_boxes; // in leaf order
	std::vector<int32_t> m_items;
};
} // namespace FractureCore
