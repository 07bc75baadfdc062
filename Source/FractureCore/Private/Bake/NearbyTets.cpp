// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/NearbyTets.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace FractureCore
{
namespace
{
/// Covers the rounding of three products and their sum in floats.
constexpr double kFaceRounding = 1.0e-6;
} // namespace

void NearbyTets::Gather(const TetTree& tree, const TetMesh& mesh, std::vector<int32_t>& places, const PointBox& box)
{
	std::sort(places.begin(), places.end(), [&](int32_t a, int32_t b) { return tree.TetAt(a) < tree.TetAt(b); });
	m_origin = box.centre;
	m_stride = places.size();
	m_faces.resize(kFaceNumbers * m_stride);
	m_tets.clear();
	m_frames.clear();
	for (const int32_t place : places)
	{
		const int32_t tet = tree.TetAt(place);
		const TetFrame frame = MakeTetFrame(mesh, mesh.tets[tet]);
		if (StoreFaces(frame, box, m_tets.size()))
		{
			m_tets.push_back(tet);
			m_frames.push_back(frame);
		}
	}
}

/// False if the box lies beyond a face.
bool NearbyTets::StoreFaces(const TetFrame& frame, const PointBox& box, size_t i)
{
	const Vec3 fromNode0 = box.centre - frame.origin;
	const double radius = Length(box.half);
	const Vec3 gradient0 = -(frame.gradient[0] + frame.gradient[1] + frame.gradient[2]);
	for (size_t face = 0; face < 4; ++face)
	{
		const Vec3& gradient = face == 0 ? gradient0 : frame.gradient[face - 1];
		const double height = 1.0 / Length(gradient); // of the tet over this face, m
		const Vec3 normal = height * gradient;
		const double atCentre = (face == 0 ? height : 0.0) + Dot(normal, fromNode0);
		const double offset = atCentre + kFaceRounding * (std::abs(atCentre) + radius) + kTouchTolerance * height;
		const double reach =
			std::abs(normal.x) * box.half.x + std::abs(normal.y) * box.half.y + std::abs(normal.z) * box.half.z;
		if (offset + reach < 0.0)
		{
			return false;
		}
		float* row = m_faces.data() + 4 * face * m_stride + i;
		row[0] = static_cast<float>(normal.x);
		row[m_stride] = static_cast<float>(normal.y);
		row[2 * m_stride] = static_cast<float>(normal.z);
		row[3 * m_stride] = static_cast<float>(offset);
	}
	return true;
}

template <typename Use>
void NearbyTets::ForEachTet(const Vec3& point, const Use& use) const
{
	const Vec3 p = point - m_origin;
	const float x = static_cast<float>(p.x);
	const float y = static_cast<float>(p.y);
	const float z = static_cast<float>(p.z);
	const size_t n = m_stride;
	const float* f = m_faces.data();
	const size_t count = m_tets.size();
	for (size_t i = 0; i < count; ++i)
	{
		use(i,
			f[i] * x + f[n + i] * y + f[2 * n + i] * z + f[3 * n + i],
			f[4 * n + i] * x + f[5 * n + i] * y + f[6 * n + i] * z + f[7 * n + i],
			f[8 * n + i] * x + f[9 * n + i] * y + f[10 * n + i] * z + f[11 * n + i],
			f[12 * n + i] * x + f[13 * n + i] * y + f[14 * n + i] * z + f[15 * n + i]);
	}
}

void NearbyTets::FindOutCodes(const Vec3& point, int32_t* codes) const
{
	ForEachTet(point,
		[codes](size_t i, float a, float b, float c, float d)
		{ codes[i] = (a < 0.0f ? 1 : 0) | (b < 0.0f ? 2 : 0) | (c < 0.0f ? 4 : 0) | (d < 0.0f ? 8 : 0); });
}

void NearbyTets::FindLeastDistances(const Vec3& point)
{
	m_distances.resize(m_tets.size());
	ForEachTet(point,
		[distances = m_distances.data()](size_t i, float a, float b, float c, float d)
		{
			const float ab = a < b ? a : b;
			const float cd = c < d ? c : d;
			distances[i] = std::bit_cast<int32_t>(-(ab < cd ? ab : cd));
		});
}

void NearbyTets::FindNearer(const TetMesh& mesh, const Vec3& point, NearestTet& best)
{
	FindLeastDistances(point);
	const auto compare = [&](size_t i)
	{ best.Take(m_tets[i], TetDistanceSquared(mesh, mesh.tets[m_tets[i]], point, m_frames[i].Map(point))); };
	const auto least = [&](size_t i) { return static_cast<double>(std::bit_cast<float>(m_distances[i])); };
	// The most promising first: most others are then seen to be farther.
	size_t first = 0;
	for (size_t i = 1; i < m_tets.size(); ++i)
	{
		first = least(i) < least(first) ? i : first;
	}
	if (!m_tets.empty())
	{
		compare(first);
	}
	for (size_t i = 0; i < m_tets.size(); ++i)
	{
		if (i != first && !(least(i) > 0.0 && least(i) * least(i) > best.distanceSquared))
		{
			compare(i);
		}
	}
}
} // namespace FractureCore
