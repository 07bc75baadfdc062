// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// The points x with Dot(normal, x) = offset.
struct OrientedPlane
{
	Vec3 normal; // unit, outward
	double offset = 0.0;

	double Distance(const Vec3& point) const { return Dot(normal, point) - offset; }
};

struct PlaneAt
{
	double distance = -1.0e300; // m
	int32_t plane = 0;
};

/// The planes of a convex body of many faces, those of like normals together: which one a point is farthest beyond is
/// told by a look at a few.
class PlaneTree
{
public:
	PlaneTree() = default;
	explicit PlaneTree(std::span<const OrientedPlane> planes);

	bool IsEmpty() const { return m_nodes.empty(); }

	/// The largest signed distance of a point, and the lowest plane that has it. Beyond `limit` the first that is found
	/// will do.
	PlaneAt Farthest(const Vec3& point, double limit) const;

private:
	/// Bounds of normals and offsets: the distance of a point is linear in them.
	struct Node
	{
		Vec3 low;
		Vec3 high;
		double leastOffset = 0.0;
		int32_t begin = 0; // into the planes
		int32_t end = 0;
		int32_t child = kNoIndex; // the first of two
	};
	void Fit(Node& node) const;

	std::vector<Node> m_nodes;
	std::vector<OrientedPlane> m_planes; // in the order of the tree
	std::vector<int32_t> m_number;       // of each, before
	double m_mostOffset = 0.0;           // m, without sign
};
} // namespace FractureCore
