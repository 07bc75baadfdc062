// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Textures/SlateIcon.h"

// The module's icons: Resources/Icons, drawn for the project.

namespace FractureSim::Editor
{
void RegisterStyle();
void UnregisterStyle();

/// "FractureSim.Bake", ".Paint", ".Preview", ".Mode", ".Asset".
FSlateIcon MakeIcon(const FName& Name);
} // namespace FractureSim::Editor
