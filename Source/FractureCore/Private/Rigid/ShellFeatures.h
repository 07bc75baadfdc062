// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/FeatureSweep.h"
#include "Rigid/ShellMesh.h"

#include <cmath>
#include <vector>

namespace FractureCore
{
/// The features of two surfaces that are near each other: points of one with faces of the other, and edges with edges.
/// Found once, they serve as long as the two have not moved far, so that bodies that lie still are not searched again.
struct ShellFeatures
{
	// m: an item's distance when it was last measured, and `way` then. It is no less than that less the way since.
	static constexpr double kNeverMeasured = -HUGE_VAL;

	struct PointFace
	{
		int32_t point = kNoIndex;
		int32_t face[3] = {kNoIndex, kNoIndex, kNoIndex};
		double away = kNeverMeasured;
	};
	struct EdgeEdge
	{
		int32_t a = kNoIndex; // edges
		int32_t b = kNoIndex;
		double away = kNeverMeasured;
	};

	RelativePose pose;              // of B in A's frame, at which they were found
	double reach = -1.0;            // m: none that were nearer then is missing; negative: nothing is known
	bool isCrossed = false;         // the surfaces cross: distances without a sign mean nothing
	bool mayCross = false;          // they do, or touch, so that nothing but contacts keeps them from it
	std::vector<PointFace> pointsA; // by A's points
	std::vector<PointFace> pointsB; // by B's points
	std::vector<EdgeEdge> edges;
	RelativePose measured; // of B at the last measurement, or where they were found
	double way = 0.0;      // m: no point of B has gone farther from one measurement to the next, all of them together

	/// Whether they hold all that comes within `distance` m of each other when B has moved to `now`.
	bool Cover(const ShellMesh& b, const RelativePose& now, double distance) const;

	/// m: what `way` would be if B were measured at `now`.
	double WayTo(const ShellMesh& b, const RelativePose& now) const
	{
		return way + MostMotion(measured, now, b.Nodes()[0].box);
	}
};

/// All features within `reach` m of each other.
ShellFeatures FindFeatures(const ShellMesh& a, const ShellMesh& b, const RelativePose& pose, double reach);

/// All features that may come within `reach` m of each other while B's corners go straight from one pose to another.
ShellFeatures FindFeaturesOnWay(
	const ShellMesh& a, const ShellMesh& b, const RelativePose& from, const RelativePose& to, double reach);

/// Where two surfaces are near each other, in A's frame.
struct NearFeatures
{
	Vec3 onA;
	Vec3 onB;
	double distance = 0.0;
	Vec3 normal;                // unit, from A to B; of a face where the two touch
	int32_t feature = kNoIndex; // A's point, -2 minus B's point, or one for both edges
};

/// Each point with what is nearest to it of the other surface and the faces straight below it, and the edges that are
/// nearest to each other, within `margin` m. Answers the least distance of all, or `margin`. What was farther when it
/// was last measured, and cannot have come so near since, is not looked at.
double MeasureFeatures(const ShellMesh& a,
	const ShellMesh& b,
	ShellFeatures& features,
	const RelativePose& pose,
	double margin,
	std::vector<NearFeatures>* near);

/// The nearest points of two edges and the square of their distance; whether both are between the ends, else a point is
/// as near.
bool AreNearestBetweenEnds(const Vec3 (&a)[2], const Vec3 (&b)[2], Vec3& onA, Vec3& onB, double& squared);

/// Leaves of A and B that were nearest at the last look: a good guess for the next.
struct NearLeaves
{
	int32_t a = kNoIndex;
	int32_t b = kNoIndex;
};

/// The distance of two surfaces that do not cross, and the unit vector from A to B along it, in A's frame; beyond
/// `most` m just that.
double ShellDistance(
	const ShellMesh& a, const ShellMesh& b, const RelativePose& pose, double most, Vec3& axis, NearLeaves& guess);

/// How far B may go from one pose towards another until some feature comes within `apart` m, or nearer than
/// it was: see SweepPointFace. What is measured to be too far for that is not looked at.
FeatureHit SweepFeatures(const ShellMesh& a,
	const ShellMesh& b,
	const ShellFeatures& features,
	const RelativePose& from,
	const RelativePose& to,
	double apart,
	double kept = kKeptShare);

/// Whether two surfaces cross: an edge of one goes through a face of the other. Exact signs; what only touches does
/// not count.
bool DoCross(const ShellMesh& a, const ShellMesh& b, const RelativePose& pose);
} // namespace FractureCore
