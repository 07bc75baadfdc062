// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Repair.h"

#include "Bake/CleanSurface.h"
#include "Bake/OrientTriangles.h"
#include "Bake/OverlapProbes.h"
#include "Mesh/BorderLoops.h"
#include "Mesh/LoopCap.h"
#include "Mesh/SurfaceIntegrals.h"
#include "Mesh/SurfaceParts.h"

#include <algorithm>

namespace FractureCore
{
namespace RepairDetail
{
namespace
{
/// Share of area times size below which a solid has no volume: a foil of a millionth of its width still has one.
constexpr double kNoVolume = 1.0e-9;

/// Share of the surface's area above which caps are more than mended holes.
constexpr double kLargeCaps = 0.1;

std::string Counted(int64_t count, const char* one, const char* many)
{
	return std::to_string(count) + " " + (count == 1 ? one : many);
}

void AddWarning(std::vector<Warning>& warnings, WarningCode code, int64_t count, std::string message)
{
	if (count > 0)
	{
		warnings.push_back({code, std::move(message), count});
	}
}

void WarnAboutCleaning(const CleanSurface& clean, std::vector<Warning>& warnings)
{
	AddWarning(warnings,
		WarningCode::WeldedVertices,
		clean.weldedVertices,
		"welded " + Counted(clean.weldedVertices, "border vertex", "border vertices") + " to close neighbours");
	AddWarning(warnings,
		WarningCode::DroppedTriangles,
		clean.droppedTriangles,
		"dropped " + Counted(clean.droppedTriangles, "triangle", "triangles") + " without area or with a copy");
}

/// The artist's mesh with the triangles that remain, turned where `flipped` says so, with all they carry.
SurfaceMesh AssembleMesh(const SurfaceMesh& source, CleanSurface&& clean, std::span<const uint8_t> flipped)
{
	SurfaceMesh mesh;
	const size_t count = clean.triangles.size();
	const size_t sourceCount = source.triangles.size();
	mesh.positions = std::move(clean.positions);
	mesh.triangles = std::move(clean.triangles);
	mesh.slotNames = source.slotNames;
	mesh.uvChannels = source.uvChannels;
	mesh.cornerNormals.resize(source.cornerNormals.empty() ? 0 : 3 * count);
	mesh.cornerUvs.resize(static_cast<size_t>(mesh.uvChannels) * 3 * count);
	mesh.triangleSlots.resize(source.triangleSlots.empty() ? 0 : count);
	for (size_t t = 0; t < count; ++t)
	{
		const size_t from = static_cast<size_t>(clean.sourceTriangle[t]);
		const bool turn = flipped[t] != 0;
		if (turn)
		{
			std::swap(mesh.triangles[t].v[1], mesh.triangles[t].v[2]);
		}
		if (!mesh.triangleSlots.empty())
		{
			mesh.triangleSlots[t] = source.triangleSlots[from];
		}
		for (size_t k = 0; k < 3; ++k)
		{
			const size_t corner = turn && k > 0 ? 3 - k : k;
			if (!mesh.cornerNormals.empty())
			{
				mesh.cornerNormals[3 * t + k] = source.cornerNormals[3 * from + corner];
			}
			for (size_t channel = 0; channel < static_cast<size_t>(mesh.uvChannels); ++channel)
			{
				mesh.cornerUvs[3 * (channel * count + t) + k] =
					source.cornerUvs[3 * (channel * sourceCount + from) + corner];
			}
		}
	}
	return mesh;
}

struct Caps
{
	std::vector<Triangle> triangles;
	int64_t holes = 0;
};

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
Caps CapBorders(const CleanSurface& clean, const SurfacePatches& patches)
{
	Caps caps;
	std::vector<DirectedEdge> missing = FindMissingEdges(clean, patches);
	if (!missing.empty())
	{
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

void TurnOver(std::vector<Triangle>& closed, std::vector<uint8_t>& flipped)
{
	for (Triangle& t : closed)
	{
		std::swap(t.v[1], t.v[2]);
	}
	for (uint8_t& flag : flipped)
	{
		flag ^= 1;
	}
}

bool HasNoBorder(const CleanSurface& clean)
{
	for (int32_t edge = 0; edge < clean.edges->EdgeCount(); ++edge)
	{
		if (clean.edges->HalfEdges(edge).size() % 2 == 1)
		{
			return false;
		}
	}
	return true;
}

int64_t CountCrowdedEdges(const EdgeTable& edges)
{
	int64_t count = 0;
	for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
	{
		count += edges.HalfEdges(edge).size() > 2 ? 1 : 0;
	}
	return count;
}
} // namespace
} // namespace RepairDetail

Result<RepairedSurface> RepairSurface(const SurfaceMesh& mesh, const RepairSettings& settings, TaskRunner& runner)
{
	using namespace RepairDetail;
	if (const Status status = ValidateSurface(mesh, settings); !status)
	{
		return status.GetError();
	}
	RepairedSurface result;
	std::vector<Warning>& warnings = result.warnings;
	CleanSurface clean = CleanTriangles(mesh, settings.weldTolerance, SurfaceKind::Solid);
	WarnAboutCleaning(clean, warnings);

	SurfacePatches patches = FindPatches(clean.triangles, *clean.edges);
	if (patches.count > 1)
	{
		TurnPatchesOutward(clean.positions, clean.triangles, *clean.edges, runner, patches);
	}
	const Caps caps = CapBorders(clean, patches);
	std::vector<Triangle>& closed = result.solid.triangles;
	closed.reserve(clean.triangles.size() + caps.triangles.size());
	closed = clean.triangles;
	for (size_t t = 0; t < closed.size(); ++t)
	{
		if (patches.flipped[t] != 0)
		{
			std::swap(closed[t].v[1], closed[t].v[2]);
		}
	}
	closed.insert(closed.end(), caps.triangles.begin(), caps.triangles.end());
	const SurfaceIntegrals solid = IntegrateSurface(clean.positions, closed);
	if (!(std::abs(solid.volume) > kNoVolume * solid.area * Length(solid.high - solid.low)))
	{
		return Error{ErrorCode::InvalidMesh,
			"the surface encloses no volume: a sheet without thickness is baked with --shell",
			Error::kNoElement};
	}
	if (solid.volume < 0.0)
	{
		TurnOver(closed, patches.flipped);
	}
	const int64_t flippedCount = std::count(patches.flipped.begin(), patches.flipped.end(), 1);
	AddWarning(warnings,
		WarningCode::FlippedTriangles,
		flippedCount,
		"turned " + Counted(flippedCount, "triangle", "triangles") + " to face outward");
	const int64_t crowdedEdges = CountCrowdedEdges(*clean.edges) + patches.twistedEdges;
	AddWarning(warnings,
		WarningCode::NonManifold,
		crowdedEdges,
		Counted(crowdedEdges, "edge", "edges") + " with more than two triangles or no common side");

	result.sourceTriangle = clean.sourceTriangle;
	result.mesh = AssembleMesh(mesh, std::move(clean), patches.flipped);
	result.solid.positions = result.mesh.positions;
	result.closed = caps.triangles.empty();
	const double capArea = IntegrateSurface(result.solid.positions, caps.triangles).area;
	const double capShare = capArea / (solid.area - capArea);
	AddWarning(warnings,
		WarningCode::ClosedHoles,
		caps.holes,
		"closed " + Counted(caps.holes, "hole", "holes") +
			(capShare > kLargeCaps ? " with caps of " + std::to_string(static_cast<int64_t>(100.0 * capShare)) +
						" % of the surface's area: a sheet is better baked with --shell"
								   : ""));
	result.components = CountSurfaceParts(result.mesh.triangles, static_cast<int32_t>(result.mesh.positions.size()));
	AddWarning(warnings,
		WarningCode::SeveralComponents,
		result.components > 1 ? result.components : 0,
		"the surface has " + Counted(result.components, "part", "parts"));
	const int64_t ownTriangles = static_cast<int64_t>(result.mesh.triangles.size());
	const int64_t buried = CountBuriedProbes(result.solid, ownTriangles, runner);
	AddWarning(warnings,
		WarningCode::SelfIntersection,
		buried,
		"the surface overlaps itself at " + Counted(buried, "triangle", "triangles") + " of " +
			std::to_string(std::min(kOverlapProbes, ownTriangles)) + " looked at: the solid is the union");
	return result;
}

Result<RepairedSurface> RepairSheet(const SurfaceMesh& mesh, const RepairSettings& settings)
{
	using namespace RepairDetail;
	if (const Status status = ValidateSurface(mesh, settings); !status)
	{
		return status.GetError();
	}
	RepairedSurface result;
	CleanSurface clean = CleanTriangles(mesh, settings.weldTolerance, SurfaceKind::Sheet);
	if (!(IntegrateSurface(clean.positions, clean.triangles).area > 0.0))
	{
		return Error{ErrorCode::InvalidMesh, "no triangle of the mesh has an area", Error::kNoElement};
	}
	WarnAboutCleaning(clean, result.warnings);
	result.closed = HasNoBorder(clean);
	const int64_t crowdedEdges = CountCrowdedEdges(*clean.edges);
	AddWarning(result.warnings,
		WarningCode::NonManifold,
		crowdedEdges,
		Counted(crowdedEdges, "edge", "edges") + " with more than two triangles");
	result.sourceTriangle = clean.sourceTriangle;
	const std::vector<uint8_t> flipped(clean.triangles.size(), 0);
	result.mesh = AssembleMesh(mesh, std::move(clean), flipped);
	result.components = CountSurfaceParts(result.mesh.triangles, static_cast<int32_t>(result.mesh.positions.size()));
	AddWarning(result.warnings,
		WarningCode::SeveralComponents,
		result.components > 1 ? result.components : 0,
		"the surface has " + Counted(result.components, "part", "parts"));
	return result;
}
} // namespace FractureCore
