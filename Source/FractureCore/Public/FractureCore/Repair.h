// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"
#include "FractureCore/SurfaceMesh.h"

namespace FractureCore
{
/// Farther from the origin than this (m), volumes and moments would overflow or lose every digit: an error.
inline constexpr double kFarthestVertex = 1.0e12;

struct RepairSettings
{
	double weldTolerance = 1.0e-6;     // of the bounding box's diagonal, [0, 0.01]; used only where borders stay open
	int64_t maxTriangles = 20'000'000; // more is an error, not a crash
};

/// An artist's mesh made fit for meshing.
struct RepairedSurface
{
	SurfaceMesh mesh;                    // the artist's: welded, no degenerate triangles, oriented outward
	std::vector<int32_t> sourceTriangle; // 1 a triangle of mesh: its number in the input
	SolidSurface solid;     // 2-manifold; mesh's positions and triangles first, then caps over open borders
	bool closed = false;    // the artist's own triangles closed the solid, without caps
	int32_t components = 0; // solids that share no vertex; cavities are none. Of a sheet, its parts
	std::vector<Warning> warnings;
};

/// Checks array sizes, indices and numbers. The error names the first bad vertex, triangle or corner.
FRACTURECORE_API Status ValidateSurface(const SurfaceMesh& mesh, const RepairSettings& settings);

/// Welds, drops degenerate triangles, orients by nesting and winding number, caps open borders, separates what only
/// touches itself in an edge or vertex, and joins parts that run through each other, cutting their triangles where they
/// cross. Positions, normals, UVs and slots of what remains are the input's own, interpolated at cuts. A warning of
/// SelfIntersection says that the result still overlaps itself. An error only if no solid is meant: bad numbers, empty,
/// zero volume.
FRACTURECORE_API Result<RepairedSurface> RepairSurface(
	const SurfaceMesh& mesh, const RepairSettings& settings, TaskRunner& runner);

/// Welds and drops degenerate triangles only: for sheets, which have no inside. `solid` stays empty.
FRACTURECORE_API Result<RepairedSurface> RepairSheet(const SurfaceMesh& mesh, const RepairSettings& settings);
} // namespace FractureCore
