// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/TetMesh.h"

#include <array>

namespace FractureCore
{
/// Where the artist's surface lies in the tets. The tets follow the surface only to the lattice's accuracy, so a vertex
/// may stick out a little: it then hangs on the nearest tet with a negative weight.
struct Embedding
{
	std::vector<int32_t> vertexTet;                  // 1 a vertex
	std::vector<std::array<float, 4>> vertexWeights; // 1 a vertex: barycentric in vertexTet, sum 1 to rounding
	std::vector<int32_t> triangleTetOffsets;         // 1 a triangle + 1
	std::vector<int32_t> triangleTets; // tets that triangle t passes: [offsets[t], offsets[t + 1]), ascending

	friend bool operator==(const Embedding&, const Embedding&) = default;
};

/// Every vertex gets the tet it lies in or else the nearest, the lowest of several. Every triangle gets all tets that
/// it meets, to a millionth of their size; one that meets none gets the tet nearest to its centroid. There must be
/// tets.
FRACTURECORE_API Embedding EmbedSurface(const SurfaceMesh& surface, const TetMesh& tets, TaskRunner& runner);
} // namespace FractureCore
