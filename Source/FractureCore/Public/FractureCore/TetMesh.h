// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"
#include "FractureCore/Result.h"
#include "FractureCore/Types.h"

#include <vector>

namespace FractureCore
{
struct TetMesh
{
	std::vector<Vec3> nodes; // m
	std::vector<Tet> tets;   // positive volume each

	friend bool operator==(const TetMesh&, const TetMesh&) = default;
};

/// Positive for a tet as Tet describes it, m^3.
inline double SignedVolume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d)
{
	return Dot(b - a, Cross(c - a, d - a)) / 6.0;
}

FRACTURECORE_API double SignedVolume(const TetMesh& mesh, const Tet& tet);

/// Sum over all tets, m^3.
FRACTURECORE_API double TotalVolume(const TetMesh& mesh);

struct DihedralRange
{
	double minDegrees = 0.0;
	double maxDegrees = 0.0;
};

/// Smallest and largest of the six dihedral angles over all tets; zeros for an empty mesh.
FRACTURECORE_API DihedralRange ComputeDihedralRange(const TetMesh& mesh);

/// Faces that belong to one tet only, counter-clockwise from outside, in order of tet.
FRACTURECORE_API std::vector<Triangle> BoundaryTriangles(const TetMesh& mesh);

/// Pieces connected over shared faces. A hinge at an edge or a vertex does not connect.
FRACTURECORE_API int32_t CountComponents(const TetMesh& mesh);

/// Finite nodes, indices in range, positive volumes, every face shared by at most two tets that see it from opposite
/// sides. The error names the first bad node or tet.
FRACTURECORE_API Status ValidateTetMesh(const TetMesh& mesh);
} // namespace FractureCore
