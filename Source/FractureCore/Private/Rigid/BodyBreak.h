// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ImpactLoads.h"
#include "Rigid/WorldData.h"

namespace FractureCore
{
/// The cracks of a body that stood the impact are part of it from now on. `rows` are those of the impact.
void ApplyCracks(
	World::Data& world, const BodyImpact& impact, const BreakResult& result, std::span<const ContactRow> rows);

/// Pushes the body, and what hit it, by `share` of the impulses, and puts the pieces in its place. `rows` are those of
/// the impact.
void ApplyBreak(
	World::Data& world, const BodyImpact& impact, BreakResult& result, double share, std::span<const ContactRow> rows);

/// The same for events that took longer than a step. The body has taken all of the impulses by then: what it should not
/// have taken goes back, and the pieces are born where it is now.
void ApplyLateCracks(World::Data& world, OpenEvent& open);
void ApplyLateBreak(World::Data& world, OpenEvent& open);
} // namespace FractureCore
