// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/TetMesh.h"

#include <variant>
#include <vector>

namespace FractureToolkit
{
/// A surface as a file gives it, in metres, right-handed. The origin of UVs is the lower left corner, as in OBJ; files
/// that count downward are turned.
struct ImportedSurface
{
	FractureCore::SurfaceMesh mesh;
	std::vector<int32_t> triangleObjects; // 1 a triangle: the object of the file it belongs to; or empty: there is one
	std::vector<FractureCore::Warning> warnings;
};

/// A ready tet mesh, in metres, every tet positive.
struct ImportedTets
{
	FractureCore::TetMesh mesh;
	std::vector<FractureCore::Warning> warnings;
};

using ImportedModel = std::variant<ImportedSurface, ImportedTets>;
} // namespace FractureToolkit
