// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimPaintTool.h"

#include "Engine/World.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "GameFramework/Actor.h"
#include "InteractiveToolManager.h"
#include "Mode/PaintSession.h"
#include "Mode/ToolSelection.h"

#define LOCTEXT_NAMESPACE "FractureSimPaintTool"

using namespace FractureSim::Editor;

bool UFractureSimPaintToolBuilder::CanBuildTool(const FToolBuilderState& SceneState) const
{
	return FindSelectedBreakable(SceneState) != nullptr;
}

UInteractiveTool* UFractureSimPaintToolBuilder::BuildTool(const FToolBuilderState& SceneState) const
{
	UFractureSimPaintTool* const Tool = NewObject<UFractureSimPaintTool>(SceneState.ToolManager);
	Tool->SetComponent(FindSelectedBreakable(SceneState), SceneState.World);
	return Tool;
}

void UFractureSimPaintTool::SetComponent(UFractureSimComponent* InComponent, UWorld* InWorld)
{
	Component = InComponent;
	TargetWorldOfTool = InWorld;
}

void UFractureSimPaintTool::ShowMessage(const FText& Message)
{
	GetToolManager()->DisplayMessage(Message, EToolMessageLevel::UserWarning);
}

void UFractureSimPaintTool::Setup()
{
	FText Error;
	if (Component.IsValid() && TargetWorldOfTool.IsValid())
	{
		Session = FPaintSession::Begin(*Component.Get(), *TargetWorldOfTool.Get(), Error);
	}
	Super::Setup();
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
	GetToolManager()->DisplayMessage(
		LOCTEXT("Help", "Drag to paint. Shift erases. [ and ] change the size, hold B to drag it. Then bake again."),
		EToolMessageLevel::UserNotification);
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
}

void UFractureSimPaintTool::OnTick(float DeltaTime)
{
	Super::OnTick(DeltaTime);
	if (Session)
	{
		Session->ChooseTarget(*Settings);
		Settings->Legend = Session->UpdatePicture().ToString();
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
	if (!Session->BeginStroke(
			*Settings, BrushProperties->BrushStrength, GetCurrentBrushRadius(), GetShiftToggle(), Error))
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
