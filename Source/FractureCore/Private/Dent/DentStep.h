// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Dent.h"

#include <cmath>
#include <span>
#include <vector>

namespace FractureCore
{
inline double VonMises(const Sym3& s)
{
	const double xy = s.xx - s.yy;
	const double yz = s.yy - s.zz;
	const double zx = s.zz - s.xx;
	return std::sqrt(0.5 * (xy * xy + yz * yz + zx * zx) + 3.0 * (s.xy * s.xy + s.yz * s.yz + s.zx * s.zx));
}

/// What a dent is made from: nodes, cells of `corners` nodes each, and a value a cell or a node.
struct DentInput
{
	std::span<const Vec3> nodes;        // m
	std::span<const int32_t> cells;     // cell after cell
	int32_t corners = 4;                // 4: tets, 3: triangles
	std::span<const double> vonMises;   // 1 a cell, Pa
	std::span<const Vec3> displacement; // 1 a node, m
	std::span<const uint8_t> heldAxes;  // 1 a node; empty: nothing holds it
	double dentFactor = 0.0;
	double yieldStrength = 0.0; // Pa
	double maxStep = 0.2;
};

/// Lasting displacements, 1 a node; empty if nothing yields. Without rigid motion where nothing holds the body.
std::vector<Vec3> DentStep(const DentInput& input, DentReport& report);
} // namespace FractureCore
