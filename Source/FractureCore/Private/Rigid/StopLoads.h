// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/Collide.h"
#include "Rigid/ShellRetarget.h"

#include <span>

namespace FractureCore
{
/// What bodies took while they were kept from crossing loads them as any other blow. It has been taken by now: the next
/// step finds out whether they break by it, and gives back what was too much. `before` are the velocities before it.
void KeepStopLoads(World::Data& world, std::span<const ShellStop> stops, const VelocitySnapshot& before, double step);
} // namespace FractureCore
