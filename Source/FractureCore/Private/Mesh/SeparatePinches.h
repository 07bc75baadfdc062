// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <vector>

namespace FractureCore
{
struct SeparatedPinches
{
	int64_t edges = 0;              // that had more than two triangles
	int64_t vertices = 0;           // that were the tip of more than one fan of triangles
	std::vector<int32_t> splitFrom; // 1 an appended triangle: the one that it was a part of
};

/// Makes a closed surface a 2-manifold, but for flaps of two triangles back to back: where the solid touches itself in
/// an edge or a vertex, each of the sides that meet there gets vertices of its own, appended to `positions`, at the
/// same place. Where both its ends hang together elsewhere, an edge gets a vertex in its middle instead, and its
/// triangles are split. Triangles and positions keep their numbers; what is new follows. Every directed edge must have
/// its opposite.
SeparatedPinches SeparatePinches(std::vector<Vec3>& positions, std::vector<Triangle>& triangles);
} // namespace FractureCore
