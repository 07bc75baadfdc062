// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "Run/RigidHost.h"

#include <memory>

namespace FractureToolkit
{
struct BulletSettings
{
	FractureCore::Vec3 gravity; // m/s^2
	bool hasGround = false;     // a fixed half space below z = groundHeight
	double groundHeight = 0.0;  // m
	SurfaceContact groundContact;
	double objectSize = 1.0;  // m, of the smaller bodies: Bullet's tolerances suit bodies of about one unit
	int32_t iterations = 400; // of its solver, a step, at most: towers need hundreds, most things a few
};

/// Bullet (https://pybullet.org) behind the contract: contact impulses out of its sequential impulse solver, fragments
/// in as compounds of hulls. Deterministic: equal calls, equal answers. Unsupported where the program was built without
/// Bullet.
FractureCore::Result<std::unique_ptr<RigidHost>> MakeBulletHost(const BulletSettings& settings);
} // namespace FractureToolkit
