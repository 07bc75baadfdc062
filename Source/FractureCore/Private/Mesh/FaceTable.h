// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/TetMesh.h"

#include <cstdint>
#include <vector>

namespace FractureCore
{
/// Face k of a tet is opposite its node k; this order sees it counter-clockwise from outside.
inline constexpr int32_t kTetFaces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

inline Triangle TetFace(const Tet& tet, int32_t face)
{
	return {{tet.v[kTetFaces[face][0]], tet.v[kTetFaces[face][1]], tet.v[kTetFaces[face][2]]}};
}

/// What lies across every face of every tet, in linear time.
struct FaceTable
{
	std::vector<int32_t> neighbour; // 4 a tet: the tet across face k, kNoIndex on the boundary
	int32_t badTet = kNoIndex; // first tet with a face that a third tet shares or that another sees from the same side
};

/// Indices must be in range.
FaceTable BuildFaceTable(const TetMesh& mesh);

/// As their public namesakes, for who needs the table anyway: ValidateTetMesh fills it if the nodes of tets exist.
Status ValidateTetMesh(const TetMesh& mesh, FaceTable& faces);
std::vector<Triangle> BoundaryTriangles(const TetMesh& mesh, const FaceTable& faces);
} // namespace FractureCore
