// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mode/PaintTarget.h"

#include "FractureSimAsset.h"

namespace FractureSim::Editor
{
template <typename ListType, typename Predicate>
static int32 FindPaintable(const ListType& List, int32 Wanted, const Predicate& IsPaintable)
{
	return List.IsValidIndex(Wanted) && IsPaintable(List[Wanted]) ? Wanted : List.IndexOfByPredicate(IsPaintable);
}

/// What a layer is that the brush paints; masks are of any kind.
static EFractureSimLayerKind LayerKindOf(EFractureSimPaintKind Kind)
{
	return Kind == EFractureSimPaintKind::GrainSeeds ? EFractureSimLayerKind::Grains : EFractureSimLayerKind::Painted;
}

FPaintTarget FPaintTarget::Find(const UFractureSimAsset& Asset, EFractureSimPaintKind Kind, int32 Wanted)
{
	const TArray<FFractureSimStrengthLayer>& Layers = Asset.StrengthLayers;
	FPaintTarget Found;
	Found.Kind = Kind;
	if (Kind == EFractureSimPaintKind::LayerMask)
	{
		Found.Index = Layers.Num() > 0 ? FMath::Clamp(Wanted, 0, Layers.Num() - 1) : INDEX_NONE;
	}
	else if (Kind == EFractureSimPaintKind::Anchors)
	{
		Found.Index = FindPaintable(Asset.BakeSettings.Anchors,
			Wanted,
			[](const FFractureSimBakeAnchor& Anchor) { return Anchor.Shape == EFractureSimAnchorShape::Painted; });
	}
	else
	{
		Found.Index = FindPaintable(
			Layers, Wanted, [Kind](const FFractureSimStrengthLayer& Layer) { return Layer.Kind == LayerKindOf(Kind); });
	}
	return Found;
}

TArray<float>* FPaintTarget::FindValues(UFractureSimAsset& Asset) const
{
	if (Kind == EFractureSimPaintKind::Anchors)
	{
		TArray<FFractureSimBakeAnchor>& Anchors = Asset.BakeSettings.Anchors;
		const bool bPainted = Anchors.IsValidIndex(Index) && Anchors[Index].Shape == EFractureSimAnchorShape::Painted;
		return bPainted ? &Anchors[Index].Values : nullptr;
	}
	TArray<FFractureSimStrengthLayer>& Layers = Asset.StrengthLayers;
	if (Kind == EFractureSimPaintKind::GrainSeeds)
	{
		return nullptr;
	}
	if (Kind == EFractureSimPaintKind::LayerMask)
	{
		const bool bMask = Layers.IsValidIndex(Index) && Layers[Index].bMasked &&
			Layers[Index].Mask.Shape == EFractureSimAnchorShape::Painted;
		return bMask ? &Layers[Index].Mask.Values : nullptr;
	}
	const bool bPainted = Layers.IsValidIndex(Index) && Layers[Index].Kind == EFractureSimLayerKind::Painted;
	return bPainted ? &Layers[Index].Values : nullptr;
}

double* FPaintTarget::FindDepth(UFractureSimAsset& Asset) const
{
	if (!FindValues(Asset))
	{
		return nullptr;
	}
	if (Kind == EFractureSimPaintKind::Anchors)
	{
		return &Asset.BakeSettings.Anchors[Index].Depth;
	}
	FFractureSimStrengthLayer& Layer = Asset.StrengthLayers[Index];
	return Kind == EFractureSimPaintKind::LayerMask ? &Layer.Mask.Depth : &Layer.Depth;
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

bool FPaintTarget::IsPainted(UFractureSimAsset& Asset) const
{
	return FindValues(Asset) || FindSeeds(Asset);
}

bool FPaintTarget::MakePainted(UFractureSimAsset& Asset, int32 Vertices, float Depth)
{
	TArray<FFractureSimStrengthLayer>& Layers = Asset.StrengthLayers;
	const bool bWasPainted = IsPainted(Asset);
	if (Kind == EFractureSimPaintKind::LayerMask && Layers.IsValidIndex(Index))
	{
		Layers[Index].bMasked = true;
		Layers[Index].Mask.Shape = EFractureSimAnchorShape::Painted;
	}
	else if (Kind == EFractureSimPaintKind::Anchors && Index < 0)
	{
		Index = Asset.BakeSettings.Anchors.Num();
		Asset.BakeSettings.Anchors.AddDefaulted_GetRef().Shape = EFractureSimAnchorShape::Painted;
	}
	else if (Kind != EFractureSimPaintKind::LayerMask && Index < 0)
	{
		Index = Layers.Num();
		FFractureSimStrengthLayer& Layer = Layers.AddDefaulted_GetRef();
		Layer.Kind = LayerKindOf(Kind);
		Layer.Name = Kind == EFractureSimPaintKind::GrainSeeds ? FName("Grains") : FName("Painted");
	}
	bool bChanged = !bWasPainted;
	if (TArray<float>* const Values = FindValues(Asset); Values && Values->Num() != Vertices)
	{
		Values->Init(Neutral(Asset), Vertices);
		bChanged = true;
	}
	// Compared as the panel has it, or a depth that no float is would change at every stroke.
	if (double* const Known = FindDepth(Asset); Known && static_cast<float>(*Known) != Depth)
	{
		*Known = Depth;
		bChanged = true;
	}
	return bChanged;
}

FPaintItem FPaintTarget::Read(const UFractureSimAsset& Asset) const
{
	FPaintItem Item;
	if (Kind == EFractureSimPaintKind::Anchors && Asset.BakeSettings.Anchors.IsValidIndex(Index))
	{
		Item.Anchor = Asset.BakeSettings.Anchors[Index];
	}
	if (Kind != EFractureSimPaintKind::Anchors && Asset.StrengthLayers.IsValidIndex(Index))
	{
		Item.Layer = Asset.StrengthLayers[Index];
	}
	return Item;
}

template <typename ItemType>
static void ExchangeItem(
	TArray<ItemType>& List, int32 Index, const TOptional<ItemType>& Before, const TOptional<ItemType>& After)
{
	if (!Before.IsSet() && After.IsSet() && Index >= 0 && Index <= List.Num())
	{
		List.Insert(After.GetValue(), Index);
	}
	else if (Before.IsSet() && After.IsSet() && List.IsValidIndex(Index))
	{
		List[Index] = After.GetValue();
	}
	else if (Before.IsSet() && !After.IsSet() && List.IsValidIndex(Index))
	{
		List.RemoveAt(Index);
	}
}

void FPaintTarget::Exchange(UFractureSimAsset& Asset, const FPaintItem& Before, const FPaintItem& After) const
{
	ExchangeItem(Asset.StrengthLayers, Index, Before.Layer, After.Layer);
	ExchangeItem(Asset.BakeSettings.Anchors, Index, Before.Anchor, After.Anchor);
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

void FPaintItemChange::Apply(UObject* Object)
{
	if (UFractureSimAsset* const Asset = Cast<UFractureSimAsset>(Object))
	{
		Target.Exchange(*Asset, Before, After);
		Asset->MarkPackageDirty();
	}
}

void FPaintItemChange::Revert(UObject* Object)
{
	UFractureSimAsset* const Asset = Cast<UFractureSimAsset>(Object);
	if (Asset && Target.IsPainted(*Asset)) // else it went meanwhile
	{
		Target.Exchange(*Asset, After, Before);
		Asset->MarkPackageDirty();
	}
}

FString FPaintItemChange::ToString() const
{
	return FString::Printf(TEXT("FractureSim paint stroke that remade layer or anchor %d"), Target.Index);
}

FString FPaintChange::ToString() const
{
	return FString::Printf(TEXT("FractureSim paint stroke over %d vertices"), Vertices.Num());
}
} // namespace FractureSim::Editor
