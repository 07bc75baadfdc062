// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/StraightCuts.h"

#include "Mesh/EarClipper.h"
#include "Mesh/EdgeTable.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace FractureCore
{
namespace StraightCutsDetail
{
namespace
{
class Straightener
{
public:
	Straightener(std::span<const Vec3> positions, int32_t firstCut, double width, UnionBody& body)
		: m_positions(positions), m_firstCut(firstCut), m_width(width), m_body(body),
		  m_trianglesAt(positions.size() - static_cast<size_t>(firstCut)), m_isGone(body.triangles.size(), 0)
	{
		for (size_t t = 0; t < body.triangles.size(); ++t)
		{
			AddToVertices(static_cast<int32_t>(t));
		}
	}

	std::vector<int32_t> Run()
	{
		for (int32_t v = m_firstCut; v < static_cast<int32_t>(m_positions.size()); ++v)
		{
			if (SortAround(v) && FindSides(v))
			{
				Remove(v);
			}
		}
		size_t kept = 0;
		for (size_t t = 0; t < m_body.triangles.size(); ++t)
		{
			if (m_isGone[t] == 0)
			{
				m_body.triangles[kept] = m_body.triangles[t];
				m_body.source[kept++] = m_body.source[t];
			}
		}
		m_body.triangles.resize(kept);
		m_body.source.resize(kept);
		std::sort(m_changed.begin(), m_changed.end());
		m_changed.erase(std::unique(m_changed.begin(), m_changed.end()), m_changed.end());
		return std::move(m_changed);
	}

private:
	/// A triangle around a vertex, from one neighbour to the next counter-clockwise.
	struct Spoke
	{
		int32_t from = kNoIndex;
		int32_t to = kNoIndex;
		int32_t triangle = kNoIndex;
	};

	std::vector<int32_t>& TrianglesAt(int32_t v) { return m_trianglesAt[static_cast<size_t>(v - m_firstCut)]; }

	void AddToVertices(int32_t t)
	{
		for (const int32_t v : m_body.triangles[t].v)
		{
			if (v >= m_firstCut)
			{
				TrianglesAt(v).push_back(t);
			}
		}
	}

	void TakeFromVertices(int32_t t)
	{
		for (const int32_t v : m_body.triangles[t].v)
		{
			if (v >= m_firstCut)
			{
				std::erase(TrianglesAt(v), t);
			}
		}
	}

	/// False if the triangles at the vertex are not once around it.
	bool SortAround(int32_t v)
	{
		m_spokes.clear();
		for (const int32_t t : TrianglesAt(v))
		{
			const Triangle& triangle = m_body.triangles[t];
			const int32_t k = triangle.v[0] == v ? 0 : triangle.v[1] == v ? 1 : 2;
			m_spokes.push_back({triangle.v[NextCorner(k)], triangle.v[NextCorner(NextCorner(k))], t});
		}
		for (size_t i = 0; i + 1 < m_spokes.size(); ++i)
		{
			const auto next = std::find_if(m_spokes.begin() + static_cast<int64_t>(i) + 1,
				m_spokes.end(),
				[&](const Spoke& spoke) { return spoke.from == m_spokes[i].to; });
			if (next == m_spokes.end() || m_spokes[i].to == m_spokes[0].from)
			{
				return false;
			}
			std::swap(m_spokes[i + 1], *next);
		}
		return m_spokes.size() >= 4 && m_spokes.back().to == m_spokes.front().from;
	}

	int32_t SourceOf(const Spoke& spoke) const { return m_body.source[spoke.triangle]; }

	/// Whether two sources meet at the vertex, along a straight line. Their triangles are then one after the other.
	bool FindSides(int32_t v)
	{
		const size_t count = m_spokes.size();
		size_t changes = 0;
		size_t begin = 0;
		for (size_t i = 0; i < count; ++i)
		{
			if (SourceOf(m_spokes[i]) != SourceOf(m_spokes[(i + count - 1) % count]))
			{
				++changes;
				begin = i;
			}
		}
		if (changes != 2)
		{
			return false;
		}
		std::rotate(m_spokes.begin(), m_spokes.begin() + static_cast<int64_t>(begin), m_spokes.end());
		m_firstSide = 1;
		while (SourceOf(m_spokes[m_firstSide]) == SourceOf(m_spokes[0]))
		{
			++m_firstSide;
		}
		if (m_firstSide < 2 || count - m_firstSide < 2)
		{
			return false;
		}
		const Vec3 from = m_positions[m_spokes[0].from] - m_positions[v];
		const Vec3 to = m_positions[m_spokes[m_firstSide].from] - m_positions[v];
		return Dot(from, to) < 0.0 && Length(Cross(from, to)) < m_width * Length(to - from);
	}

	/// Triangles of one side without the vertex. False if they would fold over.
	bool FillSide(int32_t v, std::span<const Spoke> side)
	{
		std::vector<Vec3> corners;
		std::vector<int32_t> names;
		Vec3 normal;
		const auto add = [&](int32_t vertex)
		{
			names.push_back(vertex);
			corners.push_back(m_positions[vertex]);
		};
		add(side[0].from);
		for (const Spoke& spoke : side)
		{
			normal += Cross(m_positions[spoke.from] - m_positions[v], m_positions[spoke.to] - m_positions[v]);
			add(spoke.to);
		}
		const int32_t ends[] = {static_cast<int32_t>(corners.size())};
		m_clipped.resize(corners.size() - 2);
		if (!m_clipper.Run(corners, names, ends, normal, m_clipped))
		{
			return false;
		}
		for (size_t i = 0; i < m_clipped.size(); ++i)
		{
			const auto& point = m_clipped[i].point;
			const Triangle piece{{names[point[0]], names[point[1]], names[point[2]]}};
			const Vec3& a = m_positions[piece.v[0]];
			if (!(Dot(normal, Cross(m_positions[piece.v[1]] - a, m_positions[piece.v[2]] - a)) > 0.0))
			{
				return false;
			}
			m_filled.emplace_back(side[i].triangle, piece);
		}
		return true;
	}

	void Remove(int32_t v)
	{
		const std::span<const Spoke> spokes = m_spokes;
		m_filled.clear();
		if (!FillSide(v, spokes.first(m_firstSide)) || !FillSide(v, spokes.subspan(m_firstSide)))
		{
			return;
		}
		m_changed.insert(m_changed.end(), {SourceOf(m_spokes.front()), SourceOf(m_spokes.back())});
		for (const Spoke& spoke : m_spokes)
		{
			TakeFromVertices(spoke.triangle);
			m_isGone[spoke.triangle] = 1;
		}
		for (const auto& [t, piece] : m_filled)
		{
			m_body.triangles[t] = piece;
			m_isGone[t] = 0;
			AddToVertices(t);
		}
	}

	std::span<const Vec3> m_positions;
	int32_t m_firstCut;
	double m_width; // m
	UnionBody& m_body;
	std::vector<std::vector<int32_t>> m_trianglesAt; // 1 a cut
	std::vector<uint8_t> m_isGone;                   // 1 a triangle
	std::vector<int32_t> m_changed;                  // sources
	// Scratch
	std::vector<Spoke> m_spokes;
	size_t m_firstSide = 0; // how many of the spokes belong to the first source
	std::vector<std::pair<int32_t, Triangle>> m_filled;
	EarClipper m_clipper;
	std::vector<ClippedTriangle> m_clipped;
};
} // namespace
} // namespace StraightCutsDetail

std::vector<int32_t> RemoveStraightCuts(
	std::span<const Vec3> positions, int32_t firstCut, double width, UnionBody& body)
{
	return StraightCutsDetail::Straightener(positions, firstCut, width, body).Run();
}
} // namespace FractureCore
