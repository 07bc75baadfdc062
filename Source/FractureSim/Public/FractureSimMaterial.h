// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Engine/DataAsset.h"

#include "FractureSimMaterial.generated.h"

class UMaterialInterface;
class UPhysicalMaterial;

/// What a breakable is made of: real constants, so that numbers from a data sheet can be typed in. Docs/Materials.md
/// explains each and names the sources of the presets. The defaults are soda-lime glass.
UCLASS(BlueprintType)
class FRACTURESIM_API UFractureSimMaterial : public UDataAsset
{
	GENERATED_BODY()

public:
	/// Mass over volume.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Elasticity", meta = (ClampMin = "1", ForceUnits = "kg/m3"))
	double Density = 2500.0;

	/// How stiff it is, in GPa.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Elasticity",
		meta = (ClampMin = "0.000001", DisplayName = "Young Modulus (GPa)"))
	double YoungModulusGPa = 70.0;

	/// Closer to 0.5 makes tetrahedra too stiff.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Elasticity", meta = (ClampMin = "0", ClampMax = "0.45"))
	double PoissonRatio = 0.22;

	/// Tension at which it cracks, in MPa.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Strength",
		meta = (ClampMin = "0.000001", DisplayName = "Tensile Strength (MPa)"))
	double TensileStrengthMPa = 50.0;

	/// Compressive over tensile strength.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Strength", meta = (ClampMin = "1"))
	double CompressiveFactor = 8.0;

	/// K_Ic, in MPa m^(1/2).
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Strength",
		meta = (ClampMin = "0.000001", DisplayName = "Fracture Toughness (MPa m^1/2)"))
	double FractureToughness = 0.75;

	/// Strength beside an open crack over full strength: the less, the farther cracks run.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Cracks", meta = (ClampMin = "0.001", ClampMax = "1"))
	double GrowthFactor = 0.3;

	/// What crushed zones break into. 0: no grains.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Cracks", meta = (ClampMin = "0", ForceUnits = "cm"))
	double GrainSize = 0.0;

	/// Friction, bounce and sound of the pieces. None: the body's own.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Pieces")
	TObjectPtr<UPhysicalMaterial> PhysicalMaterial;

	/// Drawn on crack faces. None: the body's first material.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Pieces")
	TObjectPtr<UMaterialInterface> InnerMaterial;

	/// Takes all numbers from a built-in preset such as "glass" or "concrete". False: there is none of that name; the
	/// log lists those there are.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	bool LoadPreset(const FString& Name);

	/// Names that LoadPreset knows.
	UFUNCTION(BlueprintCallable, Category = "FractureSim")
	static TArray<FString> GetPresetNames();

#if WITH_EDITOR
	virtual EDataValidationResult IsDataValid(class FDataValidationContext& Context) const override;
#endif
};
