// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ContactPair.h"
#include "Rigid/WorldData.h"

#include <span>

namespace FractureCore
{
/// Wakes who sleeps near what something driven hits, and near those: they would stand fast, and nothing between the two
/// can give way. True: there were some.
bool WakeBeforeDriven(World::Data& world, std::span<const Flight> flights);

/// What is driven goes its whole way at the end of the step; who hits it before, or lies on it, meets it in its frame:
/// goes back to where it is seen from there at the hit, and has the whole step left. With clocks that differ, one of
/// many on the same plate would stop that for all others, which it then runs over. `flights` are those of the pairs.
void MeetDriven(World::Data& world, std::span<const Flight> flights);

/// What others have stopped short goes the rest of its way, `time` s (1 a body; 0: it is not driven, or not late), and
/// takes along what it would run over, and what that would: no farther than it must, and no slower than itself then.
void DriveOn(World::Data& world, std::span<const double> time);
} // namespace FractureCore
