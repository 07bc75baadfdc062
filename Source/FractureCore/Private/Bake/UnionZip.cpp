// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/UnionZip.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace FractureCore
{
namespace UnionZipDetail
{
namespace
{
/// Steps for every suspect after which a surface stays as it is: still closed, but with folds nobody meant.
constexpr size_t kMostSteps = 64;

bool AreOpposite(const Triangle& a, const Triangle& b)
{
	for (size_t k = 0; k < 3; ++k)
	{
		if (a.v[0] == b.v[k])
		{
			return a.v[1] == b.v[(k + 2) % 3] && a.v[2] == b.v[(k + 1) % 3];
		}
	}
	return false;
}

/// A triangle with a short edge, or the two of a flap that lie on each other: two vertices that shall become one. The
/// nearest come first: those are what rounding parted.
struct Needle
{
	double square = 0.0; // of their distance
	int32_t triangle = kNoIndex;
	int32_t from = kNoIndex; // vertex of the triangle
	int32_t to = kNoIndex;   // vertex

	bool operator<(const Needle& other) const
	{
		return square != other.square ? square > other.square : triangle > other.triangle;
	}
};

/// A triangle with a corner on its longest edge, or two folded onto each other, one's corner on the other's edge. The
/// longest edges of all come first: splitting one makes shorter edges, so that this ends.
struct Cap
{
	double square = 0.0; // of the edge's length
	int32_t triangle = kNoIndex;
	int32_t from = kNoIndex; // vertices of the edge
	int32_t to = kNoIndex;
	int32_t apex = kNoIndex; // vertex, of the triangle or of the neighbour

	bool operator<(const Cap& other) const
	{
		return square != other.square ? square < other.square : triangle > other.triangle;
	}
};

class Zipper
{
public:
	Zipper(std::span<const Vec3> positions, std::span<const VertexOwner> owners, double width, UnionBody& body)
		: m_positions(positions), m_owners(owners), m_width(width), m_triangles(body.triangles), m_source(body.source),
		  m_isGone(body.triangles.size(), 0), m_first(positions.size(), kNoIndex)
	{
		m_next.reserve(3 * m_triangles.size());
		for (size_t t = 0; t < m_triangles.size(); ++t)
		{
			Link(static_cast<int32_t>(t));
		}
	}

	void Run(std::span<const int32_t> suspects)
	{
		for (const int32_t t : suspects)
		{
			Look(t);
		}
		const size_t most = kMostSteps * (suspects.size() + 1);
		for (size_t step = 0; step < most; ++step)
		{
			if (!m_needles.empty())
			{
				std::pop_heap(m_needles.begin(), m_needles.end());
				const Needle needle = m_needles.back();
				m_needles.pop_back();
				Merge(needle);
			}
			else if (!m_caps.empty())
			{
				std::pop_heap(m_caps.begin(), m_caps.end());
				const Cap cap = m_caps.back();
				m_caps.pop_back();
				Split(cap);
			}
			else
			{
				break;
			}
		}
		size_t kept = 0;
		for (size_t t = 0; t < m_triangles.size(); ++t)
		{
			if (m_isGone[t] == 0)
			{
				m_triangles[kept] = m_triangles[t];
				m_source[kept] = m_source[t];
				++kept;
			}
		}
		m_triangles.resize(kept);
		m_source.resize(kept);
	}

private:
	void Link(int32_t t)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t v = m_triangles[t].v[k];
			m_next.push_back(m_first[v]);
			m_first[v] = 3 * t + k;
		}
	}

	/// Triangles at a vertex, as they are now.
	const std::vector<int32_t>& Around(int32_t vertex)
	{
		m_around.clear();
		for (int32_t* link = &m_first[vertex]; *link != kNoIndex;)
		{
			const int32_t corner = *link;
			if (m_isGone[corner / 3] == 0)
			{
				m_around.push_back(corner / 3);
				link = &m_next[corner];
			}
			else
			{
				*link = m_next[corner];
			}
		}
		return m_around;
	}

	size_t LongestEdge(const Triangle& t, double* squares) const
	{
		for (size_t k = 0; k < 3; ++k)
		{
			squares[k] = LengthSquared(m_positions[t.v[(k + 1) % 3]] - m_positions[t.v[k]]);
		}
		return static_cast<size_t>(std::max_element(squares, squares + 3) - squares);
	}

	/// Remembers a triangle if it is thin.
	void Look(int32_t t)
	{
		const Triangle& triangle = m_triangles[t];
		double squares[3]; // of the edge from each corner
		const size_t longest = LongestEdge(triangle, squares);
		const size_t shortest = static_cast<size_t>(std::min_element(squares, squares + 3) - squares);
		if (squares[shortest] < m_width * m_width)
		{
			const int32_t a = triangle.v[shortest];
			const int32_t b = triangle.v[(shortest + 1) % 3];
			if (MayMerge(a, b))
			{
				PushNeedle({squares[shortest], t, a, b});
			}
			return;
		}
		LookForFlap(t);
		const Vec3& from = m_positions[triangle.v[longest]];
		const Vec3 normal =
			Cross(m_positions[triangle.v[(longest + 1) % 3]] - from, m_positions[triangle.v[(longest + 2) % 3]] - from);
		if (LengthSquared(normal) < m_width * m_width * squares[longest])
		{
			PushCap({squares[longest],
				t,
				triangle.v[longest],
				triangle.v[(longest + 1) % 3],
				triangle.v[(longest + 2) % 3]});
		}
	}

	bool MayMerge(int32_t a, int32_t b) const { return m_owners[a] != m_owners[b] || m_owners[a] == VertexOwner::Cut; }

	void PushNeedle(const Needle& needle)
	{
		m_needles.push_back(needle);
		std::push_heap(m_needles.begin(), m_needles.end());
	}

	void PushCap(const Cap& cap)
	{
		m_caps.push_back(cap);
		std::push_heap(m_caps.begin(), m_caps.end());
	}

	/// On an edge, and at none of its ends.
	bool LiesWithin(int32_t vertex, int32_t from, int32_t to) const
	{
		const Vec3 edge = m_positions[to] - m_positions[from];
		const Vec3 p = m_positions[vertex] - m_positions[from];
		const double along = Dot(p, edge);
		const double square = LengthSquared(edge);
		const double margin = m_width * std::sqrt(square);
		return along > margin && along < square - margin && LengthSquared(Cross(edge, p)) < margin * margin;
	}

	/// Remembers a triangle that is folded onto its neighbour: their corners across the common edge are at the same
	/// place, or one lies on an edge of the other.
	void LookForFlap(int32_t t)
	{
		const Triangle triangle = m_triangles[t];
		for (size_t k = 0; k < 3; ++k)
		{
			const int32_t from = triangle.v[k];
			const int32_t to = triangle.v[(k + 1) % 3];
			const int32_t apex = triangle.v[(k + 2) % 3];
			for (const int32_t other : Around(from))
			{
				const int32_t* v = m_triangles[other].v;
				const size_t at = static_cast<size_t>(std::find(v, v + 3, from) - v);
				const int32_t across = v[(at + 1) % 3];
				if (v[(at + 2) % 3] != to || across == apex)
				{
					continue;
				}
				const double square = LengthSquared(m_positions[apex] - m_positions[across]);
				if (square < m_width * m_width)
				{
					if (MayMerge(apex, across))
					{
						PushNeedle({square, t, apex, across});
					}
					continue;
				}
				for (const int32_t end : {from, to})
				{
					for (const auto& [corner, opposite] : {std::pair(apex, across), std::pair(across, apex)})
					{
						if (LiesWithin(corner, end, opposite))
						{
							PushCap(
								{LengthSquared(m_positions[opposite] - m_positions[end]), t, end, opposite, corner});
						}
					}
				}
			}
		}
	}

	/// Six times the volume between the triangles at a vertex and where they are once it has moved, without signs.
	double VolumeSwept(int32_t vertex, int32_t to)
	{
		const Vec3 step = m_positions[to] - m_positions[vertex];
		double sum = 0.0;
		for (const int32_t t : Around(vertex))
		{
			const int32_t* v = m_triangles[t].v;
			sum += std::abs(
				Dot(Cross(m_positions[v[1]] - m_positions[v[0]], m_positions[v[2]] - m_positions[v[0]]), step));
		}
		return sum;
	}

	void Merge(const Needle& needle)
	{
		int32_t into = needle.from;
		int32_t vertex = needle.to;
		if (m_isGone[needle.triangle] != 0 || Around(vertex).empty())
		{
			return;
		}
		// Bodies keep their corners. Of two cuts, the one stays that bends less when the other comes to it.
		const double gain = VolumeSwept(into, vertex) - VolumeSwept(vertex, into);
		if (m_owners[into] != m_owners[vertex] ? m_owners[into] > m_owners[vertex]
											   : (gain != 0.0 ? gain < 0.0 : into > vertex))
		{
			std::swap(into, vertex);
		}
		const std::vector<int32_t> around = Around(vertex);
		for (const int32_t t : around)
		{
			if (m_isGone[t] != 0)
			{
				continue; // back to back with one that came before
			}
			Triangle renamed = m_triangles[t];
			m_isGone[t] = 1;
			std::replace(renamed.v, renamed.v + 3, vertex, into);
			Add(renamed, m_source[t]);
		}
	}

	/// Puts the corner into the edge across from it. Of the cap itself that leaves nothing.
	void Split(const Cap& cap)
	{
		if (m_isGone[cap.triangle] != 0)
		{
			return;
		}
		const int32_t from = cap.from;
		const int32_t to = cap.to;
		const int32_t apex = cap.apex;
		std::vector<int32_t> around = Around(from);
		std::erase_if(around,
			[&](int32_t t)
			{
				const int32_t* v = m_triangles[t].v;
				return v[0] != to && v[1] != to && v[2] != to;
			});
		const bool undoes = std::any_of(around.begin(),
			around.end(),
			[&](int32_t t)
			{
				const int32_t* v = m_triangles[t].v;
				return std::any_of(v,
					v + 3,
					[&](int32_t across) {
						return m_splitEdges.contains(std::minmax({apex, across}));
					});
			});
		if (undoes)
		{
			return; // three corners in a row, as seen from two others: one of the ways to split them must do
		}
		m_splitEdges.insert(std::minmax({from, to}));
		for (const int32_t t : around)
		{
			if (m_isGone[t] != 0)
			{
				continue;
			}
			m_isGone[t] = 1;
			const Triangle whole = m_triangles[t];
			for (const int32_t old : {from, to})
			{
				Triangle half = whole;
				std::replace(half.v, half.v + 3, old, apex);
				Add(half, m_source[t]);
			}
		}
	}

	void Add(const Triangle& triangle, int32_t source)
	{
		if (triangle.v[0] == triangle.v[1] || triangle.v[1] == triangle.v[2] || triangle.v[2] == triangle.v[0])
		{
			return; // its edges cancel
		}
		for (const int32_t other : Around(triangle.v[0]))
		{
			if (AreOpposite(triangle, m_triangles[other]))
			{
				m_isGone[other] = 1;
				return;
			}
		}
		const int32_t t = static_cast<int32_t>(m_triangles.size());
		m_triangles.push_back(triangle);
		m_source.push_back(source);
		m_isGone.push_back(0);
		Link(t);
		Look(t);
	}

	std::span<const Vec3> m_positions;
	std::span<const VertexOwner> m_owners;
	double m_width = 0.0;
	std::vector<Triangle>& m_triangles;
	std::vector<int32_t>& m_source;
	std::vector<uint8_t> m_isGone; // 1 a triangle
	std::vector<int32_t> m_first;  // 1 a vertex: a corner there
	std::vector<int32_t> m_next;   // 1 a corner: another one at its vertex
	std::vector<Needle> m_needles; // a heap
	std::vector<Cap> m_caps;       // a heap
	std::set<std::pair<int32_t, int32_t>> m_splitEdges;
	std::vector<int32_t> m_around; // scratch
};
} // namespace
} // namespace UnionZipDetail

void ZipThinTriangles(std::span<const Vec3> positions,
	std::span<const VertexOwner> owners,
	std::span<const int32_t> suspects,
	double width,
	UnionBody& body)
{
	UnionZipDetail::Zipper(positions, owners, width, body).Run(suspects);
}
} // namespace FractureCore
