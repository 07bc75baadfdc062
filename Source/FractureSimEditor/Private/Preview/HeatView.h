// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "DynamicMesh/DynamicMesh3.h"
#include "FractureCore/HeatMap.h"
#include "FractureCore/SurfaceMesh.h"
#include "Preview/PreviewSolver.h"
#include "Preview/RunRecording.h"

class AActor;
class UDynamicMeshComponent;
class UFractureSimToolProperties;
class UWorld;

namespace FractureSim::Editor
{
/// What tools show in the place of an actor: its surface in heat colours, or the pieces it would break into. Lives in a
/// transient actor; when it goes, the actor that it stands for is seen again and nothing else has changed.
class FHeatView
{
public:
	/// Hides `Shown` in the editor's viewports only: that is neither saved nor undone.
	FHeatView(UWorld& World, AActor& Shown);
	~FHeatView();
	FHeatView(const FHeatView&) = delete;

	/// The surface with a value a vertex.
	void ShowSurface(const FractureCore::SurfaceMesh& Surface, const FTransform& Transform);

	/// Recolours it, 1 value a vertex of that surface; the mesh stays. The legend is for people.
	FractureCore::HeatLegend SetValues(TConstArrayView<double> Values, FractureCore::HeatUnit Unit);

	/// Pieces, moved apart by that many times their distance from the body's middle. Each has a colour of its own.
	void ShowPieces(const TArray<FPreviewPiece>& Pieces, const FTransform& Transform, double Explode);

	/// One frame of a run that lives as long as it is shown; its origin stands there. Frames of one run only move, show
	/// and hide what is there.
	void ShowRun(const FRunRecording& Run, int32 Frame, const FVector& Origin);

	/// Shows nothing.
	void Clear();

	int32 NumShown() const;

	/// Pairs of ends in the level: where cracks meet the surface of the pieces that are shown.
	const TArray<FVector>& CrackLines() const { return Lines; }

private:
	UDynamicMeshComponent* MakeComponent(UE::Geometry::FDynamicMesh3&& Mesh, const FTransform& Transform);
	UDynamicMeshComponent* AddComponent(UE::Geometry::FDynamicMesh3&& Mesh, const FTransform& Transform);

	TWeakObjectPtr<AActor> Host;
	TWeakObjectPtr<AActor> Hidden;
	TArray<TWeakObjectPtr<UDynamicMeshComponent>> Components; // of a run: 1 a body, null until it has been shown
	const FRunRecording* ShownRun = nullptr;                  // null: something else is shown
	TArray<FVector> Lines;
	TArray<int32> Origins; // of the surface that is shown: which of its vertices each of the mesh is
};

/// Puts it into a tool's panel, as colours and in words; null: no map is shown.
void ShowLegend(UFractureSimToolProperties& Properties, const FractureCore::HeatLegend* Legend);
} // namespace FractureSim::Editor
