// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/WorldData.h"

namespace FractureCore
{
/// Where the body's mesh is.
Pose PoseOf(const RigidBody& body);

/// Puts the pieces of a broken body in its place, with its motion as it is now; the body is gone then. Children and
/// debris go into the reports. Pieces of a static body are dynamic, but for those that contain an anchored node.
/// `strikers` are what hit the body. Surfaces and hulls of the result move into the pieces.
void SpawnPieces(
	World::Data& world, int32_t parentIndex, BreakResult& result, std::vector<BodyId> strikers, FractureReport& report);

/// A piece that was held comes loose, as a whole: it is dynamic from now on, at rest.
void TearOff(World::Data& world, int32_t index);

/// The solver's part of a new body: mass, inertia and shape; not its place or motion.
void GiveMass(RigidBody& body, const MassProperties& mass);
} // namespace FractureCore
