// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Mesh/TetFrame.h"
#include "Mesh/TetTree.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace FractureCore
{
/// In metres.
struct PointBox
{
	Vec3 centre;
	Vec3 half;

	/// How far a point inside is from the nearest side, m.
	double Depth(const Vec3& point) const
	{
		const Vec3 p = point - centre;
		return std::min({half.x - std::abs(p.x), half.y - std::abs(p.y), half.z - std::abs(p.z)});
	}
};

/// The tets near some points, in ascending order, and quick tests of points against their faces: in floats, numbers of
/// one kind side by side for the compiler's vectors. The quick tests err on the safe side only; a doubt is for the
/// frames to settle.
class NearbyTets
{
public:
	/// Takes those of the tets at `places` of the tree that may meet the box. The quick tests are for points in it.
	void Gather(const TetTree& tree, const TetMesh& mesh, std::vector<int32_t>& places, const PointBox& box);

	size_t Count() const { return m_tets.size(); }
	int32_t TetOf(size_t i) const { return m_tets[i]; }
	const TetFrame& FrameOf(size_t i) const { return m_frames[i]; }

	/// One code a tet. Bit k is set only if the point lies beyond the face opposite node k.
	void FindOutCodes(const Vec3& point, int32_t* codes) const;

	/// Looks for a tet that is nearer than `best`.
	void FindNearer(const TetMesh& mesh, const Vec3& point, NearestTet& best);

private:
	static constexpr size_t kFaceNumbers = 16; // 4 faces of inward unit normal x, y, z and offset

	bool StoreFaces(const TetFrame& frame, const PointBox& box, size_t i);

	/// Calls use(i, d0, d1, d2, d3) for every tet: how far (m) the point lies inside of each face.
	template <typename Use>
	void ForEachTet(const Vec3& point, const Use& use) const;

	/// Into m_distances, one a tet: not above the point's distance to it; below 0 the point may be inside.
	void FindLeastDistances(const Vec3& point);

	Vec3 m_origin; // of the quick tests: floats are precise around it
	std::vector<int32_t> m_tets;
	std::vector<TetFrame> m_frames;
	size_t m_stride = 0;
	std::vector<float> m_faces;       // numbers of one kind for all tets, each kind `m_stride` after the other
	std::vector<int32_t> m_distances; // bits of floats: stored as integers the compiler knows them apart from the faces
};
} // namespace FractureCore
