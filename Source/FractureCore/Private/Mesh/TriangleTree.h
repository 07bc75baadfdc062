// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "FractureCore/Types.h"

#include <span>
#include <vector>

namespace FractureCore
{
struct Cluster;

struct ClosestPoint
{
	Vec3 point;
	int32_t triangle = kNoIndex; // kNoIndex: nothing within the given distance
	double distance = 0.0;       // m
};

/// A bounding volume hierarchy over triangles that answers how often the surface winds around a point and what is
/// nearest to it. Owns its data; queries are const and thread-safe. Building is deterministic for any runner.
class TriangleTree
{
public:
	TriangleTree(std::span<const Vec3> positions, std::span<const Triangle> triangles, TaskRunner& runner);

	/// Generalised winding number [Jacobson13], far clusters by their moments [Barill18]: 1 inside a closed outward
	/// surface, 0 outside, within a few 1e-3. Exactly on a triangle: the mean of its two sides. `looks`
	/// counts up by the nodes and triangles that were looked at, which are all of them where they meet in a point.
	double WindingNumber(const Vec3& point, int64_t* looks = nullptr) const;

	/// Nearest surface point within maxDistance (m); ties go to the lowest triangle.
	ClosestPoint Closest(const Vec3& point, double maxDistance) const;

private:
	// Four children side by side, so that the compiler can treat them as one vector. A child is a node, or a leaf: see
	// TriangleTreeLeaf.h. Boxes and moments live apart because each kind of query reads only one of them.
	struct Boxes
	{
		float low[3][4]{};
		float high[3][4]{};
		int32_t child[4]{};
	};
	struct Moments
	{
		float centre[3][4]{};
		float openingSquared[4]{}; // nearer than this the child must be opened
		float linear[3][4]{};
		float quadratic[6][4]{};
		float cubic[10][4]{};
		int32_t child[4]{};
	};

	/// Nodes of equal depth, which are stored one after the other.
	struct Level
	{
		int32_t begin;
		int32_t end;
	};

	void FitUnitFrame(std::span<const Vec3> positions, std::span<const Triangle> triangles);
	std::vector<Level> Partition(
		std::span<const Vec3> positions, std::span<const Triangle> triangles, TaskRunner& runner);
	void CopyLeaves(std::span<const Vec3> positions, std::span<const Triangle> triangles);
	void Summarise(std::span<const Level> levels, TaskRunner& runner);
	Cluster LeafCluster(int32_t child) const;
	void StoreNode(int32_t node, std::span<const Cluster> parts);
	Vec3 ToUnit(const Vec3& point) const { return (point - m_origin) * m_unitPerMetre; }

	// Nodes live in a frame where the surface fits into [-1, 1]^3, so that floats are precise enough for them and
	// neither overflow nor vanish. Leaves keep the exact positions.
	Vec3 m_origin;
	double m_unitPerMetre = 1.0;
	std::vector<Boxes> m_boxes;
	std::vector<Moments> m_moments;
	std::vector<Triangle> m_triangles; // in leaf order, into m_positions
	std::vector<Vec3> m_positions;     // in order of first use
	std::vector<int32_t> m_sourceTriangle;
};
} // namespace FractureCore
