// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace FractureCore
{
/// The rigid motions that supports leave free, one set for each part of the body that holds together. A free part has
/// six; a part on a plane, a ball joint or a hinge has three, three or one; a clamped part none.
struct RigidModes
{
	/// Mode j moves a node at x by t_j + w_j x (x - centre). Modes are orthonormal in the nodes' masses.
	struct Part
	{
		Vec3 centre; // m, of mass
		int32_t modeCount = 0;
		Vec3 translation[6];
		Vec3 rotation[6]; // 1/m
	};

	std::vector<Part> parts;
	std::vector<int32_t> nodePart; // 1 a node

	/// Degrees of freedom 3 node + axis whose fixing removes every mode and nothing else, one a mode, ascending.
	std::vector<int32_t> pins;
};

/// Memory that the functions below reuse; one a thread.
struct RigidScratch
{
	std::vector<Vec3> sums; // 2 a part
	std::vector<std::array<double, 6>> projections;
};

/// `fixedAxes` has a bit 1, 2, 4 for x, y, z of each node that a support holds; empty: none. Masses in kg, all > 0.
/// `pinNodes`: pins are chosen among these nodes only, which must not lie in one line; empty: among all.
RigidModes FindRigidModes(std::span<const Vec3> nodes,
	std::span<const double> masses,
	std::span<const int32_t> nodePart,
	int32_t partCount,
	std::span<const uint8_t> fixedAxes,
	std::span<const int32_t> pinNodes = {});

/// The same without pins.
RigidModes FindRigidMotions(std::span<const Vec3> nodes,
	std::span<const double> masses,
	std::span<const int32_t> nodePart,
	int32_t partCount,
	std::span<const uint8_t> fixedAxes);

/// Inertia relief: subtracts from the forces (N, 1 a node) the inertial forces of the acceleration they cause, so that
/// they do no work on any mode. What supports hold is left to the supports.
void RelieveInertia(const RigidModes& modes,
	std::span<const Vec3> nodes,
	std::span<const double> masses,
	std::span<Vec3> forces,
	RigidScratch& scratch);

/// Removes the part of a displacement field that is a free rigid motion, in the sense of the masses.
void RemoveRigidMotion(const RigidModes& modes,
	std::span<const Vec3> nodes,
	std::span<const double> masses,
	std::span<Vec3> displacements,
	RigidScratch& scratch);

/// The same for modes that were found with unit masses.
void RemoveUnitMotion(
	const RigidModes& modes, std::span<const Vec3> nodes, std::span<Vec3> values, RigidScratch& scratch);

/// The free motion that forces do the most work on.
struct LoadImbalance
{
	double share = 0.0; // of the work that forces of these sizes could do at most; 0 for balanced loads
	int32_t part = kNoIndex;
	bool isTurn = false;
	double amount = 0.0; // N along the direction, or N m about the axis
	Vec3 direction;      // unit length
	Vec3 point;          // m, of the axis
};

LoadImbalance FindLoadImbalance(
	const RigidModes& modes, std::span<const Vec3> nodes, std::span<const Vec3> forces, RigidScratch& scratch);
} // namespace FractureCore
