// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "FractureCore/TetMesh.h"

#include <limits>
#include <span>
#include <vector>

namespace FractureCore
{
/// A box in the frame of a TetTree.
struct UnitBox
{
	float low[3];
	float high[3];

	bool Meets(const UnitBox& other) const
	{
		// Without branches: which side decides cannot be predicted.
		return (low[0] <= other.high[0]) & (low[1] <= other.high[1]) & (low[2] <= other.high[2]) &
			(other.low[0] <= high[0]) & (other.low[1] <= high[1]) & (other.low[2] <= high[2]);
	}
};

struct Plane
{
	Vec3 point;
	Vec3 normal; // of any length
};

struct NearestTet
{
	int32_t tet = kNoIndex;
	double distanceSquared = std::numeric_limits<double>::infinity(); // m^2

	/// The lowest of equally near tets.
	void Take(int32_t other, double otherSquared)
	{
		if (otherSquared < distanceSquared || (otherSquared == distanceSquared && other < tet))
		{
			*this = {other, otherSquared};
		}
	}
};

/// Finds tets by place. Keeps a reference to the mesh, which must have tets; queries are const and thread-safe.
class TetTree
{
public:
	TetTree(const TetMesh& mesh, TaskRunner& runner);

	/// In the tree's frame, where the mesh fits into [-1, 1]^3, so that floats are precise enough for boxes.
	Vec3 ToUnit(const Vec3& point) const { return (point - m_origin) * m_unitPerMetre; }

	/// Around points that lie in the tree's frame already, with the margin that covers rounding.
	static UnitBox BoxOf(std::span<const Vec3> unitPoints, double margin = 0.0);

	double UnitPerMetre() const { return m_unitPerMetre; }

	/// Mean size of the tets' boxes, in units of the tree's frame.
	double MeanTetSize() const { return m_meanTetSize; }

	/// The tets are kept by place: number k in the tree's order, and its box.
	int32_t TetAt(int32_t place) const { return m_order[place]; }
	const UnitBox& BoxAt(int32_t place) const { return m_tetBoxes[place]; }

	/// Places of the tets whose boxes meet `box`. Gives up with false when there are more than `limit`.
	bool Collect(const UnitBox& box, size_t limit, std::vector<int32_t>& places) const;

	/// Places of the tets whose boxes meet `box` and `plane` (in the tree's frame).
	void Collect(const UnitBox& box, const Plane& plane, std::vector<int32_t>& places) const;

	/// The tet nearest to a point, the lowest of equally near ones. `known`: a tet that is near already.
	int32_t Nearest(const Vec3& point, const NearestTet& known = {}) const;

private:
	template <typename Meets, typename Take>
	void Visit(const Meets& meets, const Take& take) const;

	int64_t LeafCount() const { return int64_t{1} << m_levels; }
	int32_t LeafBegin(int64_t leaf) const
	{
		return static_cast<int32_t>((static_cast<int64_t>(m_order.size()) * leaf) >> m_levels);
	}

	const TetMesh& m_mesh;
	Vec3 m_origin;
	double m_unitPerMetre = 1.0;
	double m_meanTetSize = 0.0;
	// A complete binary tree as in a heap: children of node i are 2 i + 1 and 2 i + 2. Each of the 2^m_levels leaves
	// holds an equal share of m_order, which follows a Z-curve.
	int32_t m_levels = 0;
	std::vector<UnitBox> m_nodes;
	std::vector<int32_t> m_order;
	std::vector<UnitBox> m_tetBoxes; // in that order
};
} // namespace FractureCore
