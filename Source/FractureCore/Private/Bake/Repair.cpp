// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Repair.h"

#include "Bake/CloseSurface.h"
#include "Bake/JoinParts.h"
#include "Bake/OverlapProbes.h"
#include "Base/Text.h"
#include "Mesh/SeparatePinches.h"
#include "Mesh/SurfaceIntegrals.h"
#include "Mesh/SurfaceParts.h"
#include "Mesh/TriangleTree.h"

#include <algorithm>
#include <array>
#include <numeric>

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
		"welded " + Counted(clean.weldedVertices, "border vertex", "border vertices") + " to close neighbours" +
			(clean.sewnAcross > 0.0 ? ", up to " + FormatShort(clean.sewnAcross) + " m away, where that closes seams"
									: ""));
	AddWarning(warnings,
		WarningCode::DroppedTriangles,
		clean.droppedTriangles,
		"dropped " + Counted(clean.droppedTriangles, "triangle", "triangles") + " without area or with a copy");
}

/// The solid that repair made, and where its triangles come from.
struct SolidParts
{
	SolidSurface solid;
	std::vector<int32_t> sourceTriangle; // 1 a triangle: its number among the clean triangles and caps; empty: its own
	SolidSurface uncut;                  // what sourceTriangle counts in; empty if that is
	int32_t ownTriangles = 0;            // the artist's come first
	int32_t ownPositions = 0;            // and so do the positions that they use
	bool isComplete = true;              // as in JoinedParts

	size_t SourceOf(size_t t) const { return sourceTriangle.empty() ? t : static_cast<size_t>(sourceTriangle[t]); }
};

/// How much each corner of the uncut triangle counts at corner `k` of a triangle cut from it. A corner that both have
/// counts alone, without rounding.
std::array<float, 3> CornerWeights(const SolidParts& parts, size_t t, size_t k)
{
	const Triangle& uncut = parts.uncut.triangles[parts.SourceOf(t)];
	const Vec3& point = parts.solid.positions[parts.solid.triangles[t].v[k]];
	const Vec3 p[3] = {
		parts.uncut.positions[uncut.v[0]], parts.uncut.positions[uncut.v[1]], parts.uncut.positions[uncut.v[2]]};
	std::array<float, 3> weights{};
	for (size_t j = 0; j < 3; ++j)
	{
		if (p[j] == point)
		{
			weights[j] = 1.0f;
			return weights;
		}
	}
	const Vec3 normal = Cross(p[1] - p[0], p[2] - p[0]);
	double shares[3];
	double sum = 0.0;
	for (size_t j = 0; j < 3; ++j)
	{
		const Vec3& from = p[(j + 1) % 3];
		const Vec3& to = p[(j + 2) % 3];
		sum += shares[j] = std::max(0.0, Dot(normal, Cross(to - from, point - from)));
	}
	for (size_t j = 0; j < 3; ++j)
	{
		weights[j] = sum > 0.0 ? static_cast<float>(shares[j] / sum) : 1.0f / 3.0f;
	}
	return weights;
}

/// Whether the normals of a triangle's corners lie in sum on the side that its winding faces. Of the triangle and not
/// of each corner, as one that is smoothed over a sharp edge may look to the other side.
bool NormalsAgreeWithWinding(const SurfaceMesh& mesh, size_t t)
{
	const Triangle& triangle = mesh.triangles[t];
	const Vec3& a = mesh.positions[triangle.v[0]];
	const Vec3 winding = Cross(mesh.positions[triangle.v[1]] - a, mesh.positions[triangle.v[2]] - a);
	double sum = 0.0;
	for (size_t k = 0; k < 3; ++k)
	{
		const Vec3f& normal = mesh.cornerNormals[3 * t + k];
		sum += Dot(winding, Vec3{normal.x, normal.y, normal.z});
	}
	return sum > 0.0;
}

/// The artist's mesh with the triangles that remain, turned where `flipped` says so, with all they carry. Normals turn
/// with a triangle that they agreed with; those of a triangle that was wound against them are right already.
SurfaceMesh AssembleMesh(const SurfaceMesh& source,
	std::span<const int32_t> inputTriangle,
	std::span<const uint8_t> flipped,
	const SolidParts& parts)
{
	SurfaceMesh mesh;
	const size_t count = static_cast<size_t>(parts.ownTriangles);
	const size_t sourceCount = source.triangles.size();
	mesh.positions.assign(parts.solid.positions.begin(), parts.solid.positions.begin() + parts.ownPositions);
	mesh.triangles.assign(parts.solid.triangles.begin(), parts.solid.triangles.begin() + parts.ownTriangles);
	mesh.slotNames = source.slotNames;
	mesh.uvChannels = source.uvChannels;
	mesh.cornerNormals.resize(source.cornerNormals.empty() ? 0 : 3 * count);
	mesh.cornerUvs.resize(static_cast<size_t>(mesh.uvChannels) * 3 * count);
	mesh.triangleSlots.resize(source.triangleSlots.empty() ? 0 : count);
	for (size_t t = 0; t < count; ++t)
	{
		const size_t clean = parts.SourceOf(t);
		const size_t from = static_cast<size_t>(inputTriangle[clean]);
		const auto inputCorner = [&](size_t k) { return flipped[clean] != 0 && k > 0 ? 3 - k : k; };
		const bool turnsNormals =
			flipped[clean] != 0 && !mesh.cornerNormals.empty() && NormalsAgreeWithWinding(source, from);
		if (!mesh.triangleSlots.empty())
		{
			mesh.triangleSlots[t] = source.triangleSlots[from];
		}
		for (size_t k = 0; k < 3; ++k)
		{
			std::array<float, 3> weights{};
			weights[k] = 1.0f;
			if (!parts.sourceTriangle.empty())
			{
				weights = CornerWeights(parts, t, k);
			}
			for (size_t j = 0; j < 3; ++j)
			{
				if (weights[j] == 0.0f)
				{
					continue;
				}
				if (!mesh.cornerNormals.empty())
				{
					const Vec3f& given = source.cornerNormals[3 * from + inputCorner(j)];
					const Vec3f normal = turnsNormals ? Vec3f{-given.x, -given.y, -given.z} : given;
					Vec3f& sum = mesh.cornerNormals[3 * t + k];
					sum = weights[j] == 1.0f ? normal
											 : Vec3f{sum.x + weights[j] * normal.x,
												   sum.y + weights[j] * normal.y,
												   sum.z + weights[j] * normal.z};
				}
				for (size_t channel = 0; channel < static_cast<size_t>(mesh.uvChannels); ++channel)
				{
					const Vec2f& uv = source.cornerUvs[3 * (channel * sourceCount + from) + inputCorner(j)];
					Vec2f& sum = mesh.cornerUvs[3 * (channel * count + t) + k];
					sum = weights[j] == 1.0f ? uv : Vec2f{sum.x + weights[j] * uv.x, sum.y + weights[j] * uv.y};
				}
			}
		}
	}
	return mesh;
}

/// The artist's triangles before the caps, and no positions but those in use, theirs first.
void SortCutTriangles(SolidParts& parts, int32_t uncutOwnTriangles)
{
	const SolidSurface unsorted = std::move(parts.solid);
	const std::vector<int32_t> sources = std::move(parts.sourceTriangle);
	std::vector<int32_t> order(sources.size());
	std::iota(order.begin(), order.end(), 0);
	std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return sources[a] < sources[b]; });
	parts.ownTriangles = static_cast<int32_t>(
		std::count_if(sources.begin(), sources.end(), [&](int32_t source) { return source < uncutOwnTriangles; }));
	parts.solid = {};
	parts.sourceTriangle.clear();
	std::vector<int32_t> renumbered(unsorted.positions.size(), kNoIndex);
	for (const int32_t t : order)
	{
		Triangle triangle = unsorted.triangles[t];
		for (int32_t& v : triangle.v)
		{
			if (renumbered[v] == kNoIndex)
			{
				renumbered[v] = static_cast<int32_t>(parts.solid.positions.size());
				parts.solid.positions.push_back(unsorted.positions[v]);
			}
			v = renumbered[v];
		}
		parts.solid.triangles.push_back(triangle);
		parts.sourceTriangle.push_back(sources[t]);
	}
}

/// Counts the positions that the artist's triangles use, which come first.
void CountOwnPositions(SolidParts& parts)
{
	parts.ownPositions = 0;
	for (int32_t t = 0; t < parts.ownTriangles; ++t)
	{
		const Triangle& triangle = parts.solid.triangles[t];
		parts.ownPositions = std::max({parts.ownPositions, triangle.v[0] + 1, triangle.v[1] + 1, triangle.v[2] + 1});
	}
}

void TakeParts(RepairedSurface& result,
	SurfaceKind kind,
	const SurfaceMesh& source,
	std::span<const int32_t> inputTriangle,
	std::span<const uint8_t> flipped,
	const SolidParts& parts)
{
	result.mesh = AssembleMesh(source, inputTriangle, flipped, parts);
	result.sourceTriangle.resize(result.mesh.triangles.size());
	for (size_t t = 0; t < result.sourceTriangle.size(); ++t)
	{
		result.sourceTriangle[t] = inputTriangle[parts.SourceOf(t)];
	}
	result.components = kind == SurfaceKind::Solid
		? CountSolidParts(parts.solid.positions, parts.solid.triangles)
		: CountSurfaceParts(parts.solid.triangles, static_cast<int32_t>(parts.solid.positions.size()));
	AddWarning(result.warnings,
		WarningCode::SeveralComponents,
		result.components > 1 ? result.components : 0,
		"the surface has " + Counted(result.components, "part", "parts"));
}

/// Makes the solid a 2-manifold. Triangles that are split for it go on to name their source.
SeparatedPinches SeparateTracked(SolidParts& parts)
{
	const size_t count = parts.solid.triangles.size();
	SeparatedPinches pinches = SeparatePinches(parts.solid.positions, parts.solid.triangles);
	if (!pinches.splitFrom.empty() && parts.sourceTriangle.empty())
	{
		parts.sourceTriangle.resize(count);
		std::iota(parts.sourceTriangle.begin(), parts.sourceTriangle.end(), 0);
	}
	for (const int32_t from : pinches.splitFrom)
	{
		parts.sourceTriangle.push_back(parts.sourceTriangle[from]);
	}
	return pinches;
}

/// "2 edges and 1 vertex"; what there are none of is not told.
std::string EdgesAndVertices(const SeparatedPinches& pinches)
{
	const std::string edges = Counted(pinches.edges, "edge", "edges");
	const std::string vertices = Counted(pinches.vertices, "vertex", "vertices");
	return pinches.vertices == 0 ? edges : pinches.edges == 0 ? vertices : edges + " and " + vertices;
}

/// Separates what only touches itself and joins what overlaps.
void MakeOneSolid(const CleanSurface& clean, SolidParts& parts, std::vector<Warning>& warnings)
{
	parts.uncut.triangles = parts.solid.triangles;
	SeparatedPinches pinches = SeparateTracked(parts);
	pinches.edges += clean.sharedEdges;
	pinches.vertices += clean.sharedVertices;
	AddWarning(warnings,
		WarningCode::SeparatedPinches,
		pinches.edges + pinches.vertices,
		"separated the solid at " + EdgesAndVertices(pinches) + ", where it only touched itself");
	JoinedParts joined = JoinParts(parts.solid);
	parts.isComplete = joined.isComplete;
	AddWarning(warnings,
		WarningCode::OpenCavities,
		joined.opened,
		Counted(joined.opened, "part that faces inward reaches", "parts that face inward reach") +
			" the surface around: taken as " + (joined.opened == 1 ? "an opening" : "openings"));
	if (!joined.solid.triangles.empty())
	{
		for (int32_t& source : joined.sourceTriangle)
		{
			source = static_cast<int32_t>(parts.SourceOf(static_cast<size_t>(source)));
		}
		parts.sourceTriangle = std::move(joined.sourceTriangle);
		parts.solid = std::move(joined.solid);
		SeparateTracked(parts);
		AddWarning(warnings,
			WarningCode::JoinedParts,
			joined.joined,
			"joined " + Counted(joined.joined, "part", "parts") + " that ran through, touched or enclosed each other");
	}
	if (parts.sourceTriangle.empty())
	{
		parts.uncut = {};
	}
	else
	{
		parts.uncut.positions = parts.solid.positions; // the first of which have their numbers of old
		SortCutTriangles(parts, parts.ownTriangles);
	}
	CountOwnPositions(parts);
}

void WarnAboutOverlaps(const SolidParts& parts, TaskRunner& runner, std::vector<Warning>& warnings)
{
	const int64_t buried = CountBuriedProbes(parts.solid, parts.ownTriangles, runner);
	AddWarning(warnings,
		WarningCode::SelfIntersection,
		parts.isComplete ? buried : std::max(buried, int64_t{1}),
		"the surface overlaps itself" +
			(buried > 0 ? " at " + Counted(buried, "triangle", "triangles") + " of " +
						std::to_string(std::min(kOverlapProbes, int64_t{parts.ownTriangles})) + " looked at"
						: std::string()) +
			": the solid is what the tets fill");
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

/// Whether a closed surface of no volume has an inside for all that: lobes of opposite senses, as of a bow tie.
bool WindsAroundAnything(const SolidSurface& solid, TaskRunner& runner)
{
	constexpr size_t kLobeProbes = 64;
	constexpr double kLobeStep = 1.0e-3; // of the root of a triangle's area
	if (solid.triangles.empty())
	{
		return false;
	}
	const TriangleTree tree(solid.positions, solid.triangles, runner);
	const size_t looked = std::min(solid.triangles.size(), kLobeProbes);
	for (size_t i = 0; i < looked; ++i)
	{
		const Triangle& t = solid.triangles[solid.triangles.size() * i / looked];
		const Vec3& a = solid.positions[t.v[0]];
		const Vec3& b = solid.positions[t.v[1]];
		const Vec3& c = solid.positions[t.v[2]];
		const Vec3 normal = Cross(b - a, c - a);
		const Vec3 step = Normalised(normal) * (kLobeStep * std::sqrt(0.5 * Length(normal)));
		for (const Vec3& probe : {(a + b + c) / 3.0 + step, (a + b + c) / 3.0 - step})
		{
			if (std::abs(tree.WindingNumber(probe)) > 0.9)
			{
				return true;
			}
		}
	}
	return false;
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
	auto [clean, stitched, patches, caps] = CloseSurface(mesh, settings.weldTolerance, runner);
	WarnAboutCleaning(clean, warnings);
	AddWarning(warnings,
		WarningCode::StitchedJunctions,
		stitched.junctions,
		"stitched " + Counted(stitched.junctions, "T-junction", "T-junctions") +
			", where vertices lay on an edge that did not have them");
	std::vector<Triangle> closed;
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
			WindsAroundAnything({clean.positions, closed}, runner)
				? "the surface encloses no volume in sum, as it crosses itself and lobes of opposite senses cancel: "
				  "cut it "
				  "apart where it crosses itself"
				: "the surface encloses no volume: a sheet without thickness is baked with --shell",
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
	const int64_t crowdedEdges = clean.sharedEdges + CountCrowdedEdges(*clean.edges);
	AddWarning(warnings,
		WarningCode::NonManifold,
		crowdedEdges,
		Counted(crowdedEdges, "edge", "edges") + " with more than two triangles");
	AddWarning(warnings,
		WarningCode::NonManifold,
		patches.twistedEdges,
		"the surface has no inside, as it is twisted like a Moebius strip: cut it open at " +
			Counted(patches.twistedEdges, "edge", "edges") + " or bake it with --shell");

	const double capArea = IntegrateSurface(clean.positions, caps.triangles).area;
	const double capShare = capArea / (solid.area - capArea);
	AddWarning(warnings,
		WarningCode::BridgedGaps,
		caps.bridgedBorders,
		"bridged the gaps between " + Counted(caps.bridgedBorders, "open border", "open borders") +
			" that run along each other");
	AddWarning(warnings,
		WarningCode::ClosedHoles,
		caps.holes,
		"closed " + Counted(caps.holes, "hole", "holes") +
			(capShare > kLargeCaps ? " with caps of " + std::to_string(static_cast<int64_t>(100.0 * capShare)) +
						" % of the surface's area: a sheet is better baked with --shell"
								   : ""));
	SolidParts parts;
	parts.ownTriangles = static_cast<int32_t>(clean.triangles.size());
	parts.solid = {std::move(clean.positions), std::move(closed)};
	clean.triangles = {};
	clean.edges.reset();
	MakeOneSolid(clean, parts, warnings);
	if (stitched.junctions > 0)
	{
		TakeParts(result, SurfaceKind::Solid, stitched.mesh, clean.sourceTriangle, patches.flipped, parts);
		for (int32_t& source : result.sourceTriangle)
		{
			source = stitched.sourceTriangle[source];
		}
	}
	else
	{
		TakeParts(result, SurfaceKind::Solid, mesh, clean.sourceTriangle, patches.flipped, parts);
	}
	result.closed = static_cast<size_t>(parts.ownTriangles) == parts.solid.triangles.size();
	WarnAboutOverlaps(parts, runner, warnings);
	result.solid = std::move(parts.solid);
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
	const std::vector<uint8_t> flipped(clean.triangles.size(), 0);
	SolidParts parts;
	parts.ownTriangles = static_cast<int32_t>(clean.triangles.size());
	parts.ownPositions = static_cast<int32_t>(clean.positions.size());
	parts.solid = {std::move(clean.positions), std::move(clean.triangles)};
	TakeParts(result, SurfaceKind::Sheet, mesh, clean.sourceTriangle, flipped, parts);
	return result;
}
} // namespace FractureCore
