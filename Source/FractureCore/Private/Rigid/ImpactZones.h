// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ShellRetarget.h"
#include "Rigid/WorldData.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Flies bodies on for `left` s, 1 a body, of which many are in the way of each other: who is stuck with another goes
/// on as one with it, and with all that are stuck with these. Linear and angular momentum stay, what moved them against
/// each other is lost: the last resort, as the impact zones of [Bridson02]. `left` becomes what is lost of the time;
/// what bodies had from each other is added to the blows.
void FlyInZones(World::Data& world, std::span<double> left, std::vector<ShellStop>& blows, TaskRunner& runner);
} // namespace FractureCore
