// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Repair.h"

#include <algorithm>
#include <cmath>

namespace FractureToolkit
{
/// What is wrong with a vertex (m), as the rest of a sentence; null if nothing is. Readers ask this, because only they
/// know the file's own number of the vertex.
inline const char* PositionFault(const FractureCore::Vec3& metres)
{
	if (!FractureCore::IsFinite(metres))
	{
		return " is not finite";
	}
	const double farthest = std::max({std::abs(metres.x), std::abs(metres.y), std::abs(metres.z)});
	return farthest > FractureCore::kFarthestVertex ? " is more than 1e12 m away" : nullptr;
}
} // namespace FractureToolkit
