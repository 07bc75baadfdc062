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
	Session->Quality = Component.Quality;
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

void FPreviewSession::AimDrop(double Height)
{
	Blow = Solver->DropImpact(Height);
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
		FPreviewSettings SolverSettings;
		SolverSettings.Seed = Settings.Seed;
		SolverSettings.Quality = Quality;
		Broken = Solver->Break(Blow, SolverSettings, Error);
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

FText FPreviewSession::Update(UFractureSimPreviewProperties& Settings)
{
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
