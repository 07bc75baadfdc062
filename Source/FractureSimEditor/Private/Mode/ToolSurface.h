// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureCore/Paint.h"
#include "FractureCore/SurfaceMesh.h"

class UFractureSimComponent;
struct FHitResult;
struct FRay;

namespace FractureSim::Editor
{
/// A body's surface where the body stands in the level, for pointers.
class FToolSurface
{
public:
	/// Where the component's body stands, with its scale.
	static FTransform PlaceOf(const UFractureSimComponent& Component);

	/// Null: OutError says why, for people. The mesh must live as long as this.
	static TSharedPtr<FToolSurface> Create(
		const FTransform& Place, const FractureCore::SurfaceMesh& Mesh, FText& OutError);

	bool Raycast(const FRay& Ray, FHitResult& OutHit) const;

	/// In the body's own space, in metres.
	FractureCore::Vec3 ToLocal(const FVector& Point) const;
	const FTransform& Transform() const { return Place; }
	const FractureCore::PaintSurface& Surface() const { return *Painted; }

private:
	FTransform Place;
	const FractureCore::SurfaceMesh* Shown = nullptr;
	TSharedPtr<FractureCore::PaintSurface> Painted;
};
} // namespace FractureSim::Editor
