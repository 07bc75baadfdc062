// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureCore/Bake.h"
#include "FractureCore/Paint.h"
#include "FractureCore/SetupEdit.h"
#include "FractureCore/Strength.h"
#include "FractureSimBakeSettings.h"
#include "FractureSimTypes.h"
#include "Mode/PaintTarget.h"
#include "Mode/ToolSurface.h"
#include "Preview/HeatView.h"

class UFractureSimAsset;
class UFractureSimComponent;
class UFractureSimPaintProperties;
class UInteractiveToolManager;
class UWorld;
struct FHitResult;
struct FRay;

namespace FractureSim::Editor
{
/// Painting of one asset, from the tool's start to its end: the surface, the stroke, the picture. The core paints; this
/// translates.
class FPaintSession
{
public:
	/// Null: OutError says why, for people.
	static TSharedPtr<FPaintSession> Begin(UFractureSimComponent& Component, UWorld& World, FText& OutError);

	bool Raycast(const FRay& Ray, FHitResult& OutHit) const;

	/// The painted layer, mask or anchor that the settings ask for, with its depth. The asset stays as it is: what it
	/// lacks, the first stroke makes.
	void ChooseTarget(UFractureSimPaintProperties& Settings);

	/// Radius in cm of the world. False: OutError says why, and nothing has changed.
	bool BeginStroke(UFractureSimPaintProperties& Settings,
		EFractureSimBrushMode Mode,
		float Strength,
		double Radius,
		FText& OutError);
	void AddPoint(const FHitResult& Hit);
	void EndStroke(UInteractiveToolManager& Manager);
	void CancelStroke();
	bool IsPainting() const { return Stroke.IsValid() || SeedStroke.IsValid(); }

	/// The strength of the layers as they are, in MPa, or what is held; drawn anew if anything changed.
	void UpdatePicture(UFractureSimPaintProperties& Settings);

	/// As it was at Begin.
	void Restore();

	double Dimension() const; // cm, of the world

private:
	TArray<float>* Values() const;
	TArray<FVector>* Seeds() const;
	void TakeSeeds() const;
	bool BeginValues(const FractureCore::Brush& Brush, FText& OutError);
	bool BeginSeeds(FractureCore::Brush Brush, double Spacing, FText& OutError);
	bool HasPainted() const;
	void TakeBack();
	TArray<double> StrengthOnSurface();

	TWeakObjectPtr<UFractureSimAsset> Asset;
	FractureCore::BakedObject Object;
	TUniquePtr<FractureCore::StrengthPreview> StrengthMap; // of the object: strokes are seen at once
	TSharedPtr<FToolSurface> Surface;
	TSharedPtr<FractureCore::PaintStroke> Stroke;
	TSharedPtr<FractureCore::SetupStroke> SeedStroke;
	FractureCore::StrengthSetup SeedSetup; // the one grain layer, as the core has it
	TUniquePtr<FHeatView> View;
	FPaintTarget Target;
	FPaintItem ItemBefore;    // of the target, before the stroke
	bool bWasPainted = false; // the target, before the stroke
	bool bRemade = false;     // by the stroke, beyond painted values
	TArray<FFractureSimStrengthLayer> LayersBefore;
	TArray<FFractureSimBakeAnchor> AnchorsBefore;
	FFractureSimHash Drawn; // settings that the picture shows
	FPaintTarget DrawnTarget;
};
} // namespace FractureSim::Editor
