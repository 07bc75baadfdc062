// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/CloseSurface.h"

#include "Bake/GapBridges.h"
#include "Mesh/BorderLoops.h"
#include "Mesh/LoopCap.h"
#include "Mesh/SurfaceIntegrals.h"

#include <algorithm>
#include <utility>

namespace FractureCore
{
namespace CloseDetail
{
namespace
{
/// Share of the surface's area above which caps are more than mended seams.
constexpr double kCapsOfSeams = 0.01;

/// The directed edges that lack their opposite, each in the group of a patch that has it. On a crowded edge that is the
/// smallest patch: a fin on a body rather than the body.
std::vector<DirectedEdge> FindMissingEdges(const CleanSurface& clean, const SurfacePatches& patches)
{
	const std::span<const Triangle> triangles = clean.triangles;
	std::vector<int32_t> patchSize(static_cast<size_t>(patches.count), 0);
	for (const int32_t patch : patches.patchOf)
	{
		++patchSize[patch];
	}
	std::vector<DirectedEdge> missing;
	std::vector<int32_t> up;   // patches with the edge from its lower vertex to its higher
	std::vector<int32_t> down; // and the other way
	for (int32_t edge = 0; edge < clean.edges->EdgeCount(); ++edge)
	{
		up.clear();
		down.clear();
		const std::span<const int32_t> around = clean.edges->HalfEdges(edge);
		for (const int32_t h : around)
		{
			const bool rises = HalfEdgeFrom(triangles, h) < HalfEdgeTo(triangles, h);
			(rises != (patches.flipped[h / 3] != 0) ? up : down).push_back(patches.patchOf[h / 3]);
		}
		if (up.size() == down.size())
		{
			continue;
		}
		const auto [low, high] = std::minmax({HalfEdgeFrom(triangles, around[0]), HalfEdgeTo(triangles, around[0])});
		const bool moreUp = up.size() > down.size();
		std::vector<int32_t>& most = moreUp ? up : down;
		std::stable_sort(most.begin(), most.end(), [&](int32_t a, int32_t b) { return patchSize[a] < patchSize[b]; });
		most.resize(most.size() - (moreUp ? down : up).size());
		for (const int32_t patch : most)
		{
			missing.push_back(moreUp ? DirectedEdge{patch, high, low} : DirectedEdge{patch, low, high});
		}
	}
	return missing;
}

/// Spans what is missing. As the border of a set of triangles it always forms loops.
Caps CapBorders(const CleanSurface& clean, const SurfacePatches& patches, double size, TaskRunner& runner)
{
	Caps caps;
	std::vector<DirectedEdge> missing = FindMissingEdges(clean, patches);
	if (!missing.empty())
	{
		GapBridges bridges = BridgeGaps(clean.positions, size, missing, runner);
		caps.triangles = std::move(bridges.triangles);
		caps.bridgedBorders = bridges.borders;
		LoopFinder(static_cast<int32_t>(clean.positions.size()))
			.ForEachLoop(std::move(missing),
				[&](int32_t, std::span<const int32_t> loop)
				{
					CapLoop(clean.positions, loop, caps.triangles);
					++caps.holes;
				});
	}
	return caps;
}

double DiagonalOf(const CleanSurface& clean)
{
	const SurfaceIntegrals size = IntegrateSurface(clean.positions, clean.triangles);
	return Length(size.high - size.low);
}

/// Before its patches are turned and its borders spanned.
ClosedSurface GatherSurface(const SurfaceMesh& mesh, double weldTolerance, Seams seams, TaskRunner& runner)
{
	ClosedSurface surface;
	CleanSurface& clean = surface.clean;
	clean = CleanTriangles(mesh, weldTolerance, SurfaceKind::Solid, seams);
	surface.stitched = StitchJunctions(mesh, clean, weldTolerance * DiagonalOf(clean), runner);
	if (surface.stitched.junctions > 0)
	{
		clean = CleanTriangles(surface.stitched.mesh, weldTolerance, SurfaceKind::Solid, seams);
	}
	surface.patches = FindPatches(clean.triangles, *clean.edges);
	return surface;
}

void CloseGathered(ClosedSurface& surface, TaskRunner& runner)
{
	const CleanSurface& clean = surface.clean;
	if (surface.patches.count > 1)
	{
		TurnPatchesOutward(clean.positions, clean.triangles, *clean.edges, runner, surface.patches);
	}
	surface.caps = CapBorders(clean, surface.patches, DiagonalOf(clean), runner);
}

/// So many patches that are hardly more than a triangle each: caps would be as large as they are, and turning them
/// takes long.
bool IsAHeap(const ClosedSurface& surface)
{
	constexpr int32_t kManyPatches = 10'000;
	constexpr size_t kFewTriangles = 4; // a patch
	return surface.patches.count >= kManyPatches &&
		surface.clean.triangles.size() < kFewTriangles * static_cast<size_t>(surface.patches.count);
}

/// Borders that met by chance only here and there, or whose caps are large.
bool IsAMess(const ClosedSurface& surface)
{
	const CleanSurface& clean = surface.clean;
	return !surface.caps.triangles.empty() &&
		(surface.stitched.junctions > 0 || surface.patches.twistedEdges > 0 || CountCrowdedEdges(*clean.edges) > 0 ||
			IntegrateSurface(clean.positions, surface.caps.triangles).area >
				kCapsOfSeams * IntegrateSurface(clean.positions, clean.triangles).area);
}
} // namespace
} // namespace CloseDetail

ClosedSurface CloseSurface(const SurfaceMesh& mesh, double weldTolerance, TaskRunner& runner)
{
	using namespace CloseDetail;
	ClosedSurface surface = GatherSurface(mesh, weldTolerance, Seams::Leave, runner);
	const bool isAHeap = IsAHeap(surface);
	if (!isAHeap)
	{
		CloseGathered(surface, runner);
	}
	if (isAHeap || IsAMess(surface))
	{
		ClosedSurface sewn = GatherSurface(mesh, weldTolerance, Seams::Sew, runner);
		if (sewn.clean.sewnAcross > 0.0)
		{
			surface = std::move(sewn);
			CloseGathered(surface, runner);
			return surface;
		}
	}
	if (isAHeap)
	{
		CloseGathered(surface, runner);
	}
	return surface;
}
} // namespace FractureCore
