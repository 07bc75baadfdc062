// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "DynamicMesh/DynamicMesh3.h"
#include "PhysicsEngine/AggregateGeom.h"

namespace FractureSim::Private
{
struct FSurfaceSample
{
	FVector Point; // cm
	FVector Normal;
};

/// A whole body as a level shows it, at scale 1.
struct FRestShape
{
	UE::Geometry::FDynamicMesh3 Mesh; // cm, in the asset's own frame
	FKAggregateGeom Shapes;
	int32 Slots = 1;           // of the artist's materials; crack faces use the next
	double Mass = 0.0;         // kg
	double Density = 0.0;      // kg/m^3, that the mass was made with
	double YoungModulus = 0.0; // Pa
	double PoissonRatio = 0.0;
	TArray<FSurfaceSample> Samples; // spread evenly over the surface
};
} // namespace FractureSim::Private
