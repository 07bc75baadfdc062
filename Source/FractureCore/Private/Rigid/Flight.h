// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ShellGuard.h"
#include "Rigid/WorldData.h"

namespace FractureCore
{
/// Pairs that may touch in the step, with the distance fields that they need.
void FindPairsAndFields(World::Data& world, double step, TaskRunner& runner);

/// Finds the contacts of the pairs, wakes what is touched, and flies every body that will hit something to its first
/// hit; its clock then says how much of the step is over for it. Gravity acts on the way.
void FlyToImpacts(World::Data& world, double step, TaskRunner& runner);

/// Flies all active bodies to the end of the step. A body so fast that it could pass through another stops short of it;
/// the next step finds them in contact. `placesBefore` and `velocitiesBefore` are from before the contacts, 1 a body.
void FlyToEnd(World::Data& world,
	double step,
	std::span<const Vec3> velocitiesBefore,
	std::span<const BodyPlace> placesBefore,
	TaskRunner& runner);
} // namespace FractureCore
