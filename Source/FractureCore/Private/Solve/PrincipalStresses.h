// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Stress.h"
#include "Solve/KernelTable.h"

#include <span>

namespace FractureCore
{
/// What FindExtremes says of each stress, bit for bit, on either path.
void FindPrincipalStresses(
	std::span<const Sym3> stresses, std::span<PrincipalStress> principal, SolvePath path = ActiveSolvePath());
} // namespace FractureCore
