// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mode/ToolSurface.h"

#include "Bridge/TaskBridge.h"
#include "Bridge/UnitBridge.h"
#include "Components/PrimitiveComponent.h"
#include "Engine/HitResult.h"
#include "FractureSimComponent.h"
#include "GameFramework/Actor.h"
#include "Math/Ray.h"

namespace FractureSim::Editor
{
using namespace FractureSim::Private;

FTransform FToolSurface::PlaceOf(const UFractureSimComponent& Component)
{
	return Component.GetBody() ? Component.GetBody()->GetComponentTransform()
							   : Component.GetOwner()->GetRootComponent()->GetComponentTransform();
}

TSharedPtr<FToolSurface> FToolSurface::Create(
	const FTransform& Place, const FractureCore::SurfaceMesh& Mesh, FText& OutError)
{
	const FractureCore::Result<FractureCore::PaintSurface> Made =
		FractureCore::PaintSurface::Create(Mesh, UnrealRunner());
	if (!Made)
	{
		OutError = FText::FromString(UTF8_TO_TCHAR(Made.GetError().message.c_str()));
		return nullptr;
	}
	const TSharedPtr<FToolSurface> Surface = MakeShared<FToolSurface>();
	Surface->Place = Place;
	Surface->Shown = &Mesh;
	Surface->Painted = MakeShared<FractureCore::PaintSurface>(*Made);
	return Surface;
}

FractureCore::Vec3 FToolSurface::ToLocal(const FVector& Point) const
{
	return ToMetres(Place.InverseTransformPosition(Point));
}

bool FToolSurface::Raycast(const FRay& Ray, FHitResult& OutHit) const
{
	const FractureCore::Vec3 Origin = ToLocal(Ray.Origin);
	const FractureCore::PaintHit Hit = Painted->Raycast(Origin, ToLocal(Ray.Origin + Ray.Direction) - Origin);
	if (Hit.triangle < 0)
	{
		return false;
	}
	const FractureCore::Triangle& Triangle = Shown->triangles[static_cast<size_t>(Hit.triangle)];
	const auto Corner = [&](size_t K)
	{ return Place.TransformPosition(ToCentimetres(Shown->positions[static_cast<size_t>(Triangle.v[K])])); };
	OutHit.bBlockingHit = true;
	OutHit.ImpactPoint = Place.TransformPosition(ToCentimetres(Hit.point));
	OutHit.Location = OutHit.ImpactPoint;
	// Mirrored, the turn of the corners is the other way round.
	OutHit.Normal = FVector::CrossProduct(Corner(2) - Corner(0), Corner(1) - Corner(0)).GetSafeNormal();
	OutHit.ImpactNormal = OutHit.Normal;
	OutHit.Distance = static_cast<float>(FVector::Distance(Ray.Origin, OutHit.ImpactPoint));
	OutHit.FaceIndex = Hit.triangle;
	return true;
}
} // namespace FractureSim::Editor
