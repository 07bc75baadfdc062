// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/BlockMatrix.h"
#include "Solve/LinearTet.h"

namespace FractureCore
{
/// Where every tet adds to the stiffness matrix. Made once for a topology; assembling is then a sweep over the rows, in
/// parallel, that sums each block in one order.
class StiffnessAssembly
{
public:
	/// `tets` must refer to existing nodes. Nodes without a tet get an empty diagonal block.
	StiffnessAssembly(std::span<const Tet> tets, int32_t nodeCount);

	/// A matrix with the pattern and without values.
	const BlockMatrix& Pattern() const { return m_pattern; }

	/// Fills `matrix`, which is a copy of Pattern() or an earlier result. `fraction` scales each tet's stiffness, 1 if
	/// empty.
	void Assemble(std::span<const TetShape> shapes,
		const LameConstants& lame,
		std::span<const double> fraction,
		BlockMatrix& matrix,
		TaskRunner& runner) const;

private:
	/// Corner a of a tet, seen from its node's row.
	struct Corner
	{
		int32_t tet = kNoIndex;
		int32_t corner = 0;
		int32_t slot[4] = {kNoIndex, kNoIndex, kNoIndex, kNoIndex}; // block of column b in the upper triangle, or none
	};

	BlockMatrix m_pattern;
	std::vector<int32_t> m_cornerStart; // of each node, into m_corners
	std::vector<Corner> m_corners;      // by node, then by tet
	std::vector<int32_t> m_mirror;      // of each block: the block across the diagonal
};
} // namespace FractureCore
