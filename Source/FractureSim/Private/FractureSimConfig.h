// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

namespace FractureSim::Private
{
/// The project's settings with the console's word over them. Game thread.
struct FBudget
{
	double Milliseconds = 2.0;
	int32 BodiesPerFrame = 1;
	int32 MaxFragments = 1;
	int32 MaxSolves = 1;
};
FBudget GetBudget();
} // namespace FractureSim::Private
