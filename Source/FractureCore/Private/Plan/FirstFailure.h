// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

namespace FractureCore
{
/// The least s >= 0 at which constant + s * growing fails: largest principal stress >= strength, or smallest <=
/// -compressiveFactor * strength, each judged for itself (Rankine's criterion, with a compressive side). Infinite if
/// it never does. Stresses and strength in Pa.
double FailureLoad(const Sym3& constant, const Sym3& growing, double strength, double compressiveFactor);
} // namespace FractureCore
