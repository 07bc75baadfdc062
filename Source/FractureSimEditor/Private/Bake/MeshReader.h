// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureCore/SurfaceMesh.h"
#include "FractureSimTypes.h"

class FMeshDescription;
class UStaticMesh;

namespace FractureSim::Editor
{
/// A static mesh as the core takes it: the source mesh in metres, not the render mesh, which is split at seams and,
/// with Nanite, only a coarse copy. Slots are the polygon groups that triangles use, in their order.
struct FSourceMesh
{
	FractureCore::SurfaceMesh Surface;
	TArray<FName> Slots;
	FFractureSimHash Hash; // of the mesh alone, whatever its scale
};

/// One reason why a mesh cannot be read, for people. Empty: OutMesh is good.
FText ReadStaticMesh(const UStaticMesh& Mesh, double UnitScale, FSourceMesh& OutMesh);
} // namespace FractureSim::Editor
