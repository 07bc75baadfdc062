// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What a fracture costs the game thread, in the headless world: the module's own share, without the engine's.
//
//     fracture_unreal_bench [REPEATS]
#include "Core/Base/AllocationCounter.h"
#include "FractureSimMaterial.h"
#include "HAL/IConsoleManager.h"
#include "HAL/PlatformTime.h"
#include "Level.h"
#include "Modules/ModuleManager.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace FractureTests;

namespace
{
struct FRow
{
	int32 Pieces = 0;
	int32 Frames = 0;        // from the first piece made to the swap
	double LongestMs = 1e30; // of these frames
	double TotalMs = 1e30;
};

/// A slab of concrete, which breaks into grains where it is hit; baked once.
const TArray<uint8>& Slab()
{
	static const TArray<uint8> Bytes = []
	{
		UFractureSimMaterial* const Concrete = NewObject<UFractureSimMaterial>(nullptr);
		Concrete->LoadPreset(TEXT("concrete"));
		return UFractureSimAsset::BakeBox(nullptr, FVector(10.0, 60.0, 60.0), Concrete, 6000)->GetBytes();
	}();
	return Bytes;
}

/// One slab, hit as hard as makes about fifty pieces.
FRow BreakOne(int32 BodiesPerFrame)
{
	StandIn::TypeInConsole(TEXT("fracturesim.BodiesPerFrame"), {FString::Printf(TEXT("%d"), BodiesPerFrame)}, nullptr);
	FLevel Level;
	Level.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& Pane = Level.AddPane(false, FTransform(), Slab());
	Pane.Fracture->ApplyFractureImpulse(FVector(-5.0, 3.0, 2.0), FVector(60000.0, 0.0, 0.0), 2.0f);
	FRow Row;
	Row.LongestMs = 0.0;
	Row.TotalMs = 0.0;
	while (Pane.Fracture->GetStatus() != EFractureSimStatus::Broken)
	{
		const int32 Before = Level.PieceComponents();
		Level.Tick();
		if (Level.PieceComponents() > Before || Pane.Fracture->GetStatus() == EFractureSimStatus::Broken)
		{
			const double Ms = Level.Subsystem().GetStats().LastTickMilliseconds;
			++Row.Frames;
			Row.LongestMs = std::max(Row.LongestMs, Ms);
			Row.TotalMs += Ms;
		}
	}
	Row.Pieces = Level.Pieces().Num();
	return Row;
}

void PrintIdle()
{
	FLevel Level;
	for (int32 I = 0; I < 100; ++I)
	{
		Level.AddPane(false, FTransform(FVector(0.0, 100.0 * I, 0.0)));
	}
	const UFractureSimSubsystem& Subsystem = Level.Subsystem();
	const FractureCore::AllocationCounter Counter;
	const double Start = FPlatformTime::Seconds();
	int32 Ticks = 0;
	constexpr int32 Frames = 100000;
	for (int32 I = 0; I < Frames; ++I)
	{
		Ticks += Subsystem.IsTickable() ? 1 : 0;
	}
	const int64 Allocations = Counter.Count();
	const double Nanoseconds = (FPlatformTime::Seconds() - Start) / Frames * 1.0e9;
	std::printf("idle, 100 breakables: %d ticks in %d frames, %lld allocations, %.0f ns a frame\n",
		Ticks,
		Frames,
		static_cast<long long>(Allocations),
		Nanoseconds);
}
} // namespace

int main(int argc, char** argv)
{
	const int32 Repeats = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
	StandIn::StartModules();
	const double Budget = GetDefault<UFractureSimSettings>()->BudgetMilliseconds;
	std::printf("bodies a frame  pieces  frames  longest ms  total ms  within %.1f ms\n", Budget);
	for (const int32 BodiesPerFrame : {16, 64})
	{
		FRow Best;
		for (int32 I = 0; I < Repeats; ++I)
		{
			const FRow Row = BreakOne(BodiesPerFrame);
			Best.LongestMs = std::min(Best.LongestMs, Row.LongestMs);
			Best.TotalMs = std::min(Best.TotalMs, Row.TotalMs);
			Best.Pieces = Row.Pieces;
			Best.Frames = Row.Frames;
		}
		std::printf("%14d  %6d  %6d  %10.2f  %8.2f  %s\n",
			BodiesPerFrame,
			Best.Pieces,
			Best.Frames,
			Best.LongestMs,
			Best.TotalMs,
			Best.LongestMs <= Budget ? "yes" : "NO");
	}
	PrintIdle();
	StandIn::StopModules();
	return 0;
}
