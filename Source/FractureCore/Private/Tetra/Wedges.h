// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Mesh/TriangleTree.h"
#include "Tetra/ThinSpots.h"

#include "FractureCore/SurfaceMesh.h"

#include <optional>

namespace FractureCore
{
/// Answers where a solid, or the gap between two of its parts, ends in a sharp edge. A wall is as thick a few cells
/// further on; a wedge gets thinner in proportion to the way that is left to its edge, so no cells are small enough for
/// all of it, and without its tip the solid has no hole, but a blunt edge.
class WedgeFinder
{
public:
	/// Keeps references. The tree over the surface is built when it is first needed: Prepare.
	WedgeFinder(const SolidSurface& solid, TaskRunner& runner) : m_solid(solid), m_runner(runner) {}

	/// Before Reach, which may then be called from any thread.
	void Prepare();

	struct Wedge
	{
		double reach = 0.0; // m, from the middle of the stretch to the edge
		bool isNarrow = false;
	};

	/// Of a stretch of a line through the solid, or through the gap between two parts of it.
	std::optional<Wedge> Find(const LineStretch& stretch, const GridSurface& surface, bool isGap) const;

private:
	const SolidSurface& m_solid;
	TaskRunner& m_runner;
	std::optional<TriangleTree> m_tree;
};
} // namespace FractureCore
