// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Console variables and commands: fracturesim.*
#include "Engine/World.h"
#include "FractureSimConfig.h"
#include "FractureSimLog.h"
#include "FractureSimSettings.h"
#include "FractureSimSubsystem.h"
#include "HAL/IConsoleManager.h"
#include "Misc/Paths.h"

namespace FractureSim::Private
{
static TAutoConsoleVariable<float> CVarBudgetMilliseconds(TEXT("fracturesim.BudgetMilliseconds"),
	-1.0f,
	TEXT("Time a frame for making pieces, in ms. Below 0: the project's setting."),
	ECVF_Default);
static TAutoConsoleVariable<int32> CVarBodiesPerFrame(TEXT("fracturesim.BodiesPerFrame"),
	-1,
	TEXT("Pieces made a frame at most. Below 0: the project's setting."),
	ECVF_Default);
static TAutoConsoleVariable<int32> CVarMaxFragments(TEXT("fracturesim.MaxFragments"),
	-1,
	TEXT("Pieces in the world at most. Below 0: the project's setting."),
	ECVF_Default);
static TAutoConsoleVariable<int32> CVarMaxSolves(TEXT("fracturesim.MaxSolves"),
	-1,
	TEXT("Impacts worked out at the same time. Below 0: the project's setting."),
	ECVF_Default);

FBudget GetBudget()
{
	const UFractureSimSettings& Settings = *GetDefault<UFractureSimSettings>();
	const float Milliseconds = CVarBudgetMilliseconds.GetValueOnGameThread();
	const auto Choose = [](int32 Console, int32 Project) { return FMath::Max(1, Console >= 0 ? Console : Project); };
	FBudget Budget;
	Budget.Milliseconds = Milliseconds >= 0.0f ? Milliseconds : Settings.BudgetMilliseconds;
	Budget.BodiesPerFrame = Choose(CVarBodiesPerFrame.GetValueOnGameThread(), Settings.BodiesPerFrame);
	Budget.MaxFragments = Choose(CVarMaxFragments.GetValueOnGameThread(), Settings.MaxFragments);
	Budget.MaxSolves = Choose(CVarMaxSolves.GetValueOnGameThread(), Settings.MaxSolves);
	return Budget;
}

static void RecordCommand(const TArray<FString>& Arguments, UWorld* World)
{
	UFractureSimSubsystem* const Subsystem = World ? World->GetSubsystem<UFractureSimSubsystem>() : nullptr;
	if (!Subsystem)
	{
		UE_LOG(LogFractureSim, Warning, TEXT("fracturesim.Record: this world has no breakables"));
		return;
	}
	FString Path;
	if (Arguments.Num() > 0)
	{
		Path =
			FPaths::IsRelative(Arguments[0]) ? FPaths::Combine(FPaths::ProjectSavedDir(), Arguments[0]) : Arguments[0];
	}
	Subsystem->RecordImpacts(Path);
}

static void StatsCommand(const TArray<FString>&, UWorld* World)
{
	if (const UFractureSimSubsystem* const Subsystem = World ? World->GetSubsystem<UFractureSimSubsystem>() : nullptr)
	{
		const FFractureSimStats Stats = Subsystem->GetStats();
		UE_LOG(LogFractureSim,
			Display,
			TEXT("%d impacts queued, %d solving, %d pieces live, %d pooled, %d fractures, %d not the server's, %d "
				 "repaired, "
				 "longest tick %.2f ms"),
			Stats.QueuedImpacts,
			Stats.RunningSolves,
			Stats.LiveFragments,
			Stats.PooledFragments,
			Stats.Fractures,
			Stats.OutOfSync,
			Stats.Repaired,
			Stats.LongestTickMilliseconds);
	}
}

static FAutoConsoleCommandWithWorldAndArgs RecordConsoleCommand(TEXT("fracturesim.Record"),
	TEXT("Record FILE: write every impact to a file that 'fracturesim replay' runs again. Without FILE: stop."),
	FConsoleCommandWithWorldAndArgsDelegate::CreateStatic(&RecordCommand));

static FAutoConsoleCommandWithWorldAndArgs StatsConsoleCommand(TEXT("fracturesim.Stats"),
	TEXT("What the world's breakables are doing."),
	FConsoleCommandWithWorldAndArgsDelegate::CreateStatic(&StatsCommand));
} // namespace FractureSim::Private
