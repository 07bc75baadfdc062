// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/Engine/UStaticMesh, FStaticMaterial,
// FStaticMeshSourceModel (5.5).

#include "Materials/MaterialInterface.h"
#include "MeshDescription.h"
#include "UObject/Object.h"

struct FStaticMaterial
{
	TObjectPtr<UMaterialInterface> MaterialInterface;
	FName MaterialSlotName;
	FName ImportedMaterialSlotName;
};

struct FMeshBuildSettings
{
	FVector BuildScale3D = FVector(1.0, 1.0, 1.0);
};

struct FStaticMeshSourceModel
{
	FMeshBuildSettings BuildSettings;
};

class UStaticMesh : public UObject
{
public:
	STANDIN_CLASS(UStaticMesh, UObject)

	bool IsMeshDescriptionValid(int32 LodIndex) const { return LodIndex == 0 && StandInHasDescription; }
	bool CloneMeshDescription(int32 LodIndex, FMeshDescription& OutMeshDescription) const
	{
		if (!IsMeshDescriptionValid(LodIndex))
		{
			return false;
		}
		OutMeshDescription = StandInDescription;
		return true;
	}
	const FStaticMeshSourceModel& GetSourceModel(int32) const { return StandInModel; }
	const TArray<FStaticMaterial>& GetStaticMaterials() const { return StandInMaterials; }

	FMeshDescription StandInDescription;
	bool StandInHasDescription = true;
	FStaticMeshSourceModel StandInModel;
	TArray<FStaticMaterial> StandInMaterials;
};
