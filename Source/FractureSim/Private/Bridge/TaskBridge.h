// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureCore/Parallel.h"

namespace FractureSim::Private
{
/// The core's loops on Unreal's workers. The caller takes part, so it may itself be a task.
FRACTURESIM_API FractureCore::TaskRunner& UnrealRunner();
} // namespace FractureSim::Private
