// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/VertexSides.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Splits faces along the zero set of a field. The loops of a face fall into runs of one side each; where they end, new
/// edges join them. Any way to join them closes; the one chosen is also free of crossings where the face is plane.
class FaceSplitter
{
public:
	struct Child
	{
		int32_t face = kNoIndex;
		int32_t side = 0; // +1 or -1
	};

	FaceSplitter(CutTree& tree, VertexSides& sides) : m_tree(tree), m_sides(sides) {}

	/// For a leaf face that has vertices on both sides. `edges` are its leaf edges, loop after loop, and `sides` those
	/// of the vertices that they leave; edges that another face has split since are allowed. The result is valid until
	/// the next call.
	std::span<const Child> Split(
		int32_t face, std::span<const int32_t> edges, std::span<const int8_t> sides, std::span<const int32_t> loopEnds);

private:
	struct Step
	{
		int32_t edge = kNoIndex; // signed
		int32_t side = 0;
	};
	struct Run
	{
		int32_t begin = 0; // of m_steps
		int32_t end = 0;
		int32_t next = kNoIndex; // the run of the same side that follows in a traced loop
		int32_t link = kNoIndex; // signed edge from the end of this run to the begin of the next; may be absent
		int32_t side = 0;
		bool isTraced = false;
	};
	/// Where a loop changes sides: from run `before` to run `after`.
	struct Crossing
	{
		int32_t vertex = kNoIndex;
		int32_t before = kNoIndex;
		int32_t after = kNoIndex;
		double along = 0.0;
		bool isDown = false; // from + to -
	};

	void AddLoop(std::span<const int32_t> edges, std::span<const int8_t> sides);
	void AddSteps(int32_t edge, int32_t from, int32_t to);
	void SettleNeutralSteps(size_t begin);
	void AddRuns(size_t begin);
	void AddOutLoop(int32_t side);
	void SortCrossings();
	void JoinRuns();
	void Join(const Crossing& down, const Crossing& up);
	void TraceLoops();
	std::span<const int32_t> OutLoop(int32_t k) const;
	void AddFaces(int32_t face, int32_t side);
	void AddFaceWithHoles(int32_t face, int32_t side, size_t outer);

	CutTree& m_tree;
	VertexSides& m_sides;
	std::vector<Step> m_steps;
	std::vector<Run> m_runs;
	std::vector<Crossing> m_crossings;
	std::vector<Crossing> m_open;
	std::vector<int32_t> m_outEdges; // traced loops
	std::vector<int32_t> m_outLoopEnds;
	std::vector<int32_t> m_outLoopSides;
	std::vector<Child> m_children;
	// Scratch of AddFaces
	std::vector<Vec3> m_points;
	std::vector<int32_t> m_loops;
	std::vector<int32_t> m_pointEnds;
	std::vector<int32_t> m_outerOf;
	std::vector<int32_t> m_faceEdges;
	std::vector<int32_t> m_faceLoopEnds;
};
} // namespace FractureCore
