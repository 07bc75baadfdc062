// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureCore/Paint.h"
#include "FractureSimBakeSettings.h"
#include "FractureSimPaintTool.h"
#include "InteractiveToolChange.h"
#include "Misc/Optional.h"

class UFractureSimAsset;

namespace FractureSim::Editor
{
/// The layer or the anchor that a brush writes to, as a whole; neither: there is none.
struct FPaintItem
{
	TOptional<FFractureSimStrengthLayer> Layer;
	TOptional<FFractureSimBakeAnchor> Anchor;
};

/// What a brush writes to: the values of a painted layer, mask or anchor, or the seeds of a grain layer.
struct FPaintTarget
{
	EFractureSimPaintKind Kind = EFractureSimPaintKind::Strength;
	int32 Index = INDEX_NONE; // in StrengthLayers, or in BakeSettings.Anchors; none: a stroke will make it

	/// The wanted one if it can be painted so, else the first that can. Changes nothing.
	static FPaintTarget Find(const UFractureSimAsset& Asset, EFractureSimPaintKind Kind, int32 Wanted);

	/// Null: there is none, or it is not painted.
	TArray<float>* FindValues(UFractureSimAsset& Asset) const;

	/// Of painted values, in cm; null as above.
	double* FindDepth(UFractureSimAsset& Asset) const;

	/// Of a grain layer; null: there is none.
	TArray<FVector>* FindSeeds(UFractureSimAsset& Asset) const;

	/// Whether it can be painted as it is.
	bool IsPainted(UFractureSimAsset& Asset) const;

	/// What erasing goes to: strength as it is, not held, or nothing of the layer.
	float Neutral(const UFractureSimAsset& Asset) const;

	/// What a stroke needs: the layer or anchor, a mask that is painted, a value for each vertex, neutral if there were
	/// others, and the depth (cm). True: something of it was changed.
	bool MakePainted(UFractureSimAsset& Asset, int32 Vertices, float Depth);

	FPaintItem Read(const UFractureSimAsset& Asset) const;

	/// Puts one state in the place of another. Nothing before adds it, nothing after takes it out.
	void Exchange(UFractureSimAsset& Asset, const FPaintItem& Before, const FPaintItem& After) const;

	friend bool operator==(const FPaintTarget& A, const FPaintTarget& B)
	{
		return A.Kind == B.Kind && A.Index == B.Index;
	}
};

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

/// A stroke that made its layer or anchor or changed more of it than painted values: all of it, before and after.
class FPaintItemChange : public FToolCommandChange
{
public:
	FPaintItemChange(const FPaintTarget& InTarget, const FPaintItem& InBefore, const FPaintItem& InAfter)
		: Target(InTarget), Before(InBefore), After(InAfter)
	{
	}

	virtual void Apply(UObject* Object) override;
	virtual void Revert(UObject* Object) override;
	virtual FString ToString() const override;

private:
	FPaintTarget Target;
	FPaintItem Before;
	FPaintItem After;
};
} // namespace FractureSim::Editor
