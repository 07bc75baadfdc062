// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Bake/AssetBaker.h"

// The bake as a person sees it: a dialog with a bar and a button to cancel, then a note with a link.

namespace FractureSim::Editor
{
/// In their order; what comes after a cancelled one is not touched. Reports are those of the assets that were begun.
TArray<FBakeReport> BakeWithDialog(const TArray<UFractureSimAsset*>& Assets, bool bForce);

/// The same for meshes, whose assets are made by a good bake. One a mesh, null where the bake was not good.
TArray<UFractureSimAsset*> BakeMeshesWithDialog(const TArray<UStaticMesh*>& Meshes);

/// "Vase_Fracture: 5012 tets in 0.8 s, 1 warning".
FText DescribeReport(const FBakeReport& Report);
} // namespace FractureSim::Editor
