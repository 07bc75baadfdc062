// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
//
// Quickhull [Barber96] with two changes.
// - Which faces a point sees is decided without rounding, so what it sees is always one patch with a simple border, and
//   the hull a closed manifold, without the merging of faces that repairs rounding there. Distances only choose points.
// - Where the number of vertices is limited, the farthest point of all faces comes next, so that few give most.
#include "Hull/HullBuilder.h"

#include "Math/ExactSign.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
HullBuilder::HullBuilder(std::span<const Vec3> points, double tolerance, int32_t maxVertices)
	: m_points(points), m_tolerance(tolerance), m_maxVertices(maxVertices), m_nextOutside(points.size(), kNoIndex),
	  m_newFaceFrom(points.size(), kNoIndex)
{
}

bool HullBuilder::IsMoreExtreme(const Vec3& a, const Vec3& b)
{
	const double aSquared = LengthSquared(a);
	const double bSquared = LengthSquared(b);
	return aSquared != bSquared ? aSquared > bSquared : a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

void HullBuilder::Start(const std::array<int32_t, 4>& corners)
{
	const auto [a, b, c, d] = corners;
	const Vec3 origin = m_points[a];
	const bool turned = DeterminantSign(m_points[b] - origin, m_points[c] - origin, m_points[d] - origin) > 0;
	// Seen from outside, the base runs a, b, c where d is below it.
	const int32_t base[3] = {a, turned ? c : b, turned ? b : c};
	AddFace(base[0], base[1], base[2]);
	for (int32_t k = 0; k < 3; ++k)
	{
		m_horizon.push_back({base[(k + 1) % 3], base[k], 0, k});
	}
	CloseHorizon(d);
	m_newFaces.push_back(0);
	for (int32_t i = 0; i < static_cast<int32_t>(m_points.size()); ++i)
	{
		AssignPoint(i);
	}
	for (const int32_t face : m_newFaces)
	{
		OfferFace(face);
	}
}

double HullBuilder::Grow()
{
	while (!m_candidates.empty())
	{
		const Candidate next = NextCandidate();
		if (!IsCurrent(next))
		{
			DropCandidate();
			continue;
		}
		// Euler: a closed surface of triangles has half as many vertices as faces, and two more.
		if (m_maxVertices > 0 && m_faceCount / 2 + 2 >= m_maxVertices)
		{
			return next.distance;
		}
		DropCandidate();
		AddVertex(FarthestOutside(m_faces[next.face]), next.face);
	}
	return 0.0;
}

std::vector<Triangle> HullBuilder::Triangles() const
{
	std::vector<Triangle> triangles;
	triangles.reserve(static_cast<size_t>(m_faceCount));
	for (const Face& face : m_faces)
	{
		if (face.serial != 0)
		{
			triangles.push_back({{face.v[0], face.v[1], face.v[2]}});
		}
	}
	return triangles;
}

int32_t HullBuilder::AddFace(int32_t a, int32_t b, int32_t c)
{
	int32_t index = static_cast<int32_t>(m_faces.size());
	if (m_freeFaces.empty())
	{
		m_faces.emplace_back();
	}
	else
	{
		index = m_freeFaces.back();
		m_freeFaces.pop_back();
	}
	const Vec3 origin = m_points[a];
	Face& face = m_faces[index];
	face = {};
	const Vec3 cross = AccurateCross(m_points[b] - origin, m_points[c] - origin);
	face.normal = cross * (1.0 / Length(cross));
	face.offset = Dot(face.normal, origin);
	face.v[0] = a;
	face.v[1] = b;
	face.v[2] = c;
	face.serial = ++m_serial;
	++m_faceCount;
	return index;
}

void HullBuilder::RemoveFace(int32_t face)
{
	m_faces[face].serial = 0;
	m_freeFaces.push_back(face);
	--m_faceCount;
}

bool HullBuilder::Sees(const Vec3& point, const Face& face) const
{
	const double distance = face.Distance(point);
	if (std::abs(distance) > kDistanceError)
	{
		return distance > 0.0;
	}
	const Vec3 origin = m_points[face.v[0]];
	return DeterminantSign(m_points[face.v[1]] - origin, m_points[face.v[2]] - origin, point - origin) > 0;
}

int32_t HullBuilder::FarthestOutside(const Face& face) const
{
	int32_t best = kNoIndex;
	for (int32_t i = face.firstOutside; i != kNoIndex; i = m_nextOutside[i])
	{
		if (face.Distance(m_points[i]) >= face.farthest - m_tolerance &&
			(best == kNoIndex || IsMoreExtreme(m_points[i], m_points[best])))
		{
			best = i;
		}
	}
	return best;
}

void HullBuilder::AddVertex(int32_t point, int32_t seenFace)
{
	FindHorizon(m_points[point], seenFace);
	m_loose.clear();
	for (const int32_t face : m_seen)
	{
		for (int32_t i = m_faces[face].firstOutside; i != kNoIndex; i = m_nextOutside[i])
		{
			// Duplicates of the new vertex are in the same list as it: what decides that is their position.
			if (m_points[i] != m_points[point])
			{
				m_loose.push_back(i);
			}
		}
		RemoveFace(face);
	}
	CloseHorizon(point);
	for (const int32_t i : m_loose)
	{
		AssignPoint(i);
	}
	for (const int32_t face : m_newFaces)
	{
		OfferFace(face);
	}
}

/// Leaves the faces that the point sees in m_seen and the edges around them in m_horizon.
void HullBuilder::FindHorizon(const Vec3& point, int32_t seenFace)
{
	++m_stamp;
	m_horizon.clear();
	m_seen.assign(1, seenFace);
	m_faces[seenFace].stamp = m_stamp;
	for (size_t i = 0; i < m_seen.size(); ++i)
	{
		const Face& face = m_faces[m_seen[i]];
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t beyond = face.across[k];
			Face& neighbour = m_faces[beyond];
			if (neighbour.stamp == m_stamp)
			{
				continue; // seen
			}
			if (Sees(point, neighbour))
			{
				neighbour.stamp = m_stamp;
				m_seen.push_back(beyond);
				continue;
			}
			const int32_t side = neighbour.across[0] == m_seen[i] ? 0 : neighbour.across[1] == m_seen[i] ? 1 : 2;
			m_horizon.push_back({face.v[k], face.v[(k + 1) % 3], beyond, side});
		}
	}
}

/// Joins the point to every edge of the horizon.
void HullBuilder::CloseHorizon(int32_t point)
{
	m_newFaces.clear();
	for (const HorizonEdge& edge : m_horizon)
	{
		const int32_t face = AddFace(edge.from, edge.to, point);
		m_faces[face].across[0] = edge.beyond;
		m_faces[edge.beyond].across[edge.side] = face;
		m_newFaceFrom[edge.from] = face;
		m_newFaces.push_back(face);
	}
	for (const int32_t face : m_newFaces)
	{
		const int32_t next = m_newFaceFrom[m_faces[face].v[1]];
		m_faces[face].across[1] = next;
		m_faces[next].across[2] = face;
	}
}

/// Gives a point to the new face that it is farthest outside of, or to none: then it is inside the hull for good. Old
/// faces need no look: a point that sees one of them, and saw one of those that went, sees both faces at some edge of
/// the horizon, and the new face there at least as well as the worse of the two.
void HullBuilder::AssignPoint(int32_t point)
{
	const Vec3 p = m_points[point];
	int32_t best = kNoIndex;
	double farthest = -1.0e300;
	for (const int32_t face : m_newFaces)
	{
		const double distance = m_faces[face].Distance(p);
		if (distance > farthest)
		{
			farthest = distance;
			best = face;
		}
	}
	if (farthest > m_tolerance)
	{
		Face& face = m_faces[best];
		m_nextOutside[point] = face.firstOutside;
		face.firstOutside = point;
		face.farthest = std::max(face.farthest, farthest);
	}
}

void HullBuilder::OfferFace(int32_t face)
{
	if (m_faces[face].firstOutside == kNoIndex)
	{
		return;
	}
	m_candidates.push_back({m_faces[face].farthest, m_faces[face].serial, face});
	if (m_maxVertices > 0)
	{
		std::push_heap(m_candidates.begin(), m_candidates.end());
	}
}

HullBuilder::Candidate HullBuilder::NextCandidate() const
{
	// Without a limit all will come, and the latest is still in the processor's cache.
	return m_maxVertices > 0 ? m_candidates.front() : m_candidates.back();
}

void HullBuilder::DropCandidate()
{
	if (m_maxVertices > 0)
	{
		std::pop_heap(m_candidates.begin(), m_candidates.end());
	}
	m_candidates.pop_back();
}

bool HullBuilder::IsCurrent(const Candidate& candidate) const
{
	return m_faces[candidate.face].serial == candidate.serial;
}
} // namespace FractureCore
