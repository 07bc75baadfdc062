// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Preview/PreviewSession.h"

#include "Bridge/UnitBridge.h"
#include "Engine/HitResult.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimPreviewTool.h"
#include "GameFramework/Actor.h"

#define LOCTEXT_NAMESPACE "FractureSimPreviewSession"

namespace FractureSim::Editor
{
using namespace FractureSim::Private;

TSharedPtr<FPreviewSession> FPreviewSession::Begin(
	const UFractureSimComponent& Component, UWorld& World, FText& OutError)
{
	const FTransform Place = FToolSurface::PlaceOf(Component);
	TUniquePtr<FPreviewSolver> Solver = FPreviewSolver::Create(Component, Place.GetScale3D(), OutError);
	if (!Solver)
	{
		return nullptr;
	}
	// The solver's body has the size that it has in the level.
	const FTransform Unscaled(Place.GetRotation(), Place.GetLocation());
	const TSharedPtr<FToolSurface> Surface = FToolSurface::Create(Unscaled, Solver->Object().surface, OutError);
	if (!Surface)
	{
		return nullptr;
	}
	const TSharedPtr<FPreviewSession> Session = MakeShared<FPreviewSession>();
	Session->Solver = MoveTemp(Solver);
	Session->Surface = Surface;
	Session->Transform = Unscaled;
	Session->Rules.Quality = Component.Quality;
	Session->Rules.PieceGenerations = Component.PieceGenerations;
	Session->Rules.LeastPieceVolume = Component.LeastPieceVolume;
	Session->View = MakeUnique<FHeatView>(World, *Component.GetOwner());
	Session->View->ShowSurface(Session->Solver->Object().surface, Session->Transform);
	return Session;
}

bool FPreviewSession::Raycast(const FRay& Ray, FHitResult& OutHit) const
{
	return Surface->Raycast(Ray, OutHit);
}

void FPreviewSession::Aim(const FHitResult& Hit, const UFractureSimPreviewProperties& Settings)
{
	InwardNormal = -Hit.Normal;
	Blow.Point = Transform.InverseTransformPosition(Hit.ImpactPoint);
	Blow.Impulse =
		Transform.InverseTransformVectorNoScale(InwardNormal) * (double(Settings.Impulse) * CentimetresPerMetre);
	bHasBlow = true;
	Broken.Reset();
}

void FPreviewSession::Pull(const FVector& To, const UFractureSimPreviewProperties& Settings)
{
	const FVector Pulled = Point() - To;
	// A click moves the pointer by a hair too.
	if (Pulled.Size() > 1.0)
	{
		Blow.Impulse =
			Transform.InverseTransformVectorNoScale(Pulled) * (double(Settings.ImpulsePerCm) * CentimetresPerMetre);
		Broken.Reset();
	}
}

/// First, about the level's y axis.
static FQuat DropTurn(const UFractureSimPreviewProperties& Settings)
{
	return FQuat(FVector(0.0, 1.0, 0.0), FMath::DegreesToRadians(double(Settings.DropAngle)));
}

void FPreviewSession::AimDrop(const UFractureSimPreviewProperties& Settings)
{
	const FVector Down = DropTurn(Settings).Inverse().RotateVector(FVector(0.0, 0.0, -1.0));
	Blow = Solver->DropImpact(Settings.DropHeight, Transform.InverseTransformVectorNoScale(Down));
	bHasBlow = true;
	Broken.Reset();
}

FVector FPreviewSession::Point() const
{
	return Transform.TransformPosition(Blow.Point);
}

FVector FPreviewSession::ArrowTail(const UFractureSimPreviewProperties& Settings) const
{
	const double PerCm = FMath::Max(1.0e-6, double(Settings.ImpulsePerCm)) * CentimetresPerMetre;
	return Point() - Transform.TransformVectorNoScale(Blow.Impulse) / PerCm;
}

FText FPreviewSession::ShowPieces(UFractureSimPreviewProperties& Settings)
{
	FText Error;
	if (!Broken || BrokenSeed != Settings.Seed)
	{
		Rules.Seed = Settings.Seed;
		Broken = Solver->Break(Blow, Rules, Error);
		BrokenSeed = Settings.Seed;
	}
	if (!Broken)
	{
		return Error;
	}
	if (Settings.Step < 0 || Settings.Step >= Broken->NumSteps())
	{
		View->ShowPieces(Broken->Pieces, Transform, Settings.Explode);
	}
	else
	{
		const TArray<FPreviewPiece> Some = Solver->PiecesAfter(*Broken, Settings.Step, Error);
		View->ShowPieces(Some, Transform, Settings.Explode);
	}
	ShowLegend(Settings, nullptr);
	const FText Count = FText::AsNumber(View->NumShown());
	Settings.Result = (Broken->LoadFraction > 1.0
			? FText::Format(LOCTEXT("Holds", "It holds; {0} times the blow would crack it"),
				  FText::AsNumber(Broken->LoadFraction))
			: FText::Format(LOCTEXT("Breaks", "{0} pieces after {1} cracks; it fails at {2} % of the blow"),
				  Count,
				  FText::AsNumber(
					  Settings.Step < 0 ? Broken->NumSteps() : FMath::Min(Settings.Step, Broken->NumSteps())),
				  FText::AsNumber(100.0 * Broken->LoadFraction)))
						  .ToString();
	return Error;
}

FText FPreviewSession::ShowMap(UFractureSimPreviewProperties& Settings)
{
	FText Error;
	const bool bFragility = Settings.View == EFractureSimPreviewView::Fragility;
	if (bFragility && FragilityMap.Num() == 0)
	{
		FragilityMap = Solver->Fragility(Error);
	}
	const TArray<double> Map = bFragility ? FragilityMap : Solver->Tension(Blow, Error);
	View->ShowSurface(bFragility ? Solver->FragilitySurface() : Solver->Object().surface, Transform);
	if (Map.Num() > 0)
	{
		const FractureCore::HeatUnit Unit =
			bFragility ? FractureCore::HeatUnit::NewtonSecond : FractureCore::HeatUnit::Megapascal;
		const FractureCore::HeatLegend Legend = View->SetValues(Map, Unit);
		ShowLegend(Settings, &Legend);
	}
	Settings.Result = FString();
	return Error;
}

FText FPreviewSession::Simulate(const UFractureSimPreviewProperties& Settings)
{
	const bool bDrop = Settings.Run == EFractureSimPreviewRun::Drop;
	if (!bDrop && !bHasBlow)
	{
		return LOCTEXT("NoAim", "Click or drag on the object first: that is where it is hit.");
	}
	Blow.Radius = Settings.Radius;
	Blow.Duration = Settings.Duration;
	Rules.Seed = Settings.Seed;
	FRunSetup Setup = Solver->MakeRun(Blow, Rules);
	static_assert(static_cast<int>(ERunKind::Hit) == static_cast<int>(EFractureSimPreviewRun::Hit) &&
		static_cast<int>(ERunKind::Shot) == static_cast<int>(EFractureSimPreviewRun::Shot));
	Setup.Kind = static_cast<ERunKind>(Settings.Run);
	Setup.Orientation = ToCoreQuat(bDrop ? DropTurn(Settings) * Transform.GetRotation() : Transform.GetRotation());
	double Lowest = 0.0;
	for (const FractureCore::Vec3& Position : Solver->Object().surface.positions)
	{
		Lowest = FMath::Min(Lowest, Transform.TransformVectorNoScale(ToCentimetres(Position)).Z);
	}
	Setup.Floor = (Lowest - Settings.FloorBelow) / CentimetresPerMetre;
	Setup.Height = Settings.DropHeight / CentimetresPerMetre;
	Setup.BallMass = Settings.BallMass;
	Setup.BallSpeed = Settings.BallSpeed;
	Setup.Seconds = Settings.Seconds;
	Pending = MakeUnique<FPreviewRun>(MoveTemp(Setup));
	return FText();
}

bool FPreviewSession::Tick(float DeltaTime, UFractureSimPreviewProperties& Settings)
{
	if (Pending && Pending->IsDone())
	{
		View->Clear();
		Run = MoveTemp(Pending);
		Settings.View = EFractureSimPreviewView::Motion;
		Settings.Position = 0.0f;
		Settings.bPlay = Recording() != nullptr;
		return true;
	}
	if (Pending)
	{
		Settings.Result = FText::Format(LOCTEXT("Simulating", "Simulating: {0} %. K stops it."),
			FText::AsNumber(FMath::RoundToDouble(100.0 * Pending->Progress())))
							  .ToString();
	}
	const FRunRecording* const Played = Recording();
	if (!Played || !Settings.bPlay || Settings.View != EFractureSimPreviewView::Motion)
	{
		return false;
	}
	const double Length = FMath::Max(1.0e-3, Played->Duration());
	Settings.Position =
		FMath::Min(1.0f, Settings.Position + static_cast<float>(DeltaTime * Settings.PlaySpeed / Length));
	Settings.bPlay = Settings.Position < 1.0f;
	return true;
}

void FPreviewSession::StepFrames(int32 Frames, UFractureSimPreviewProperties& Settings) const
{
	if (const FRunRecording* const Played = Recording())
	{
		Settings.bPlay = false;
		Settings.Position = static_cast<float>(Played->PlaceOf(Played->FrameAt(Settings.Position) + Frames));
	}
}

FText FPreviewSession::ShowMotion(UFractureSimPreviewProperties& Settings)
{
	const FRunRecording* const Played = Recording();
	if (!Played)
	{
		return Run           ? Run->Error()
			: IsSimulating() ? FText()
							 : LOCTEXT("NoRun", "Nothing is simulated yet: press Simulate, or K.");
	}
	const int32 Frame = Played->FrameAt(Settings.Position);
	View->ShowRun(*Played, Frame, Transform.GetLocation());
	ShowLegend(Settings, nullptr);
	Settings.Result = FText::Format(LOCTEXT("Frame", "Frame {0} of {1}, {2} s: pieces: {3}"),
		FText::AsNumber(Frame + 1),
		FText::AsNumber(Played->NumFrames()),
		FText::AsNumber(Played->Times[static_cast<size_t>(Frame)]),
		FText::AsNumber(Played->PiecesAt(Frame)))
						  .ToString();
	return Run->Error();
}

TArray<FVector> FPreviewSession::FloorLines(const UFractureSimPreviewProperties& Settings) const
{
	TArray<FVector> Lines;
	const FRunRecording* const Played = Recording();
	if (!Played || Settings.View != EFractureSimPreviewView::Motion)
	{
		return Lines;
	}
	double Reach = 0.0;
	for (const FractureCore::Vec3& Position : Solver->Object().surface.positions)
	{
		Reach = FMath::Max(Reach, ToCentimetres(Position).Size());
	}
	const FVector Middle = Transform.GetLocation() + FVector(0.0, 0.0, Played->Floor * CentimetresPerMetre);
	const FVector Corners[4] = {
		FVector(-2.0, -2.0, 0.0), FVector(2.0, -2.0, 0.0), FVector(2.0, 2.0, 0.0), FVector(-2.0, 2.0, 0.0)};
	for (int32 I = 0; I < 4; ++I)
	{
		Lines.Add(Middle + Corners[I] * Reach);
		Lines.Add(Middle + Corners[(I + 1) % 4] * Reach);
	}
	return Lines;
}

FText FPreviewSession::Update(UFractureSimPreviewProperties& Settings)
{
	if (Settings.View == EFractureSimPreviewView::Motion)
	{
		return ShowMotion(Settings);
	}
	if (Settings.View == EFractureSimPreviewView::Fragility)
	{
		return ShowMap(Settings);
	}
	if (Blow.Radius != Settings.Radius || Blow.Duration != Settings.Duration)
	{
		Blow.Radius = Settings.Radius;
		Blow.Duration = Settings.Duration;
		Broken.Reset();
	}
	if (!bHasBlow)
	{
		return LOCTEXT("NoBlow", "Click or drag on the object to hit it.");
	}
	return Settings.View == EFractureSimPreviewView::Stress ? ShowMap(Settings) : ShowPieces(Settings);
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
