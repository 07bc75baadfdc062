// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OverlayFaces.h"

#include "Cut/OverlayLoops.h"

#include <algorithm>

namespace FractureCore
{
namespace TetFaceDetail
{
namespace
{
constexpr int64_t kCubesPerFaceTask = 256;

SlotLists SegmentsByFace(const OverlayGrid& grid, const SurfacePieces& pieces, TaskRunner& runner)
{
	std::vector<int32_t> slotOf(pieces.segments.size());
	ParallelFor(runner,
		static_cast<int64_t>(slotOf.size()),
		8'192,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				slotOf[i] = grid.FaceSlotOf(pieces.segments[i].face);
			}
		});
	return SlotLists(slotOf, static_cast<size_t>(kGridFaces) * grid.cubes.size());
}

/// What one task makes.
struct FaceLists
{
	std::vector<int32_t>& loopCounts; // 1 a face
	std::vector<int32_t>& loopSizes;  // 1 a loop
	std::vector<int32_t>& loopEdges;  // signed
};

class FaceBuilder
{
public:
	FaceBuilder(const OverlayGrid& grid,
		const SurfacePieces& pieces,
		const LatticeIntervals& intervals,
		const OverlayNumbers& numbers,
		const SlotLists& segmentsByFace,
		const CutBody::Data& data,
		FaceLists out)
		: m_grid(grid), m_pieces(pieces), m_intervals(intervals), m_numbers(numbers), m_byFace(segmentsByFace),
		  m_data(data), m_out(out)
	{
	}

	/// The number of faces made, kNoIndex if its sides do not close.
	int32_t Run(int32_t cube, int32_t face)
	{
		const GridFace& steps = kGridFace[face];
		const int32_t second = m_grid.ahead[cube][steps.first];
		const int32_t third = m_grid.ahead[cube][steps.Both()];
		const std::span<const int32_t> segments = m_byFace.Of(kGridFaces * int64_t{cube} + face);
		const bool whole = m_grid.IsInside(cube) && m_grid.IsInside(second) && m_grid.IsInside(third);
		if (segments.empty() && !whole)
		{
			return 0;
		}
		m_sides.clear();
		AddIntervals(cube, steps.first, true);
		AddIntervals(second, steps.second, true);
		AddIntervals(cube, steps.Both(), false);
		for (const int32_t s : segments)
		{
			const TriangleSegment& segment = m_pieces.segments[s];
			m_sides.push_back({~(m_numbers.firstSegment + s), segment.to, segment.from});
		}
		if (segments.empty())
		{
			StoreTriangle();
			return 1;
		}
		return m_linker.Link(m_sides, m_data.vertices) ? StorePolygons() : kNoIndex;
	}

private:
	void AddIntervals(int32_t cube, int32_t axes, bool forward)
	{
		const int32_t slot = OverlayGrid::EdgeSlot(cube, axes);
		for (int32_t i = m_intervals.first[slot]; i < m_intervals.first[static_cast<size_t>(slot) + 1]; ++i)
		{
			const LatticeIntervals::Interval& interval = m_intervals.all[i];
			const int32_t edge = m_numbers.firstInterval + i;
			m_sides.push_back(
				forward ? LoopSide{edge, interval.from, interval.to} : LoopSide{~edge, interval.to, interval.from});
		}
	}

	void StoreTriangle()
	{
		m_out.loopCounts.push_back(1);
		m_out.loopSizes.push_back(3);
		for (const LoopSide& side : m_sides)
		{
			m_out.loopEdges.push_back(side.edge);
		}
	}

	int32_t StorePolygons()
	{
		int32_t polygons = 0;
		for (const PolygonLinker::Loop& loop : m_linker.Loops())
		{
			if (loop.startsPolygon)
			{
				m_out.loopCounts.push_back(0);
				++polygons;
			}
			++m_out.loopCounts.back();
			m_out.loopSizes.push_back(loop.end - loop.begin);
		}
		// Loops may have changed places, their sides with them.
		for (const PolygonLinker::Loop& loop : m_linker.Loops())
		{
			for (int32_t i = loop.begin; i < loop.end; ++i)
			{
				m_out.loopEdges.push_back(m_linker.Sides()[i].edge);
			}
		}
		return polygons;
	}

	const OverlayGrid& m_grid;
	const SurfacePieces& m_pieces;
	const LatticeIntervals& m_intervals;
	const OverlayNumbers& m_numbers;
	const SlotLists& m_byFace;
	const CutBody::Data& m_data;
	FaceLists m_out;
	std::vector<LoopSide> m_sides;
	PolygonLinker m_linker;
};

void AppendFaces(std::span<const int32_t> loopCounts, std::span<const int32_t> loopSizes, CutBody::Data& data)
{
	auto loop = static_cast<int32_t>(data.loopOffsets.size()) - 1;
	data.faces.reserve(data.faces.size() + loopCounts.size());
	for (const int32_t count : loopCounts)
	{
		CutFace face;
		face.firstLoop = loop;
		face.lastLoop = loop + count;
		face.kind = CutFaceKind::TetFace;
		data.faces.push_back(face);
		loop = face.lastLoop;
	}
	data.loopOffsets.reserve(data.loopOffsets.size() + loopSizes.size());
	for (const int32_t size : loopSizes)
	{
		data.loopOffsets.push_back(data.loopOffsets.back() + size);
	}
}
} // namespace
} // namespace TetFaceDetail

Status AddTetFaces(const OverlayGrid& grid,
	const SurfacePieces& pieces,
	const LatticeIntervals& intervals,
	TaskRunner& runner,
	OverlayNumbers& numbers,
	CutBody::Data& data)
{
	using namespace TetFaceDetail;
	const SlotLists segmentsByFace = SegmentsByFace(grid, pieces, runner);
	const int64_t cubes = grid.Count();
	Chunks<int32_t> loopCounts(cubes, kCubesPerFaceTask);
	Chunks<int32_t> loopSizes(cubes, kCubesPerFaceTask);
	Chunks<int32_t> loopEdges(cubes, kCubesPerFaceTask);
	numbers.firstFace.assign(static_cast<size_t>(kGridFaces) * grid.cubes.size() + 1, 0);
	numbers.firstFace[0] = static_cast<int32_t>(data.faces.size());
	const int32_t openFaces = ParallelReduce(
		runner,
		cubes,
		kCubesPerFaceTask,
		0,
		[&](int64_t begin, int64_t end)
		{
			const FaceLists out{loopCounts.Of(begin), loopSizes.Of(begin), loopEdges.Of(begin)};
			FaceBuilder builder(grid, pieces, intervals, numbers, segmentsByFace, data, out);
			int32_t open = 0;
			for (int64_t slot = kGridFaces * begin; slot < kGridFaces * end; ++slot)
			{
				const int32_t made =
					builder.Run(static_cast<int32_t>(slot / kGridFaces), static_cast<int32_t>(slot % kGridFaces));
				open += made == kNoIndex ? 1 : 0;
				numbers.firstFace[slot + 1] = made;
			}
			return open;
		},
		[](int32_t a, int32_t b) { return a + b; });
	if (openFaces > 0)
	{
		return Error{ErrorCode::InvalidMesh, "the surface is not closed: it leaves a tet face open"};
	}
	SumUp(numbers.firstFace);
	AppendFaces(loopCounts.Join(), loopSizes.Join(), data);
	const std::vector<int32_t> edges = loopEdges.Join();
	data.loopEdges.insert(data.loopEdges.end(), edges.begin(), edges.end());
	return Ok{};
}
} // namespace FractureCore
