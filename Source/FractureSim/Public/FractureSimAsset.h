// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureSimBakeSettings.h"
#include "FractureSimTypes.h"
#include "Serialization/BulkData.h"
#include "UObject/Object.h"
#include "UObject/SoftObjectPtr.h"

#include "FractureSimAsset.generated.h"

class UFractureSimMaterial;
class UMaterialInterface;
class UStaticMesh;

namespace FractureSim::Private
{
struct FRestShape;
}

/// How an asset was baked, as its bytes say it.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimBakeInfo
{
	GENERATED_BODY()

	/// 0 for a shell.
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Bake")
	int32 Tets = 0;

	/// Of the tets at the surface.
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Bake", meta = (ForceUnits = "cm"))
	float CellSize = 0.0f;

	/// 0 for a solid.
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Bake", meta = (ForceUnits = "cm"))
	float ShellThickness = 0.0f;

	/// Whose constants were baked in.
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Bake")
	FString MaterialName;

	/// The kind of each, the first applied first.
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Bake")
	TArray<FString> StrengthLayers;

	/// How many hold it.
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Bake")
	int32 Anchors = 0;
};

/// A baked breakable: the bytes of a .frac file, the same in a package and on disk, so that what the command line bakes
/// is at home here. Game thread, except where said.
UCLASS(BlueprintType)
class FRACTURESIM_API UFractureSimAsset : public UObject
{
	GENERATED_BODY()

public:
	/// What the asset is baked from. Not needed at run time.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Source")
	TSoftObjectPtr<UStaticMesh> SourceMesh;

	/// For the next bake; *Bake* has what the last one made.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Source")
	FFractureSimBakeSettings BakeSettings;

	/// The first is applied first.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Source")
	TArray<FFractureSimStrengthLayer> StrengthLayers;

	/// Of the source mesh and the settings that were baked, as the bytes say it.
	UPROPERTY(VisibleAnywhere, Category = "Source")
	FFractureSimHash SourceKey;

	/// Of the source mesh alone when it was baked. Zero: the bytes came from elsewhere.
	UPROPERTY(VisibleAnywhere, Category = "Source")
	FFractureSimHash SourceHash;

	/// Of settings, layers and material alone when they were baked.
	UPROPERTY(VisibleAnywhere, Category = "Source")
	FFractureSimHash SettingsHash;

	/// What the last bake made.
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Source")
	FFractureSimBakeInfo Bake;

	/// In the place of the constants that were baked in. None: those.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material")
	TObjectPtr<UFractureSimMaterial> Material;

	/// Drawn on the artist's faces, 1 a slot of the baked mesh.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Material")
	TArray<TObjectPtr<UMaterialInterface>> OuterMaterials;

	/// Takes over the bytes of a .frac file if they are good. False: the log says what is wrong, nothing changes.
	bool SetBytes(TConstArrayView<uint8> Bytes);

	/// The same for bytes that were made of a mesh with that hash and of the settings as they are now.
	bool SetBakedBytes(TConstArrayView<uint8> Bytes, const FFractureSimHash& MeshHash);

	/// Of settings, layers and material as they are now. Zero if they name a preset that there is not.
	FFractureSimHash HashSettings() const;

	/// `MeshHash`: of the source as it is now; zero: not known, and taken for unchanged.
	EFractureSimBakeState GetBakeState(const FFractureSimHash& MeshHash) const;

	/// A copy.
	TArray<uint8> GetBytes() const;

	/// Takes over a .frac file of the command line. False: the log says why.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	bool LoadFromFile(const FString& Path);

	/// Writes the bytes as a .frac file, as the command line would. False: it is not baked, or cannot be written.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	bool SaveToFile(const FString& Path) const;

	/// Bakes a box of that size (cm) here and now, for tests and for levels without content: a few hundredths of a
	/// second for 2000 tets. Without an outer it lives as long as somebody holds it. Null: the log says why.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	static UFractureSimAsset* BakeBox(UObject* Outer, FVector Size, UFractureSimMaterial* BoxMaterial, int32 Tets);

	/// Whether there are bytes that could be read.
	UFUNCTION(BlueprintPure, Category = "FractureSim")
	bool IsBaked() const { return !Key.IsZero(); }

	/// Names the baked content.
	const FFractureSimHash& GetKey() const { return Key; }

	/// The surface and hulls of the whole body, made on first use and then shared. Null if not baked.
	TSharedPtr<const FractureSim::Private::FRestShape> GetRestShape() const;

	virtual void Serialize(FArchive& Ar) override;
#if WITH_EDITOR
	virtual EDataValidationResult IsDataValid(class FDataValidationContext& Context) const override;
#endif

private:
	/// Zero: nothing baked, or bytes that this build cannot read.
	UPROPERTY()
	FFractureSimHash Key;

	FByteBulkData Bulk;
	mutable TSharedPtr<const FractureSim::Private::FRestShape> RestShape;
};
