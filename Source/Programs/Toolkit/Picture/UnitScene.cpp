// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/UnitScene.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace FractureToolkit
{
using namespace FractureCore;

namespace
{
Error SceneError(std::string message, size_t element)
{
	return {ErrorCode::InvalidMesh, std::move(message), static_cast<int64_t>(element)};
}
} // namespace

Status CheckPictureMesh(const PictureMesh& mesh)
{
	const size_t triangles = mesh.triangles.size();
	const auto fits = [](size_t size, size_t wanted) { return size == 0 || size == wanted; };
	if (!fits(mesh.cornerNormals.size(), 3 * triangles) || !fits(mesh.vertexScalars.size(), mesh.positions.size()) ||
		!fits(mesh.triangleScalars.size(), triangles) || !fits(mesh.triangleColours.size(), triangles) ||
		!fits(mesh.edges.size(), triangles))
	{
		return Error{ErrorCode::InvalidMesh, "an array of the mesh does not have one value for each of its elements"};
	}
	for (size_t i = 0; i < mesh.positions.size(); ++i)
	{
		if (!IsFinite(mesh.positions[i]))
		{
			return SceneError("vertex " + std::to_string(i) + " is not finite", i);
		}
	}
	for (size_t t = 0; t < triangles; ++t)
	{
		for (const int32_t v : mesh.triangles[t].v)
		{
			if (v < 0 || static_cast<size_t>(v) >= mesh.positions.size())
			{
				return SceneError("triangle " + std::to_string(t) + " names vertex " + std::to_string(v) +
						" but there are " + std::to_string(mesh.positions.size()),
					t);
			}
		}
	}
	return Ok{};
}

Result<UnitScene> MakeUnitScene(const PictureScene& scene)
{
	size_t positionCount = 0;
	size_t triangleCount = 0;
	for (const PictureMesh& mesh : scene.meshes)
	{
		const Status checked = CheckPictureMesh(mesh);
		if (!checked)
		{
			return checked.GetError();
		}
		positionCount += mesh.positions.size();
		triangleCount += mesh.triangles.size();
	}
	if (triangleCount == 0)
	{
		return Error{ErrorCode::InvalidMesh, "there is nothing to show: no triangles"};
	}
	// Clipping at the camera may add a few vertices.
	constexpr size_t kMost = std::numeric_limits<int32_t>::max() / 4;
	if (positionCount > kMost || triangleCount > kMost)
	{
		return Error{ErrorCode::TooLarge, "more than 500 million vertices or triangles are too many for a picture"};
	}

	UnitScene unit;
	unit.meshes = scene.meshes;
	unit.positions.reserve(positionCount);
	unit.triangles.reserve(triangleCount);
	unit.triangleMesh.reserve(triangleCount);
	constexpr double kHuge = std::numeric_limits<double>::max();
	Vec3 low = {kHuge, kHuge, kHuge};
	Vec3 high = -low;
	for (size_t m = 0; m < scene.meshes.size(); ++m)
	{
		const PictureMesh& mesh = scene.meshes[m];
		const int32_t offset = static_cast<int32_t>(unit.positions.size());
		unit.firstTriangle.push_back(static_cast<int32_t>(unit.triangles.size()));
		unit.positions.insert(unit.positions.end(), mesh.positions.begin(), mesh.positions.end());
		for (const Triangle& triangle : mesh.triangles)
		{
			unit.triangles.push_back({{triangle.v[0] + offset, triangle.v[1] + offset, triangle.v[2] + offset}});
			unit.triangleMesh.push_back(static_cast<int32_t>(m));
			// Vertices that no triangle uses do not count.
			for (const int32_t v : triangle.v)
			{
				const Vec3& p = mesh.positions[static_cast<size_t>(v)];
				low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
				high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
			}
		}
	}
	unit.centre = low * 0.5 + high * 0.5;
	unit.radius = Length(high * 0.5 - low * 0.5);
	if (!(unit.radius > 0.0))
	{
		return Error{ErrorCode::InvalidMesh, "there is nothing to show: all triangles lie in one point"};
	}
	// Squares of lengths must stay finite and not vanish.
	if (!(unit.radius < 1.0e100) || !(unit.radius > 1.0e-100) || !(Length(unit.centre) < 1.0e12 * unit.radius))
	{
		return Error{ErrorCode::InvalidMesh, "the coordinates are too extreme to draw"};
	}
	for (Vec3& position : unit.positions)
	{
		position = unit.ToUnit(position);
	}
	unit.groundHeight = ((scene.groundHeight ? *scene.groundHeight : low.z) - unit.centre.z) / unit.radius;
	return unit;
}
} // namespace FractureToolkit
