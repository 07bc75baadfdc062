// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Picture/Picture.h"

#include <span>
#include <vector>

namespace FractureToolkit
{
/// All meshes of a scene in one list of triangles, moved and scaled so that a sphere of radius 1 around the origin
/// holds them: every length in the renderer is then of the order of one, whether the scene is a chip or a building.
struct UnitScene
{
	std::span<const PictureMesh> meshes;
	std::vector<FractureCore::Vec3> positions;
	std::vector<FractureCore::Triangle> triangles; // into positions
	std::vector<int32_t> triangleMesh;             // 1 a triangle
	std::vector<int32_t> firstTriangle;            // 1 a mesh
	FractureCore::Vec3 centre;                     // of the sphere, m
	double radius = 1.0;                           // of the sphere, m
	double groundHeight = -1.0;

	FractureCore::Vec3 ToUnit(const FractureCore::Vec3& point) const { return (point - centre) / radius; }
	PicturePlane ToUnit(const PicturePlane& plane) const
	{
		return {plane.normal, (plane.offset - Dot(plane.normal, centre)) / radius};
	}
};

/// Array sizes, indices and positions. The error names the first bad vertex or triangle.
FractureCore::Status CheckPictureMesh(const PictureMesh& mesh);

/// Checks every number and index of the scene on the way. Refers to `scene`, which must outlive it.
FractureCore::Result<UnitScene> MakeUnitScene(const PictureScene& scene);
} // namespace FractureToolkit
