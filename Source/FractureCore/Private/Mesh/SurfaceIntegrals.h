// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <span>

namespace FractureCore
{
struct SurfaceIntegrals
{
	Vec3 low; // bounding box of what the triangles use
	Vec3 high;
	double area = 0.0;   // m^2
	double volume = 0.0; // m^3; of an open surface, of the cones from its triangles to the middle of the box
};
SurfaceIntegrals IntegrateSurface(std::span<const Vec3> positions, std::span<const Triangle> triangles);
} // namespace FractureCore
