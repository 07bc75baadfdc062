// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/JoinParts.h"

#include "Bake/BodyUnion.h"
#include "Mesh/EdgeTable.h"
#include "Mesh/SurfaceParts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace FractureCore
{
namespace JoinPartsDetail
{
namespace
{
/// More parts than anybody models: heaps of loose triangles, which are left to the tets.
constexpr size_t kMostParts = 4'096;

struct Part
{
	UnionBody body;
	double volume = 0.0; // m^3; negative for a cavity
};

bool BoxesTouch(const UnionBody& a, const UnionBody& b)
{
	constexpr double kMargin = kMostUnionSwelling;
	return a.low.x <= b.high.x + kMargin && b.low.x <= a.high.x + kMargin && a.low.y <= b.high.y + kMargin &&
		b.low.y <= a.high.y + kMargin && a.low.z <= b.high.z + kMargin && b.low.z <= a.high.z + kMargin;
}

bool AnyBoxesTouch(const std::vector<Part>& parts)
{
	std::vector<size_t> byX(parts.size());
	std::iota(byX.begin(), byX.end(), size_t{0});
	std::sort(byX.begin(), byX.end(), [&](size_t a, size_t b) { return parts[a].body.low.x < parts[b].body.low.x; });
	for (size_t i = 0; i < byX.size(); ++i)
	{
		for (size_t j = i + 1; j < byX.size(); ++j)
		{
			const UnionBody& a = parts[byX[i]].body;
			const UnionBody& b = parts[byX[j]].body;
			if (b.low.x > a.high.x + kMostUnionSwelling)
			{
				break;
			}
			if (BoxesTouch(a, b))
			{
				return true;
			}
		}
	}
	return false;
}

/// Places just inside of a cavity, on the grid: its own vertices may all lie on the surface of the part around it.
std::vector<Vec3> ProbeCavity(const UnionVertices& vertices, const UnionBody& cavity)
{
	constexpr size_t kMostProbes = 9;
	constexpr double kStep = 2.0 * kMostUnionSwelling; // units
	std::vector<Vec3> probes;
	const size_t count = std::min(cavity.triangles.size(), kMostProbes);
	for (size_t i = 0; i < count; ++i)
	{
		const Triangle& t = cavity.triangles[cavity.triangles.size() * i / count];
		const Vec3& a = vertices.grid[t.v[0]];
		const Vec3& b = vertices.grid[t.v[1]];
		const Vec3& c = vertices.grid[t.v[2]];
		const Vec3 probe = (a + b + c) / 3.0 + Normalised(Cross(b - a, c - a)) * kStep;
		probes.push_back({std::round(probe.x), std::round(probe.y), std::round(probe.z)});
	}
	return probes;
}

bool LiesIn(const UnionVertices& vertices, std::span<const Vec3> probes, const UnionBody& body)
{
	const auto isInside = [&](const Vec3& probe) { return WindingAround(vertices, body, probe) > 0; };
	return 2 * std::count_if(probes.begin(), probes.end(), isInside) > static_cast<int64_t>(probes.size());
}

/// Whether a triangle's box comes near the cavity's.
bool MayReach(const UnionVertices& vertices, const UnionBody& body, const UnionBody& cavity)
{
	UnionBody alone;
	for (const Triangle& t : body.triangles)
	{
		alone.triangles.assign(1, t);
		MeasureBox(vertices, alone);
		if (BoxesTouch(alone, cavity))
		{
			return true;
		}
	}
	return false;
}

/// Gives every cavity to the smallest part around it, and leaves out what is then empty. Parts come in descending
/// order of size. False if a cavity lies in no part.
bool AssignCavities(UnionVertices& vertices, std::vector<Part>& parts, JoinedParts& result, bool& isCarved)
{
	for (size_t i = 0; i < parts.size(); ++i)
	{
		Part& cavity = parts[i];
		if (cavity.volume >= 0.0)
		{
			continue;
		}
		const std::vector<Vec3> probes = ProbeCavity(vertices, cavity.body);
		size_t around = i;
		for (size_t j = 0; j < i; ++j)
		{
			if (parts[j].volume > 0.0 && BoxesTouch(parts[j].body, cavity.body) &&
				LiesIn(vertices, probes, parts[j].body))
			{
				around = j;
			}
		}
		if (around == i)
		{
			return false;
		}
		UnionBody& outer = parts[around].body;
		const UnionOutcome outcome =
			MayReach(vertices, outer, cavity.body) ? CarveBody(vertices, outer, cavity.body) : UnionOutcome::Apart;
		result.isComplete &= outcome != UnionOutcome::Failed;
		result.opened += outcome == UnionOutcome::Joined || outcome == UnionOutcome::Touching ? 1 : 0;
		if (outcome == UnionOutcome::Joined)
		{
			isCarved = true;
			continue;
		}
		outer.triangles.insert(outer.triangles.end(), cavity.body.triangles.begin(), cavity.body.triangles.end());
		outer.source.insert(outer.source.end(), cavity.body.source.begin(), cavity.body.source.end());
	}
	std::erase_if(parts, [](const Part& part) { return part.volume < 0.0; });
	return true;
}

bool IsClosed(std::span<const Triangle> triangles, size_t vertexCount)
{
	const EdgeTable edges(triangles, static_cast<int32_t>(vertexCount));
	for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
	{
		int32_t balance = 0;
		for (const int32_t h : edges.HalfEdges(edge))
		{
			balance += HalfEdgeFrom(triangles, h) < HalfEdgeTo(triangles, h) ? 1 : -1;
		}
		if (balance != 0)
		{
			return false;
		}
	}
	return true;
}
} // namespace
} // namespace JoinPartsDetail

JoinedParts JoinParts(const SolidSurface& solid)
{
	using namespace JoinPartsDetail;
	JoinedParts result;
	if (CountSurfaceParts(solid.triangles, static_cast<int32_t>(solid.positions.size())) < 2)
	{
		return result;
	}
	UnionVertices vertices(solid.positions);
	std::vector<Part> parts;
	for (SurfacePart& found : FindSurfaceParts(solid.positions, solid.triangles))
	{
		Part& part = parts.emplace_back();
		part.volume = found.volume;
		part.body.triangles = std::move(found.triangles);
		part.body.source = std::move(found.source);
		MeasureBox(vertices, part.body);
	}
	if (!AnyBoxesTouch(parts))
	{
		return result;
	}
	if (parts.size() > kMostParts)
	{
		result.isComplete = false;
		return result;
	}
	std::stable_sort(parts.begin(),
		parts.end(),
		[](const Part& a, const Part& b) { return std::abs(a.volume) > std::abs(b.volume); });
	bool isCarved = false;
	if (!AssignCavities(vertices, parts, result, isCarved))
	{
		result.isComplete = false;
		return result;
	}

	// The smaller one swells: its surface moves less.
	std::vector<UnionBody> bodies;
	std::vector<int32_t> partCounts; // 1 a body
	for (Part& part : parts)
	{
		UnionBody body = std::move(part.body);
		int32_t count = 1;
		for (size_t i = 0; i < bodies.size();)
		{
			const UnionOutcome outcome =
				BoxesTouch(body, bodies[i]) ? UniteBodies(vertices, body, bodies[i]) : UnionOutcome::Apart;
			result.isComplete &= outcome != UnionOutcome::Failed;
			if (outcome == UnionOutcome::Joined)
			{
				count += partCounts[i];
				bodies.erase(bodies.begin() + static_cast<int64_t>(i));
				partCounts.erase(partCounts.begin() + static_cast<int64_t>(i));
			}
			else
			{
				++i;
			}
		}
		bodies.push_back(std::move(body));
		partCounts.push_back(count);
	}
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		result.joined += partCounts[i] > 1 ? partCounts[i] : 0;
		SolidSurface& out = result.solid;
		out.triangles.insert(out.triangles.end(), bodies[i].triangles.begin(), bodies[i].triangles.end());
		result.sourceTriangle.insert(result.sourceTriangle.end(), bodies[i].source.begin(), bodies[i].source.end());
	}
	const bool isChanged = result.joined > 0 || isCarved;
	if (!isChanged || !IsClosed(result.solid.triangles, vertices.positions.size()))
	{
		JoinedParts unchanged;
		unchanged.opened = result.opened;
		unchanged.isComplete = result.isComplete && !isChanged;
		return unchanged;
	}
	result.solid.positions = std::move(vertices.positions);
	return result;
}
} // namespace FractureCore
