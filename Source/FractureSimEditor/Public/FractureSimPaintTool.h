// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "BaseTools/BaseBrushTool.h"
#include "CoreMinimal.h"
#include "FractureSimTool.h"

#include "FractureSimPaintTool.generated.h"

namespace FractureSim::Editor
{
class FPaintSession;
}

UENUM()
enum class EFractureSimBrushMode : uint8
{
	Paint,
	Erase,
	Smooth,
	Flood, // the whole surface at a click
};

UENUM()
enum class EFractureSimPaintKind : uint8
{
	Strength,
	Anchors,    // what holds the object
	GrainSeeds, // small grains where seeds are close
	LayerMask,  // where a layer acts
};

UENUM()
enum class EFractureSimBrushFalloff : uint8
{
	Smooth,
	Linear,
	Constant,
};

/// What the brush does, beside Unreal's own size and strength.
UCLASS()
class FRACTURESIMEDITOR_API UFractureSimPaintProperties : public UFractureSimToolProperties
{
	GENERATED_BODY()

public:
	/// Hot keys P, E and S paint, erase and smooth; Shift held down erases meanwhile, Ctrl smooths.
	UPROPERTY(EditAnywhere, Category = "Brush")
	EFractureSimBrushMode Mode = EFractureSimBrushMode::Paint;

	/// How a stamp fades to its rim.
	UPROPERTY(EditAnywhere, Category = "Brush")
	EFractureSimBrushFalloff Falloff = EFractureSimBrushFalloff::Smooth;

	/// How much of a stamp is laid each time: less builds up slowly.
	UPROPERTY(EditAnywhere, Category = "Brush", meta = (ClampMin = "0", ClampMax = "1"))
	float Flow = 1.0f;

	/// The factor on the material's strength that is painted: 0.2 is weak, 5 is strong. Anchors and masks are painted
	/// with 1: held, and all of the layer.
	UPROPERTY(EditAnywhere,
		Category = "Brush",
		meta =
			(ClampMin = "0", ClampMax = "1000", UIMax = "5", EditCondition = "Kind == EFractureSimPaintKind::Strength"))
	float Value = 0.2f;

	/// Paints on both sides of x = 0.
	UPROPERTY(EditAnywhere, Category = "Mirror")
	bool bMirrorX = false;

	/// Paints on both sides of y = 0.
	UPROPERTY(EditAnywhere, Category = "Mirror")
	bool bMirrorY = false;

	/// Paints on both sides of z = 0.
	UPROPERTY(EditAnywhere, Category = "Mirror")
	bool bMirrorZ = false;

	/// What is painted.
	UPROPERTY(EditAnywhere, Category = "Layer")
	EFractureSimPaintKind Kind = EFractureSimPaintKind::Strength;

	/// Grain seeds: from one to the next, at least.
	UPROPERTY(EditAnywhere, Category = "Layer", meta = (ClampMin = "0.01", ForceUnits = "cm"))
	float SeedSpacing = 2.0f;

	/// Which painted layer, or painted anchor, of the asset. The first that is painted is taken if this one is not; if
	/// none is, the first stroke makes one. A mask may be painted for a layer of any kind.
	UPROPERTY(EditAnywhere, Category = "Layer", meta = (ClampMin = "0"))
	int32 Layer = 0;

	/// How deep paint goes below the surface: that of the layer, mask or anchor that was chosen, which gets another
	/// with the next stroke.
	UPROPERTY(EditAnywhere, Category = "Layer", meta = (ClampMin = "0.001", ForceUnits = "cm"))
	float Depth = 2.0f;
};

UCLASS()
class FRACTURESIMEDITOR_API UFractureSimPaintToolBuilder : public UFractureSimToolBuilder
{
	GENERATED_BODY()

public:
	virtual UInteractiveTool* BuildTool(const FToolBuilderState& SceneState) const override;
};

/// A brush on a breakable: strength, anchors, grain seeds and masks. One stroke is one undo. Accept keeps what was
/// painted, Cancel restores what was there when the tool began; baking again puts it into the asset's tets.
UCLASS()
class FRACTURESIMEDITOR_API UFractureSimPaintTool : public UBaseBrushTool
{
	GENERATED_BODY()

public:
	virtual void Setup() override;
	virtual void Shutdown(EToolShutdownType ShutdownType) override;
	virtual void RegisterActions(FInteractiveToolActionSet& ActionSet) override;
	virtual void OnTick(float DeltaTime) override;
	virtual bool HitTest(const FRay& Ray, FHitResult& OutHit) override;
	virtual void OnBeginDrag(const FRay& Ray) override;
	virtual void OnUpdateDrag(const FRay& Ray) override;
	virtual void OnEndDrag(const FRay& Ray) override;
	virtual void OnCancelDrag() override;
	virtual double EstimateMaximumTargetDimension() override;
	virtual void IncreaseBrushFalloffAction() override;
	virtual void DecreaseBrushFalloffAction() override;
	virtual bool HasAccept() const override { return true; }
	virtual bool HasCancel() const override { return true; }
	virtual bool CanAccept() const override { return true; }

	UPROPERTY()
	TObjectPtr<UFractureSimPaintProperties> Settings;

	UPROPERTY()
	FFractureSimToolTarget Target;

private:
	void ShowMessage(const FText& Message);

	TSharedPtr<FractureSim::Editor::FPaintSession> Session; // null: nothing can be painted; a message said why
};
