// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/CutData.h"
#include "Cut/OverlayFaces.h"

namespace FractureCore
{
/// Joins what lies in each tet over shared edges. A shell is a cell of its own: unconnected pieces of material in one
/// tet, an ear beside a back, must stay apart. Shells that are inside out are cavities of the smallest cell around
/// them. Fills data.cells, cellFaces, tetCellOffsets and the cells of data.faces.
/// `tetSlots`: 1 a tet of data.lattice. `piecesByTet`: outer faces by tet slot.
void AddCells(const OverlayGrid& grid,
	const OverlayNumbers& numbers,
	std::span<const int32_t> tetSlots,
	const SlotLists& piecesByTet,
	TaskRunner& runner,
	CutBody::Data& data);
} // namespace FractureCore
