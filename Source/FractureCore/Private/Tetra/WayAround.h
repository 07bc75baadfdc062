// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/LatticeLines.h"

#include <vector>

namespace FractureCore
{
/// Breadth-first search from lattice node to lattice node over edges that stay on one side of the surface. Has memory
/// of its own: one for each thread.
class WayAround
{
public:
	explicit WayAround(const LatticeLines& lines);

	/// Is there a way of few edges between two nodes of the same side? Around a rim, an edge or a bump of scan noise
	/// there is one; through a wall, or from one part of the solid to the next, there is none.
	bool Connects(const LatticePoint& from, const LatticePoint& to);

private:
	const LatticeLines& m_lines;
	std::vector<uint8_t> m_seen;
	std::vector<LatticePoint> m_current;
	std::vector<LatticePoint> m_next;
};
} // namespace FractureCore
