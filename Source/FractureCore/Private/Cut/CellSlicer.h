// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/FaceSplitter.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Splits the cells of a tree along the zero set of a field and closes both sides with caps. A cap is what the faces of
/// the + side leave open, reversed: closed by construction, whatever the field does.
class CellSlicer
{
public:
	/// Children of a cell: [first, minusBegin) on the + side, [minusBegin, last) on the - side; none if it was not cut.
	struct Sliced
	{
		int32_t first = 0;
		int32_t minusBegin = 0;
		int32_t last = 0;

		bool IsCut() const { return first != last; }
	};

	explicit CellSlicer(CutTree& tree);

	/// Cuts from now on along `field`; its caps name `source`.
	void Start(SliceField& field, int32_t source);
	Sliced Slice(int32_t cell);
	/// Whether the last cell had vertices on the - side and none on the + side.
	bool IsMinus() const { return m_hasMinus && !m_hasPlus; }

private:
	/// A face of the cell with its leaf edges, in the face's own direction.
	struct Part
	{
		int32_t face = kNoIndex; // signed
		int32_t firstLoop = 0;
		int32_t lastLoop = 0;
		int32_t side = 0;     // +1 or -1; 0: to be split
		int32_t onCut = 0;    // so many of its vertices are neutral
		bool hasPlus = false; // some vertex is on this side
		bool hasMinus = false;
	};

	void Gather(int32_t cell);
	Part MakePart(int32_t signedFace);
	void AddPart(int32_t signedFace, int32_t side);
	void SplitParts();
	std::span<const int32_t> LoopEdges(int32_t loop) const;
	std::span<const int32_t> PartEdges(const Part& part) const;
	void FindCapLoops();
	void AddCaps(int32_t cell);
	bool IsHalved(int32_t cell) const;
	void AddHalf(int32_t cell, int32_t side);
	void AddShells(int32_t cell, int32_t side);
	int32_t JoinParts(int32_t side);
	void MeasureShells(int32_t side);
	void PutShellsInCells();

	CutTree& m_tree;
	VertexSides m_sides;
	FaceSplitter m_splitter;
	int32_t m_source = kNoIndex;

	std::vector<int32_t> m_leafFaces;
	std::vector<Part> m_parts;
	std::vector<Part> m_toSplit;
	std::vector<int32_t> m_edges;    // of the parts, loop after loop
	std::vector<int8_t> m_edgeSides; // 1 an edge: the side of the vertex that it leaves
	std::vector<int32_t> m_loopOffsets;
	std::vector<int32_t> m_loopEnds;
	bool m_hasPlus = false;
	bool m_hasMinus = false;
	bool m_hasOuter = false;

	std::vector<int32_t> m_capEdges; // loop after loop
	std::vector<int32_t> m_capLoopEnds;
	std::vector<int32_t> m_openEdges;
	std::vector<Vec3> m_points;
	std::vector<int32_t> m_outerOf;
	std::vector<int32_t> m_faceEdges;
	std::vector<int32_t> m_faceLoopEnds;

	/// Faces of one side that hang together over edges.
	struct Shell
	{
		double volume = 0.0; // m^3; negative: a cavity
		Vec3 low;
		Vec3 high;
		int32_t cell = kNoIndex; // the shell whose cell it is part of
	};
	std::vector<int32_t> m_partShell; // 1 a part
	std::vector<Shell> m_shells;
	std::vector<int32_t> m_edgeOwner; // 1 an edge: a part of it, valid if the epoch is right
	std::vector<int32_t> m_edgeEpoch;
	int32_t m_epoch = 0;
	std::vector<int32_t> m_cellFaces;
};
} // namespace FractureCore
