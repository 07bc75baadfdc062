// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Paint.h"
#include "Mesh/TriangleTree.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// What brushes ask of a surface. Attributes of corners play no part: a seam in UVs does not stop an ant.
struct PaintMesh
{
	PaintMesh(std::vector<Vec3> points, std::vector<Triangle> faces, TaskRunner& runner);

	std::span<const int32_t> TrianglesAt(int32_t vertex) const
	{
		return std::span(triangleList)
			.subspan(triangleStart[vertex], triangleStart[vertex + 1] - triangleStart[vertex]);
	}
	Vec3 TriangleNormal(int32_t triangle) const; // unit length; zero if it has no area

	/// Distances along the surface from a point of a triangle, to vertices within the radius; fast marching that
	/// unfolds triangles [Kimmel98], exact on a plane.
	PaintSurface::Reached Crawl(const Vec3& point, int32_t triangle, double radius) const;

	/// Vertices in the sphere that look to the side of the normal.
	PaintSurface::Reached Look(const Vec3& point, const Vec3& normal, double radius) const;

	std::vector<Vec3> positions;
	std::vector<Triangle> triangles;
	std::vector<Vec3> normals; // 1 a vertex, by area, unit length
	std::vector<int32_t> triangleStart;
	std::vector<int32_t> triangleList; // triangles of each vertex, ascending
	Vec3 centre;
	double size = 0.0; // m, diagonal of the box
	TriangleTree tree;
};
} // namespace FractureCore
