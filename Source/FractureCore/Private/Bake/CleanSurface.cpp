// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/CleanSurface.h"

#include "Bake/SewBorders.h"
#include "Bake/TouchingParts.h"
#include "Mesh/SurfaceIntegrals.h"
#include "Mesh/VertexWeld.h"

#include <algorithm>
#include <numeric>

namespace FractureCore
{
namespace CleanSurfaceDetail
{
namespace
{
void KeepUseful(CleanSurface& surface, std::span<const uint8_t> useful)
{
	size_t kept = 0;
	for (size_t t = 0; t < surface.triangles.size(); ++t)
	{
		if (useful[t] != 0)
		{
			surface.triangles[kept] = surface.triangles[t];
			surface.sourceTriangle[kept] = surface.sourceTriangle[t];
			++kept;
		}
	}
	surface.droppedTriangles += static_cast<int64_t>(surface.triangles.size() - kept);
	surface.triangles.resize(kept);
	surface.sourceTriangle.resize(kept);
}

/// Renames vertices, leaves out triangles that lose a corner by it and finds the edges.
void Rename(CleanSurface& surface, std::span<const int32_t> welded)
{
	std::vector<uint8_t> useful(surface.triangles.size());
	for (size_t i = 0; i < surface.triangles.size(); ++i)
	{
		Triangle& t = surface.triangles[i];
		t = {{welded[t.v[0]], welded[t.v[1]], welded[t.v[2]]}};
		useful[i] = t.v[0] != t.v[1] && t.v[1] != t.v[2] && t.v[2] != t.v[0] ? 1 : 0;
	}
	KeepUseful(surface, useful);
	surface.edges.emplace(surface.triangles, static_cast<int32_t>(welded.size()));
}

/// Gives parts that share edges vertices of their own.
void SeparateParts(CleanSurface& surface, const SurfaceMesh& mesh, std::vector<Vec3>& positions)
{
	const int64_t crowded = CountCrowdedEdges(*surface.edges);
	if (crowded == 0)
	{
		return;
	}
	std::vector<Triangle> unwelded;
	for (const int32_t source : surface.sourceTriangle)
	{
		unwelded.push_back(mesh.triangles[source]);
	}
	const std::vector<int32_t> order = OrderByPieces(unwelded, static_cast<int32_t>(mesh.positions.size()));
	const TouchingParts parts = SeparateTouchingParts(positions, surface.triangles, *surface.edges, order);
	if (!parts.useful.empty())
	{
		KeepUseful(surface, parts.useful);
		surface.edges.emplace(surface.triangles, static_cast<int32_t>(positions.size()));
		surface.sharedVertices = parts.vertices;
		surface.sharedEdges = parts.vertices > 0 ? crowded - CountCrowdedEdges(*surface.edges) : 0;
	}
}

void DropSuperfluous(CleanSurface& surface, std::span<const Vec3> positions, SurfaceKind kind)
{
	const std::vector<uint8_t> useful = FindUsefulTriangles(positions, surface.triangles, *surface.edges, kind);
	if (std::find(useful.begin(), useful.end(), 0) != useful.end())
	{
		KeepUseful(surface, useful);
		surface.edges.emplace(surface.triangles, static_cast<int32_t>(positions.size()));
	}
}

/// Ends of edges with an odd number of triangles, ascending.
std::vector<int32_t> FindBorderVertices(const CleanSurface& surface, size_t vertexCount)
{
	std::vector<uint8_t> onBorder(vertexCount, 0);
	for (int32_t edge = 0; edge < surface.edges->EdgeCount(); ++edge)
	{
		const std::span<const int32_t> around = surface.edges->HalfEdges(edge);
		if (around.size() % 2 == 1)
		{
			onBorder[HalfEdgeFrom(surface.triangles, around[0])] = 1;
			onBorder[HalfEdgeTo(surface.triangles, around[0])] = 1;
		}
	}
	std::vector<int32_t> border;
	for (size_t v = 0; v < vertexCount; ++v)
	{
		if (onBorder[v] != 0)
		{
			border.push_back(static_cast<int32_t>(v));
		}
	}
	return border;
}

/// Numbers the used vertices in the order of the input, which leaves the edges' order as it is.
void RemoveUnusedVertices(CleanSurface& surface, std::span<const Vec3> positions)
{
	std::vector<int32_t> renumbered(positions.size(), kNoIndex);
	for (const Triangle& t : surface.triangles)
	{
		for (const int32_t v : t.v)
		{
			renumbered[v] = 0;
		}
	}
	surface.positions.reserve(
		positions.size() - static_cast<size_t>(std::count(renumbered.begin(), renumbered.end(), kNoIndex)));
	for (size_t v = 0; v < positions.size(); ++v)
	{
		if (renumbered[v] != kNoIndex)
		{
			renumbered[v] = static_cast<int32_t>(surface.positions.size());
			surface.positions.push_back(positions[v]);
		}
	}
	for (Triangle& t : surface.triangles)
	{
		t = {{renumbered[t.v[0]], renumbered[t.v[1]], renumbered[t.v[2]]}};
	}
}
} // namespace
} // namespace CleanSurfaceDetail

int64_t CountCrowdedEdges(const EdgeTable& edges)
{
	int64_t count = 0;
	for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
	{
		count += edges.HalfEdges(edge).size() > 2 ? 1 : 0;
	}
	return count;
}

CleanSurface CleanTriangles(const SurfaceMesh& mesh, double weldTolerance, SurfaceKind kind, Seams seams)
{
	using namespace CleanSurfaceDetail;
	CleanSurface surface;
	surface.triangles = mesh.triangles;
	surface.sourceTriangle.resize(mesh.triangles.size());
	std::iota(surface.sourceTriangle.begin(), surface.sourceTriangle.end(), 0);
	Rename(surface, WeldEqualPositions(mesh.positions));
	std::vector<Vec3> positions = mesh.positions;
	if (kind == SurfaceKind::Solid)
	{
		SeparateParts(surface, mesh, positions);
	}
	DropSuperfluous(surface, positions, kind);

	std::vector<int32_t> border = FindBorderVertices(surface, positions.size());
	if (!border.empty() && weldTolerance > 0.0)
	{
		const SurfaceIntegrals size = IntegrateSurface(positions, surface.triangles);
		const double diagonal = Length(size.high - size.low);
		const double tolerance = weldTolerance * diagonal;
		const auto weld = [&](std::span<const int32_t> welded)
		{
			const int64_t before = surface.weldedVertices;
			for (size_t v = 0; v < welded.size(); ++v)
			{
				surface.weldedVertices += welded[v] != static_cast<int32_t>(v) ? 1 : 0;
			}
			if (surface.weldedVertices > before)
			{
				Rename(surface, welded);
				DropSuperfluous(surface, positions, kind);
				border = FindBorderVertices(surface, positions.size());
			}
		};
		weld(WeldBorderVertices(positions, surface.triangles, border, {tolerance}));
		if (seams == Seams::Sew)
		{
			const SewnBorders sewn =
				SewBorders(positions, surface.triangles, *surface.edges, border, diagonal, tolerance);
			surface.sewnAcross = sewn.farthest;
			weld(sewn.welded);
		}
	}
	RemoveUnusedVertices(surface, positions);
	return surface;
}
} // namespace FractureCore
