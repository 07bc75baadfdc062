// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Tetrahedralise.h"

#include "Tetra/MeshAttempt.h"
#include "Tetra/WallKeeper.h"

#include <cmath>
#include <string>

namespace FractureCore
{
namespace
{
Status CheckSettings(const TetSettings& settings)
{
	const auto bad = [](const char* what) { return Error{ErrorCode::InvalidSettings, what}; };
	if (!std::isfinite(settings.cellSize) || settings.cellSize < 0.0)
	{
		return bad("the cell size must be a positive number of metres, or 0 to choose it by the number of tets");
	}
	if (settings.maxTets < 1)
	{
		return bad("the most tets allowed must be at least 1");
	}
	if (settings.cellSize == 0.0 && settings.targetTets < 1)
	{
		return bad("the number of tets must be at least 1");
	}
	if (settings.cellSize == 0.0 && settings.targetTets > settings.maxTets)
	{
		return bad("the number of tets asked for is more than the most allowed");
	}
	return Ok{};
}

Status CheckSurface(const SolidSurface& solid)
{
	if (solid.triangles.empty())
	{
		return Error{ErrorCode::InvalidMesh, "the surface has no triangles"};
	}
	for (size_t i = 0; i < solid.triangles.size(); ++i)
	{
		for (const int32_t vertex : solid.triangles[i].v)
		{
			const bool exists = vertex >= 0 && static_cast<size_t>(vertex) < solid.positions.size();
			if (!exists || !IsFinite(solid.positions[vertex]))
			{
				return Error{ErrorCode::InvalidMesh,
					"triangle " + std::to_string(i) + " of the surface names vertex " + std::to_string(vertex) +
						(exists ? ", which is not a finite point" : ", which does not exist"),
					static_cast<int64_t>(i)};
			}
		}
	}
	return Ok{};
}

Status CheckVolume(const SurfaceIntegrals& integrals)
{
	// Below that the volume is the rounding error of its sum.
	constexpr double kLeastVolume = 1.0e-13;
	const double side = LongestSide(integrals);
	if (!(integrals.volume > kLeastVolume * side * side * side) || !std::isfinite(integrals.volume))
	{
		return Error{ErrorCode::InvalidMesh, "the surface encloses no volume"};
	}
	return Ok{};
}
} // namespace

Result<Tetrahedralisation> Tetrahedralise(
	const SolidSurface& solid, const TetSettings& settings, TaskRunner& runner, const ProgressSink& progress)
{
	for (const Status& status : {CheckSettings(settings), CheckSurface(solid)})
	{
		if (!status)
		{
			return status.GetError();
		}
	}
	const SurfaceIntegrals integrals = IntegrateSurface(solid.positions, solid.triangles);
	if (const Status status = CheckVolume(integrals); !status)
	{
		return status.GetError();
	}
	AttemptMaker maker(solid, integrals, settings.maxTets, runner, progress);
	return WallKeeper(integrals, settings, maker).Run();
}
} // namespace FractureCore
