// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/CutData.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// A directed edge of a planar figure.
struct LoopSide
{
	int32_t edge = 0; // signed
	int32_t from = 0; // vertices
	int32_t to = 0;
};

/// Polygons with holes out of loose sides. Keeps its memory from call to call.
class PolygonLinker
{
public:
	/// Loops in the order in which they are to be stored, polygon after polygon.
	struct Loop
	{
		int32_t begin = 0; // into Sides()
		int32_t end = 0;
		bool startsPolygon = false; // else a hole in the polygon before
	};

	/// Sorts the sides into loops and the loops into polygons, whose holes run the other way. Every vertex must be left
	/// as often as it is reached; false if not. Reorders `sides`.
	bool Link(std::vector<LoopSide>& sides, std::span<const CutVertex> vertices);

	std::span<const LoopSide> Sides() const { return m_linked; }
	std::span<const Loop> Loops() const { return m_loops; }

private:
	bool LinkLoops(std::vector<LoopSide>& sides);
	void SortHoles(std::span<const CutVertex> vertices);

	std::vector<uint8_t> m_used;
	std::vector<LoopSide> m_linked;
	std::vector<Loop> m_loops;
};
} // namespace FractureCore
