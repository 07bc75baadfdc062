// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "FractureCore/TetMesh.h"

#include <span>

namespace FractureCore
{
/// Where a lattice line goes through the solid for no more than about a cell, or a vertex of the surface.
struct LimbSpot
{
	Vec3 middle;            // m
	double thickness = 0.0; // m; 0 at a vertex of the surface, where no line tells
	int32_t triangle = kNoIndex;
};

/// Legs, rods, fins and ears that got no tets, as they are thinner than the cells. Their ends are free, so that the
/// mesh has the solid's holes and pieces without them.
struct BareLimbs
{
	int64_t limbs = 0;      // of about one thickness
	int64_t tapers = 0;     // limbs that get ever thinner towards their end: no cells are small enough for all of it
	int64_t wires = 0;      // limbs so thin that hardly a line meets them
	int64_t stubs = 0;      // short ones: a fin, or the end of an ear
	double thickness = 0.0; // m: of the thinnest limb that does not taper
	double stubThickness = 0.0;
	double reach = 0.0; // m: how far from all tets the limbs end
	Vec3 farthest;      // m: the place that is
};

/// `mesh` is of cells of that size (m).
BareLimbs FindBareLimbs(std::span<const LimbSpot> spots, const TetMesh& mesh, double cellSize, TaskRunner& runner);
} // namespace FractureCore
