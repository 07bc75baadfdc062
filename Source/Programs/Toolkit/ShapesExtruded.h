// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "ShapesBuilder.h"
#include "ShapesPath.h"

#include <vector>

namespace FractureToolkit::ShapeDetail
{
/// A flat outline given depth: outline point (x, y) at depth d becomes origin + x right + y up + d front.
struct Extrusion
{
	std::vector<Path> outline; // closed loops, the solid on their left
	double depth = 0.0;        // m
	double rounding = 0.0;     // radius along the edges of front and back, m; at most half the depth
	double edge = 0.0;         // target edge length, m
	FractureCore::Vec3 right;  // right-handed orthonormal frame with front
	FractureCore::Vec3 up;
	FractureCore::Vec3 front;
};

/// Front and back are slot "faces", the rest "edges". Charts: front, back, and the sides cut at corners of the outline
/// and wherever a strip grows longer than the outline is wide. An error if the outline cannot be filled.
FractureCore::Status AddExtrusion(ShapeBuilder& builder, const Extrusion& extrusion);
} // namespace FractureToolkit::ShapeDetail
