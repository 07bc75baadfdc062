// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mode/PaintTarget.h"

#include "FractureSimAsset.h"

namespace FractureSim::Editor
{
TArray<float>* FPaintTarget::FindValues(UFractureSimAsset& Asset) const
{
	if (Kind == EFractureSimPaintKind::Anchors)
	{
		TArray<FFractureSimBakeAnchor>& Anchors = Asset.BakeSettings.Anchors;
		const bool bPainted = Anchors.IsValidIndex(Index) && Anchors[Index].Shape == EFractureSimAnchorShape::Painted;
		return bPainted ? &Anchors[Index].Values : nullptr;
	}
	TArray<FFractureSimStrengthLayer>& Layers = Asset.StrengthLayers;
	if (Kind == EFractureSimPaintKind::LayerMask)
	{
		const bool bMask = Layers.IsValidIndex(Index) && Layers[Index].bMasked &&
			Layers[Index].Mask.Shape == EFractureSimAnchorShape::Painted;
		return bMask ? &Layers[Index].Mask.Values : nullptr;
	}
	const bool bPainted = Layers.IsValidIndex(Index) && Layers[Index].Kind == EFractureSimLayerKind::Painted;
	return bPainted ? &Layers[Index].Values : nullptr;
}

TArray<FVector>* FPaintTarget::FindSeeds(UFractureSimAsset& Asset) const
{
	TArray<FFractureSimStrengthLayer>& Layers = Asset.StrengthLayers;
	const bool bGrains = Kind == EFractureSimPaintKind::GrainSeeds && Layers.IsValidIndex(Index) &&
		Layers[Index].Kind == EFractureSimLayerKind::Grains;
	return bGrains ? &Layers[Index].Seeds : nullptr;
}

float FPaintTarget::Neutral(const UFractureSimAsset& Asset) const
{
	if (Kind != EFractureSimPaintKind::Strength || !Asset.StrengthLayers.IsValidIndex(Index))
	{
		return 0.0f;
	}
	return Asset.StrengthLayers[Index].Blend == EFractureSimBlend::Add ? 0.0f : 1.0f;
}

void FitValues(TArray<float>& Values, int32 Vertices, float Neutral)
{
	if (Values.Num() != Vertices)
	{
		Values.Init(Neutral, Vertices);
	}
}

FPaintChange::FPaintChange(
	const FPaintTarget& InTarget, const FractureCore::PaintStroke& Stroke, const TArray<float>& Values)
	: Target(InTarget)
{
	for (size_t I = 0; I < Stroke.Touched().size(); ++I)
	{
		Vertices.Add(Stroke.Touched()[I]);
		Before.Add(Stroke.Before()[I]);
		After.Add(Values[Stroke.Touched()[I]]);
	}
}

void FPaintChange::Write(UObject* Object, const TArray<float>& Values) const
{
	UFractureSimAsset* const Asset = Cast<UFractureSimAsset>(Object);
	TArray<float>* const Painted = Asset ? Target.FindValues(*Asset) : nullptr;
	if (!Painted)
	{
		return; // the layer went meanwhile
	}
	for (int32 I = 0; I < Vertices.Num(); ++I)
	{
		if (Painted->IsValidIndex(Vertices[I]))
		{
			(*Painted)[Vertices[I]] = Values[I];
		}
	}
	Asset->MarkPackageDirty();
}

void FPaintChange::Apply(UObject* Object)
{
	Write(Object, After);
}

void FPaintChange::Revert(UObject* Object)
{
	Write(Object, Before);
}

static void WriteSeeds(UObject* Object, const FPaintTarget& Target, const TArray<FVector>& Seeds)
{
	UFractureSimAsset* const Asset = Cast<UFractureSimAsset>(Object);
	if (TArray<FVector>* const Painted = Asset ? Target.FindSeeds(*Asset) : nullptr)
	{
		*Painted = Seeds;
		Asset->MarkPackageDirty();
	}
}

void FSeedsChange::Apply(UObject* Object)
{
	WriteSeeds(Object, Target, After);
}

void FSeedsChange::Revert(UObject* Object)
{
	WriteSeeds(Object, Target, Before);
}

FString FSeedsChange::ToString() const
{
	return FString::Printf(TEXT("FractureSim grain seeds, %d"), After.Num());
}

FString FPaintChange::ToString() const
{
	return FString::Printf(TEXT("FractureSim paint stroke over %d vertices"), Vertices.Num());
}
} // namespace FractureSim::Editor
