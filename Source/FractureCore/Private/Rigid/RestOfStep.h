// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ShellRetarget.h"
#include "Rigid/WorldData.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Flies bodies that were stopped short on, `left` s of the step, 1 a body: contacts are found again where they
/// are, rebound and are solved, round by round. `left` becomes what is lost for good. Impulses that may break something
/// are added to the blows.
void FlyRestOfStep(
	World::Data& world, double step, std::span<double> left, std::vector<ShellStop>& blows, TaskRunner& runner);
} // namespace FractureCore
