// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Preview/PreviewSession.h"

#include "Bridge/TaskBridge.h"
#include "Bridge/UnitBridge.h"
#include "Components/PrimitiveComponent.h"
#include "Engine/HitResult.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimPreviewTool.h"
#include "GameFramework/Actor.h"
#include "Math/Ray.h"

#define LOCTEXT_NAMESPACE "FractureSimPreviewSession"

namespace FractureSim::Editor
{
using namespace FractureSim::Private;

TSharedPtr<FPreviewSession> FPreviewSession::Begin(
	const UFractureSimComponent& Component, UWorld& World, FText& OutError)
{
	TUniquePtr<FPreviewSolver> Solver = FPreviewSolver::Create(Component, OutError);
	if (!Solver)
	{
		return nullptr;
	}
	const FractureCore::Result<FractureCore::PaintSurface> Made =
		FractureCore::PaintSurface::Create(Solver->Object().surface, UnrealRunner());
	if (!Made)
	{
		OutError = FText::FromString(UTF8_TO_TCHAR(Made.GetError().message.c_str()));
		return nullptr;
	}
	const TSharedPtr<FPreviewSession> Session = MakeShared<FPreviewSession>();
	AActor& Owner = *Component.GetOwner();
	Session->Transform = Component.GetBody() ? Component.GetBody()->GetComponentTransform()
											 : Owner.GetRootComponent()->GetComponentTransform();
	Session->Solver = MoveTemp(Solver);
	Session->Surface = MakeShared<FractureCore::PaintSurface>(*Made);
	Session->View = MakeUnique<FHeatView>(World, Owner);
	Session->View->ShowSurface(Session->Solver->Object().surface, Session->Transform);
	return Session;
}

bool FPreviewSession::Raycast(const FRay& Ray, FHitResult& OutHit) const
{
	const FractureCore::Vec3 Origin = ToMetres(Transform.InverseTransformPosition(Ray.Origin));
	const FractureCore::Vec3 Ahead = ToMetres(Transform.InverseTransformPosition(Ray.Origin + Ray.Direction));
	const FractureCore::PaintHit Hit = Surface->Raycast(Origin, Ahead - Origin);
	if (Hit.triangle < 0)
	{
		return false;
	}
	const FractureCore::SurfaceMesh& Mesh = Solver->Object().surface;
	const FractureCore::Triangle& Triangle = Mesh.triangles[static_cast<size_t>(Hit.triangle)];
	const auto Corner = [&](size_t K)
	{ return Transform.TransformPosition(ToCentimetres(Mesh.positions[static_cast<size_t>(Triangle.v[K])])); };
	OutHit.bBlockingHit = true;
	OutHit.ImpactPoint = Transform.TransformPosition(ToCentimetres(Hit.point));
	OutHit.Location = OutHit.ImpactPoint;
	OutHit.Normal = FVector::CrossProduct(Corner(2) - Corner(0), Corner(1) - Corner(0)).GetSafeNormal();
	OutHit.ImpactNormal = OutHit.Normal;
	OutHit.Distance = static_cast<float>(FVector::Distance(Ray.Origin, OutHit.ImpactPoint));
	OutHit.FaceIndex = Hit.triangle;
	return true;
}

void FPreviewSession::Aim(const FHitResult& Hit, const UFractureSimPreviewProperties& Settings)
{
	InwardNormal = -Hit.Normal;
	Blow.Point = Transform.InverseTransformPosition(Hit.ImpactPoint);
	Blow.Impulse =
		Transform.InverseTransformVectorNoScale(InwardNormal) * (double(Settings.Impulse) * CentimetresPerMetre);
	Blow.Radius = Settings.Radius;
	Blow.Duration = Settings.Duration;
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
	Settings.Legend = FString();
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
		Settings.Legend = DescribeLegend(View->SetValues(Map, Unit)).ToString();
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
	if (!bHasBlow)
	{
		return LOCTEXT("NoBlow", "Click or drag on the object to hit it.");
	}
	return Settings.View == EFractureSimPreviewView::Stress ? ShowMap(Settings) : ShowPieces(Settings);
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
