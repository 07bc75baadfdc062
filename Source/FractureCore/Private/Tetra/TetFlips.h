// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/LiveTets.h"

namespace FractureCore
{
/// Goes through the tets worse than `badness`, worst first, and exchanges each with its neighbours for other tets in
/// the same room whose worst is better, if there are any: an edge gives way to triangles across its ring (3-2, 4-4 and
/// further flips), or a face to an edge (2-3). Nodes and boundary stay. Returns the number of exchanges.
int64_t ExchangeTets(LiveTets& tets, double badness, TaskRunner& runner);
} // namespace FractureCore
