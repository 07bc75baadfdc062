// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/WorldData.h"

#include <vector>

namespace FractureCore
{
/// Whether a body might pass through something in that time.
bool IsFast(const RigidBody& body, double time);

/// Finds the contacts of all pairs, and how long each body may fly, s: not beyond its first hit; not at all if a
/// contact of it closes now; infinite if it hits nothing. 1 a body. `flights`: 1 a pair.
std::vector<double> FirstHits(World::Data& world, double step, std::vector<Flight>& flights, TaskRunner& runner);
} // namespace FractureCore
