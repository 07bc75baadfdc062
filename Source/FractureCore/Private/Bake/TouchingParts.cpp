// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/TouchingParts.h"

#include "Mesh/SurfaceIntegrals.h"
#include "Mesh/UnionFind.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace FractureCore
{
namespace TouchingPartsDetail
{
namespace
{
/// Share of area times size below which a closed run is a folded sheet.
constexpr double kFoldedVolume = 1.0e-9;

/// Runs of triangles that close.
class RunFinder
{
public:
	RunFinder(std::span<const Vec3> positions, std::span<const Triangle> triangles, const EdgeTable& edges)
		: m_positions(positions), m_triangles(triangles), m_edges(edges),
		  m_uses(static_cast<size_t>(edges.EdgeCount()), 0)
	{
	}

	std::vector<std::vector<int32_t>> Find(std::span<const int32_t> order)
	{
		std::vector<std::vector<int32_t>> runs;
		std::vector<int32_t> run;
		int32_t open = 0; // edges of the run with an odd number of triangles
		bool isCrowded = false;
		for (const int32_t t : order)
		{
			run.push_back(t);
			for (int32_t h = 3 * t; h < 3 * t + 3; ++h)
			{
				const int32_t uses = ++m_uses[m_edges.EdgeOf(h)];
				open += uses % 2 == 1 ? 1 : -1;
				isCrowded |= uses > 2;
			}
			if (open > 0)
			{
				continue;
			}
			for (const int32_t member : run)
			{
				for (int32_t h = 3 * member; h < 3 * member + 3; ++h)
				{
					m_uses[m_edges.EdgeOf(h)] = 0;
				}
			}
			if (!isCrowded && HasVolume(run))
			{
				runs.push_back(std::move(run));
			}
			run.clear();
			isCrowded = false;
		}
		return runs;
	}

private:
	bool HasVolume(std::span<const int32_t> run)
	{
		m_members.clear();
		for (const int32_t t : run)
		{
			m_members.push_back(m_triangles[t]);
		}
		const SurfaceIntegrals whole = IntegrateSurface(m_positions, m_members);
		return std::abs(whole.volume) > kFoldedVolume * whole.area * Length(whole.high - whole.low);
	}

	std::span<const Vec3> m_positions;
	std::span<const Triangle> m_triangles;
	const EdgeTable& m_edges;
	std::vector<int32_t> m_uses;     // 1 an edge: triangles of the run
	std::vector<Triangle> m_members; // scratch
};

/// Whether a triangle of an earlier run has the same vertices.
bool HasCopyBefore(
	std::span<const Triangle> triangles, const EdgeTable& edges, std::span<const int32_t> runOf, int32_t t)
{
	for (const int32_t h : edges.HalfEdges(edges.EdgeOf(3 * t)))
	{
		const int32_t other = runOf[h / 3];
		if (other != kNoIndex && other < runOf[t] && HalfEdgeApex(triangles, h) == HalfEdgeApex(triangles, 3 * t))
		{
			return true;
		}
	}
	return false;
}
} // namespace
} // namespace TouchingPartsDetail

TouchingParts SeparateTouchingParts(std::vector<Vec3>& positions,
	std::vector<Triangle>& triangles,
	const EdgeTable& edges,
	std::span<const int32_t> order)
{
	using namespace TouchingPartsDetail;
	const std::vector<std::vector<int32_t>> runs = RunFinder(positions, triangles, edges).Find(order);
	std::vector<int32_t> runOf(triangles.size(), kNoIndex);
	for (size_t i = 0; i < runs.size(); ++i)
	{
		for (const int32_t t : runs[i])
		{
			runOf[t] = static_cast<int32_t>(i);
		}
	}
	std::vector<uint8_t> useful(triangles.size(), 1);
	for (const std::vector<int32_t>& run : runs)
	{
		if (std::all_of(run.begin(), run.end(), [&](int32_t t) { return HasCopyBefore(triangles, edges, runOf, t); }))
		{
			for (const int32_t t : run)
			{
				useful[t] = 0;
			}
		}
	}
	TouchingParts parts;
	std::vector<uint8_t> users(positions.size(), 0); // runs at each vertex, 2 for more
	std::vector<int32_t> renamed(positions.size(), kNoIndex);
	std::vector<int32_t> seen;
	for (const std::vector<int32_t>& run : runs)
	{
		seen.clear();
		for (const int32_t t : run)
		{
			for (int32_t& v : triangles[t].v)
			{
				if (useful[t] == 0)
				{
					continue;
				}
				const int32_t old = v;
				if (renamed[old] == kNoIndex)
				{
					renamed[old] = users[old] > 0 ? static_cast<int32_t>(positions.size()) : old;
					if (users[old] > 0)
					{
						positions.push_back(Vec3(positions[old]));
						parts.vertices += users[old] == 1 ? 1 : 0;
					}
					users[old] = std::min<uint8_t>(users[old] + 1, 2);
					seen.push_back(old);
				}
				v = renamed[old];
			}
		}
		for (const int32_t v : seen)
		{
			renamed[v] = kNoIndex;
		}
	}
	if (parts.vertices > 0 || std::find(useful.begin(), useful.end(), 0) != useful.end())
	{
		parts.useful = std::move(useful);
	}
	return parts;
}

std::vector<int32_t> OrderByPieces(std::span<const Triangle> triangles, int32_t vertexCount)
{
	UnionFind pieces(vertexCount);
	for (const Triangle& t : triangles)
	{
		pieces.Unite(t.v[0], t.v[1]);
		pieces.Unite(t.v[0], t.v[2]);
	}
	std::vector<int32_t> firstOf(static_cast<size_t>(vertexCount), kNoIndex);
	std::vector<int32_t> order(triangles.size());
	std::vector<int32_t> pieceOf(triangles.size());
	for (size_t t = 0; t < triangles.size(); ++t)
	{
		int32_t& first = firstOf[pieces.Find(triangles[t].v[0])];
		first = first == kNoIndex ? static_cast<int32_t>(t) : first;
		pieceOf[t] = first;
		order[t] = static_cast<int32_t>(t);
	}
	std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return pieceOf[a] < pieceOf[b]; });
	return order;
}
} // namespace FractureCore
