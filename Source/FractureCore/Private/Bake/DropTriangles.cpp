// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/DropTriangles.h"

#include "Mesh/UnionFind.h"

#include <algorithm>
#include <array>

namespace FractureCore
{
namespace DropTrianglesDetail
{
namespace
{
/// Twice the area over the squared longest edge, below which a triangle is a needle: rounding of its corners.
constexpr double kNeedleShape = 1.0e-12;
constexpr double kSheetNeedleShape =
	2.0e-9; // the same where it must bear a load: no shell is solved with narrower ones

/// A triangle's vertices in ascending order, and whether that turned it over.
struct VertexSet
{
	std::array<int32_t, 3> v;
	bool odd = false;
	int32_t triangle = kNoIndex;

	explicit VertexSet(const Triangle& t, int32_t index) : v{t.v[0], t.v[1], t.v[2]}, triangle(index)
	{
		const auto order = [this](int32_t i, int32_t j)
		{
			if (v[i] > v[j])
			{
				std::swap(v[i], v[j]);
				odd = !odd;
			}
		};
		order(0, 1);
		order(1, 2);
		order(0, 1);
	}
};

/// Decides about each group of triangles with the same three vertices: one of the side that most of them show. A group
/// with as many of one side as of the other is opposed; there the neighbours decide.
class CopyFilter
{
public:
	CopyFilter(std::span<const Triangle> triangles, const EdgeTable& edges, std::vector<uint8_t>& useful)
		: m_triangles(triangles), m_edges(edges), m_useful(useful)
	{
	}

	void Run(SurfaceKind kind)
	{
		const std::vector<VertexSet> copies = FindCopies();
		std::vector<int32_t> opposed;
		for (size_t begin = 0; begin < copies.size();)
		{
			size_t end = begin;
			size_t oddCount = 0;
			for (; end < copies.size() && copies[end].v == copies[begin].v; ++end)
			{
				oddCount += copies[end].odd ? 1 : 0;
				m_useful[copies[end].triangle] = 0;
			}
			const size_t evenCount = end - begin - oddCount;
			if (kind == SurfaceKind::Sheet)
			{
				m_useful[copies[begin].triangle] = 1;
			}
			else if (oddCount == evenCount)
			{
				opposed.push_back(copies[begin].triangle);
			}
			else
			{
				const bool keepOdd = oddCount > evenCount;
				const auto kept = std::find_if(copies.begin() + static_cast<ptrdiff_t>(begin),
					copies.end(),
					[keepOdd](const VertexSet& copy) { return copy.odd == keepOdd; });
				m_useful[kept->triangle] = 1;
			}
			begin = end;
		}
		if (!opposed.empty())
		{
			DecideOpposed(opposed);
		}
	}

private:
	/// Copies share an edge and the corner across from it.
	std::vector<VertexSet> FindCopies() const
	{
		std::vector<uint8_t> isCopy(m_triangles.size(), 0);
		std::vector<std::pair<int32_t, int32_t>> apexes; // and their triangles
		for (int32_t edge = 0; edge < m_edges.EdgeCount(); ++edge)
		{
			const std::span<const int32_t> around = m_edges.HalfEdges(edge);
			if (around.size() < 2)
			{
				continue;
			}
			if (around.size() == 2 && HalfEdgeApex(m_triangles, around[0]) != HalfEdgeApex(m_triangles, around[1]))
			{
				continue;
			}
			apexes.clear();
			for (const int32_t h : around)
			{
				apexes.emplace_back(HalfEdgeApex(m_triangles, h), h / 3);
			}
			std::sort(apexes.begin(), apexes.end());
			for (size_t i = 1; i < apexes.size(); ++i)
			{
				if (apexes[i].first == apexes[i - 1].first)
				{
					isCopy[apexes[i].second] = isCopy[apexes[i - 1].second] = 1;
				}
			}
		}
		std::vector<VertexSet> copies;
		for (size_t t = 0; t < m_triangles.size(); ++t)
		{
			if (isCopy[t] != 0)
			{
				copies.emplace_back(m_triangles[t], static_cast<int32_t>(t));
			}
		}
		std::sort(copies.begin(),
			copies.end(),
			[](const VertexSet& a, const VertexSet& b) { return a.v != b.v ? a.v < b.v : a.triangle < b.triangle; });
		return copies;
	}

	/// A wall between two touching bodies goes; a turned copy on a closed surface, or a surface that is closed by
	/// itself and has every triangle twice, stays once. Which it is shows at the edges: of each connected patch of
	/// opposed triangles one layer stays unless that leaves more edges with an odd number of triangles.
	void DecideOpposed(const std::vector<int32_t>& opposed)
	{
		std::vector<int32_t> groupOf(m_triangles.size(), kNoIndex);
		for (size_t i = 0; i < opposed.size(); ++i)
		{
			groupOf[opposed[i]] = static_cast<int32_t>(i);
		}
		struct Tally
		{
			int32_t oddIfKept = 0;
			int32_t oddIfDropped = 0;
		};
		UnionFind patches(static_cast<int32_t>(opposed.size()));
		std::vector<Tally> tallies(opposed.size());
		for (int32_t edge = 0; edge < m_edges.EdgeCount(); ++edge)
		{
			int32_t first = kNoIndex;
			bool oddIfKept = false;
			bool oddIfDropped = false;
			for (const int32_t h : m_edges.HalfEdges(edge))
			{
				const int32_t group = groupOf[h / 3];
				oddIfDropped ^= m_useful[h / 3] != 0;
				oddIfKept ^= m_useful[h / 3] != 0 || group != kNoIndex;
				if (group != kNoIndex)
				{
					first = first == kNoIndex ? group : first;
					patches.Unite(first, group);
				}
			}
			if (first != kNoIndex)
			{
				tallies[first].oddIfKept += oddIfKept ? 1 : 0;
				tallies[first].oddIfDropped += oddIfDropped ? 1 : 0;
			}
		}
		for (size_t i = opposed.size(); i-- > 0;)
		{
			const int32_t patch = patches.Find(static_cast<int32_t>(i));
			if (patch != static_cast<int32_t>(i))
			{
				tallies[patch].oddIfKept += tallies[i].oddIfKept;
				tallies[patch].oddIfDropped += tallies[i].oddIfDropped;
			}
		}
		for (size_t i = 0; i < opposed.size(); ++i)
		{
			const Tally& tally = tallies[patches.Find(static_cast<int32_t>(i))];
			m_useful[opposed[i]] = tally.oddIfKept <= tally.oddIfDropped ? 1 : 0;
		}
	}

	std::span<const Triangle> m_triangles;
	const EdgeTable& m_edges;
	std::vector<uint8_t>& m_useful;
};

bool IsNeedle(std::span<const Vec3> positions, const Triangle& t, double shape)
{
	const Vec3 ab = positions[t.v[1]] - positions[t.v[0]];
	const Vec3 ac = positions[t.v[2]] - positions[t.v[0]];
	const double longest = std::max({LengthSquared(ab), LengthSquared(ac), LengthSquared(ac - ab)});
	return LengthSquared(Cross(ab, ac)) <= shape * shape * longest * longest;
}
} // namespace
} // namespace DropTrianglesDetail

std::vector<uint8_t> FindUsefulTriangles(
	std::span<const Vec3> positions, std::span<const Triangle> triangles, const EdgeTable& edges, SurfaceKind kind)
{
	using namespace DropTrianglesDetail;
	std::vector<uint8_t> useful(triangles.size(), 1);
	CopyFilter(triangles, edges, useful).Run(kind);

	const bool isSheet = kind == SurfaceKind::Sheet;
	std::vector<int32_t> needles;
	for (size_t t = 0; t < triangles.size(); ++t)
	{
		if (useful[t] != 0 && IsNeedle(positions, triangles[t], isSheet ? kSheetNeedleShape : kNeedleShape))
		{
			needles.push_back(static_cast<int32_t>(t));
		}
	}
	std::vector<uint8_t> isLoose(needles.size(), 1);
	for (size_t i = 0; i < needles.size() && !isSheet; ++i)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			bool oddOthers = false;
			for (const int32_t h : edges.HalfEdges(edges.EdgeOf(3 * needles[i] + k)))
			{
				oddOthers ^= h / 3 != needles[i] && useful[h / 3] != 0;
			}
			isLoose[i] = oddOthers ? 0 : isLoose[i];
		}
	}
	for (size_t i = 0; i < needles.size(); ++i)
	{
		useful[needles[i]] = isLoose[i] != 0 ? 0 : 1;
	}
	return useful;
}
} // namespace FractureCore
