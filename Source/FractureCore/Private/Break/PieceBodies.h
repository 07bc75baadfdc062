// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Break.h"

namespace FractureCore
{
/// The body's motion after it took `fraction` of each impulse.
BodyMotion MotionAfterImpulses(const MassProperties& mass, const Impact& impact, double fraction);

/// Each piece moves as the body did at its place: v_i = v + w x r_i, w_i = w. Linear and angular momentum and the
/// kinetic energy are those of the body.
BodyMotion MotionOfPiece(const BodyMotion& body, const Vec3& bodyCentre, const Vec3& pieceCentre);

/// Moves pieces below `smallestVolume` (m^3) from the fragments to the debris.
Debris TakeDebris(std::vector<Fragment>& fragments, double smallestVolume, const BodyMotion& body, const Vec3& centre);

/// How far the pieces' linear and angular momentum are from the body's, relative to the largest that either could be.
double MomentumError(const MassProperties& mass, const BodyMotion& body, const BreakResult& result);

/// How far the kinetic energy of pieces and debris is from the body's, relative to that.
double EnergyError(const MassProperties& mass, const BodyMotion& body, const BreakResult& result);

/// Over everything that a host sees of the fragments.
ContentHash HashOfResult(const BreakResult& result);
} // namespace FractureCore
