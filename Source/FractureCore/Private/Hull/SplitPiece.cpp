// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Hull/SplitPiece.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace FractureCore
{
namespace SplitPieceDetail
{
namespace
{
/// Collects the half of a piece where `sign` times the distance is positive.
class HalfPiece
{
public:
	HalfPiece(const SurfacePiece& source, std::span<const double> distances, double sign)
		: m_source(source), m_distances(distances), m_sign(sign), m_number(source.positions.size(), kNoIndex)
	{
	}

	void Add(const Triangle& triangle)
	{
		int32_t corners[4];
		int32_t count = 0;
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t a = triangle.v[k];
			const int32_t b = triangle.v[(k + 1) % 3];
			if (m_sign * m_distances[a] >= 0.0)
			{
				corners[count++] = Keep(a);
			}
			if (m_distances[a] * m_distances[b] < 0.0)
			{
				corners[count++] = Cut(std::min(a, b), std::max(a, b));
			}
		}
		for (int32_t k = 2; k < count; ++k)
		{
			m_half.triangles.push_back({{corners[0], corners[k - 1], corners[k]}});
		}
	}

	SurfacePiece Take() { return std::move(m_half); }

private:
	int32_t Append(const Vec3& position)
	{
		m_half.positions.push_back(position);
		return static_cast<int32_t>(m_half.positions.size()) - 1;
	}

	int32_t Keep(int32_t v)
	{
		if (m_number[v] == kNoIndex)
		{
			m_number[v] = Append(m_source.positions[v]);
		}
		return m_number[v];
	}

	/// The same bits from both sides and for both triangles, because the lower vertex comes first.
	int32_t Cut(int32_t low, int32_t high)
	{
		const double t = m_distances[low] / (m_distances[low] - m_distances[high]);
		const Vec3& a = m_source.positions[low];
		return Append(a + t * (m_source.positions[high] - a));
	}

	const SurfacePiece& m_source;
	std::span<const double> m_distances;
	double m_sign;
	std::vector<int32_t> m_number; // of each of the source's vertices here
	SurfacePiece m_half;
};
} // namespace
} // namespace SplitPieceDetail

std::array<SurfacePiece, 2> SplitPiece(const SurfacePiece& piece, const CutPlane& plane, double onPlane)
{
	using SplitPieceDetail::HalfPiece;
	std::vector<double> distances;
	distances.reserve(piece.positions.size());
	for (const Vec3& p : piece.positions)
	{
		const double distance = Dot(plane.normal, p) - plane.offset;
		distances.push_back(std::abs(distance) <= onPlane ? 0.0 : distance);
	}
	HalfPiece before(piece, distances, 1.0);
	HalfPiece behind(piece, distances, -1.0);
	for (const Triangle& t : piece.triangles)
	{
		const double low = std::min({distances[t.v[0]], distances[t.v[1]], distances[t.v[2]]});
		const double high = std::max({distances[t.v[0]], distances[t.v[1]], distances[t.v[2]]});
		const Vec3& a = piece.positions[t.v[0]];
		// A triangle in the plane bounds what lies behind its own normal.
		const bool turned = low == 0.0 && high == 0.0 &&
			Dot(Cross(piece.positions[t.v[1]] - a, piece.positions[t.v[2]] - a), plane.normal) < 0.0;
		if (high > 0.0 || turned)
		{
			before.Add(t);
		}
		if (low < 0.0 || (high == 0.0 && !turned))
		{
			behind.Add(t);
		}
	}
	return {before.Take(), behind.Take()};
}
} // namespace FractureCore
