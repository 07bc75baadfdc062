// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/CutSurface.h"

#include "Cut/CornerAttributes.h"
#include "Mesh/ClosestOnTriangle.h"
#include "Mesh/SeparatePinches.h"
#include "Mesh/TriangleTree.h"

#include <algorithm>
#include <array>
#include <limits>

namespace FractureCore
{
namespace CutSurfaceDetail
{
namespace
{
constexpr int64_t kTrianglesPerPaintTask = 1'024;

void DropUnusedPositions(SurfaceMesh& mesh)
{
	std::vector<int32_t> renumbered(mesh.positions.size(), kNoIndex);
	for (const Triangle& t : mesh.triangles)
	{
		for (const int32_t v : t.v)
		{
			renumbered[v] = 0;
		}
	}
	int32_t used = 0;
	for (size_t i = 0; i < mesh.positions.size(); ++i)
	{
		if (renumbered[i] != kNoIndex)
		{
			renumbered[i] = used;
			mesh.positions[used++] = mesh.positions[i];
		}
	}
	mesh.positions.resize(used);
	for (Triangle& t : mesh.triangles)
	{
		for (int32_t& v : t.v)
		{
			v = renumbered[v];
		}
	}
}

/// Appends triangles with their own normals, UV 0 and slot 0, as far as the mesh has such attributes.
void AppendPlainTriangles(SurfaceMesh& mesh, std::span<const Triangle> more)
{
	const size_t before = mesh.triangles.size();
	mesh.triangles.insert(mesh.triangles.end(), more.begin(), more.end());
	if (!mesh.cornerNormals.empty())
	{
		for (const Triangle& t : more)
		{
			mesh.cornerNormals.insert(mesh.cornerNormals.end(), 3, FaceNormal(mesh, t));
		}
	}
	if (!mesh.triangleSlots.empty())
	{
		mesh.triangleSlots.resize(mesh.triangles.size(), 0);
	}
	std::vector<Vec2f> uvs;
	uvs.reserve(static_cast<size_t>(mesh.uvChannels) * 3 * mesh.triangles.size());
	for (size_t channel = 0; channel < static_cast<size_t>(mesh.uvChannels); ++channel)
	{
		const auto begin = mesh.cornerUvs.begin() + static_cast<int64_t>(channel * 3 * before);
		uvs.insert(uvs.end(), begin, begin + static_cast<int64_t>(3 * before));
		uvs.resize(uvs.size() + 3 * more.size());
	}
	mesh.cornerUvs = std::move(uvs);
}

bool HasRepeatedCorner(const SurfaceMesh& mesh)
{
	return std::any_of(mesh.triangles.begin(),
		mesh.triangles.end(),
		[](const Triangle& t) { return t.v[0] == t.v[1] || t.v[1] == t.v[2] || t.v[2] == t.v[0]; });
}
/// Weights of a point's foot in a triangle's plane; the first corner's for a triangle without area.
std::array<double, 3> Barycentric(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c)
{
	const Vec3 normal = Cross(b - a, c - a);
	const double square = LengthSquared(normal);
	if (!(square > 0.0))
	{
		return {1.0, 0.0, 0.0};
	}
	const double atB = Dot(normal, Cross(point - a, c - a)) / square;
	const double atC = Dot(normal, Cross(b - a, point - a)) / square;
	return {1.0 - atB - atC, atB, atC};
}

/// Gives triangle `t` of `mesh` what the nearest triangle of `source` has. UVs run on beyond that triangle as they do
/// in it: what other triangles have may lie across a seam. Normals do not.
void PaintTriangle(const SurfaceMesh& source, const TriangleTree& tree, size_t t, SurfaceMesh& mesh)
{
	const Triangle& corners = mesh.triangles[t];
	const Vec3 middle =
		(mesh.positions[corners.v[0]] + mesh.positions[corners.v[1]] + mesh.positions[corners.v[2]]) / 3.0;
	const ClosestPoint closest = tree.Closest(middle, std::numeric_limits<double>::max());
	if (closest.triangle == kNoIndex)
	{
		return;
	}
	const size_t from = static_cast<size_t>(closest.triangle);
	const Triangle& nearest = source.triangles[from];
	if (!mesh.triangleSlots.empty())
	{
		mesh.triangleSlots[t] = source.triangleSlots[from];
	}
	const Vec3& a = source.positions[nearest.v[0]];
	const Vec3& b = source.positions[nearest.v[1]];
	const Vec3& c = source.positions[nearest.v[2]];
	for (size_t k = 0; k < 3; ++k)
	{
		const Vec3& point = mesh.positions[corners.v[k]];
		const std::array<double, 3> within = Barycentric(ClosestOnTriangle(point, a, b, c), a, b, c);
		const std::array<double, 3> beyond = Barycentric(point, a, b, c);
		for (size_t j = 0; j < 3; ++j)
		{
			if (!mesh.cornerNormals.empty())
			{
				const auto weight = static_cast<float>(within[j]);
				const Vec3f& normal = source.cornerNormals[3 * from + j];
				Vec3f& sum = mesh.cornerNormals[3 * t + k];
				sum = {sum.x + weight * normal.x, sum.y + weight * normal.y, sum.z + weight * normal.z};
			}
			for (size_t channel = 0; channel < static_cast<size_t>(mesh.uvChannels); ++channel)
			{
				const auto weight = static_cast<float>(beyond[j]);
				const Vec2f& uv = source.cornerUvs[3 * (channel * source.triangles.size() + from) + j];
				Vec2f& sum = mesh.cornerUvs[3 * (channel * mesh.triangles.size() + t) + k];
				sum = {sum.x + weight * uv.x, sum.y + weight * uv.y};
			}
		}
	}
}
} // namespace
} // namespace CutSurfaceDetail

Result<CutSurface> ArtistSurface(const BakedObject& object, TaskRunner& runner)
{
	using namespace CutSurfaceDetail;
	CutSurface surface;
	if (object.closed && !HasRepeatedCorner(object.surface))
	{
		surface.mesh = object.surface;
		surface.artistTriangles = static_cast<int32_t>(surface.mesh.triangles.size());
	}
	else
	{
		Result<RepairedSurface> repaired = RepairSurface(object.surface, RepairSettings{}, runner);
		if (!repaired)
		{
			return repaired.GetError();
		}
		surface.mesh = std::move(repaired->mesh);
		surface.mesh.positions = std::move(repaired->solid.positions);
		const size_t own = surface.mesh.triangles.size();
		surface.artistTriangles = static_cast<int32_t>(own);
		AppendPlainTriangles(surface.mesh, std::span<const Triangle>(repaired->solid.triangles).subspan(own));
	}
	DropUnusedPositions(surface.mesh);
	return surface;
}

CutSurface TetSurface(const BakedObject& object, TaskRunner& runner)
{
	using namespace CutSurfaceDetail;
	CutSurface surface;
	SurfaceMesh& mesh = surface.mesh;
	const SurfaceMesh& source = object.surface;
	mesh.positions = object.tets.nodes;
	mesh.triangles = BoundaryTriangles(object.tets);
	DropUnusedPositions(mesh);
	// Tets that touch in an edge or a node only are apart, so that every piece is a two-manifold.
	SeparatePinches(mesh.positions, mesh.triangles);
	mesh.uvChannels = source.uvChannels;
	mesh.slotNames = source.slotNames;
	const size_t count = mesh.triangles.size();
	mesh.cornerNormals.resize(source.cornerNormals.empty() ? 0 : 3 * count);
	mesh.cornerUvs.resize(static_cast<size_t>(mesh.uvChannels) * 3 * count);
	mesh.triangleSlots.resize(source.triangleSlots.empty() ? 0 : count);
	const TriangleTree tree(source.positions, source.triangles, runner);
	ParallelFor(runner,
		static_cast<int64_t>(count),
		kTrianglesPerPaintTask,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t t = begin; t < end; ++t)
			{
				PaintTriangle(source, tree, static_cast<size_t>(t), mesh);
			}
		});
	return surface;
}
} // namespace FractureCore
