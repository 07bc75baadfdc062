// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ShellRetarget.h"
#include "Rigid/WorldData.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Two bodies in each other's way; stuck if they got nowhere in the time they had.
struct StuckPair
{
	BodyPair pair;
	bool isStuck = false;
};

/// Shortens flights, s, 1 a body, of what would pass through something. Pairs that hold each other up from the very
/// start are stuck. Bodies of one zone, 1 name a body, do not stop each other; none: all do.
void LimitFlights(World::Data& world,
	std::span<double> limits,
	std::vector<StuckPair>& stuck,
	TaskRunner& runner,
	std::span<const int32_t> zones = {});

/// What two bodies had from each other, as a blow at the nearest of their contacts, if they have any. `before` is how
/// they moved.
void AddBlowOfPair(
	const World::Data& world, const BodyPair& pair, const BodyMotion (&before)[2], std::vector<ShellStop>& blows);

/// Stuck bodies go on as one, pair by pair: linear and angular momentum stay, what moved them against each other is
/// lost. The last resort where contacts alone would hold two bodies in the way of each other for good; [Bridson02]
/// calls it an impact zone. What they had from each other is added to the blows.
void MoveAsOne(World::Data& world, std::span<const StuckPair> stuck, std::vector<ShellStop>& blows);
} // namespace FractureCore
