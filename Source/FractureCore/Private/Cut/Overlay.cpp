// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/Overlay.h"

#include "Cut/CellShapes.h"
#include "Cut/OverlayCells.h"
#include "Cut/OverlayFaces.h"
#include "Cut/OverlayVertices.h"

#include <algorithm>

namespace FractureCore
{
namespace OverlayDetail
{
namespace
{
/// Every triangle edge is run through as often one way as the other.
Status CheckClosed(std::span<const Triangle> triangles, const EdgeTable& edges)
{
	for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
	{
		int32_t balance = 0;
		for (const int32_t h : edges.HalfEdges(edge))
		{
			balance += HalfEdgeFrom(triangles, h) < HalfEdgeTo(triangles, h) ? 1 : -1;
		}
		if (balance != 0)
		{
			const int32_t triangle = edges.HalfEdges(edge)[0] / 3;
			return Error{
				ErrorCode::InvalidMesh, "the surface is not closed at triangle " + std::to_string(triangle), triangle};
		}
	}
	return Ok{};
}

SlotLists PiecesByTet(const OverlayGrid& grid, const std::vector<TrianglePiece>& pieces, TaskRunner& runner)
{
	std::vector<int32_t> slotOf(pieces.size());
	ParallelFor(runner,
		static_cast<int64_t>(slotOf.size()),
		8'192,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				slotOf[i] = grid.TetSlotOf(pieces[i].tet);
			}
		});
	return SlotLists(slotOf, static_cast<size_t>(kGridTets) * grid.cubes.size());
}

/// Tets that a piece of the surface lies in or whose nodes are all inside, ascending.
std::vector<int32_t> TetsWithMaterial(const OverlayGrid& grid, const SlotLists& piecesByTet)
{
	std::vector<int32_t> slots;
	for (int32_t slot = 0; slot < kGridTets * grid.Count(); ++slot)
	{
		bool full = true;
		for (const int32_t node : grid.TetNodes(slot / kGridTets, slot % kGridTets))
		{
			full = full && grid.IsInside(node);
		}
		if (full || !piecesByTet.Of(slot).empty())
		{
			slots.push_back(slot);
		}
	}
	return slots;
}

void AddEdges(const OverlaySurface& surface,
	const EdgeCrossings& edges,
	const SurfacePieces& pieces,
	const LatticeIntervals& intervals,
	CutBody::Data& data)
{
	data.edges.reserve(pieces.edgeParts + pieces.segments.size() + intervals.all.size());
	for (int32_t e = 0; e < surface.edges.EdgeCount(); ++e)
	{
		const int32_t halfEdge = surface.edges.HalfEdges(e)[0];
		const auto [low, high] =
			std::minmax({HalfEdgeFrom(surface.triangles, halfEdge), HalfEdgeTo(surface.triangles, halfEdge)});
		int32_t from = low;
		for (int32_t i = edges.first[e]; i < edges.first[static_cast<size_t>(e) + 1]; ++i)
		{
			data.edges.push_back({{from, pieces.surfaceVertices + i}, e, CutEdgeKind::SurfaceEdge});
			from = pieces.surfaceVertices + i;
		}
		data.edges.push_back({{from, high}, e, CutEdgeKind::SurfaceEdge});
	}
	for (const TriangleSegment& segment : pieces.segments)
	{
		data.edges.push_back({{segment.from, segment.to}, segment.triangle, CutEdgeKind::InSurface});
	}
	for (const LatticeIntervals::Interval& interval : intervals.all)
	{
		data.edges.push_back({{interval.from, interval.to}, kNoIndex, CutEdgeKind::LatticeEdge});
	}
}

void AddOuterFaces(SurfacePieces& pieces, CutBody::Data& data)
{
	data.faces.reserve(pieces.pieces.size());
	data.loopOffsets.reserve(pieces.pieces.size() + 1);
	for (const TrianglePiece& piece : pieces.pieces)
	{
		CutFace face;
		face.firstLoop = static_cast<int32_t>(data.faces.size());
		face.lastLoop = face.firstLoop + 1;
		face.source = piece.triangle;
		face.kind = CutFaceKind::Outer;
		data.faces.push_back(face);
		data.loopOffsets.push_back(data.loopOffsets.back() + piece.edgeCount);
	}
	data.loopEdges = std::move(pieces.pieceEdges);
}
} // namespace
} // namespace OverlayDetail

Result<std::unique_ptr<CutBody::Data>> BuildOverlay(
	SurfaceMesh mesh, const OverlaySettings& settings, TaskRunner& runner)
{
	using namespace OverlayDetail;
	auto data = std::make_unique<CutBody::Data>();
	data->surface = std::move(mesh);
	data->cellSize = settings.cellSize;
	const OverlaySurface surface =
		PlaceOnLattice(data->surface.positions, data->surface.triangles, settings.cellSize, settings.shift, runner);
	if (const Status closed = CheckClosed(surface.triangles, surface.edges); !closed)
	{
		return closed.GetError();
	}
	const EdgeCrossings edges = CrossEdges(surface, runner);
	const LatticeCrossings crossings = CrossTriangles(surface, runner);
	Result<SurfacePieces> pieces = CutIntoPieces(surface, edges, crossings, runner);
	if (!pieces)
	{
		return pieces.GetError();
	}
	const Result<OverlayGrid> grid = GatherGrid(crossings, pieces->pieces, runner);
	if (!grid)
	{
		return grid.GetError();
	}
	const int32_t firstCrossingVertex = pieces->surfaceVertices + static_cast<int32_t>(edges.all.size());
	const Result<LatticeIntervals> intervals = FindIntervals(*grid, crossings, firstCrossingVertex, runner);
	if (!intervals)
	{
		return intervals.GetError();
	}
	const SlotLists piecesByTet = PiecesByTet(*grid, pieces->pieces, runner);
	const std::vector<int32_t> tetSlots = TetsWithMaterial(*grid, piecesByTet);
	const std::vector<int32_t> latticeNodes = AddLattice(*grid, surface.frame, tetSlots, *data);
	AddVertices(surface, edges, crossings, *grid, *intervals, latticeNodes, runner, *data);
	AddEdges(surface, edges, *pieces, *intervals, *data);
	OverlayNumbers numbers;
	numbers.firstSegment = pieces->edgeParts;
	numbers.firstInterval = pieces->edgeParts + static_cast<int32_t>(pieces->segments.size());
	AddOuterFaces(*pieces, *data);
	if (const Status faces = AddTetFaces(*grid, *pieces, *intervals, runner, numbers, *data); !faces)
	{
		return faces.GetError();
	}
	AddCells(*grid, numbers, tetSlots, piecesByTet, runner, *data);
	MeasureCellShapes(runner, *data);
	return data;
}
} // namespace FractureCore
