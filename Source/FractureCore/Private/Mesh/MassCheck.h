// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/MassProperties.h"

namespace FractureCore
{
/// What rigid bodies rely on: volume and mass finite and above 0, an inertia that is symmetric and positive definite.
bool IsMassPhysical(const MassProperties& properties);
} // namespace FractureCore
