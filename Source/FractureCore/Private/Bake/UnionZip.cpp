// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/UnionZip.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace UnionZipDetail
{
namespace
{
/// Steps for every suspect after which a surface stays as it is: still closed, but with folds nobody meant.
constexpr size_t kMostSteps = 256;

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
		m_queue.assign(suspects.begin(), suspects.end());
		const size_t most = kMostSteps * (suspects.size() + 1);
		for (size_t i = 0; i < m_queue.size() && i < most; ++i)
		{
			if (m_isGone[m_queue[i]] == 0)
			{
				Look(m_queue[i]);
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
		for (int32_t corner = m_first[vertex]; corner != kNoIndex; corner = m_next[corner])
		{
			if (m_isGone[corner / 3] == 0)
			{
				m_around.push_back(corner / 3);
			}
		}
		return m_around;
	}

	void Look(int32_t t)
	{
		const Triangle triangle = m_triangles[t];
		double squares[3]; // of the edge from each corner
		for (size_t k = 0; k < 3; ++k)
		{
			squares[k] = LengthSquared(m_positions[triangle.v[(k + 1) % 3]] - m_positions[triangle.v[k]]);
		}
		const size_t longest = static_cast<size_t>(std::max_element(squares, squares + 3) - squares);
		const size_t shortest = static_cast<size_t>(std::min_element(squares, squares + 3) - squares);
		if (squares[shortest] < m_width * m_width)
		{
			const int32_t a = triangle.v[shortest];
			const int32_t b = triangle.v[(shortest + 1) % 3];
			if (m_owners[a] != m_owners[b] || m_owners[a] == VertexOwner::Cut)
			{
				const bool isFirst = m_owners[a] != m_owners[b] ? m_owners[a] < m_owners[b] : a < b;
				isFirst ? Merge(b, a) : Merge(a, b);
			}
			return;
		}
		const int32_t from = triangle.v[longest];
		const int32_t to = triangle.v[(longest + 1) % 3];
		const int32_t apex = triangle.v[(longest + 2) % 3];
		const Vec3 normal = Cross(m_positions[to] - m_positions[from], m_positions[apex] - m_positions[from]);
		if (LengthSquared(normal) < m_width * m_width * squares[longest])
		{
			Split(from, to, apex);
		}
	}

	void Merge(int32_t vertex, int32_t into)
	{
		const std::vector<int32_t> around = Around(vertex);
		for (const int32_t t : around)
		{
			Triangle renamed = m_triangles[t];
			m_isGone[t] = 1;
			std::replace(renamed.v, renamed.v + 3, vertex, into);
			Add(renamed, m_source[t]);
		}
	}

	/// Puts a vertex into an edge. The triangle that both belong to has nothing left.
	void Split(int32_t from, int32_t to, int32_t vertex)
	{
		const std::vector<int32_t> around = Around(from);
		for (const int32_t t : around)
		{
			const Triangle whole = m_triangles[t];
			if (whole.v[0] != to && whole.v[1] != to && whole.v[2] != to)
			{
				continue;
			}
			m_isGone[t] = 1;
			for (const int32_t old : {from, to})
			{
				Triangle half = whole;
				std::replace(half.v, half.v + 3, old, vertex);
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
		m_queue.push_back(t);
	}

	std::span<const Vec3> m_positions;
	std::span<const VertexOwner> m_owners;
	double m_width = 0.0;
	std::vector<Triangle>& m_triangles;
	std::vector<int32_t>& m_source;
	std::vector<uint8_t> m_isGone; // 1 a triangle
	std::vector<int32_t> m_first;  // 1 a vertex: a corner there
	std::vector<int32_t> m_next;   // 1 a corner: another one at its vertex
	std::vector<int32_t> m_queue;
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
