// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows
// dev.epicgames.com/documentation/unreal-engine/API/Runtime/InteractiveToolsFramework/BaseTools/UBaseBrushTool,
// UBrushBaseProperties, FBrushStampData (5.5).

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
	/// [ and ], and so on.
	virtual void RegisterActions(FInteractiveToolActionSet& ActionSet) override
	{
		ActionSet.RegisterAction(this,
			10,
			TEXT("BrushIncreaseSize"),
			FText::FromString(TEXT("Increase")),
			FText::FromString(TEXT("Larger")),
			EModifierKey::None,
			EKeys::RightBracket,
			[this] { BrushProperties->BrushSize *= 1.2f; });
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
