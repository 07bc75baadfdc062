// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/TetMesh.h"

#include <span>
#include <string>
#include <vector>

namespace FractureToolkit
{
/// A named array of numbers, `components` a point or cell.
struct VtuArray
{
	std::string name;
	int32_t components = 1;
	std::vector<double> values;
};

/// A mesh with data as VTK's XML for unstructured grids, which ParaView opens. Cells are tets, or triangles if `tets`
/// is empty.
struct VtuGrid
{
	std::span<const FractureCore::Vec3> points;
	std::span<const FractureCore::Tet> tets;
	std::span<const FractureCore::Triangle> triangles;
	std::vector<VtuArray> pointData;
	std::vector<VtuArray> cellData;
};

std::string ToVtu(const VtuGrid& grid);
} // namespace FractureToolkit
