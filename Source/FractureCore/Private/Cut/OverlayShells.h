// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/CutData.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Sorts signed faces into closed cells. Keeps its memory from call to call.
class ShellSorter
{
public:
	explicit ShellSorter(const CutBody::Data& data) : m_data(data) {}

	/// Reorders `faces` cell after cell and returns where each cell ends. Within a cell faces keep their order.
	std::span<const int32_t> Sort(std::span<int32_t> faces);

private:
	/// A place in a table of edges, by hash; one of an earlier call is free.
	struct EdgeUse
	{
		int32_t call = 0;
		int32_t edge = 0;
		int32_t face = 0; // index into the faces at hand
	};

	int32_t Root(int32_t face);
	EdgeUse& PlaceOf(int32_t edge);
	void PrepareTable(std::span<const int32_t> faces);
	int32_t FindShells(std::span<const int32_t> faces);
	void GiveCavitiesToCells(std::span<const int32_t> faces, int32_t shellCount);

	const CutBody::Data& m_data;
	std::vector<EdgeUse> m_table; // of a power of two, at least twice the edges
	int32_t m_call = 0;
	std::vector<int32_t> m_parent;
	std::vector<int32_t> m_shellOf; // 1 a face: its shell, later its cell
	std::vector<int32_t> m_sorted;
	std::vector<int32_t> m_ends;
};

/// What a face contributes to the volume of the cell that sees it so, about `origin`; m^3.
double SignedFaceVolume(const CutBody::Data& data, int32_t signedFace, const Vec3& origin);
} // namespace FractureCore
