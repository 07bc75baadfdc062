// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows
// dev.epicgames.com/documentation/unreal-engine/API/Runtime/InteractiveToolsFramework/BaseTools/UBaseBrushTool,
// UBrushBaseProperties, FBrushStampData, IncreaseBrushSizeAction, IncreaseBrushFalloffAction (5.5).

#include "BaseTools/MeshSurfacePointTool.h"

class UBrushBaseProperties : public UInteractiveToolPropertySet
{
public:
	STANDIN_CLASS(UBrushBaseProperties, UInteractiveToolPropertySet)
	float BrushSize = 0.25f;
	float BrushStrength = 0.5f;
	float BrushFalloffAmount = 0.5f;
	float BrushRadius = 10.0f;
	bool bSpecifyRadius = false;
	bool bShowStrength = true;
	bool bShowFalloff = true;
};

struct FBrushStampData
{
	float Radius = 0.0f;
	FVector WorldPosition;
	FVector WorldNormal;
	FHitResult HitResult;
	float Falloff = 0.0f;
};

class UBaseBrushTool : public UMeshSurfacePointTool
{
public:
	STANDIN_CLASS(UBaseBrushTool, UMeshSurfacePointTool)

	virtual void Setup() override
	{
		Super::Setup();
		BrushProperties = NewObject<UBrushBaseProperties>(this);
		AddToolPropertySource(BrushProperties);
		Dimension = EstimateMaximumTargetDimension();
	}
	virtual double EstimateMaximumTargetDimension() { return 100.0; }
	virtual void OnBeginDrag(const FRay& Ray) override
	{
		FHitResult Hit;
		bInBrushStroke = HitTest(Ray, Hit);
		StampAt(Hit);
	}
	virtual void OnUpdateDrag(const FRay& Ray) override
	{
		FHitResult Hit;
		if (HitTest(Ray, Hit))
		{
			StampAt(Hit);
		}
	}
	virtual void OnEndDrag(const FRay&) override { bInBrushStroke = false; }
	virtual void OnCancelDrag() override { bInBrushStroke = false; }
	virtual void IncreaseBrushSizeAction() { BrushProperties->BrushSize *= 1.2f; }
	virtual void DecreaseBrushSizeAction() { BrushProperties->BrushSize /= 1.2f; }
	virtual void IncreaseBrushFalloffAction() { BrushProperties->BrushFalloffAmount += 0.1f; }
	virtual void DecreaseBrushFalloffAction() { BrushProperties->BrushFalloffAmount -= 0.1f; }
	/// The keys for size are the manual's; no page has those for falloff. B, held while the pointer is dragged, is an
	/// input behaviour of its own: sideways the radius, up and down the strength.
	virtual void RegisterActions(FInteractiveToolActionSet& ActionSet) override
	{
		const auto Add =
			[&](int32 Id, const TCHAR* Name, EModifierKey::Type Modifiers, const FKey& Key, TFunction<void()> Run)
		{
			const FText Text = FText::FromString(Name);
			ActionSet.RegisterAction(this, Id, Name, Text, Text, Modifiers, Key, Run);
		};
		constexpr EModifierKey::Type Both =
			static_cast<EModifierKey::Type>(EModifierKey::Shift | EModifierKey::Control);
		Add(10,
			TEXT("BrushIncreaseSize"),
			EModifierKey::None,
			EKeys::RightBracket,
			[this] { IncreaseBrushSizeAction(); });
		Add(11,
			TEXT("BrushDecreaseSize"),
			EModifierKey::None,
			EKeys::LeftBracket,
			[this] { DecreaseBrushSizeAction(); });
		Add(12, TEXT("BrushIncreaseFalloff"), Both, EKeys::RightBracket, [this] { IncreaseBrushFalloffAction(); });
		Add(13, TEXT("BrushDecreaseFalloff"), Both, EKeys::LeftBracket, [this] { DecreaseBrushFalloffAction(); });
	}

	TObjectPtr<UBrushBaseProperties> BrushProperties;
	bool bInBrushStroke = false;
	FBrushStampData LastBrushStamp;

protected:
	virtual double GetCurrentBrushRadius() const
	{
		return BrushProperties->bSpecifyRadius ? BrushProperties->BrushRadius
											   : 0.5 * BrushProperties->BrushSize * Dimension;
	}

private:
	void StampAt(const FHitResult& Hit)
	{
		LastBrushStamp.WorldPosition = Hit.ImpactPoint;
		LastBrushStamp.WorldNormal = Hit.Normal;
		LastBrushStamp.HitResult = Hit;
		LastBrushStamp.Radius = static_cast<float>(GetCurrentBrushRadius());
		LastBrushStamp.Falloff = BrushProperties->BrushFalloffAmount;
	}
	double Dimension = 100.0;
};
