// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/TetMesh.h"

#include <cstdint>
#include <span>
#include <vector>

// What a page gets as bytes, little-endian, so that it need not parse numbers.

namespace FractureToolkit
{
/// uint32 corners C, corners of outer triangles, vertices, 0; float positions 3 C; float normals 3 C; uint32 vertex of
/// each corner C. Triangles of the slot "Inside" come last.
std::vector<uint8_t> MeshPacket(const FractureCore::SurfaceMesh& mesh);

/// uint32 nodes N, tets T; float positions 3 N; uint32 nodes of tets 4 T.
std::vector<uint8_t> TetPacket(const FractureCore::TetMesh& mesh);

/// float, 3 a point.
std::vector<uint8_t> PointPacket(std::span<const FractureCore::Vec3> points);

/// float, 1 a vertex.
std::vector<uint8_t> ValuePacket(std::span<const float> values);
} // namespace FractureToolkit
