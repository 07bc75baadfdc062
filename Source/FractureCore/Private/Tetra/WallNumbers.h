// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Base/Text.h"

#include <cstdio>
#include <string>

namespace FractureCore
{
// More or fewer tets than asked for by that fraction is worth a warning.
inline constexpr double kTargetTolerance = 0.15;

// Of the solid's volume: worth a warning.
inline constexpr double kVolumeTolerance = 0.02;

// In cells: what a part encloses that a lattice does not miss.
inline constexpr double kCellsOfPart = 4.0;

// As the messages of WallKeeper tell numbers of tets.
inline std::string FormatCount(double count)
{
	char buffer[32];
	std::snprintf(buffer, sizeof(buffer), "%.0f", count);
	return buffer;
}
} // namespace FractureCore
