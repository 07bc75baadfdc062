// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

#include "FractureSimBakeSettings.generated.h"

/// What a strength layer is made by. Docs/Strength.md has a picture of each.
UENUM(BlueprintType)
enum class EFractureSimLayerKind : uint8
{
	Painted,
	Noise,
	CleavingPlane,
	Nodules,
	Bands,
	Geometry,
	Grains,
	Scatter,
	Seeds, // grains round seeds that are placed one by one
};

/// What a layer with value f makes of the factor s so far.
UENUM(BlueprintType)
enum class EFractureSimBlend : uint8
{
	Multiply, // s f
	Add,      // s + f
	Min,
	Max,
	Replace, // f
};

UENUM(BlueprintType)
enum class EFractureSimAnchorShape : uint8
{
	Box,
	Sphere,
	HalfSpace, // behind a plane
	Painted,
};

/// Where something holds or acts, in the mesh's own space.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimRegion
{
	GENERATED_BODY()

	/// What it looks like.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Region")
	EFractureSimAnchorShape Shape = EFractureSimAnchorShape::Box;

	/// From corner to corner.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Region",
		meta = (EditCondition = "Shape == EFractureSimAnchorShape::Box"))
	FBox Box = FBox(FVector(-1.0, -1.0, -1.0), FVector(1.0, 1.0, 1.0));

	/// Centre of the sphere, or a point on the plane.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Region",
		meta =
			(EditCondition = "Shape == EFractureSimAnchorShape::Sphere || Shape == EFractureSimAnchorShape::HalfSpace"))
	FVector Centre = FVector::ZeroVector;

	/// Of the sphere.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Region",
		meta = (ClampMin = "0", ForceUnits = "cm", EditCondition = "Shape == EFractureSimAnchorShape::Sphere"))
	double Radius = 5.0;

	/// Of the plane; what lies behind it belongs to the region.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Region",
		meta = (EditCondition = "Shape == EFractureSimAnchorShape::HalfSpace"))
	FVector Normal = FVector(0.0, 0.0, 1.0);

	/// Painted: how deep below the surface.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Region",
		meta = (ClampMin = "0.001", ForceUnits = "cm", EditCondition = "Shape == EFractureSimAnchorShape::Painted"))
	double Depth = 2.0;

	/// Painted: 0 to 1, 1 a vertex of the baked surface. The paint mode writes them.
	UPROPERTY()
	TArray<float> Values;
};

/// A lump of nodules that is placed by hand, in the mesh's own space.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimNodule
{
	GENERATED_BODY()

	/// Its middle.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Nodule")
	FVector Centre = FVector::ZeroVector;

	/// From the middle to its rim.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Nodule", meta = (ClampMin = "0.001", ForceUnits = "cm"))
	double Radius = 5.0;
};

/// A seed of weakness surfaces that is placed by hand, in the mesh's own space.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimGrainSeed
{
	GENERATED_BODY()

	/// Where it lies; no two at one point.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Seed")
	FVector Point = FVector::ZeroVector;

	/// The more, the smaller its grain.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Seed", meta = (ClampMin = "0.1", ClampMax = "10"))
	double Weight = 1.0;
};

/// One layer of the stack: a factor on the material's strength, wherever it acts.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimStrengthLayer
{
	GENERATED_BODY()

	/// For people.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Layer")
	FName Name;

	/// What makes the layer.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Layer")
	EFractureSimLayerKind Kind = EFractureSimLayerKind::Noise;

	/// Off: the bake does not see it.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Layer")
	bool bVisible = true;

	/// How it acts on the layers before it.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Layer")
	EFractureSimBlend Blend = EFractureSimBlend::Multiply;

	/// 0: no effect; 1: all of it.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Layer", meta = (ClampMin = "0", ClampMax = "1"))
	double Weight = 1.0;

	/// Whether it acts in a region only.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Mask")
	bool bMasked = false;

	/// Where it acts; a painted mask as much as it says.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Mask", meta = (EditCondition = "bMasked"))
	FFractureSimRegion Mask;

	/// Of noise, scattered nodules, grains and scatter.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Layer")
	int32 Seed = 0;

	/// Painted: how deep below the surface it is seen.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Painted",
		meta = (ClampMin = "0.001", ForceUnits = "cm", EditCondition = "Kind == EFractureSimLayerKind::Painted"))
	double Depth = 2.0;

	/// Painted: 1 a vertex of the baked surface. The paint mode writes them.
	UPROPERTY()
	TArray<float> Values;

	/// Noise: of the first octave.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Noise",
		meta = (ClampMin = "0.001", ForceUnits = "cm", EditCondition = "Kind == EFractureSimLayerKind::Noise"))
	double Wavelength = 10.0;

	/// Noise: each has half the wavelength and half the size of the one before.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Noise",
		meta = (ClampMin = "1", ClampMax = "12", EditCondition = "Kind == EFractureSimLayerKind::Noise"))
	int32 Octaves = 1;

	/// Noise: with creases.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Noise",
		meta = (EditCondition = "Kind == EFractureSimLayerKind::Noise"))
	bool bTurbulence = false;

	/// Noise: its least factor.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Noise",
		meta = (ClampMin = "0", EditCondition = "Kind == EFractureSimLayerKind::Noise"))
	double Low = 0.7;

	/// Noise: its largest factor.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Noise",
		meta = (ClampMin = "0", EditCondition = "Kind == EFractureSimLayerKind::Noise"))
	double High = 1.3;

	/// Noise: nothing between its least and its largest factor.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Noise",
		meta = (EditCondition = "Kind == EFractureSimLayerKind::Noise"))
	bool bThreshold = false;

	/// Noise: where it changes from the one to the other.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Noise",
		meta = (ClampMin = "0", ClampMax = "1", EditCondition = "Kind == EFractureSimLayerKind::Noise && bThreshold"))
	double Threshold = 0.5;

	/// Plane and bands: a point on it, in the mesh's own space.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Placed",
		meta = (EditCondition = "Kind == EFractureSimLayerKind::CleavingPlane || Kind == EFractureSimLayerKind::Bands"))
	FVector Point = FVector::ZeroVector;

	/// Plane: its normal. Bands: their axis. Of any length but zero.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Placed",
		meta = (EditCondition = "Kind == EFractureSimLayerKind::CleavingPlane || Kind == EFractureSimLayerKind::Bands"))
	FVector Direction = FVector(0.0, 0.0, 1.0);

	/// Plane: half its thickness. Grains and seeds: of their boundaries.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Placed", meta = (ClampMin = "0", ForceUnits = "cm"))
	double Width = 1.0;

	/// Plane, nodules, grain boundaries: their strength over the material's.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Placed", meta = (ClampMin = "0"))
	double Factor = 0.2;

	/// Bands: from one to the next. Grains: mean distance of their seeds. Nodules: their radius.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Placed", meta = (ClampMin = "0.001", ForceUnits = "cm"))
	double Size = 5.0;

	/// Grains: painted seeds, in the mesh's own space; where they are close, grains are small. The paint mode writes
	/// them.
	UPROPERTY()
	TArray<FVector> Seeds;

	/// Seeds: each with the grain round it, two at least.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Placed",
		meta = (EditCondition = "Kind == EFractureSimLayerKind::Seeds"))
	TArray<FFractureSimGrainSeed> PlacedSeeds;

	/// Grains: how unlike they are. 0: plane boundaries; 0.5: the most.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Placed",
		meta = (ClampMin = "0", ClampMax = "0.5", EditCondition = "Kind == EFractureSimLayerKind::Grains"))
	double Spread = 0.0;

	/// Nodules: those that are placed by hand.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Placed",
		meta = (EditCondition = "Kind == EFractureSimLayerKind::Nodules"))
	TArray<FFractureSimNodule> Nodules;

	/// Geometry: how much the volume of neighbouring cells counts beside the area between them.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Geometry",
		meta = (ClampMin = "-4", ClampMax = "4", EditCondition = "Kind == EFractureSimLayerKind::Geometry"))
	double VolumePower = 1.0;

	/// Bands: 0 to 1.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Placed", meta = (ClampMin = "0", ClampMax = "1"))
	double Amplitude = 0.5;

	/// Nodules: how many, at random places.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Placed", meta = (ClampMin = "0", ClampMax = "10000"))
	int32 Count = 10;

	/// Scatter: Weibull's modulus; glass 5 to 10, ceramics 10 to 20.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Scatter",
		meta = (ClampMin = "2", ClampMax = "100", EditCondition = "Kind == EFractureSimLayerKind::Scatter"))
	int32 Modulus = 20;

	/// Scatter: in cubic centimetres; a cell as large has the material's strength, a larger one less. 0: the mean
	/// cell's.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Scatter",
		meta = (ClampMin = "0", EditCondition = "Kind == EFractureSimLayerKind::Scatter"))
	double ReferenceVolume = 0.0;
};

/// Something that holds the object where it is baked: no point of the region moves. Painted: held from 0.5 on.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimBakeAnchor : public FFractureSimRegion
{
	GENERATED_BODY()

	/// Off: the bake does not see it.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Anchor")
	bool bVisible = true;

	/// Whether it holds along the mesh's x axis.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Anchor")
	bool bHoldX = true;

	/// Whether it holds along the mesh's y axis.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Anchor")
	bool bHoldY = true;

	/// Whether it holds along the mesh's z axis.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Anchor")
	bool bHoldZ = true;
};

/// How a mesh is baked.
USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimBakeSettings
{
	GENERATED_BODY()

	/// About as many; ignored if a cell size is given.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Bake",
		meta = (ClampMin = "100", ClampMax = "1000000", UIMax = "50000", EditCondition = "!bThinShell"))
	int32 TargetTets = 5000;

	/// Of the cells at the surface, after the unit scale. 0: from the number of tets.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Bake",
		meta = (ClampMin = "0", ForceUnits = "cm", EditCondition = "!bThinShell"))
	double CellSize = 0.0;

	/// Better angles, for two to three times the time.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Bake", meta = (EditCondition = "!bThinShell"))
	bool bOptimise = false;

	/// Centimetres of the real object over those of the mesh. A toy that is drawn at ten times its size has 0.1.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Bake", meta = (ClampMin = "0.0001", ClampMax = "10000"))
	double UnitScale = 1.0;

	/// A sheet of triangles with a thickness instead of a solid: panes, ornaments, hulls.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Bake")
	bool bThinShell = false;

	/// Of the sheet.
	UPROPERTY(EditAnywhere,
		BlueprintReadWrite,
		Category = "Bake",
		meta = (ClampMin = "0.001", ForceUnits = "cm", EditCondition = "bThinShell"))
	double ShellThickness = 0.4;

	/// A built-in material, such as glass or concrete. The asset's own material goes before it.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Bake")
	FString MaterialPreset = TEXT("glass");

	/// Keep the factored stiffness in the asset: levels load faster, the asset is larger. Solids only.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Bake", meta = (EditCondition = "!bThinShell"))
	bool bStoreFactor = false;

	/// What holds it: nothing of it moves there.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Bake")
	TArray<FFractureSimBakeAnchor> Anchors;
};

/// Whether an asset is what its source and settings would give now.
UENUM(BlueprintType)
enum class EFractureSimBakeState : uint8
{
	NotBaked,
	UpToDate,
	SourceChanged,   // the mesh is another one than was baked
	SettingsChanged, // or the settings, layers or material
	Imported,        // from a .frac file: there is nothing to compare with
};
