// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/SurfaceTopology.h"

#include "FractureCore/TetMesh.h"

#include <vector>

namespace FractureCore
{
struct CleanupReport
{
	int32_t components = 0; // that stay
	int64_t droppedTets = 0;
	int64_t splitNodes = 0;
	SurfaceTopology boundary;
	std::vector<Triangle> boundaryTriangles;
	TopologyParts boundaryParts; // of them
};

/// Makes the mesh one that only faces hold together. Crumbs, which are components below `crumbVolume` (m^3), go, unless
/// nothing else is there: tips of spikes that the lattice met by chance. Where parts touch at an edge or a node only,
/// each gets a node of its own: such a hinge has no stiffness, and the boundary is a manifold without it.
CleanupReport RemoveCrumbsAndHinges(TetMesh& mesh, double crumbVolume);
} // namespace FractureCore
