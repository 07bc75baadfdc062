// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/WorldData.h"

namespace FractureCore
{
/// Contacts without restitution, after gravity: sweeps, shock propagation, and a push apart for what overlaps.
void SettleContacts(World::Data& world, double step);

/// Bodies that have hardly moved for half a second, together with all that they touch, fall asleep as a group. Needs
/// the contacts of the step.
void UpdateSleep(World::Data& world, double step);
} // namespace FractureCore
