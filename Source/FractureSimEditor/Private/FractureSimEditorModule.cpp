// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "CoreMinimal.h"
#include "FractureSimEditorLog.h"
#include "Modules/ModuleManager.h"

DEFINE_LOG_CATEGORY(LogFractureSimEditor);

IMPLEMENT_MODULE(FDefaultModuleImpl, FractureSimEditor)
