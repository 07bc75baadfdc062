// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/TetMesh.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace FractureCore
{
struct PlanLattice;

/// The lattice tet that speaks for an eighth of a cube, the one nearest to the middle. Fits read all of them time and
/// again, so what they ask for is side by side.
struct FitSample
{
	int32_t octant = 0;
	int32_t tet = 0;
	Tet nodes;
	std::array<Vec3, 4> gradient; // 1/m, of the nodes' shape functions
	Vec3 centroid;                // m
	double thickness = 0.0;       // m
};

/// A grid of cubes over the lattice, coarser than it, on which fields are fitted: values at the corners, trilinear in
/// between. What is fitted varies over the body's thickness, not over a lattice cell, so the cost of a fit hardly
/// depends on how fine the lattice is, and a coarse correction is a smooth one.
struct FitGrid
{
	double spacing = 0.0;                      // m, side of a cube
	std::vector<std::array<int32_t, 8>> cubes; // corners: bit 0 of the place is x, bit 1 y, bit 2 z
	int32_t cornerCount = 0;

	// Pattern of a matrix with a row a corner, and where each cube's 8 x 8 entries go in it.
	std::vector<int32_t> rowStart;
	std::vector<int32_t> columns;
	std::vector<std::array<int32_t, 64>> slots; // 1 a cube

	std::vector<double> octantVolume; // 8 a cube, m^3: of the lattice tets whose centroids are there
	std::vector<FitSample> samples;   // 1 an eighth with lattice tets, ascending
	std::vector<int32_t> tetOctant;   // 1 a lattice tet: the eighth that its centroid is in
	std::vector<int32_t> nodeCube;    // 1 a lattice node
	std::vector<Vec3> nodePlace;      // 1 a lattice node: where in its cube, 0 to 1

	/// Gradients of the eight corner functions at the middle of each eighth, times the spacing.
	static const std::array<std::array<Vec3, 8>, 8>& OctantGradients();

	/// Value at a lattice node of a field over the corners.
	double ValueAt(int32_t node, std::span<const double> corners) const;

	/// Weights of the corners of its cube at a lattice node.
	std::array<double, 8> WeightsAt(int32_t node) const;
};

/// For a lattice whose centroids, volumes, thickness and cell are known.
FitGrid MakeFitGrid(const PlanLattice& lattice);
} // namespace FractureCore
