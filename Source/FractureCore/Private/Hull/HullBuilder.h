// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <array>
#include <span>
#include <vector>

namespace FractureCore
{
/// Grows the hull of points point by point. The points must lie in [-1, 1]^3 on multiples of 2^-50, so that their
/// differences are exact; see SnapToUnitGrid.
class HullBuilder
{
public:
	/// Ten times what a distance may be wrong by.
	static constexpr double kLeastTolerance = 1.0e-13;

	/// tolerance: what is nearer to a plane is not outside of it, and points whose distances differ less are equally
	/// far; at least kLeastTolerance. maxVertices: at least 4, or 0 for no limit.
	HullBuilder(std::span<const Vec3> points, double tolerance, int32_t maxVertices);

	/// `corners` must not be nearly coplanar.
	void Start(const std::array<int32_t, 4>& corners);

	/// Adds points until none is outside or there are enough vertices. Answers how far the farthest is outside.
	double Grow();

	/// Outward, with vertices as indices of points.
	std::vector<Triangle> Triangles() const;

	/// Whether `a` is the better vertex of two that are equally far out: the one farther from the middle, because that
	/// is a corner of the plane they share. Equal points aside this is an order that does not depend on indices.
	static bool IsMoreExtreme(const Vec3& a, const Vec3& b);

private:
	// A face's normal has a relative error of some 1e-16 even if the face is a sliver, because it comes from an
	// accurate cross product of exact differences. So distances are good to this.
	static constexpr double kDistanceError = 1.0e-14;

	struct Face
	{
		Vec3 normal;         // unit
		double offset = 0.0; // the plane is normal . x = offset
		double farthest = 0.0;
		int32_t v[3] = {};
		int32_t across[3] = {};          // across[k] is the face beyond the edge from v[k] to v[k + 1]
		int32_t firstOutside = kNoIndex; // head of its list of points outside, linked by m_nextOutside
		uint32_t serial = 0;             // counts faces ever made; 0 for a place without a face
		uint32_t stamp = 0;              // the last step in which it was seen

		double Distance(const Vec3& p) const { return Dot(normal, p) - offset; }
	};

	/// An edge of the border of what a new point sees: from `from` to `to`, with the face beyond it.
	struct HorizonEdge
	{
		int32_t from;
		int32_t to;
		int32_t beyond;
		int32_t side; // of `beyond`
	};

	/// A face that had points outside when it was made. Stale once it has gone.
	struct Candidate
	{
		double distance;
		uint32_t serial;
		int32_t face;

		bool operator<(const Candidate& other) const
		{
			return distance != other.distance ? distance < other.distance : serial > other.serial;
		}
	};

	int32_t AddFace(int32_t a, int32_t b, int32_t c);
	void RemoveFace(int32_t face);
	bool Sees(const Vec3& point, const Face& face) const;
	int32_t FarthestOutside(const Face& face) const;
	void AddVertex(int32_t point, int32_t seenFace);
	void FindHorizon(const Vec3& point, int32_t seenFace);
	void CloseHorizon(int32_t point);
	void AssignPoint(int32_t point);
	void OfferFace(int32_t face);
	Candidate NextCandidate() const;
	void DropCandidate();
	bool IsCurrent(const Candidate& candidate) const;

	std::span<const Vec3> m_points;
	std::vector<Face> m_faces;
	std::vector<int32_t> m_freeFaces;
	double m_tolerance;
	int32_t m_maxVertices;
	std::vector<Candidate> m_candidates; // a heap if there is a limit, else a stack
	std::vector<int32_t> m_nextOutside;  // 1 a point
	std::vector<int32_t> m_newFaceFrom;  // 1 a point: the new face whose horizon edge leaves it
	int32_t m_faceCount = 0;
	uint32_t m_serial = 0;
	uint32_t m_stamp = 0;
	// Scratch of one step.
	std::vector<int32_t> m_seen;
	std::vector<HorizonEdge> m_horizon;
	std::vector<int32_t> m_newFaces;
	std::vector<int32_t> m_loose; // points whose face has gone
};
} // namespace FractureCore
