// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What becomes of an impact that was worked out: it is given up, leaves the body whole, is not what the server found,
// or goes on to be applied.
#include "Break/BreakTask.h"
#include "Break/PieceTree.h"
#include "Components/DynamicMeshComponent.h"
#include "Debug/Recorder.h"
#include "FractureSimComponent.h"
#include "FractureSimLog.h"
#include "FractureSimSettings.h"
#include "FractureSimSubsystem.h"
#include "GameFramework/Actor.h"

namespace FractureSim::Private
{
/// Of one breakable. Who joins late gets all of its history in one go, and an engine sends some 64 KB so. From this on
/// only breaks are told, as they always are.
static constexpr int32 MostCrackBytes = 30'000;

/// As far as properties and item numbers go. A blast has some dozens of contacts.
static int32 BytesOf(TConstArrayView<FFractureSimImpactRecord> Records)
{
	constexpr int32 RecordBytes = 150;
	constexpr int32 ContactBytes = 32;
	int32 Bytes = 0;
	for (const FFractureSimImpactRecord& Record : Records)
	{
		Bytes += RecordBytes + ContactBytes * Record.Contacts.Num();
	}
	return Bytes;
}
} // namespace FractureSim::Private

using namespace FractureSim::Private;

/// An impact that cannot be worked out changes nothing. A piece that cannot be made breakable stays whole for good.
void UFractureSimSubsystem::GiveUp(FEvent& Event, const FString& Problem)
{
	UFractureSimComponent& Component = *Event.Component.Get();
	Component.SetStatus(*Event.Node, EFractureSimStatus::Whole);
	const bool bNoPiece = !Event.Node->IsWholeBody() && Event.Node->Body && !Event.Node->Body->Breakable;
	if (bNoPiece)
	{
		Event.Node->Fragment.Reset();
		UE_LOG(
			LogFractureSim, Verbose, TEXT("%s: a piece stays whole: %s"), *Component.GetOwner()->GetName(), *Problem);
	}
	else
	{
		UE_LOG(LogFractureSim, Warning, TEXT("%s: impact ignored: %s"), *Component.GetOwner()->GetName(), *Problem);
	}
	if (Event.bFromHistory)
	{
		Component.FailRecord();
	}
	else if (const UPrimitiveComponent* const Primitive = Component.PrimitiveOf(*Event.Node))
	{
		Component.SubmitLater(Event.Node, FrameOf(*Primitive, *Event.Node));
	}
}

void UFractureSimSubsystem::CollectResults()
{
	for (int32 I = 0; I < Running.Num();)
	{
		if (!Running[I].Task->Task.IsCompleted())
		{
			++I;
			continue;
		}
		// Out of the list first: whoever hears of the result may end the actor or the world.
		FEvent Event = MoveTemp(Running[I]);
		Running.RemoveAt(I);
		FinishSolve(Event);
	}
}

void UFractureSimSubsystem::FinishSolve(FEvent& Event)
{
	if (Event.bAdopted)
	{
		FinishReading(Event);
		return;
	}
	UFractureSimComponent* const Component = AliveOf(Event);
	const FBreakTask& Task = *Event.Task;
	if (!Component || Event.Node->Status != EFractureSimStatus::Solving)
	{
		return;
	}
	if (!Task.Error.IsEmpty())
	{
		GiveUp(Event, Task.Error);
		return;
	}
	if (Event.bFromHistory && !Event.bAnew && !CheckAgainstServer(Event))
	{
		return;
	}
	if (Recorder)
	{
		Recorder->Add(Task);
	}
	if (!Event.bFromHistory && Event.Impacts.Num() > 0)
	{
		Component->OnImpactEvaluated.Broadcast(
			Component, Event.Impacts[0], static_cast<float>(Task.LoadFraction), Task.bSeparated);
	}
	// A listener may have repaired or ended it.
	if (!AliveOf(Event))
	{
		return;
	}
	if (!Task.bSeparated)
	{
		FinishWhole(Event);
		return;
	}
	Component->SetStatus(*Event.Node, EFractureSimStatus::Applying);
	Applying.Add(MoveTemp(Event));
}

/// It held. Cracks that it got stay in it, and count as history: the next impact comes out differently by them.
void UFractureSimSubsystem::FinishWhole(FEvent& Event)
{
	UFractureSimComponent& Component = *Event.Component.Get();
	FPieceNode& Node = *Event.Node;
	FBreakTask& Task = *Event.Task;
	Component.SetStatus(Node, EFractureSimStatus::Whole);
	const bool bServer = Component.GetOwner()->HasAuthority();
	const bool bRoom = Node.DamageRecords.Num() < GetDefault<UFractureSimSettings>()->MaxDamageImpacts &&
		BytesOf(Component.History.Items) < MostCrackBytes;
	const bool bCracked = Task.Cracks && (Event.bFromHistory || bRoom);
	// What a saved game has is kept even if it does nothing here: the numbers of a history have no gaps.
	if (bServer && (bCracked || Event.bFromHistory))
	{
		Component.AddToHistory(Task.Record);
	}
	if (bCracked)
	{
		Node.Damage = Task.Cracks;
		Node.Touches.Reset(); // what it bore before it may not bear any more
		Node.DamageRecords.Add(Task.Record);
	}
	UPrimitiveComponent* const Primitive = Component.PrimitiveOf(Node);
	for (const FFractureSimImpact& Impact : Event.Impacts)
	{
		// Physics has moved the body by its own hits; other blows push it now.
		if (Impact.Source != EFractureSimSource::Physics && Primitive && Primitive->IsSimulatingPhysics())
		{
			Primitive->AddImpulseAtLocation(Impact.Impulse, Impact.Location, NAME_None);
		}
	}
	if (Event.bFromHistory)
	{
		Component.FinishRecord(Event.Record.Sequence);
	}
	else if (Primitive)
	{
		Component.SubmitLater(Event.Node, FrameOf(*Primitive, Node));
	}
}

/// Everyone works out the same pieces. Where that fails, it is tried once more (false). Where it fails for good, a
/// client takes the server's pieces, and until they are here nothing may depend on its own. With a saved game nobody
/// has others: what comes out is the truth from then on, for clients too.
bool UFractureSimSubsystem::CheckAgainstServer(FEvent& Event)
{
	UFractureSimComponent& Component = *Event.Component.Get();
	const FFractureSimHash Found = Event.Task->Record.Result;
	if (Event.Record.Result == Found)
	{
		return true;
	}
	if (!Event.bRetried)
	{
		// Perhaps it is the body kept in memory that is not what it should be.
		UE_LOG(LogFractureSim,
			Warning,
			TEXT("%s: broke as %s here and as %s on the server; it is worked out once more with a body made anew"),
			*Component.GetOwner()->GetName(),
			*Found.ToString(),
			*Event.Record.Result.ToString());
		Bodies.Remove(Event.Task->Body->Key.ToString());
		Event.Node->Body.Reset();
		Event.bRetried = true;
		Event.Task.Reset();
		Queue.Add(MoveTemp(Event));
		return false;
	}
	++Stats.OutOfSync;
	if (Component.GetOwner()->HasAuthority())
	{
		UE_LOG(LogFractureSim,
			Error,
			TEXT("%s: impact %d of its saved game breaks it as %s here and did as %s there; it goes on with what it is "
				 "here"),
			*Component.GetOwner()->GetName(),
			Event.Record.Sequence,
			*Found.ToString(),
			*Event.Record.Result.ToString());
		++Stats.Repaired;
		Component.RetellHistory(Event.Record.Sequence);
		return true;
	}
	UE_LOG(LogFractureSim,
		Error,
		TEXT("%s: broke as %s here and as %s on the server; its pieces let pawns pass until the server's are here"),
		*Component.GetOwner()->GetName(),
		*Found.ToString(),
		*Event.Record.Result.ToString());
	Component.FallOutOfSync();
	return true;
}
