// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Async/ParallelFor (5.5). The caller takes
// part.

#include "CoreMinimal.h"

enum class EParallelForFlags
{
	None,
	BackgroundPriority = 8,
};

void ParallelFor(int32 Num, TFunctionRef<void(int32)> Body, EParallelForFlags Flags = EParallelForFlags::None);
