// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/ShardMesh.h"

#include "Break/ShellSolid.h"
#include "Mesh/EdgeTable.h"
#include "Mesh/TriangleTree.h"
#include "Mesh/UnionFind.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace FractureCore
{
namespace
{
// Of a rim's edge: farther away no crack is its own.
constexpr double kRimReach = 0.75;

// Of a triangle's area before its corner moved.
constexpr double kLeastLeft = 0.3;

// Weights of the corners at points of a triangle that stand for its parts.
constexpr double kSamples[4][3] = {{1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0},
	{2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0},
	{1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0},
	{1.0 / 6.0, 1.0 / 6.0, 2.0 / 3.0}};

Vec3 AreaVector(const SurfaceMesh& mesh, const Triangle& t)
{
	const Vec3& a = mesh.positions[t.v[0]];
	return Cross(mesh.positions[t.v[1]] - a, mesh.positions[t.v[2]] - a) * 0.5;
}

/// How many of a triangle's parts lie in the shard.
int32_t PartsInside(const SurfaceMesh& sheet, const Triangle& t, const TriangleTree& shard)
{
	int32_t inside = 0;
	for (const auto& weights : kSamples)
	{
		Vec3 point;
		for (size_t k = 0; k < 3; ++k)
		{
			point += sheet.positions[t.v[k]] * weights[k];
		}
		inside += shard.WindingNumber(point) > 0.5 ? 1 : 0;
	}
	return inside;
}

/// Triangles with at least so many parts in the shard.
SurfaceMesh KeepInside(const SurfaceMesh& sheet, const TriangleTree& tree, const SurfaceMesh& shard, int32_t parts)
{
	Vec3 low = shard.positions.front();
	Vec3 high = low;
	for (const Vec3& p : shard.positions)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	SurfaceMesh kept;
	kept.positions = sheet.positions;
	for (const Triangle& t : sheet.triangles)
	{
		bool isBeside = false;
		for (int32_t axis = 0; axis < 3 && !isBeside; ++axis)
		{
			const double x[3] = {Component(sheet.positions[t.v[0]], axis),
				Component(sheet.positions[t.v[1]], axis),
				Component(sheet.positions[t.v[2]], axis)};
			isBeside = std::max({x[0], x[1], x[2]}) < Component(low, axis) ||
				std::min({x[0], x[1], x[2]}) > Component(high, axis);
		}
		if (!isBeside && PartsInside(sheet, t, tree) >= parts)
		{
			kept.triangles.push_back(t);
		}
	}
	return kept;
}

/// Only the part with most triangles: the stress of loose scraps is not defined.
void KeepLargestPart(SurfaceMesh& sheet)
{
	const EdgeTable edges(sheet.triangles, static_cast<int32_t>(sheet.positions.size()));
	UnionFind parts(static_cast<int32_t>(sheet.triangles.size()));
	for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
	{
		const std::span<const int32_t> around = edges.HalfEdges(edge);
		for (size_t i = 1; i < around.size(); ++i)
		{
			parts.Unite(around[0] / 3, around[i] / 3);
		}
	}
	std::vector<int32_t> size(sheet.triangles.size(), 0);
	for (int32_t t = 0; t < static_cast<int32_t>(sheet.triangles.size()); ++t)
	{
		++size[parts.Find(t)];
	}
	const auto largest = static_cast<int32_t>(std::max_element(size.begin(), size.end()) - size.begin());
	std::vector<Triangle> kept;
	for (int32_t t = 0; t < static_cast<int32_t>(sheet.triangles.size()); ++t)
	{
		if (parts.Find(t) == largest)
		{
			kept.push_back(sheet.triangles[t]);
		}
	}
	sheet.triangles = std::move(kept);
}

std::vector<uint8_t> FindRim(const SurfaceMesh& sheet)
{
	std::vector<uint8_t> isRim(sheet.positions.size(), 0);
	const EdgeTable edges(sheet.triangles, static_cast<int32_t>(sheet.positions.size()));
	for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
	{
		if (edges.HalfEdges(edge).size() == 1)
		{
			isRim[HalfEdgeFrom(sheet.triangles, edges.HalfEdges(edge)[0])] = 1;
			isRim[HalfEdgeTo(sheet.triangles, edges.HalfEdges(edge)[0])] = 1;
		}
	}
	return isRim;
}

/// Moves the rim that cracks made onto them, each vertex along the sheet.
void MoveRimOntoCracks(SurfaceMesh& sheet, std::span<const uint8_t> wasRim, const Fragment& shard, TaskRunner& runner)
{
	const std::span<const Triangle> cracks =
		std::span(shard.surface.triangles).subspan(static_cast<size_t>(shard.outerTriangles));
	if (cracks.empty())
	{
		return;
	}
	const TriangleTree tree(shard.surface.positions, cracks, runner);
	const std::vector<uint8_t> isRim = FindRim(sheet);
	std::vector<std::vector<int32_t>> around(sheet.positions.size());
	for (int32_t t = 0; t < static_cast<int32_t>(sheet.triangles.size()); ++t)
	{
		for (const int32_t v : sheet.triangles[t].v)
		{
			around[v].push_back(t);
		}
	}
	for (size_t v = 0; v < sheet.positions.size(); ++v)
	{
		if (isRim[v] == 0 || wasRim[v] != 0)
		{
			continue;
		}
		Vec3 normal;
		double edge = 0.0;
		for (const int32_t t : around[v])
		{
			normal += AreaVector(sheet, sheet.triangles[t]);
			for (const int32_t other : sheet.triangles[t].v)
			{
				edge +=
					0.5 * Length(sheet.positions[other] - sheet.positions[v]) / static_cast<double>(around[v].size());
			}
		}
		const ClosestPoint crack = tree.Closest(sheet.positions[v], kRimReach * edge);
		if (crack.triangle == kNoIndex)
		{
			continue;
		}
		std::vector<Vec3> before;
		for (const int32_t t : around[v])
		{
			before.push_back(AreaVector(sheet, sheet.triangles[t]));
		}
		const Vec3 place = sheet.positions[v];
		const Vec3 n = Normalised(normal);
		Vec3 move = crack.point - place;
		move = move - n * Dot(n, move);
		sheet.positions[v] = place + move;
		for (size_t i = 0; i < around[v].size(); ++i)
		{
			const Vec3 after = AreaVector(sheet, sheet.triangles[around[v][i]]);
			if (Dot(after, before[i]) < kLeastLeft * LengthSquared(before[i]))
			{
				sheet.positions[v] = place;
				break;
			}
		}
	}
}
} // namespace

Result<PrismSheet> SheetOfPrisms(const TetMesh& tets)
{
	const auto vertices = static_cast<int32_t>(tets.nodes.size() / 2);
	PrismSheet sheet;
	for (int32_t v = 0; v < vertices; ++v)
	{
		sheet.positions.push_back((tets.nodes[v] + tets.nodes[v + vertices]) * 0.5);
	}
	const auto isBelow = [&](int32_t node) { return node < vertices; };
	for (size_t first = 0; first + 2 < tets.tets.size(); first += 3)
	{
		// The lowest tet of a prism has all three corners below, and one of them above.
		const std::array<int32_t, 4>& v = {
			tets.tets[first].v[0], tets.tets[first].v[1], tets.tets[first].v[2], tets.tets[first].v[3]};
		Triangle triangle;
		size_t corners = 0;
		for (size_t k = 0; k < 4; ++k)
		{
			if (isBelow(v[k]) && corners < 3)
			{
				triangle.v[corners++] = v[k];
			}
		}
		std::array<int32_t, 3> sorted = {triangle.v[0], triangle.v[1], triangle.v[2]};
		std::sort(sorted.begin(), sorted.end());
		const auto has = [&](size_t tet, std::array<int32_t, 4> nodes)
		{
			std::array<int32_t, 4> found = {
				tets.tets[tet].v[0], tets.tets[tet].v[1], tets.tets[tet].v[2], tets.tets[tet].v[3]};
			std::sort(found.begin(), found.end());
			std::sort(nodes.begin(), nodes.end());
			return found == nodes;
		};
		const int32_t up = vertices;
		if (corners != 3 || !has(first, {sorted[0], sorted[1], sorted[2], sorted[2] + up}) ||
			!has(first + 1, {sorted[0], sorted[1], sorted[2] + up, sorted[1] + up}) ||
			!has(first + 2, {sorted[0], sorted[1] + up, sorted[2] + up, sorted[0] + up}))
		{
			return Error{ErrorCode::InvalidMesh,
				"tets " + std::to_string(first) + " to " + std::to_string(first + 2) + " are no prism of a sheet",
				static_cast<int64_t>(first)};
		}
		// Upwards is from below to above.
		const Vec3& a = sheet.positions[triangle.v[0]];
		const Vec3 normal = Cross(sheet.positions[triangle.v[1]] - a, sheet.positions[triangle.v[2]] - a);
		Vec3 upwards;
		for (const int32_t corner : triangle.v)
		{
			upwards += tets.nodes[corner + up] - tets.nodes[corner];
		}
		if (Dot(normal, upwards) < 0.0)
		{
			std::swap(triangle.v[1], triangle.v[2]);
		}
		sheet.triangles.push_back(triangle);
	}
	if (sheet.triangles.empty() || tets.tets.size() % 3 != 0 || tets.nodes.size() % 2 != 0)
	{
		return Error{ErrorCode::InvalidMesh, "a sheet of prisms has three tets for each, and two layers of nodes"};
	}
	return sheet;
}

Result<TetMesh> MeshShard(
	const BakedObject& parent, const Fragment& shard, const PieceSettings& settings, TaskRunner& runner)
{
	Result<PrismSheet> prisms = SheetOfPrisms(parent.tets);
	if (!prisms)
	{
		return prisms.GetError();
	}
	const TriangleTree tree(shard.surface.positions, shard.surface.triangles, runner);
	SurfaceMesh whole;
	whole.positions = std::move(prisms->positions);
	whole.triangles = std::move(prisms->triangles);
	const Error tooSmall = {ErrorCode::InvalidMesh, "the shard is smaller than the triangles of its sheet"};
	// All that it has a part in, made fine enough for a shard of this size, and then what it has most of.
	Result<SheetMesh> touched = OrientSheet(KeepInside(whole, tree, shard.surface, 1));
	if (!touched || touched->mesh.triangles.empty())
	{
		return touched ? tooSmall : touched.GetError();
	}
	SheetMesh fine = std::move(*touched);
	const double share = shard.mass.volume / parent.mass.volume;
	const double wanted = std::clamp(settings.tetScale * share * static_cast<double>(parent.tets.tets.size()),
		static_cast<double>(settings.minTets),
		static_cast<double>(settings.maxTets));
	const double area = shard.mass.volume / parent.shellThickness;
	RefineSheet(fine, SheetEdgeLength(area, static_cast<int32_t>(wanted / 3.0)), settings.maxTets);
	const std::vector<uint8_t> wasRim = FindRim(whole);
	SurfaceMesh kept = KeepInside(fine.mesh, tree, shard.surface, 2);
	if (kept.triangles.empty())
	{
		return tooSmall;
	}
	KeepLargestPart(kept);
	Result<SheetMesh> sheet = OrientSheet(kept);
	if (!sheet)
	{
		return sheet.GetError();
	}
	// A vertex in the middle of an edge counts as one of its ends: the parent's own rim stays where it is.
	std::vector<uint8_t> isParentRim;
	for (const int32_t source : sheet->sourceVertex)
	{
		isParentRim.push_back(wasRim[fine.sourceVertex[source]]);
	}
	MoveRimOntoCracks(sheet->mesh, isParentRim, shard, runner);
	Result<ShellSolid> solid = ThickenSheet(std::move(*sheet), parent.shellThickness);
	if (!solid)
	{
		return solid.GetError();
	}
	return std::move(solid->tets);
}
} // namespace FractureCore
