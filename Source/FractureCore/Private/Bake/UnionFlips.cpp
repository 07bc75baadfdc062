// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/UnionFlips.h"

#include "Mesh/EdgeTable.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace FractureCore
{
namespace UnionFlipsDetail
{
namespace
{
/// What the sine of the smallest angle must gain: less is rounding.
constexpr double kLeastGain = 1.0e-9;

/// The pieces of one source triangle.
class Pieces
{
public:
	Pieces(std::span<const Vec3> positions, std::vector<Triangle>& triangles)
		: m_positions(positions), m_triangles(triangles)
	{
	}

	void Flip(std::span<const int32_t> pieces)
	{
		m_faceOf.clear();
		m_normal = {};
		for (const int32_t t : pieces)
		{
			const Triangle& triangle = m_triangles[t];
			const Vec3& a = m_positions[triangle.v[0]];
			m_normal += Cross(m_positions[triangle.v[1]] - a, m_positions[triangle.v[2]] - a);
			for (int32_t k = 0; k < 3; ++k)
			{
				if (!m_faceOf.emplace(std::pair(triangle.v[k], triangle.v[NextCorner(k)]), t).second)
				{
					return; // folded over: whose edge it is cannot be told
				}
			}
		}
		m_normal = Normalised(m_normal);
		m_waiting.clear();
		for (const auto& [edge, face] : m_faceOf)
		{
			if (edge.first < edge.second)
			{
				m_waiting.push_back(edge);
			}
		}
		while (!m_waiting.empty())
		{
			const Edge edge = m_waiting.back();
			m_waiting.pop_back();
			FlipEdge(edge.first, edge.second);
		}
	}

private:
	using Edge = std::pair<int32_t, int32_t>;

	/// Sine of the smallest angle; negative where the triangle faces the other way.
	double Quality(int32_t a, int32_t b, int32_t c) const
	{
		const Vec3 ab = m_positions[b] - m_positions[a];
		const Vec3 ac = m_positions[c] - m_positions[a];
		const double lengths[3] = {Length(ab), Length(ac), Length(ac - ab)};
		const double shortest = std::min({lengths[0], lengths[1], lengths[2]});
		const double others = lengths[0] * lengths[1] * lengths[2] / shortest;
		return shortest > 0.0 ? Dot(m_normal, Cross(ab, ac)) / others : 0.0;
	}

	int32_t ApexOf(int32_t face, int32_t from, int32_t to) const
	{
		const Triangle& t = m_triangles[face];
		return t.v[0] + t.v[1] + t.v[2] - from - to;
	}

	void FlipEdge(int32_t a, int32_t b)
	{
		const auto left = m_faceOf.find({a, b});
		const auto right = m_faceOf.find({b, a});
		if (left == m_faceOf.end() || right == m_faceOf.end())
		{
			return;
		}
		const int32_t leftFace = left->second;
		const int32_t rightFace = right->second;
		const int32_t c = ApexOf(leftFace, a, b);
		const int32_t d = ApexOf(rightFace, a, b);
		const double before = std::min(Quality(a, b, c), Quality(b, a, d));
		const double after = std::min(Quality(a, d, c), Quality(d, b, c));
		const bool isThere = c == d || m_faceOf.contains({c, d}) || m_faceOf.contains({d, c});
		if (isThere || after <= 0.0 || after <= before + kLeastGain)
		{
			return;
		}
		m_faceOf.erase(left);
		m_faceOf.erase(right);
		m_triangles[leftFace] = {{a, d, c}};
		m_triangles[rightFace] = {{d, b, c}};
		m_faceOf[{a, d}] = m_faceOf[{d, c}] = m_faceOf[{c, a}] = leftFace;
		m_faceOf[{d, b}] = m_faceOf[{b, c}] = m_faceOf[{c, d}] = rightFace;
		m_waiting.insert(m_waiting.end(), {{a, d}, {d, b}, {b, c}, {c, a}});
	}

	std::span<const Vec3> m_positions;
	std::vector<Triangle>& m_triangles;
	Vec3 m_normal;
	std::map<Edge, int32_t> m_faceOf; // of directed edges
	std::vector<Edge> m_waiting;
};
} // namespace
} // namespace UnionFlipsDetail

void FlipPieces(std::span<const Vec3> positions, std::span<const int32_t> sources, UnionBody& body)
{
	std::vector<std::pair<int32_t, int32_t>> bySource; // and triangle
	for (size_t t = 0; t < body.triangles.size(); ++t)
	{
		if (std::binary_search(sources.begin(), sources.end(), body.source[t]))
		{
			bySource.emplace_back(body.source[t], static_cast<int32_t>(t));
		}
	}
	std::sort(bySource.begin(), bySource.end());
	UnionFlipsDetail::Pieces pieces(positions, body.triangles);
	std::vector<int32_t> group;
	for (size_t i = 0; i < bySource.size(); ++i)
	{
		group.push_back(bySource[i].second);
		if (i + 1 == bySource.size() || bySource[i + 1].first != bySource[i].first)
		{
			pieces.Flip(group);
			group.clear();
		}
	}
}
} // namespace FractureCore
