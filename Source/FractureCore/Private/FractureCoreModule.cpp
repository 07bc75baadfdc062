// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The only file of the core that knows Unreal; CMake leaves it out.
#include "CoreMinimal.h"
#include "Modules/ModuleManager.h"

IMPLEMENT_MODULE(FDefaultModuleImpl, FractureCore)
