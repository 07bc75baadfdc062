// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Mode/ToolSurface.h"
#include "Preview/HeatView.h"
#include "Preview/PreviewRun.h"
#include "Preview/PreviewSolver.h"

class UFractureSimComponent;
class UFractureSimPreviewProperties;
class UWorld;
struct FHitResult;
struct FRay;

namespace FractureSim::Editor
{
/// The preview of one actor, from the tool's start to its end: where the blow hits, what it did, the picture.
class FPreviewSession
{
public:
	/// Null: OutError says why, for people.
	static TSharedPtr<FPreviewSession> Begin(const UFractureSimComponent& Component, UWorld& World, FText& OutError);

	bool Raycast(const FRay& Ray, FHitResult& OutHit) const;

	/// A blow as a click gives it: inward.
	void Aim(const FHitResult& Hit, const UFractureSimPreviewProperties& Settings);

	/// Pulled back to a point of the world: it flies the other way.
	void Pull(const FVector& Point, const UFractureSimPreviewProperties& Settings);

	/// As it would hit the floor after the fall of the settings.
	void AimDrop(const UFractureSimPreviewProperties& Settings);

	/// Begins to work out, in the background, what the settings ask for. Not empty: why not.
	FText Simulate(const UFractureSimPreviewProperties& Settings);
	bool IsSimulating() const { return Pending.IsValid(); }
	void StopSimulating() { Pending.Reset(); }

	/// Takes over a simulation that is done, and plays. True: another picture is due.
	bool Tick(float DeltaTime, UFractureSimPreviewProperties& Settings);

	/// So many frames on, or back.
	void StepFrames(int32 Frames, UFractureSimPreviewProperties& Settings) const;

	/// Works out what is new and shows what the settings ask for. Fills in their results.
	FText Update(UFractureSimPreviewProperties& Settings);

	bool HasBlow() const { return bHasBlow; }
	FVector Point() const;                                                  // world, cm
	FVector ArrowTail(const UFractureSimPreviewProperties& Settings) const; // world: where the blow comes from
	int32 NumSteps() const { return Broken ? Broken->NumSteps() : 0; }
	int32 NumShown() const { return View->NumShown(); }
	const TArray<FVector>& CrackLines() const { return View->CrackLines(); } // pairs of ends, world

	/// Pairs of ends in the level: a square on the floor of the run that is shown; empty: none is.
	TArray<FVector> FloorLines(const UFractureSimPreviewProperties& Settings) const;

private:
	FText ShowPieces(UFractureSimPreviewProperties& Settings);
	FText ShowMap(UFractureSimPreviewProperties& Settings);
	FText ShowMotion(UFractureSimPreviewProperties& Settings);
	const FRunRecording* Recording() const { return Run ? Run->Recording() : nullptr; }

	FTransform Transform;
	FPreviewSettings Rules; // the component's, but for the seed: what the game would compute
	TUniquePtr<FPreviewSolver> Solver;
	TSharedPtr<FToolSurface> Surface;
	TUniquePtr<FHeatView> View;
	FPreviewImpact Blow;
	FVector InwardNormal = FVector::ZeroVector; // world
	bool bHasBlow = false;
	TUniquePtr<FPreviewBreak> Broken; // of the blow and the seed below; null: not worked out
	int32 BrokenSeed = 0;
	TArray<double> FragilityMap;     // worked out once
	TUniquePtr<FPreviewRun> Pending; // null: nothing is being simulated
	TUniquePtr<FPreviewRun> Run;     // the last that is done
};
} // namespace FractureSim::Editor
