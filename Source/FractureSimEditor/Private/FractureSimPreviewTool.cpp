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
		"Help", "Click it, or pull like a slingshot. F drops, R reseeds, K simulates, L plays, comma and period step.");
	GetToolManager()->DisplayMessage(
		Session ? Help : Error, Session ? EToolMessageLevel::UserNotification : EToolMessageLevel::UserWarning);
}

void UFractureSimPreviewTool::Shutdown(EToolShutdownType ShutdownType)
{
	// Takes pieces and colours out and shows the actor again, however the tool ends.
	Session.Reset();
	Super::Shutdown(ShutdownType);
}

void UFractureSimPreviewTool::ShowMessage(const FText& Message)
{
	if (!Message.IsEmpty())
	{
		GetToolManager()->DisplayMessage(Message, EToolMessageLevel::UserWarning);
	}
}

void UFractureSimPreviewTool::Update()
{
	if (Session)
	{
		ShowMessage(Session->Update(*Settings));
		GetToolManager()->PostInvalidation();
	}
}

void UFractureSimPreviewTool::OnTick(float DeltaTime)
{
	Super::OnTick(DeltaTime);
	if (Session && Session->Tick(DeltaTime, *Settings))
	{
		Update();
	}
}

void UFractureSimPreviewTool::Drop()
{
	if (Session)
	{
		Session->AimDrop(*Settings);
		Settings->Run = EFractureSimPreviewRun::Drop;
		Settings->View =
			Settings->View == EFractureSimPreviewView::Motion ? EFractureSimPreviewView::Pieces : Settings->View;
		Update();
	}
}

void UFractureSimPreviewTool::Simulate()
{
	if (Session)
	{
		ShowMessage(Session->Simulate(*Settings));
	}
}

void UFractureSimPreviewTool::StopSimulating()
{
	if (Session && Session->IsSimulating())
	{
		Session->StopSimulating();
		Settings->Result = LOCTEXT("Stopped", "Stopped; nothing has changed").ToString();
	}
}

void UFractureSimPreviewTool::PlayOrPause()
{
	Settings->bPlay = !Settings->bPlay;
	if (Settings->bPlay && Settings->Position >= 1.0f)
	{
		Settings->Position = 0.0f;
	}
	Settings->View = EFractureSimPreviewView::Motion;
	Update();
}

void UFractureSimPreviewTool::StepBy(int32 Steps)
{
	if (!Session)
	{
		return;
	}
	if (Settings->View == EFractureSimPreviewView::Motion)
	{
		Session->StepFrames(Steps, *Settings);
	}
	else
	{
		const int32 All = Session->NumSteps();
		const int32 Shown = (Settings->Step < 0 ? All : FMath::Min(All, Settings->Step)) + Steps;
		Settings->Step = Shown >= All ? -1 : FMath::Max(0, Shown);
	}
	Update();
}

void UFractureSimPreviewProperties::Simulate()
{
	if (UFractureSimPreviewTool* const Tool = Cast<UFractureSimPreviewTool>(GetOuter()))
	{
		Tool->Simulate();
	}
}

void UFractureSimPreviewProperties::Stop()
{
	if (UFractureSimPreviewTool* const Tool = Cast<UFractureSimPreviewTool>(GetOuter()))
	{
		Tool->StopSimulating();
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
			if (Settings->View == EFractureSimPreviewView::Motion)
			{
				Simulate();
			}
			else
			{
				Update();
			}
		});
	ActionSet.RegisterAction(this,
		FirstAction + 2,
		TEXT("FractureSimStepBack"),
		LOCTEXT("BackAction", "Step Back"),
		LOCTEXT("BackActionTip", "The frame before; where pieces are shown, takes back the last crack"),
		EModifierKey::None,
		EKeys::Comma,
		[this] { StepBy(-1); });
	ActionSet.RegisterAction(this,
		FirstAction + 3,
		TEXT("FractureSimStepOn"),
		LOCTEXT("OnAction", "Step On"),
		LOCTEXT("OnActionTip", "The next frame; where pieces are shown, opens the next crack"),
		EModifierKey::None,
		EKeys::Period,
		[this] { StepBy(1); });
	ActionSet.RegisterAction(this,
		FirstAction + 4,
		TEXT("FractureSimSimulate"),
		LOCTEXT("SimulateAction", "Simulate"),
		LOCTEXT("SimulateActionTip", "Works out over time what the settings ask for; again: stops"),
		EModifierKey::None,
		EKeys::K,
		[this]
		{
			if (Session && Session->IsSimulating())
			{
				StopSimulating();
			}
			else
			{
				Simulate();
			}
		});
	ActionSet.RegisterAction(this,
		FirstAction + 5,
		TEXT("FractureSimPlay"),
		LOCTEXT("PlayAction", "Play"),
		LOCTEXT("PlayActionTip", "Plays what was simulated; again: pauses"),
		EModifierKey::None,
		EKeys::L,
		[this] { PlayOrPause(); });
}

void UFractureSimPreviewTool::OnPropertyModified(UObject*, FProperty*)
{
	const bool bWithoutBlow =
		Settings->View == EFractureSimPreviewView::Fragility || Settings->View == EFractureSimPreviewView::Motion;
	if (Session && (Session->HasBlow() || bWithoutBlow))
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
		Settings->bPlay = false;
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
	if (!Session)
	{
		return;
	}
	constexpr float Thickness = 2.0f;
	FPrimitiveDrawInterface& Draw = *RenderAPI->GetPrimitiveDrawInterface();
	const TArray<FVector> Floor = Session->FloorLines(*Settings);
	for (int32 I = 0; I + 1 < Floor.Num(); I += 2)
	{
		Draw.DrawLine(Floor[I], Floor[I + 1], FLinearColor(0.3f, 0.3f, 0.3f), SDPG_World, Thickness);
	}
	if (!Session->HasBlow())
	{
		return;
	}
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
