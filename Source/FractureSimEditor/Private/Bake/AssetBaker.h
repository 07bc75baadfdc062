// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureCore/SurfaceMesh.h"
#include "FractureSimBakeSettings.h"
#include "Templates/Function.h"

class UFractureSimAsset;
class UFractureSimMaterial;
class UStaticMesh;

// Game thread; the work itself uses all workers.

namespace FractureSim::Editor
{
enum class EBakeResult : uint8
{
	Baked,
	FromCache,
	UpToDate, // nothing was to do
	Cancelled,
	Failed,
};

/// What became of one asset.
struct FBakeReport
{
	FString Asset; // its path
	EBakeResult Result = EBakeResult::Failed;
	FText Error; // of a failure
	TArray<FText> Warnings;
	int32 Tets = 0;
	double Seconds = 0.0;

	bool IsGood() const { return Result != EBakeResult::Failed && Result != EBakeResult::Cancelled; }
};

/// Told of a stage and how much of all is done, 0 to 1. False: cancel.
using FBakeProgress = TFunction<bool(const FText& Stage, double Done)>;

/// Whether an asset is what its source and settings would give now. Loads the source mesh.
EFractureSimBakeState FindBakeState(const UFractureSimAsset& Asset);

/// Bakes an asset from its source mesh unless it is up to date. Unless the report is good the asset is unchanged.
FBakeReport BakeAsset(UFractureSimAsset& Asset, bool bForce, const FBakeProgress& Progress = nullptr);

/// Where the asset for a mesh is: NAME_Fracture beside it. Engine content gets its assets under /Game/FractureSim.
FString AssetPackageOf(const UStaticMesh& Mesh);

/// The asset for a mesh, found or made.
UFractureSimAsset& FindOrMakeAsset(UStaticMesh& Mesh);

/// Bakes a mesh into its asset unless that is up to date. Only a good bake makes an asset; OutAsset is null if there is
/// none.
FBakeReport BakeMesh(UStaticMesh& Mesh, const FBakeProgress& Progress, UFractureSimAsset*& OutAsset);

/// Bakes a surface (m) that no static mesh has into the package of that name. Null: the report says why.
UFractureSimAsset* MakeShapeAsset(const FString& PackageName,
	const FractureCore::SurfaceMesh& Surface,
	UFractureSimMaterial* Material,
	const FFractureSimBakeSettings& Settings,
	const TArray<FFractureSimStrengthLayer>& Layers,
	FBakeReport& Report);
} // namespace FractureSim::Editor
