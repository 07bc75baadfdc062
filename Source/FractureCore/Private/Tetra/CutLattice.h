// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Base/KeyTable.h"
#include "Tetra/LatticeLines.h"

#include <array>
#include <span>
#include <vector>

namespace FractureCore
{
enum class NodeSide : uint8_t
{
	In,
	On, // warped onto the surface
	Out,
};

/// Where the surface crosses a lattice edge whose ends lie on different sides.
struct Cut
{
	LatticePoint lower;
	int32_t direction = 0;
	double fraction = 0.0; // from the lower node
};

/// The nodes at the surface and the cuts between them, after warping: a node that a cut comes too close to has moved
/// onto that cut, and its own cuts are gone.
struct CutLattice
{
	struct Node
	{
		std::array<int32_t, kEdgeSlots> cuts; // by slot, into cuts; kNoIndex: none
		NodeSide side = NodeSide::Out;
		bool isBlunt = false;        // taken for an outer one
		int32_t warpedTo = kNoIndex; // cut
	};

	LatticeFrame frame;
	KeyTable nodeTable; // PackPoint -> nodes
	std::vector<Node> nodes;
	std::vector<Cut> cuts; // with those that warping removed

	/// In units.
	Vec3 CutPosition(int32_t cut) const;
};

/// Finds all cuts, the nearest to the inner end where there are several on an edge, moves each along its edge so that
/// it lies `outward` units outside the surface (negative: inside), and warps [Labelle07, section 3]. The nodes of
/// `fixed` (PackPoint, ascending) stay where they are; the cuts near them move away instead, as far as the angles need.
/// Those of `blunt` (the same) are taken for outer ones: the edges from them to inner nodes are cut in the middle.
CutLattice CutAndWarp(const LatticeLines& lines,
	const GridSurface& surface,
	double outward,
	std::span<const uint64_t> fixed,
	std::span<const uint64_t> blunt,
	TaskRunner& runner);
} // namespace FractureCore
