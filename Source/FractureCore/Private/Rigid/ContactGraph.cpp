// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/ContactGraph.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
// Cosine to the vertical from which a contact carries weight.
constexpr double kCarries = 0.2;

/// Who carries whom, (below, above), sorted.
struct SupportGraph
{
	std::vector<std::pair<int32_t, int32_t>> carries;

	std::span<const std::pair<int32_t, int32_t>> Above(int32_t body) const
	{
		const auto first = std::lower_bound(carries.begin(), carries.end(), std::pair(body, 0));
		const auto last = std::lower_bound(first, carries.end(), std::pair(body + 1, 0));
		return {first, last};
	}
};

/// What the ground carries, in sets that carry each other ([Tarjan72]), in an order in which no set carries one before
/// it. `levels` is 0 for what is ground.
std::vector<std::vector<int32_t>> CirclesFromGround(const SupportGraph& graph, std::span<const int32_t> levels)
{
	struct Visit
	{
		int32_t body;
		std::span<const std::pair<int32_t, int32_t>> above;
		size_t next = 0;
	};
	std::vector<std::vector<int32_t>> circles;
	std::vector<int32_t> order(levels.size(), kNoIndex);  // in which bodies were first seen
	std::vector<int32_t> lowest(levels.size(), kNoIndex); // of the order, that each reaches
	std::vector<uint8_t> isOpen(levels.size(), 0);
	std::vector<int32_t> open;
	std::vector<Visit> visits;
	int32_t count = 0;
	const auto enter = [&](int32_t body)
	{
		order[body] = lowest[body] = count++;
		isOpen[body] = 1;
		open.push_back(body);
		visits.push_back({body, graph.Above(body)});
	};
	for (const auto& [lower, upper] : graph.carries)
	{
		if (levels[lower] != 0 || order[upper] != kNoIndex)
		{
			continue;
		}
		enter(upper);
		while (!visits.empty())
		{
			Visit& visit = visits.back();
			const int32_t body = visit.body;
			if (visit.next < visit.above.size())
			{
				const int32_t above = visit.above[visit.next++].second;
				if (order[above] == kNoIndex)
				{
					enter(above);
				}
				else if (isOpen[above] != 0)
				{
					lowest[body] = std::min(lowest[body], order[above]);
				}
				continue;
			}
			visits.pop_back();
			if (!visits.empty())
			{
				int32_t& reached = lowest[visits.back().body];
				reached = std::min(reached, lowest[body]);
			}
			if (lowest[body] != order[body])
			{
				continue;
			}
			std::vector<int32_t>& circle = circles.emplace_back();
			int32_t member = kNoIndex;
			do
			{
				member = open.back();
				open.pop_back();
				isOpen[member] = 0;
				circle.push_back(member);
			} while (member != body);
		}
	}
	std::reverse(circles.begin(), circles.end());
	return circles;
}

/// Levels the members of a circle: those that others carry, above the highest of these, then step by step those that
/// they carry. `least` has the level above those who carry each body as far as they have one, 0 where none has.
void LevelCircle(
	const SupportGraph& graph, std::span<const int32_t> circle, std::span<int32_t> least, std::span<int32_t> levels)
{
	std::vector<int32_t> front;
	int32_t level = 0;
	for (const int32_t body : circle)
	{
		if (least[body] > 0)
		{
			front.push_back(body);
			level = std::max(level, least[body]);
		}
	}
	std::vector<int32_t> members(circle.begin(), circle.end());
	std::sort(members.begin(), members.end());
	for (const int32_t body : front)
	{
		levels[body] = level;
	}
	for (; !front.empty(); ++level)
	{
		std::vector<int32_t> next;
		for (const int32_t body : front)
		{
			for (const auto& [lower, above] : graph.Above(body))
			{
				least[above] = std::max(least[above], level + 1);
				if (levels[above] == kNoIndex && std::binary_search(members.begin(), members.end(), above))
				{
					levels[above] = level + 1;
					next.push_back(above);
				}
			}
		}
		front = std::move(next);
	}
}
} // namespace

std::vector<int32_t> SupportLevels(std::span<const ContactRow> rows,
	std::span<const RigidBody> bodies,
	const Vec3& gravity,
	std::span<const uint8_t> others)
{
	std::vector<int32_t> levels(bodies.size(), kNoIndex);
	const Vec3 up = Normalised(-gravity);
	SupportGraph graph;
	for (size_t i = 0; i < rows.size(); ++i)
	{
		const ContactRow& row = rows[i];
		const bool isOther = !others.empty() && others[i] != 0;
		if (row.room > 0.0 && !(row.normalImpulse > 0.0) && !isOther)
		{
			continue;
		}
		for (const int32_t body : {row.a, row.b})
		{
			if (!bodies[body].Yields())
			{
				levels[body] = 0;
			}
		}
		const double cosine = Dot(row.normal, up);
		if (cosine > kCarries)
		{
			graph.carries.emplace_back(row.a, row.b);
		}
		else if (cosine < -kCarries)
		{
			graph.carries.emplace_back(row.b, row.a);
		}
	}
	std::erase_if(graph.carries, [&](const auto& edge) { return levels[edge.second] == 0; });
	std::sort(graph.carries.begin(), graph.carries.end());
	graph.carries.erase(std::unique(graph.carries.begin(), graph.carries.end()), graph.carries.end());
	std::vector<int32_t> least(bodies.size(), 0);
	for (const auto& [lower, upper] : graph.carries)
	{
		least[upper] = levels[lower] == 0 ? 1 : least[upper];
	}
	for (const std::vector<int32_t>& circle : CirclesFromGround(graph, levels))
	{
		LevelCircle(graph, circle, least, levels);
	}
	return levels;
}

bool PressesDown(int32_t a, int32_t b, const Vec3& normal, std::span<const int32_t> levels, const Vec3& gravity)
{
	const double down = Dot(normal, gravity);
	return levels[a] < levels[b] ? down > 0.0 : levels[b] < levels[a] && down < 0.0;
}
} // namespace FractureCore
