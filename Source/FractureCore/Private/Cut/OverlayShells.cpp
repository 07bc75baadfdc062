// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OverlayShells.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace FractureCore
{
namespace ShellDetail
{
namespace
{
/// Calls triangle(a, b, c) for fans over the loops of a face, as its cell sees them. Fans overlap in concave loops, but
/// what is signed adds up.
template <typename Visit>
void ForEachFanTriangle(const CutBody::Data& data, int32_t signedFace, Visit&& visit)
{
	const CutFace& face = data.faces[Unsigned(signedFace)];
	for (int32_t loop = face.firstLoop; loop < face.lastLoop; ++loop)
	{
		const int32_t begin = data.loopOffsets[loop];
		const int32_t end = data.loopOffsets[static_cast<size_t>(loop) + 1];
		const auto start = [&](int32_t i) -> const Vec3&
		{
			const int32_t edge = data.loopEdges[i];
			return data.vertices[data.edges[Unsigned(edge)].ends[edge < 0 ? 1 : 0]].position;
		};
		for (int32_t i = begin + 1; i + 1 < end; ++i)
		{
			if (signedFace >= 0)
			{
				visit(start(begin), start(i), start(i + 1));
			}
			else
			{
				visit(start(begin), start(i + 1), start(i));
			}
		}
	}
}

/// Solid angle of a triangle seen from a point, positive from inside; steradians [vanOosterom83].
double SolidAngle(const Vec3& point, const Vec3& p, const Vec3& q, const Vec3& r)
{
	const Vec3 a = p - point;
	const Vec3 b = q - point;
	const Vec3 c = r - point;
	const double la = Length(a);
	const double lb = Length(b);
	const double lc = Length(c);
	const double denominator = la * lb * lc + Dot(a, b) * lc + Dot(b, c) * la + Dot(c, a) * lb;
	return 2.0 * std::atan2(Dot(a, Cross(b, c)), denominator);
}

const Vec3& AnyVertexOf(const CutBody::Data& data, int32_t signedFace)
{
	const CutFace& face = data.faces[Unsigned(signedFace)];
	const int32_t edge = Unsigned(data.loopEdges[data.loopOffsets[face.firstLoop]]);
	return data.vertices[data.edges[edge].ends[0]].position;
}
} // namespace
} // namespace ShellDetail

double SignedFaceVolume(const CutBody::Data& data, int32_t signedFace, const Vec3& origin)
{
	double volume = 0.0;
	ShellDetail::ForEachFanTriangle(data,
		signedFace,
		[&](const Vec3& a, const Vec3& b, const Vec3& c) { volume += SignedVolume(origin, a, b, c); });
	return volume;
}

int32_t ShellSorter::Root(int32_t face)
{
	while (m_parent[face] != face)
	{
		m_parent[face] = m_parent[m_parent[face]];
		face = m_parent[face];
	}
	return face;
}

void ShellSorter::PrepareTable(std::span<const int32_t> faces)
{
	size_t sides = 0;
	for (const int32_t signedFace : faces)
	{
		const CutFace& face = m_data.faces[Unsigned(signedFace)];
		sides += static_cast<size_t>(m_data.loopOffsets[face.lastLoop] - m_data.loopOffsets[face.firstLoop]);
	}
	// Each edge has two sides at least, so that the table stays half empty.
	if (m_table.size() < sides)
	{
		m_table.assign(std::bit_ceil(sides), EdgeUse{});
	}
	++m_call;
}

ShellSorter::EdgeUse& ShellSorter::PlaceOf(int32_t edge)
{
	// Fibonacci hashing.
	size_t place = (static_cast<uint64_t>(edge) * 0x9e3779b97f4a7c15ull >> 32) & (m_table.size() - 1);
	while (m_table[place].call == m_call && m_table[place].edge != edge)
	{
		place = (place + 1) & (m_table.size() - 1);
	}
	return m_table[place];
}

/// Numbers the shells by their first face.
int32_t ShellSorter::FindShells(std::span<const int32_t> faces)
{
	PrepareTable(faces);
	m_parent.resize(faces.size());
	for (int32_t f = 0; f < static_cast<int32_t>(faces.size()); ++f)
	{
		m_parent[f] = f;
		const CutFace& face = m_data.faces[Unsigned(faces[f])];
		for (int32_t i = m_data.loopOffsets[face.firstLoop]; i < m_data.loopOffsets[face.lastLoop]; ++i)
		{
			EdgeUse& use = PlaceOf(Unsigned(m_data.loopEdges[i]));
			if (use.call == m_call)
			{
				const int32_t a = Root(use.face);
				const int32_t b = Root(f);
				m_parent[std::max(a, b)] = std::min(a, b);
			}
			else
			{
				use = {m_call, Unsigned(m_data.loopEdges[i]), f};
			}
		}
	}
	int32_t count = 0;
	m_shellOf.resize(faces.size());
	for (size_t f = 0; f < faces.size(); ++f)
	{
		const int32_t root = Root(static_cast<int32_t>(f));
		m_shellOf[f] = root == static_cast<int32_t>(f) ? count++ : m_shellOf[root];
	}
	return count;
}

void ShellSorter::GiveCavitiesToCells(std::span<const int32_t> faces, int32_t shellCount)
{
	using namespace ShellDetail;
	const Vec3 origin = AnyVertexOf(m_data, faces[0]);
	std::vector<double> volumes(static_cast<size_t>(shellCount), 0.0);
	std::vector<int32_t> firstFace(static_cast<size_t>(shellCount), kNoIndex);
	for (size_t f = 0; f < faces.size(); ++f)
	{
		const int32_t shell = m_shellOf[f];
		volumes[shell] += SignedFaceVolume(m_data, faces[f], origin);
		firstFace[shell] = firstFace[shell] == kNoIndex ? static_cast<int32_t>(f) : firstFace[shell];
	}
	const auto surrounds = [&](int32_t shell, const Vec3& point)
	{
		double angle = 0.0;
		for (size_t f = 0; f < faces.size(); ++f)
		{
			if (m_shellOf[f] == shell)
			{
				ForEachFanTriangle(m_data,
					faces[f],
					[&](const Vec3& a, const Vec3& b, const Vec3& c) { angle += SolidAngle(point, a, b, c); });
			}
		}
		return angle > 2.0 * kPi;
	};
	std::vector<int32_t> owner(static_cast<size_t>(shellCount));
	for (int32_t cavity = 0; cavity < shellCount; ++cavity)
	{
		owner[cavity] = cavity;
		if (volumes[cavity] >= 0.0)
		{
			continue;
		}
		const Vec3& point = AnyVertexOf(m_data, faces[firstFace[cavity]]);
		double smallest = 0.0;
		for (int32_t shell = 0; shell < shellCount; ++shell)
		{
			const bool better = smallest == 0.0 || volumes[shell] < smallest;
			if (volumes[shell] > -volumes[cavity] && better && surrounds(shell, point))
			{
				smallest = volumes[shell];
				owner[cavity] = shell;
			}
		}
	}
	for (int32_t& shell : m_shellOf)
	{
		shell = owner[shell];
	}
}

std::span<const int32_t> ShellSorter::Sort(std::span<int32_t> faces)
{
	m_ends.clear();
	const int32_t shellCount = FindShells(faces);
	if (shellCount == 1)
	{
		m_ends.push_back(static_cast<int32_t>(faces.size()));
		return m_ends;
	}
	GiveCavitiesToCells(faces, shellCount);
	m_sorted.clear();
	for (int32_t shell = 0; shell < shellCount; ++shell)
	{
		const size_t before = m_sorted.size();
		for (size_t f = 0; f < faces.size(); ++f)
		{
			if (m_shellOf[f] == shell)
			{
				m_sorted.push_back(faces[f]);
			}
		}
		if (m_sorted.size() > before)
		{
			m_ends.push_back(static_cast<int32_t>(m_sorted.size()));
		}
	}
	std::copy(m_sorted.begin(), m_sorted.end(), faces.begin());
	return m_ends;
}
} // namespace FractureCore
