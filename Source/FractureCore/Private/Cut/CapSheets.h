// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"

#include "Cut/BoundaryWalk.h"
#include "Mesh/EarClipper.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// The open caps in triangles, with what rendering needs: one sheet is one crack, or the interface between two grains.
struct CapSheets
{
	struct Cap
	{
		int32_t face = kNoIndex; // which of BoundaryWalk::faces
		int32_t sheet = kNoIndex;
		int32_t firstTriangle = 0;
		int32_t lastTriangle = 0;
		int32_t firstNormal = 0;
	};
	/// A plane that a whole sheet takes its UVs from: axes of unit length.
	struct Sheet
	{
		int32_t source = kNoIndex; // as a cap's
		Vec3 u;
		Vec3 v;
	};
	std::vector<Cap> caps; // sheet after sheet
	std::vector<Sheet> sheets;
	std::vector<ClippedTriangle> triangles; // of the face's corners, from 0; outward for the cell on side 0
	std::vector<Vec3f> normals;             // 1 a corner of a cap, outward for side 0; smooth over a sheet
};

CapSheets MakeCapSheets(const CutTree& tree,
	const Pieces& pieces,
	const BoundaryWalk& walk,
	std::span<const int32_t> labels,
	TaskRunner& runner);
} // namespace FractureCore
