// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/PartMatch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace FractureCore
{
namespace
{
// Share of a part's area that a piece of the boundary must lie at to stand for it: a body whose one side is fused shows
// more than half of it, and what a neighbour takes of it by mistake is less.
constexpr double kLeastClaim = 0.2;

Vec3 VectorArea(std::span<const Vec3> positions, const Triangle& t)
{
	return 0.5 * Cross(positions[t.v[1]] - positions[t.v[0]], positions[t.v[2]] - positions[t.v[0]]);
}
bool EnclosesBox(const TopologyPart& outer, const TopologyPart& inner)
{
	return outer.low.x <= inner.low.x && outer.low.y <= inner.low.y && outer.low.z <= inner.low.z &&
		outer.high.x >= inner.high.x && outer.high.y >= inner.high.y && outer.high.z >= inner.high.z;
}

// Of a body in a hollow, with a gap too thin for the mesh, neither has left a trace: they are one with what is around.
void JoinEnclosed(const std::vector<TopologyPart>& parts, PartMatch& match)
{
	for (size_t body = 0; body < parts.size(); ++body)
	{
		if (match.parts[body].fate != PartFate::Lost || parts[body].volume < 0.0)
		{
			continue;
		}
		for (size_t hollow = 0; hollow < parts.size(); ++hollow)
		{
			if (match.parts[hollow].fate == PartFate::Lost && parts[hollow].volume < 0.0 &&
				EnclosesBox(parts[hollow], parts[body]))
			{
				match.parts[body] = {PartFate::Joined, static_cast<int32_t>(hollow)};
				match.parts[hollow] = {PartFate::Joined, static_cast<int32_t>(body)};
				break;
			}
		}
	}
}
} // namespace

PartMatcher::PartMatcher(const SolidSurface& solid, TaskRunner& runner)
	: m_solid(solid), m_runner(runner), m_topology(MeasureTopology(solid.triangles, solid.positions, &m_parts))
{
}

// The part of the surface at which each triangle lies, if it faces the same way.
std::vector<int32_t> PartMatcher::FindSources(
	std::span<const Triangle> boundary, std::span<const Vec3> nodes, double reach) const
{
	constexpr int64_t kMatchedPerTask = 512;
	std::vector<int32_t> sources(boundary.size(), kNoIndex);
	ParallelFor(m_runner,
		static_cast<int64_t>(boundary.size()),
		kMatchedPerTask,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				const Triangle& t = boundary[i];
				const Vec3 middle = (nodes[t.v[0]] + nodes[t.v[1]] + nodes[t.v[2]]) / 3.0;
				const ClosestPoint nearest = m_tree->Closest(middle, reach);
				if (nearest.triangle != kNoIndex &&
					Dot(VectorArea(nodes, t), VectorArea(m_solid.positions, m_solid.triangles[nearest.triangle])) > 0.0)
				{
					sources[i] = m_parts.partOf[nearest.triangle];
				}
			}
		});
	return sources;
}

PartMatch PartMatcher::Match(std::span<const Triangle> boundary,
	std::span<const Vec3> nodes,
	const TopologyParts& found,
	double leastVolume,
	double reach)
{
	if (!m_tree)
	{
		m_tree.emplace(m_solid.positions, m_solid.triangles, m_runner);
	}
	const std::vector<int32_t> sources = FindSources(boundary, nodes, reach);
	std::map<std::pair<int32_t, int32_t>, double> area; // of a piece of the boundary that lies at a part
	for (size_t i = 0; i < boundary.size(); ++i)
	{
		if (sources[i] != kNoIndex)
		{
			area[{found.partOf[i], sources[i]}] += Length(VectorArea(nodes, boundary[i]));
		}
	}
	const std::vector<TopologyPart>& parts = m_parts.parts;
	std::vector<std::vector<int32_t>> partsOf(found.parts.size());
	std::vector<std::vector<int32_t>> piecesOf(parts.size());
	for (const auto& [pair, claimed] : area)
	{
		if (claimed >= kLeastClaim * parts[pair.second].area)
		{
			partsOf[pair.first].push_back(pair.second);
			piecesOf[pair.second].push_back(pair.first);
		}
	}
	const auto isBody = [](const TopologyPart& part) { return part.volume > 0.0; };
	const auto counts = [&](int32_t part) { return std::abs(parts[part].volume) >= leastVolume; };

	PartMatch match;
	match.parts.resize(parts.size());
	match.hasStrangers =
		std::any_of(partsOf.begin(), partsOf.end(), [](const std::vector<int32_t>& p) { return p.empty(); });
	for (int32_t p = 0; p < static_cast<int32_t>(parts.size()); ++p)
	{
		PartMatch::Part& result = match.parts[p];
		if (piecesOf[p].empty())
		{
			result.fate = PartFate::Lost;
			continue;
		}
		for (const int32_t piece : piecesOf[p])
		{
			for (const int32_t other : partsOf[piece])
			{
				if (other == p || (counts(p) && !counts(other)))
				{
					continue;
				}
				const bool isSame = isBody(parts[p]) == isBody(parts[other]);
				if (isSame && result.fate != PartFate::Joined)
				{
					result = {PartFate::Joined, other};
				}
				else if (result.fate == PartFate::Kept)
				{
					result = {PartFate::Opened, other};
				}
			}
		}
		const TopologyPart& piece = found.parts[piecesOf[p].front()];
		if (result.fate == PartFate::Kept &&
			(piecesOf[p].size() > 1 || isBody(piece) != isBody(parts[p]) ||
				piece.eulerCharacteristic != parts[p].eulerCharacteristic))
		{
			result.fate = PartFate::Changed;
		}
	}
	JoinEnclosed(parts, match);
	return match;
}

std::vector<Triangle> PartMatcher::TrianglesOf(int32_t part) const
{
	std::vector<Triangle> triangles;
	for (size_t i = 0; i < m_solid.triangles.size(); ++i)
	{
		if (m_parts.partOf[i] == part)
		{
			triangles.push_back(m_solid.triangles[i]);
		}
	}
	return triangles;
}

double PartMatcher::Gap(int32_t a, int32_t b) const
{
	double gap = std::numeric_limits<double>::infinity();
	for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)})
	{
		const TriangleTree tree(m_solid.positions, TrianglesOf(to), m_runner);
		for (const Triangle& t : TrianglesOf(from))
		{
			for (const int32_t vertex : t.v)
			{
				const ClosestPoint nearest = tree.Closest(m_solid.positions[vertex], gap);
				gap = nearest.triangle != kNoIndex ? nearest.distance : gap;
			}
		}
	}
	return gap;
}
} // namespace FractureCore
