// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Repair.h"

#include <cstdio>
#include <limits>

namespace FractureCore
{
namespace ValidateDetail
{
namespace
{
constexpr int32_t kMostUvChannels = 8;

/// Ends every message with a number of an element: files count from 0 or from 1.
constexpr const char* kCounted = ", counted from 0";

/// Half-edges are numbered by 32-bit integers.
constexpr int64_t kMostTriangles = std::numeric_limits<int32_t>::max() / 16;

Error MeshError(const std::string& message, int64_t element = Error::kNoElement)
{
	return {ErrorCode::InvalidMesh, message, element};
}

std::string Number(int64_t value)
{
	return std::to_string(value);
}

std::string Number(double value)
{
	char text[32];
	std::snprintf(text, sizeof(text), "%g", value);
	return text;
}

std::string CornerName(int64_t corner)
{
	return "corner " + Number(corner % 3) + " of triangle " + Number(corner / 3);
}

Status CheckSize(const char* what, size_t size, size_t expected)
{
	if (size == expected)
	{
		return Ok{};
	}
	return MeshError("the mesh has " + Number(static_cast<int64_t>(size)) + " " + what + ", but its triangles need " +
		Number(static_cast<int64_t>(expected)));
}

Status CheckSettings(const RepairSettings& settings)
{
	if (!(settings.weldTolerance >= 0.0 && settings.weldTolerance <= 0.01))
	{
		return Error{
			ErrorCode::InvalidSettings, "the weld tolerance must be 0 to 0.01, not " + Number(settings.weldTolerance)};
	}
	if (settings.maxTriangles < 1)
	{
		return Error{ErrorCode::InvalidSettings,
			"the largest number of triangles must be at least 1, not " + Number(settings.maxTriangles)};
	}
	return Ok{};
}

Status CheckSizes(const SurfaceMesh& mesh, const RepairSettings& settings)
{
	if (mesh.triangles.empty())
	{
		return MeshError("the mesh has no triangles");
	}
	const int64_t most = settings.maxTriangles < kMostTriangles ? settings.maxTriangles : kMostTriangles;
	if (static_cast<int64_t>(mesh.triangles.size()) > most)
	{
		return Error{ErrorCode::TooLarge,
			"the mesh has " + Number(static_cast<int64_t>(mesh.triangles.size())) + " triangles; the limit is " +
				Number(most)};
	}
	if (static_cast<int64_t>(mesh.positions.size()) > std::numeric_limits<int32_t>::max() / 2)
	{
		return Error{ErrorCode::TooLarge,
			"the mesh has " + Number(static_cast<int64_t>(mesh.positions.size())) +
				" vertices, more than 32-bit indices address"};
	}
	if (mesh.uvChannels < 0 || mesh.uvChannels > kMostUvChannels)
	{
		return MeshError("the mesh has " + Number(int64_t(mesh.uvChannels)) + " UV channels; the limit is " +
			Number(int64_t(kMostUvChannels)));
	}
	const size_t corners = 3 * mesh.triangles.size();
	if (!mesh.cornerNormals.empty())
	{
		if (Status status = CheckSize("corner normals", mesh.cornerNormals.size(), corners); !status)
		{
			return status;
		}
	}
	if (!mesh.triangleSlots.empty())
	{
		if (Status status = CheckSize("material slot numbers", mesh.triangleSlots.size(), mesh.triangles.size());
			!status)
		{
			return status;
		}
	}
	return CheckSize("corner UVs", mesh.cornerUvs.size(), static_cast<size_t>(mesh.uvChannels) * corners);
}

Status CheckNumbers(const SurfaceMesh& mesh)
{
	for (size_t v = 0; v < mesh.positions.size(); ++v)
	{
		const Vec3& p = mesh.positions[v];
		// Written so that NaN fails too.
		if (std::abs(p.x) <= kFarthestVertex && std::abs(p.y) <= kFarthestVertex && std::abs(p.z) <= kFarthestVertex)
		{
			continue;
		}
		const std::string place = " (" + Number(p.x) + ", " + Number(p.y) + ", " + Number(p.z) + ")";
		return MeshError("vertex " + Number(static_cast<int64_t>(v)) +
				(IsFinite(p) ? " is more than 1e12 m away" : " is not a finite position") + place + kCounted,
			static_cast<int64_t>(v));
	}
	const int64_t slotCount = static_cast<int64_t>(mesh.slotNames.size());
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		for (const int32_t v : mesh.triangles[t].v)
		{
			if (v < 0 || static_cast<size_t>(v) >= mesh.positions.size())
			{
				return MeshError("triangle " + Number(static_cast<int64_t>(t)) + " uses vertex " + Number(int64_t(v)) +
						", but there are " + Number(static_cast<int64_t>(mesh.positions.size())) + kCounted,
					static_cast<int64_t>(t));
			}
		}
		const int64_t slot = mesh.triangleSlots.empty() ? 0 : mesh.triangleSlots[t];
		if (!mesh.triangleSlots.empty() && (slot < 0 || slot >= slotCount))
		{
			return MeshError("triangle " + Number(static_cast<int64_t>(t)) + " uses material slot " + Number(slot) +
					", but there are " + Number(slotCount) + kCounted,
				static_cast<int64_t>(t));
		}
	}
	for (size_t i = 0; i < mesh.cornerNormals.size(); ++i)
	{
		const Vec3f& n = mesh.cornerNormals[i];
		if (!std::isfinite(n.x) || !std::isfinite(n.y) || !std::isfinite(n.z))
		{
			return MeshError("the normal at " + CornerName(static_cast<int64_t>(i)) + " is not finite" + kCounted,
				static_cast<int64_t>(i));
		}
	}
	for (size_t i = 0; i < mesh.cornerUvs.size(); ++i)
	{
		if (!std::isfinite(mesh.cornerUvs[i].x) || !std::isfinite(mesh.cornerUvs[i].y))
		{
			const int64_t corners = 3 * static_cast<int64_t>(mesh.triangles.size());
			const int64_t corner = static_cast<int64_t>(i) % corners;
			return MeshError("the UV " + Number(static_cast<int64_t>(i) / corners) + " at " + CornerName(corner) +
					" is not finite" + kCounted,
				corner);
		}
	}
	return Ok{};
}
} // namespace
} // namespace ValidateDetail

Status ValidateSurface(const SurfaceMesh& mesh, const RepairSettings& settings)
{
	using namespace ValidateDetail;
	if (Status status = CheckSettings(settings); !status)
	{
		return status;
	}
	if (Status status = CheckSizes(mesh, settings); !status)
	{
		return status;
	}
	return CheckNumbers(mesh);
}
} // namespace FractureCore
