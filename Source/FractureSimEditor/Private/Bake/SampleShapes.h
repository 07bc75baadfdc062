// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureCore/SurfaceMesh.h"

// Shapes of the samples, which need no mesh of an artist.

namespace FractureSim::Editor
{
/// Turned about z: points are radius and height in cm, once round the wall; the first and last lie on the axis. Closed.
FractureCore::SurfaceMesh TurnedSurface(const TArray<FVector2D>& Profile, int32 Segments);

/// Of that size in cm, about the middle of its bottom.
FractureCore::SurfaceMesh BoxSurfaceOf(const FVector& Size);
} // namespace FractureSim::Editor
