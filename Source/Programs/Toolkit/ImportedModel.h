// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/TetMesh.h"
#include "UpAxis.h"

#include <optional>
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
	std::optional<UpAxis> up; // none: the format does not say
};

/// A ready tet mesh, in metres, every tet positive.
struct ImportedTets
{
	FractureCore::TetMesh mesh; // without the nodes that no tet uses

	/// 1 a node of the file, in ascending order of the file's numbers: the node of `mesh`, or kNoIndex where no tet
	/// uses it, such as the middle of a circle or of a curved edge.
	std::vector<int32_t> nodeOfFile;

	std::vector<FractureCore::Warning> warnings;

	/// Names the first tet that was inside out beside most others, which the mesh has turned. Who needs the file to be
	/// right takes it for an error.
	std::optional<FractureCore::Error> insideOut;
};

using ImportedModel = std::variant<ImportedSurface, ImportedTets>;
} // namespace FractureToolkit
