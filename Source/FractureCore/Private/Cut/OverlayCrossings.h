// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/OverlaySurface.h"

#include <vector>

namespace FractureCore
{
/// Where an edge of the lattice pierces a triangle.
struct LatticeCrossing
{
	uint64_t edge = 0;     // GridEdgeKey
	Vec3 position;         // m, in the triangle
	double fraction = 0.0; // of the lattice edge from its lower node, [0, 1]
	int32_t turn = 0;      // change of the winding number along it: +1 into the solid, -1 out of it
};

struct LatticeCrossings
{
	std::vector<int32_t> first; // crossings of triangle t: [first[t], first[t + 1])
	std::vector<LatticeCrossing> all;
};

LatticeCrossings CrossTriangles(const OverlaySurface& surface, TaskRunner& runner);
} // namespace FractureCore
