// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Engine/StaticMesh.h"
#include "FractureSimAsset.h"
#include "Level.h"

namespace FractureTests
{
/// A box as an artist's mesh in a package of its own, with two material slots, split at its edges and with gaps in its
/// numbers, as importers leave them.
UStaticMesh& MakeBoxMesh(const TCHAR* Package, const FVector& Size = FVector(10.0, 20.0, 30.0));

/// Marks all packages of the tests, and what is in them, as garbage and collects it; empties cache, notes and registry.
void CleanEditor();
} // namespace FractureTests
