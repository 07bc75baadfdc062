// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimPaintTool.h"

#include "Engine/World.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "GameFramework/Actor.h"
#include "InteractiveToolManager.h"
#include "Mode/PaintSession.h"

#define LOCTEXT_NAMESPACE "FractureSimPaintTool"

using namespace FractureSim::Editor;

UInteractiveTool* UFractureSimPaintToolBuilder::BuildTool(const FToolBuilderState& SceneState) const
{
	UFractureSimPaintTool* const Tool = NewObject<UFractureSimPaintTool>(SceneState.ToolManager);
	Tool->Target = TargetOf(SceneState);
	return Tool;
}

void UFractureSimPaintTool::ShowMessage(const FText& Message)
{
	GetToolManager()->DisplayMessage(Message, EToolMessageLevel::UserWarning);
}

void UFractureSimPaintTool::Setup()
{
	FText Error;
	if (Target.Component.IsValid() && Target.World.IsValid())
	{
		Session = FPaintSession::Begin(*Target.Component.Get(), *Target.World.Get(), Error);
	}
	Super::Setup();
	BrushProperties->bShowFalloff = false; // the brush has kinds of falloff instead
	SetToolDisplayName(LOCTEXT("Name", "Paint Strength"));
	Settings = NewObject<UFractureSimPaintProperties>(this);
	Settings->RestoreProperties(this);
	AddToolPropertySource(Settings);
	if (!Session)
	{
		ShowMessage(Error);
		return;
	}
	Session->ChooseTarget(*Settings);
	const FText Help = LOCTEXT(
		"Help", "Drag to paint. Shift erases, Ctrl smooths, X swaps. [, ], or B and drag: the brush. Then bake again.");
	GetToolManager()->DisplayMessage(Help, EToolMessageLevel::UserNotification);
}

void UFractureSimPaintTool::Shutdown(EToolShutdownType ShutdownType)
{
	if (Settings)
	{
		Settings->SaveProperties(this);
	}
	if (Session && ShutdownType == EToolShutdownType::Cancel)
	{
		Session->Restore();
	}
	Session.Reset();
	Super::Shutdown(ShutdownType);
}

void UFractureSimPaintTool::RegisterActions(FInteractiveToolActionSet& ActionSet)
{
	Super::RegisterActions(ActionSet);
	// Above the numbers that the base classes use.
	constexpr int32 FirstAction = 1000;
	ActionSet.RegisterAction(this,
		FirstAction,
		TEXT("FractureSimPaint"),
		LOCTEXT("PaintAction", "Paint"),
		LOCTEXT("PaintActionTip", "The brush paints its value"),
		EModifierKey::None,
		EKeys::P,
		[this] { Settings->Mode = EFractureSimBrushMode::Paint; });
	ActionSet.RegisterAction(this,
		FirstAction + 1,
		TEXT("FractureSimErase"),
		LOCTEXT("EraseAction", "Erase"),
		LOCTEXT("EraseActionTip", "The brush takes paint away"),
		EModifierKey::None,
		EKeys::E,
		[this] { Settings->Mode = EFractureSimBrushMode::Erase; });
	ActionSet.RegisterAction(this,
		FirstAction + 2,
		TEXT("FractureSimSmooth"),
		LOCTEXT("SmoothAction", "Smooth"),
		LOCTEXT("SmoothActionTip", "The brush blends neighbours"),
		EModifierKey::None,
		EKeys::S,
		[this] { Settings->Mode = EFractureSimBrushMode::Smooth; });
	// As in Unreal's Mesh Paint mode, where X swaps the colour to paint and the one to erase with.
	ActionSet.RegisterAction(this,
		FirstAction + 3,
		TEXT("FractureSimSwap"),
		LOCTEXT("SwapAction", "Swap Paint and Erase"),
		LOCTEXT("SwapActionTip", "The brush erases if it painted, and paints if it did anything else"),
		EModifierKey::None,
		EKeys::X,
		[this]
		{
			Settings->Mode = Settings->Mode == EFractureSimBrushMode::Paint ? EFractureSimBrushMode::Erase
																			: EFractureSimBrushMode::Paint;
		});
}

void UFractureSimPaintTool::IncreaseBrushFalloffAction()
{
	Settings->Falloff = Settings->Falloff == EFractureSimBrushFalloff::Constant ? EFractureSimBrushFalloff::Linear
																				: EFractureSimBrushFalloff::Smooth;
}

void UFractureSimPaintTool::DecreaseBrushFalloffAction()
{
	Settings->Falloff = Settings->Falloff == EFractureSimBrushFalloff::Smooth ? EFractureSimBrushFalloff::Linear
																			  : EFractureSimBrushFalloff::Constant;
}

void UFractureSimPaintTool::OnTick(float DeltaTime)
{
	Super::OnTick(DeltaTime);
	if (Session)
	{
		Session->ChooseTarget(*Settings);
		Session->UpdatePicture(*Settings);
	}
}

double UFractureSimPaintTool::EstimateMaximumTargetDimension()
{
	return Session ? Session->Dimension() : Super::EstimateMaximumTargetDimension();
}

bool UFractureSimPaintTool::HitTest(const FRay& Ray, FHitResult& OutHit)
{
	return Session && Session->Raycast(Ray, OutHit);
}

void UFractureSimPaintTool::OnBeginDrag(const FRay& Ray)
{
	Super::OnBeginDrag(Ray);
	FHitResult Hit;
	FText Error;
	if (!Session || !HitTest(Ray, Hit))
	{
		return;
	}
	// As in Unreal's own paint and sculpt modes, keys that are held go before the panel.
	const EFractureSimBrushMode Mode = GetShiftToggle() ? EFractureSimBrushMode::Erase
		: GetCtrlToggle()                               ? EFractureSimBrushMode::Smooth
														: Settings->Mode;
	if (!Session->BeginStroke(*Settings, Mode, BrushProperties->BrushStrength, GetCurrentBrushRadius(), Error))
	{
		ShowMessage(Error);
		return;
	}
	Session->AddPoint(Hit);
}

void UFractureSimPaintTool::OnUpdateDrag(const FRay& Ray)
{
	Super::OnUpdateDrag(Ray);
	FHitResult Hit;
	if (Session && Session->IsPainting() && HitTest(Ray, Hit))
	{
		Session->AddPoint(Hit);
	}
}

void UFractureSimPaintTool::OnEndDrag(const FRay& Ray)
{
	Super::OnEndDrag(Ray);
	if (Session && Session->IsPainting())
	{
		Session->EndStroke(*GetToolManager());
	}
}

void UFractureSimPaintTool::OnCancelDrag()
{
	Super::OnCancelDrag();
	if (Session)
	{
		Session->CancelStroke();
	}
}

#undef LOCTEXT_NAMESPACE
