// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "DynamicMesh/DynamicMesh3.h"
#include "FractureCore/Break.h"
#include "FractureSimTypes.h"
#include "Preview/RunRecording.h"
#include "Templates/UniquePtr.h"

class UFractureSimAsset;
class UFractureSimComponent;

namespace FractureSim::Private
{
struct FBreakBody;
}

// What a break would look like, without a world: nothing here is an actor, is saved or is replicated.

namespace FractureSim::Editor
{
/// A blow in the body's own space at scale 1.
struct FPreviewImpact
{
	FVector Point = FVector::ZeroVector;   // cm; acts at the nearest point of the surface
	FVector Impulse = FVector::ZeroVector; // kg cm/s
	double Radius = 0.0;                   // cm; 0: as small as the mesh resolves
	double Duration = 1.0e-3;              // s
};

struct FPreviewSettings
{
	EFractureSimQuality Quality = EFractureSimQuality::Full;
	int32 Seed = 1;
	int32 PieceGenerations = 1;     // that break again, over time
	double LeastPieceVolume = 0.02; // of the whole body's
};

struct FPreviewPiece
{
	UE::Geometry::FDynamicMesh3 Mesh; // cm, about the piece's centre
	FVector Centre = FVector::ZeroVector;
	TArray<FVector> CrackLines; // pairs of ends: where cracks meet the surface, also those that end inside; as the mesh
};

/// A worked out break, with all steps on the way to it.
struct FPreviewBreak
{
	TArray<FPreviewPiece> Pieces; // one: it held
	int32 Debris = 0;             // too small to be pieces
	double LoadFraction = 0.0;    // of the blow's peak, at which it fails; 1 and more leaves it whole
	double CrackEnergy = 0.0;     // J
	FractureCore::CrackSet Cracks;

	int32 NumSteps() const { return static_cast<int32>(Cracks.cracks.size()); }
};

/// Game thread; each call takes as long as the solve does.
class FPreviewSolver
{
public:
	/// Null: OutError says why, for people.
	static TUniquePtr<FPreviewSolver> Create(const UFractureSimAsset& Asset, FText& OutError);

	/// With the component's material, anchors and strength, as large as it is in the level.
	static TUniquePtr<FPreviewSolver> Create(
		const UFractureSimComponent& Component, const FVector& Scale, FText& OutError);

	/// The lowest point hits a hard floor after a fall from that height (cm). `Down` is a unit vector.
	FPreviewImpact DropImpact(double Height, const FVector& Down = FVector(0.0, 0.0, -1.0)) const;

	/// The body, its blow and how it breaks; where it stands and the rest is the caller's.
	FRunSetup MakeRun(const FPreviewImpact& Impact, const FPreviewSettings& Settings) const;

	TUniquePtr<FPreviewBreak> Break(
		const FPreviewImpact& Impact, const FPreviewSettings& Settings, FText& OutError) const;

	/// The pieces there are after the first so many cracks.
	TArray<FPreviewPiece> PiecesAfter(const FPreviewBreak& Result, int32 Cracks, FText& OutError) const;

	/// Largest tension at the blow's peak, Pa, 1 a vertex of the surface. Empty: OutError says why.
	TArray<double> Tension(const FPreviewImpact& Impact, FText& OutError) const;

	/// The smallest blow that starts a crack where it hits, N s, 1 a vertex of FragilitySurface().
	TArray<double> Fragility(FText& OutError);

	/// The object's surface; of a shell, once its map has been asked for, a coarser one.
	const FractureCore::SurfaceMesh& FragilitySurface() const;

	const FractureCore::BakedObject& Object() const;

private:
	FractureCore::ContactImpulse ToContact(const FPreviewImpact& Impact, const FractureCore::SurfaceMesh& On) const;
	FractureCore::Status SolveTension(const FPreviewImpact& Impact, TArray<double>& OutTets) const;
	TArray<double> OnSurface(TConstArrayView<double> NodeValues) const;

	TSharedPtr<FractureSim::Private::FBreakBody> Body;
	TUniquePtr<FractureCore::Breakable> CoarseShell;
};
} // namespace FractureSim::Editor
