// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/BlockMatrix.h"

namespace FractureCore
{
enum class SeparatorSide : uint8_t
{
	Left,
	Right,
	Separator,
};

/// Splits sets of nodes into two sides without an edge between them and a separator that is as small as it finds.
/// One object serves a whole dissection: it keeps its arrays.
class SeparatorFinder
{
public:
	explicit SeparatorFinder(const NodeGraph& graph);

	/// Makes `nodes` the set that is split. Sets of one dissection never overlap, except that a set may be part of an
	/// earlier one.
	void SetNodes(std::span<const int32_t> nodes);

	/// Cuts the set behind the first `leftCount` of `sorted` (a permutation of the set), takes the smaller of the two
	/// boundary layers as separator and refines it. Returns its size; Side() tells who is where.
	int32_t Cut(std::span<const int32_t> sorted, int32_t leftCount);

	SeparatorSide Side(int32_t node) const { return m_side[node]; }
	int32_t LargerSide() const { return m_sideCount[0] > m_sideCount[1] ? m_sideCount[0] : m_sideCount[1]; }

private:
	struct Change
	{
		int32_t node;
		SeparatorSide before;
	};

	bool InSet(int32_t node) const { return m_set[node] == m_setId; }
	void CollectSeparator(std::span<const int32_t> sorted);
	void CountReach(int32_t node);
	void MoveOut(int32_t node, int32_t side);
	bool RefineOnce(int32_t largestSide);

	NodeGraph m_graph;
	std::vector<int32_t> m_set; // of each node: the last set it was in
	int32_t m_setId = kNoIndex;
	std::vector<SeparatorSide> m_side;
	std::vector<int32_t> m_reach[2];  // of a separator node: its neighbours on either side
	std::vector<int32_t> m_slot;      // of a separator node: its place in m_separator
	std::vector<int32_t> m_lockedIn;  // of each node: the last pass in which it left the separator
	std::vector<int32_t> m_separator; // in no order
	std::vector<Change> m_changes;
	int32_t m_sideCount[2] = {0, 0};
	int32_t m_pass = 0;
};
} // namespace FractureCore
