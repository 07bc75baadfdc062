// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimEditorLibrary.h"

#include "Bake/AssetBaker.h"
#include "Bake/BakeDialog.h"
#include "Bake/SampleShapes.h"
#include "Engine/StaticMesh.h"
#include "FractureSimAsset.h"
#include "FractureSimEditorLog.h"
#include "Preview/PreviewSolver.h"

using namespace FractureSim::Editor;

/// Round enough for a bowl, and few enough triangles for a bake of a second.
static constexpr int32 SampleSegments = 48;

UFractureSimAsset* UFractureSimEditorLibrary::FindOrMakeFractureAsset(UStaticMesh* Mesh)
{
	return Mesh ? &FindOrMakeAsset(*Mesh) : nullptr;
}

bool UFractureSimEditorLibrary::BakeFractureAsset(UFractureSimAsset* Asset, bool bForce)
{
	if (!Asset)
	{
		UE_LOG(LogFractureSimEditor, Error, TEXT("no asset to bake was given"));
		return false;
	}
	const FBakeReport Report = BakeAsset(*Asset, bForce);
	if (!Report.IsGood())
	{
		UE_LOG(LogFractureSimEditor, Error, TEXT("%s"), *DescribeReport(Report).ToString());
	}
	return Report.IsGood();
}

UFractureSimAsset* UFractureSimEditorLibrary::MakeSampleAsset(const FString& PackageName,
	FVector Size,
	const TArray<FVector2D>& Profile,
	UFractureSimMaterial* Material,
	int32 Tets,
	const TArray<FFractureSimStrengthLayer>& Layers,
	const TArray<FFractureSimBakeAnchor>& Anchors)
{
	FBakeReport Report;
	FFractureSimBakeSettings Settings;
	Settings.TargetTets = Tets;
	Settings.Anchors = Anchors;
	UFractureSimAsset* const Asset = MakeShapeAsset(PackageName,
		Profile.Num() > 0 ? TurnedSurface(Profile, SampleSegments) : BoxSurfaceOf(Size),
		Material,
		Settings,
		Layers,
		Report);
	if (!Asset)
	{
		UE_LOG(LogFractureSimEditor, Error, TEXT("%s"), *DescribeReport(Report).ToString());
	}
	return Asset;
}

EFractureSimBakeState UFractureSimEditorLibrary::GetFractureBakeState(const UFractureSimAsset* Asset)
{
	return Asset ? FindBakeState(*Asset) : EFractureSimBakeState::NotBaked;
}

int32 UFractureSimEditorLibrary::EstimateFragments(const UFractureSimAsset* Asset, float DropHeight)
{
	FText Error;
	const TUniquePtr<FPreviewSolver> Solver = Asset ? FPreviewSolver::Create(*Asset, Error) : nullptr;
	const TUniquePtr<FPreviewBreak> Result =
		Solver ? Solver->Break(Solver->DropImpact(DropHeight), FPreviewSettings(), Error) : nullptr;
	if (!Result)
	{
		UE_LOG(LogFractureSimEditor, Warning, TEXT("no estimate: %s"), *Error.ToString());
		return INDEX_NONE;
	}
	return Result->Pieces.Num();
}
