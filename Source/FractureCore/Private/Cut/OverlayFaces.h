// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/CutData.h"
#include "Cut/OverlayIntervals.h"

namespace FractureCore
{
/// Numbers of the overlay's edges and faces by what they come from.
struct OverlayNumbers
{
	int32_t firstSegment = 0;       // edges: the first of SurfacePieces::segments
	int32_t firstInterval = 0;      // edges: the first of LatticeIntervals::all
	std::vector<int32_t> firstFace; // faces on face slot s: [firstFace[s], firstFace[s + 1])
};

/// Appends what lies on tet faces within the solid to data.faces, with loops: built once, for both tets. Their segments
/// run against the pieces of triangles that they bound, as the tet on side 0 sees them. Vertices must be there.
Status AddTetFaces(const OverlayGrid& grid,
	const SurfacePieces& pieces,
	const LatticeIntervals& intervals,
	TaskRunner& runner,
	OverlayNumbers& numbers,
	CutBody::Data& data);
} // namespace FractureCore
