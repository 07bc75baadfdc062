// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/BreakTask.h"

#include "Bridge/ImpactBridge.h"
#include "Bridge/MeshBridge.h"
#include "Bridge/TaskBridge.h"
#include "Bridge/UnitBridge.h"
#include "FractureCore/Piece.h"
#include "FractureSimTrace.h"

namespace FractureSim::Private
{
/// A blow that grows by half each time is a hundred thousand times as strong after these.
static constexpr int32 MaxForcedTries = 28;

/// More specks than this look the same.
static constexpr int32 MaxDebrisSpecks = 200;

/// Step by step, so that a cancelled impact ends within milliseconds.
static FractureCore::Result<FractureCore::BreakResult> RunEvent(const FBreakTask& Task)
{
	FCoreImpact Core = ToCoreImpact(Task.Record);
	Core.Impact.damage = Task.Damage.Get();
	FractureCore::Result<FractureCore::BreakEvent> Event =
		FractureCore::BreakEvent::Create(*Task.Body->Breakable, Core.Impact, Core.Settings);
	if (!Event)
	{
		return Event.GetError();
	}
	while (Event->Stage() != FractureCore::BreakStage::Done)
	{
		if (Task.bCancelled.load(std::memory_order_relaxed))
		{
			return FractureCore::Error{FractureCore::ErrorCode::Cancelled, "cancelled"};
		}
		if (const FractureCore::Status Stepped = Event->Step(UnrealRunner()); !Stepped)
		{
			return Stepped.GetError();
		}
	}
	return Event->TakeResult();
}

/// Half as hard again; false if the numbers have no room for it.
static bool HitHarder(FFractureSimImpactRecord& Record)
{
	for (FFractureSimContact& Contact : Record.Contacts)
	{
		for (int32 Axis = 0; Axis < 3; ++Axis)
		{
			const int64 Harder = int64(Contact.Impulse[Axis]) + Contact.Impulse[Axis] / 2;
			if (FMath::Abs(Harder) > 2000000000)
			{
				return false;
			}
			Contact.Impulse[Axis] = static_cast<int32>(Harder);
		}
	}
	return true;
}

/// The core counts small pieces and bounds them; particles want points. A low-discrepancy sequence fills the box.
static void ScatterDebris(
	FBreakTask& Task, int32 Pieces, double Mass, const FractureCore::Vec3& Low, const FractureCore::Vec3& High)
{
	const int32 Specks = FMath::Min(Pieces, MaxDebrisSpecks);
	const double Density = Task.Body->Breakable->Object().material.density;
	const double Size = Pieces > 0 ? FMath::Pow(Mass / Density / Pieces, 1.0 / 3.0) : 0.0;
	for (int32 I = 0; I < Specks; ++I)
	{
		// Powers of the plastic number's cube relative: [0, 1) in each axis without a pattern.
		const double X = FMath::Frac(0.5 + 0.8191725133961645 * (I + 1));
		const double Y = FMath::Frac(0.5 + 0.6710436067037893 * (I + 1));
		const double Z = FMath::Frac(0.5 + 0.5497004779019703 * (I + 1));
		const FractureCore::Vec3 Point{
			Low.x + X * (High.x - Low.x), Low.y + Y * (High.y - Low.y), Low.z + Z * (High.z - Low.z)};
		Task.DebrisLocations.Add(ToCentimetres(Point));
		Task.DebrisSizes.Add(static_cast<float>(Size * CentimetresPerMetre));
	}
}

/// How much is open: what an impact adds to it, later ones start from.
static int64 OpenTets(const FractureCore::CrackSet& Cracks)
{
	int64 Count = static_cast<int64>(Cracks.grains.seeds.size());
	for (const FractureCore::Crack& Crack : Cracks.cracks)
	{
		Count += static_cast<int64>(Crack.openTets.size());
	}
	return Count;
}

/// Keeps what a large piece may break from again.
static void TakePiece(FBreakTask& Task, FPieceSource& Source, FractureCore::Fragment&& Fragment)
{
	const FractureCore::Breakable& Parent = *Task.Body->Breakable;
	if (Fragment.mass.volume >= Task.LeastPieceVolume)
	{
		Source.HarmlessForce = FractureCore::HarmlessForce(Parent, Fragment.surface, Fragment.mass.volume);
		Source.Fragment = MakeShared<FractureCore::Fragment>(MoveTemp(Fragment));
	}
}

/// Pieces beyond the limit join the debris; they are the smallest, because the core sorts by size.
static void TakeResult(FBreakTask& Task, FractureCore::BreakResult&& Result)
{
	Task.bSeparated = Result.separated;
	Task.ImpulseShare = Result.impulseFraction;
	Task.LoadFraction = Result.plan.firstFailureLoad;
	Task.Record.Result = ToUnrealHash(Result.hash);
	Task.CrackEnergy = Result.crackEnergy;
	if (!Result.separated)
	{
		if (OpenTets(Result.plan.cracks) > (Task.Damage ? OpenTets(*Task.Damage) : 0))
		{
			Task.Cracks = MakeShared<FractureCore::CrackSet>(MoveTemp(Result.plan.cracks));
		}
		return;
	}
	ScatterDebris(Task, Result.debris.pieces, Result.debris.mass, Result.debris.low, Result.debris.high);
	for (size_t I = 0; I < Result.fragments.size(); ++I)
	{
		FractureCore::Fragment& Fragment = Result.fragments[I];
		FPieceSource& Source = Task.Pieces.AddDefaulted_GetRef();
		Source.Centre = ToCentimetres(Fragment.mass.centre);
		Source.bHeld = FractureCore::IsAnchored(*Task.Body->Breakable, Fragment.surface);
		FKAggregateGeom Shapes = ToCollisionShapes(Result.hulls[I], Fragment.mass.centre);
		if (Task.Fragments.Num() >= Task.MaxFragments || Shapes.ConvexElems.Num() == 0)
		{
			if (Task.DebrisLocations.Num() < MaxDebrisSpecks)
			{
				Task.DebrisLocations.Add(ToCentimetres(Fragment.mass.centre));
				Task.DebrisSizes.Add(
					static_cast<float>(FMath::Pow(Fragment.mass.volume, 1.0 / 3.0) * CentimetresPerMetre));
			}
			// Not shown here, but perhaps on the server, where it may break again.
			TakePiece(Task, Source, MoveTemp(Fragment));
			continue;
		}
		FFragmentData& Data = *Task.Fragments.Add_GetRef(MakeUnique<FFragmentData>());
		Data.Number = static_cast<int32>(I);
		Data.Mesh = ToDynamicMesh(Fragment.surface, Fragment.mass.centre);
		Data.Shapes = MoveTemp(Shapes);
		Data.Centre = ToCentimetres(Fragment.mass.centre);
		Data.Mass = Fragment.mass.mass;
		Data.Velocity = ToCentimetresPerSecond(Result.motions[I].velocity);
		Data.AngularVelocity = FromCoreSpin(Result.motions[I].angularVelocity);
		TakePiece(Task, Source, MoveTemp(Fragment));
	}
}

static void RunBreakTask(FBreakTask& Task)
{
	FRACTURESIM_SCOPE(FractureSim_Solve);
	if (!Task.Body->Breakable)
	{
		Task.Error = Task.Body->Error;
		return;
	}
	Task.BodyMass = Task.Body->Breakable->Object().mass;
	if (Task.bFromHistory && Task.Record.Body != Task.Body->Key)
	{
		Task.Error = TEXT("the record is of another bake or other settings of the body than there are here");
		return;
	}
	Task.Record.Body = Task.Body->Key;
	if (!Task.bFromHistory)
	{
		ProjectContacts(Task.Record, Task.Body->Breakable->Object());
	}
	for (int32 Try = 0;; ++Try)
	{
		FractureCore::Result<FractureCore::BreakResult> Result = RunEvent(Task);
		if (!Result)
		{
			Task.Error = UTF8_TO_TCHAR(Result.GetError().message.c_str());
			return;
		}
		if (Result->separated || !Task.bForce || Try >= MaxForcedTries || !HitHarder(Task.Record))
		{
			TakeResult(Task, MoveTemp(*Result));
			return;
		}
	}
}

void StartBreakTask(const TSharedRef<FBreakTask>& Task)
{
	Task->Task = UE::Tasks::Launch(
		UE_SOURCE_LOCATION, [Task] { RunBreakTask(*Task); }, UE::Tasks::ETaskPriority::BackgroundHigh);
}
} // namespace FractureSim::Private
