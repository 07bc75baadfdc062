// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"

#include <vector>

namespace FractureCore
{
struct JoinedParts
{
	SolidSurface solid;                  // empty if no part meets another
	std::vector<int32_t> sourceTriangle; // 1 a triangle of solid: the one of the input that it is, or is a part of
	int32_t joined = 0;                  // parts that ran through, touched or lay in another one
	int32_t opened = 0;                  // parts that face inward and reach the surface of the part around them
	bool isComplete = true;              // false: parts may still overlap, because one of them overlaps itself
};

/// Makes one surface of parts that run through each other: the boundary of their union, with every triangle in the
/// plane that it had. Parts that face inward are cavities of the part around them and, where they
/// reach its surface, openings in it. Positions keep their numbers;
/// vertices at cuts follow. The surface must be closed; what overlaps itself within one part stays as it is.
JoinedParts JoinParts(const SolidSurface& solid);
} // namespace FractureCore
