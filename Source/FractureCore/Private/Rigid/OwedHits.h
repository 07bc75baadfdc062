// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ShellGuard.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// What hits hard enough to break something is not stopped but left to the collisions of the next step, where it is a
/// load and bounces; takes it out of `hits`. A pair that could not collide then is stopped: `before` was owed by the
/// last step.
void OweShellHits(World::Data& world, std::span<const OwedHit> before, std::vector<ShellHit>& hits);

/// Contacts for the hits of the last step, where none of their bodies' own closes: between features too far apart, or
/// turning too fast, to be seen.
void AddOwedContacts(World::Data& world, double step);
} // namespace FractureCore
