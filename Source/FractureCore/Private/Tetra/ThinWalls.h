// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/BareLimbs.h"
#include "Tetra/ThinSpots.h"
#include "Tetra/Wedges.h"

namespace FractureCore
{
/// Walls that the lattice is too coarse for.
///
/// Sharp edges, rims and scan noise give thin spots too, but there the two outer nodes are also joined by a short way
/// around the feature. Where they are not, the spot is part of a wall, which the mesh may perforate, or of a wedge so
/// narrow that its edge is far, or of parts that touch in an edge.
struct ThinWalls
{
	int64_t thinSpots = 0;
	int64_t wallSpots = 0;       // of these, estimated from a sample
	int64_t wedgeSpots = 0;      // the same for narrow wedges
	int64_t hingeSpots = 0;      // the same for parts that touch in an edge
	double thickness = 0.0;      // m: nearly all of the walls found are at least that thick
	double thinnestWedge = 0.0;  // m: the same for narrow wedges
	double thinnestHinge = 0.0;  // m: the same for parts that touch
	double wedgeReach = 0.0;     // m: how far from its edge a wedge is too thin
	bool facesConverge = false;  // of the thinner ones of the walls found
	bool tapers = false;         // these, and the walls are of many thicknesses, as towards a sharp edge
	bool hasContact = false;     // the surface lies on itself somewhere: walls or gaps without thickness
	std::vector<LimbSpot> spots; // all that are thin

	/// Nothing was gained by telling them from walls.
	void TakeWedgesForWalls();
	void TakeHingesForWalls();
};

ThinWalls FindThinWalls(const LatticeLines& lines, const GridSurface& surface, WedgeFinder& wedges, TaskRunner& runner);
} // namespace FractureCore
