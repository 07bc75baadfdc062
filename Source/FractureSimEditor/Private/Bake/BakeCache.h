// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureSimTypes.h"

// Bakes shared between machines through the engine's derived data cache. Any thread.

namespace FractureSim::Editor
{
/// The bytes of the bake with that key, if anybody made it before with this version of the baker.
bool FindCachedBake(const FFractureSimHash& Key, const FString& Name, TArray<uint8>& OutBytes);

void ShareBake(const FFractureSimHash& Key, const FString& Name, TConstArrayView<uint8> Bytes);
} // namespace FractureSim::Editor
