// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureCore/Paint.h"
#include "FractureSimPaintTool.h"
#include "InteractiveToolChange.h"

class UFractureSimAsset;

namespace FractureSim::Editor
{
/// What a brush writes to: the values of a painted layer, mask or anchor, or the seeds of a grain layer.
struct FPaintTarget
{
	EFractureSimPaintKind Kind = EFractureSimPaintKind::Strength;
	int32 Index = 0; // in StrengthLayers, or in BakeSettings.Anchors

	/// Null: there is none, or it is not painted.
	TArray<float>* FindValues(UFractureSimAsset& Asset) const;

	/// Of a grain layer; null: there is none.
	TArray<FVector>* FindSeeds(UFractureSimAsset& Asset) const;

	/// What erasing goes to: strength as it is, not held, or nothing of the layer.
	float Neutral(const UFractureSimAsset& Asset) const;
};

/// Makes the list as long as the surface has vertices, neutral where there was nothing.
void FitValues(TArray<float>& Values, int32 Vertices, float Neutral);

/// One stroke in the editor's undo: what it touched, before and after, and nothing else.
class FPaintChange : public FToolCommandChange
{
public:
	FPaintChange(const FPaintTarget& InTarget, const FractureCore::PaintStroke& Stroke, const TArray<float>& Values);

	virtual void Apply(UObject* Object) override;
	virtual void Revert(UObject* Object) override;
	virtual FString ToString() const override;

private:
	void Write(UObject* Object, const TArray<float>& Values) const;

	FPaintTarget Target;
	TArray<int32> Vertices;
	TArray<float> Before;
	TArray<float> After;
};

/// The same for seeds, which are few: all of them.
class FSeedsChange : public FToolCommandChange
{
public:
	FSeedsChange(const FPaintTarget& InTarget, const TArray<FVector>& InBefore, const TArray<FVector>& InAfter)
		: Target(InTarget), Before(InBefore), After(InAfter)
	{
	}

	virtual void Apply(UObject* Object) override;
	virtual void Revert(UObject* Object) override;
	virtual FString ToString() const override;

private:
	FPaintTarget Target;
	TArray<FVector> Before;
	TArray<FVector> After;
};
} // namespace FractureSim::Editor
