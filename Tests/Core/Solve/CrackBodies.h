// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/TetMesh.h"
#include "Mesh/FaceTable.h"
#include "Mesh/UnionFind.h"

#include <algorithm>
#include <functional>

namespace FractureCore
{
inline Vec3 TetCentre(const TetMesh& mesh, size_t tet)
{
	Vec3 sum;
	for (const int32_t v : mesh.tets[tet].v)
	{
		sum += mesh.nodes[v];
	}
	return sum / 4.0;
}

/// The same tets on copies of nodes: faces between tets whose centres lie on either side of the plane (normal, through
/// point) are broken where `isOpen` says so of the face's two tets' middle.
inline TetMesh SplitAlongPlane(
	const TetMesh& mesh, const Vec3& point, const Vec3& normal, const std::function<bool(const Vec3&)>& isOpen)
{
	const FaceTable faces = BuildFaceTable(mesh);
	UnionFind corners(static_cast<int32_t>(4 * mesh.tets.size()));
	for (int32_t t = 0; t < static_cast<int32_t>(mesh.tets.size()); ++t)
	{
		for (int32_t face = 0; face < 4; ++face)
		{
			const int32_t other = faces.neighbour[4 * t + face];
			if (other <= t)
			{
				continue;
			}
			const Vec3 here = TetCentre(mesh, t);
			const Vec3 there = TetCentre(mesh, other);
			const bool across = (Dot(here - point, normal) > 0.0) != (Dot(there - point, normal) > 0.0);
			if (across && isOpen(0.5 * (here + there)))
			{
				continue;
			}
			for (const int32_t k : kTetFaces[face])
			{
				const int32_t* found = std::find(mesh.tets[other].v, mesh.tets[other].v + 4, mesh.tets[t].v[k]);
				corners.Unite(4 * t + k, 4 * other + static_cast<int32_t>(found - mesh.tets[other].v));
			}
		}
	}
	TetMesh cut;
	cut.tets.resize(mesh.tets.size());
	std::vector<int32_t> nodeOf(4 * mesh.tets.size(), kNoIndex);
	for (int32_t corner = 0; corner < static_cast<int32_t>(nodeOf.size()); ++corner)
	{
		const int32_t root = corners.Find(corner);
		if (root == corner)
		{
			nodeOf[corner] = static_cast<int32_t>(cut.nodes.size());
			cut.nodes.push_back(mesh.nodes[mesh.tets[corner / 4].v[corner % 4]]);
		}
		cut.tets[corner / 4].v[corner % 4] = nodeOf[root];
	}
	return cut;
}
} // namespace FractureCore
