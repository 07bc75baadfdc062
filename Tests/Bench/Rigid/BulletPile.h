// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "PileScene.h"

namespace FractureBench
{
bool HasBullet();

/// The same pile in Bullet, one thread, its default settings, without sleeping.
PileTiming TimeBulletPile(const PileScene& scene, int32_t settleSteps);
} // namespace FractureBench
