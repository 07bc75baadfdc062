// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/CutData.h"
#include "FractureCore/Parallel.h"

#include <memory>

namespace FractureCore
{
struct OverlaySettings
{
	double cellSize = 0.0; // m
	/// Of the lattice against the middle of the bounding box, in cells: odd fractions, so that faces of boxes and
	/// mirror planes of symmetric models do not lie in planes of the lattice. That would be right too, but full of
	/// slivers.
	Vec3 shift = {0.137, 0.271, -0.093};
};

/// Overlays a surface with the lattice. Every decision is a sign taken in whole numbers, so what comes out is closed
/// whatever the geometry does. An error if the surface is open or overlaps itself; unused positions are not allowed.
Result<std::unique_ptr<CutBody::Data>> BuildOverlay(
	SurfaceMesh surface, const OverlaySettings& settings, TaskRunner& runner);
} // namespace FractureCore
