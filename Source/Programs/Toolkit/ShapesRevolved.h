// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ShapesBuilder.h"
#include "ShapesPath.h"

#include <string>
#include <vector>

namespace FractureToolkit::ShapeDetail
{
struct Revolution
{
	Path profile;                   // x: distance from the axis, y: height; from axis to axis, or closed and off it
	double edge = 0.0;              // target edge length, m
	std::vector<std::string> slots; // material of each patch of the profile; the last serves all further ones
	bool sheet = false;             // the profile ends where it ends: a border, not the axis or its own start
};

/// Turns a profile about the z axis. Each ring has as many vertices as its own circumference asks for (a multiple of
/// six, so that a ring shrinks to its pole like a hexagon), and neighbouring rings are zipped: triangles stay close to
/// equilateral everywhere, poles included. A patch that reaches the axis is flattened to a disc, any other to the
/// sector of the cone that fits it best, with one seam near angle 0.
void AddRevolution(ShapeBuilder& builder, const Revolution& revolution);
} // namespace FractureToolkit::ShapeDetail
