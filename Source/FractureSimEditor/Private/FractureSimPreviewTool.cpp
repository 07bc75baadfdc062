// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimPreviewTool.h"

#include "Engine/World.h"
#include "FractureSimComponent.h"
#include "InteractiveToolManager.h"
#include "Preview/PreviewSession.h"

#define LOCTEXT_NAMESPACE "FractureSimPreviewTool"

using namespace FractureSim::Editor;

UInteractiveTool* UFractureSimPreviewToolBuilder::BuildTool(const FToolBuilderState& SceneState) const
{
	UFractureSimPreviewTool* const Tool = NewObject<UFractureSimPreviewTool>(SceneState.ToolManager);
	Tool->Target = TargetOf(SceneState);
	return Tool;
}

void UFractureSimPreviewTool::Setup()
{
	Super::Setup();
	SetToolDisplayName(LOCTEXT("Name", "Preview Break"));
	Settings = NewObject<UFractureSimPreviewProperties>(this);
	AddToolPropertySource(Settings);
	FText Error;
	if (Target.Component.IsValid() && Target.World.IsValid())
	{
		Session = FPreviewSession::Begin(*Target.Component.Get(), *Target.World.Get(), Error);
	}
	const FText Help = LOCTEXT(
		"Help", "Click to hit it, or pull back like a slingshot. F drops it, R reseeds it, comma and period step.");
	GetToolManager()->DisplayMessage(
		Session ? Help : Error, Session ? EToolMessageLevel::UserNotification : EToolMessageLevel::UserWarning);
}

void UFractureSimPreviewTool::Shutdown(EToolShutdownType ShutdownType)
{
	// Takes pieces and colours out and shows the actor again, however the tool ends.
	Session.Reset();
	Super::Shutdown(ShutdownType);
}

void UFractureSimPreviewTool::Update()
{
	if (Session)
	{
		const FText Message = Session->Update(*Settings);
		if (!Message.IsEmpty())
		{
			GetToolManager()->DisplayMessage(Message, EToolMessageLevel::UserWarning);
		}
		GetToolManager()->PostInvalidation();
	}
}

void UFractureSimPreviewTool::Drop()
{
	if (Session)
	{
		Session->AimDrop(Settings->DropHeight);
		Update();
	}
}

void UFractureSimPreviewTool::RegisterActions(FInteractiveToolActionSet& ActionSet)
{
	Super::RegisterActions(ActionSet);
	constexpr int32 FirstAction = 1000;
	ActionSet.RegisterAction(this,
		FirstAction,
		TEXT("FractureSimDrop"),
		LOCTEXT("DropAction", "Drop"),
		LOCTEXT("DropActionTip", "Drops it onto its lowest point from the height in the settings"),
		EModifierKey::None,
		EKeys::F,
		[this] { Drop(); });
	ActionSet.RegisterAction(this,
		FirstAction + 1,
		TEXT("FractureSimNextSeed"),
		LOCTEXT("SeedAction", "Next Seed"),
		LOCTEXT("SeedActionTip", "Breaks it again with the next seed"),
		EModifierKey::None,
		EKeys::R,
		[this]
		{
			++Settings->Seed;
			Update();
		});
	ActionSet.RegisterAction(this,
		FirstAction + 2,
		TEXT("FractureSimStepBack"),
		LOCTEXT("BackAction", "Crack Back"),
		LOCTEXT("BackActionTip", "Takes back the last crack that is shown"),
		EModifierKey::None,
		EKeys::Comma,
		[this]
		{
			const int32 All = Session ? Session->NumSteps() : 0;
			Settings->Step = FMath::Max(0, (Settings->Step < 0 ? All : FMath::Min(All, Settings->Step)) - 1);
			Update();
		});
	ActionSet.RegisterAction(this,
		FirstAction + 3,
		TEXT("FractureSimStepOn"),
		LOCTEXT("OnAction", "Crack On"),
		LOCTEXT("OnActionTip", "Opens the next crack"),
		EModifierKey::None,
		EKeys::Period,
		[this]
		{
			const int32 All = Session ? Session->NumSteps() : 0;
			Settings->Step = Settings->Step < 0 || Settings->Step + 1 >= All ? -1 : Settings->Step + 1;
			Update();
		});
}

void UFractureSimPreviewTool::OnPropertyModified(UObject*, FProperty*)
{
	if (Session && (Session->HasBlow() || Settings->View == EFractureSimPreviewView::Fragility))
	{
		Update();
	}
}

bool UFractureSimPreviewTool::HitTest(const FRay& Ray, FHitResult& OutHit)
{
	return Session && Session->Raycast(Ray, OutHit);
}

void UFractureSimPreviewTool::OnBeginDrag(const FRay& Ray)
{
	FHitResult Hit;
	if (HitTest(Ray, Hit))
	{
		Session->Aim(Hit, *Settings);
	}
}

void UFractureSimPreviewTool::OnUpdateDrag(const FRay& Ray)
{
	if (Session && Session->HasBlow())
	{
		// In the plane through the point that faces the eye.
		const double Distance = FVector::DotProduct(Session->Point() - Ray.Origin, Ray.Direction);
		Session->Pull(Ray.PointAt(Distance), *Settings);
		GetToolManager()->PostInvalidation();
	}
}

void UFractureSimPreviewTool::OnEndDrag(const FRay&)
{
	if (Session && Session->HasBlow())
	{
		Settings->Step = -1;
		Update();
	}
}

void UFractureSimPreviewTool::OnCancelDrag() {}

void UFractureSimPreviewTool::Render(IToolsContextRenderAPI* RenderAPI)
{
	if (!Session || !Session->HasBlow())
	{
		return;
	}
	constexpr float Thickness = 2.0f;
	FPrimitiveDrawInterface& Draw = *RenderAPI->GetPrimitiveDrawInterface();
	const TArray<FVector>& Cracks = Session->CrackLines();
	for (int32 I = 0; I + 1 < Cracks.Num(); I += 2)
	{
		Draw.DrawLine(Cracks[I], Cracks[I + 1], FLinearColor(0.02f, 0.02f, 0.02f), SDPG_World, Thickness);
	}
	const FVector Tip = Session->Point();
	const FVector Tail = Session->ArrowTail(*Settings);
	const FLinearColor Colour(1.0f, 0.45f, 0.05f);
	Draw.DrawLine(Tail, Tip, Colour, SDPG_Foreground, Thickness);
	// Two barbs, across the arrow and any axis that is not along it.
	const FVector Along = Tail - Tip;
	const FVector Axis = FMath::Abs(Along.Z) < 0.9 * Along.Size() ? FVector(0.0, 0.0, 1.0) : FVector(1.0, 0.0, 0.0);
	const FVector Across = FVector::CrossProduct(Along, Axis).GetSafeNormal() * (0.1 * Along.Size());
	Draw.DrawLine(Tip, Tip + Along * 0.2 + Across, Colour, SDPG_Foreground, Thickness);
	Draw.DrawLine(Tip, Tip + Along * 0.2 - Across, Colour, SDPG_Foreground, Thickness);
}

#undef LOCTEXT_NAMESPACE
