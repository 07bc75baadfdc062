// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OverlayCells.h"

#include "Cut/OverlayShells.h"

namespace FractureCore
{
namespace CellDetail
{
namespace
{
constexpr int64_t kTetsPerCellTask = 256;

/// The faces of a tet's material: pieces of the surface, then what lies on its four faces.
void GatherFaces(const OverlayGrid& grid,
	const OverlayNumbers& numbers,
	int32_t tetSlot,
	std::span<const int32_t> pieces,
	std::vector<int32_t>& faces)
{
	faces.assign(pieces.begin(), pieces.end());
	const int32_t cube = tetSlot / kGridTets;
	for (int32_t k = 0; k < 4; ++k)
	{
		const TetFaceOfGrid& on = TetFaceAt(tetSlot % kGridTets, k);
		const size_t slot = static_cast<size_t>(kGridFaces) * grid.ahead[cube][on.step] + on.face;
		for (int32_t f = numbers.firstFace[slot]; f < numbers.firstFace[slot + 1]; ++f)
		{
			faces.push_back(on.side == 0 ? f : ~f);
		}
	}
}

void NumberCells(std::span<const int32_t> facesOfCell, CutBody::Data& data)
{
	int32_t face = 0;
	for (size_t c = 0; c < data.cells.size(); ++c)
	{
		CutCell& cell = data.cells[c];
		cell.firstFace = face;
		face += facesOfCell[c];
		cell.lastFace = face;
		for (int32_t i = cell.firstFace; i < cell.lastFace; ++i)
		{
			const int32_t signedFace = data.cellFaces[i];
			data.faces[Unsigned(signedFace)].cells[signedFace < 0 ? 1 : 0] = static_cast<int32_t>(c);
		}
	}
}
} // namespace
} // namespace CellDetail

void AddCells(const OverlayGrid& grid,
	const OverlayNumbers& numbers,
	std::span<const int32_t> tetSlots,
	const SlotLists& piecesByTet,
	TaskRunner& runner,
	CutBody::Data& data)
{
	using namespace CellDetail;
	const auto count = static_cast<int64_t>(tetSlots.size());
	Chunks<int32_t> cellFaces(count, kTetsPerCellTask);
	Chunks<int32_t> faceCounts(count, kTetsPerCellTask);
	data.tetCellOffsets.assign(tetSlots.size() + 1, 0);
	ParallelFor(runner,
		count,
		kTetsPerCellTask,
		[&](int64_t begin, int64_t end)
		{
			ShellSorter sorter(data);
			std::vector<int32_t> faces;
			std::vector<int32_t>& foundFaces = cellFaces.Of(begin);
			std::vector<int32_t>& counts = faceCounts.Of(begin);
			for (int64_t t = begin; t < end; ++t)
			{
				const std::span<const int32_t> pieces = piecesByTet.Of(tetSlots[t]);
				GatherFaces(grid, numbers, tetSlots[t], pieces, faces);
				const size_t before = counts.size();
				if (pieces.empty())
				{
					counts.push_back(static_cast<int32_t>(faces.size()));
				}
				else
				{
					int32_t last = 0;
					for (const int32_t cellEnd : sorter.Sort(faces))
					{
						counts.push_back(cellEnd - last);
						last = cellEnd;
					}
				}
				foundFaces.insert(foundFaces.end(), faces.begin(), faces.end());
				data.tetCellOffsets[t + 1] = static_cast<int32_t>(counts.size() - before);
			}
		});
	SumUp(data.tetCellOffsets);
	data.cellFaces = cellFaces.Join();
	const std::vector<int32_t> facesOfCell = faceCounts.Join();
	data.cells.resize(facesOfCell.size());
	for (size_t t = 0; t < tetSlots.size(); ++t)
	{
		for (int32_t c = data.tetCellOffsets[t]; c < data.tetCellOffsets[t + 1]; ++c)
		{
			data.cells[c].tet = static_cast<int32_t>(t);
		}
	}
	NumberCells(facesOfCell, data);
}
} // namespace FractureCore
