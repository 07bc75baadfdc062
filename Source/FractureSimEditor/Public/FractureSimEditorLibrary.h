// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureSimBakeSettings.h"
#include "Kismet/BlueprintFunctionLibrary.h"

#include "FractureSimEditorLibrary.generated.h"

class UFractureSimAsset;
class UFractureSimMaterial;
class UStaticMesh;

/// The editor's verbs for Python and editor Blueprints, without dialogs.
UCLASS()
class FRACTURESIMEDITOR_API UFractureSimEditorLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	/// The fracture asset of a mesh, NAME_Fracture beside it, made if there is none; not baked yet.
	UFUNCTION(BlueprintCallable, Category = "FractureSim|Editor")
	static UFractureSimAsset* FindOrMakeFractureAsset(UStaticMesh* Mesh);

	/// Bakes if the asset is stale, or in any case. False: the log says why.
	UFUNCTION(BlueprintCallable, Category = "FractureSim|Editor")
	static bool BakeFractureAsset(UFractureSimAsset* Asset, bool bForce);

	/// A breakable without an artist's mesh, baked into a package of its own (an existing one is baked anew): turned
	/// about z from a profile of radius and height (cm), or a box of that size where there is no profile. Layers and
	/// anchors as in an asset. Null: the log says why.
	UFUNCTION(BlueprintCallable, Category = "FractureSim|Editor")
	static UFractureSimAsset* MakeSampleAsset(const FString& PackageName,
		FVector Size,
		const TArray<FVector2D>& Profile,
		UFractureSimMaterial* Material,
		int32 Tets,
		const TArray<FFractureSimStrengthLayer>& Layers,
		const TArray<FFractureSimBakeAnchor>& Anchors);

	/// Whether it is what its mesh and settings would give now.
	UFUNCTION(BlueprintCallable, Category = "FractureSim|Editor")
	static EFractureSimBakeState GetFractureBakeState(const UFractureSimAsset* Asset);

	/// How many pieces a drop from that height (cm) onto a hard floor leaves. Below 0: the log says why there is no
	/// answer. A solve: tens of milliseconds to a second.
	UFUNCTION(BlueprintCallable, Category = "FractureSim|Editor")
	static int32 EstimateFragments(const UFractureSimAsset* Asset, float DropHeight);
};
