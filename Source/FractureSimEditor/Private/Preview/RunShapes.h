// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"

// What stands and flies in a run besides the object. Closed, outward, metres.

namespace FractureSim::Editor
{
/// About the origin.
FractureCore::SurfaceMesh BallSurface(double Radius);

/// Its upper side is z = 0.
FractureCore::SurfaceMesh FloorSurface(double HalfWidth, double Depth);
} // namespace FractureSim::Editor
