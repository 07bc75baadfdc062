// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A breakable's history: made on the server, run again on clients and from saved games.
#include "Break/PieceTree.h"
#include "Bridge/ImpactBridge.h"
#include "Bridge/UnitBridge.h"
#include "Components/DynamicMeshComponent.h"
#include "FractureSimComponent.h"
#include "FractureSimLog.h"
#include "FractureSimSubsystem.h"
#include "GameFramework/Actor.h"

using namespace FractureSim::Private;

void UFractureSimComponent::AddToHistory(FFractureSimImpactRecord& Record)
{
	GetOwner()->ForceNetUpdate(); // first: what sleeps on the network loses what changed before it was woken
	Record.Era = Era;
	Record.Sequence = ++LastSequence;
	FFractureSimImpactRecord& Item = History.Items.Add_GetRef(Record);
	History.MarkItemDirty(Item);
	GetSubsystem()->LinkPlayers();
}

/// Records build on each other: on the pieces and cracks that the ones before made.
void UFractureSimComponent::ReceiveRecord(const FFractureSimImpactRecord& Record)
{
	EnterEra(Record.Era);
	// Before play begins it waits in the history.
	if (Status == EFractureSimStatus::NotReady || Record.Era != KnownEra || Record.Sequence <= LastSequence)
	{
		return;
	}
	if (TakesServersPieces())
	{
		LastSequence = Record.Sequence;
		FallOutOfSync();
	}
	else if (!bHistoryFailed)
	{
		Pending.Add(Record);
		RunNextRecord();
	}
}

/// What this machine makes of a record is not what the server made of it.
bool UFractureSimComponent::TakesServersPieces() const
{
	return (bOutOfSync || bAdopted) && !GetOwner()->HasAuthority();
}

void UFractureSimComponent::FallOutOfSync()
{
	bOutOfSync = true;
	UFractureSimSubsystem* const Subsystem = GetSubsystem();
	if (Subsystem && !GetOwner()->HasAuthority())
	{
		Subsystem->AskServer(*this);
	}
}

void UFractureSimComponent::FinishAdoption(int32 Sequence)
{
	Pending.Empty();
	bReplaying = false;
	bHistoryFailed = false;
	bAdopted = true;
	bOutOfSync = false;
	DamagedStates = 0;
	if (LastSequence > Sequence)
	{
		FallOutOfSync(); // the server has gone on meanwhile
		return;
	}
	LastSequence = Sequence;
}

void UFractureSimComponent::RunNextRecord()
{
	UFractureSimSubsystem* const Subsystem = GetSubsystem();
	const FFractureSimImpactRecord* const Next = Pending.FindByPredicate(
		[this](const FFractureSimImpactRecord& Record) { return Record.Sequence == LastSequence + 1; });
	if (bReplaying || !Subsystem)
	{
		return;
	}
	if (Pending.IsEmpty())
	{
		Kept.Reset(); // all of it has been run
	}
	if (!Next)
	{
		// From a server the missing one is still to come. A saved game has no more.
		if (Pending.Num() > 0 && GetOwner()->HasAuthority())
		{
			UE_LOG(LogFractureSim,
				Error,
				TEXT("%s: impact %d is missing in its saved history; those after it are not run"),
				*GetOwner()->GetName(),
				LastSequence + 1);
			FailRecord();
		}
		return;
	}
	FFractureSimImpactRecord Record = *Next;
	Pending.RemoveAll([&Record](const FFractureSimImpactRecord& Other) { return Other.Sequence <= Record.Sequence; });
	if (bRetold)
	{
		RunAnew(Record);
		return;
	}
	const TSharedPtr<FPieceNode> Node = Tree->Find(Record.Parent, Record.Piece);
	if (!Node || !Node->MayBreak() || Node->Status == EFractureSimStatus::Broken)
	{
		UE_LOG(LogFractureSim,
			Error,
			TEXT("%s: impact %d of the history is on piece %d of impact %d, which is not there or does not break here"),
			*GetOwner()->GetName(),
			Record.Sequence,
			Record.Piece,
			Record.Parent);
		FailRecord();
		return;
	}
	bReplaying = true;
	Subsystem->QueueRecord(*this, Node, Record, false);
}

void UFractureSimComponent::RetellHistory(int32 FromSequence)
{
	bRetold = true;
	ForgetSettled(FromSequence);
}

/// Pieces have other shapes and numbers than when this was recorded: what is where it struck takes the blow.
void UFractureSimComponent::RunAnew(FFractureSimImpactRecord& Record)
{
	const FVector Point = Record.Contacts.Num() > 0 ? ToCentimetres(Dequantise(Record.Contacts[0].Point, LengthStep))
													: FVector::ZeroVector;
	const TSharedPtr<FPieceNode> Node = Tree->FindBreakable(Point);
	if (!Node)
	{
		UE_LOG(LogFractureSim,
			Warning,
			TEXT("%s: nothing is left that impact %d of its saved game could break"),
			*GetOwner()->GetName(),
			Record.Sequence);
		FailRecord();
		return;
	}
	Record.Parent = Node->Break;
	Record.Piece = Node->Number;
	if (const UPrimitiveComponent* const Piece = Node->IsWholeBody() ? nullptr : PrimitiveOf(*Node))
	{
		const FTransform Frame = FrameOf(*Piece, *Node);
		Record.Location = Frame.GetLocation();
		Record.Rotation = Frame.GetRotation();
	}
	bReplaying = true;
	GetSubsystem()->QueueRecord(*this, Node, Record, true);
}

void UFractureSimComponent::FinishRecord(int32 Sequence)
{
	// The server gives its own numbers, which are the same.
	LastSequence = FMath::Max(LastSequence, Sequence);
	bReplaying = false;
	if (TakesServersPieces())
	{
		for (const FFractureSimImpactRecord& Record : Pending)
		{
			LastSequence = FMath::Max(LastSequence, Record.Sequence);
		}
		Pending.Empty();
		return;
	}
	RunNextRecord();
}

/// What is left of the history would break what is not there.
void UFractureSimComponent::FailRecord()
{
	bReplaying = false;
	bHistoryFailed = true;
	for (const FFractureSimImpactRecord& Record : History.Items)
	{
		// Numbers of another era say nothing of this one.
		LastSequence = Record.Era == KnownEra ? FMath::Max(LastSequence, Record.Sequence) : LastSequence;
	}
	Pending.Empty();
	Kept.Reset();
	if (!GetOwner()->HasAuthority())
	{
		FallOutOfSync();
	}
}

const FFractureSimImpactRecord* UFractureSimComponent::FindPending(int32 Parent, int32 Piece) const
{
	for (const FFractureSimImpactRecord& Record : Pending)
	{
		if (Record.Parent == Parent && Record.Piece == Piece)
		{
			return &Record;
		}
	}
	return nullptr;
}

int32 UFractureSimComponent::GetDamageCount(const UPrimitiveComponent* PieceOrBody) const
{
	const TSharedPtr<FPieceNode> Node = NodeOf(PieceOrBody);
	return Node ? Node->DamageRecords.Num() : 0;
}

void UFractureSimComponent::ReceiveRepair(const FFractureSimImpactRecord& Removed)
{
	if (Removed.Era == KnownEra)
	{
		BecomeWhole();
	}
}

void UFractureSimComponent::OnRep_Era()
{
	EnterEra(Era);
}

/// On a client. Whatever it has is of what was before.
void UFractureSimComponent::EnterEra(int32 Newer)
{
	if (Newer > KnownEra)
	{
		KnownEra = Newer;
		BecomeWhole();
	}
}

FFractureSimSave UFractureSimComponent::GetSave() const
{
	if (Kept.IsSet())
	{
		return *Kept; // not run yet
	}
	FFractureSimSave Save;
	for (const FFractureSimImpactRecord& Record : History.Items)
	{
		if (Record.Era == KnownEra)
		{
			Save.Impacts.Add(Record);
		}
	}
	if (UFractureSimSubsystem* const Subsystem = GetSubsystem())
	{
		Save.Settled = Subsystem->CollectPoses(*this, 0.0);
	}
	return Save;
}

void UFractureSimComponent::RestoreSave(const FFractureSimSave& Save)
{
	if (!GetOwner()->HasAuthority())
	{
		UE_LOG(LogFractureSim, Warning, TEXT("%s: only the server restores saved games"), *GetOwner()->GetName());
		return;
	}
	if (Status == EFractureSimStatus::NotReady)
	{
		// A game may load before it begins to play.
		if (HasBegunPlay())
		{
			UE_LOG(LogFractureSim,
				Warning,
				TEXT("%s: the saved game is not restored, because it cannot break here"),
				*GetOwner()->GetName());
		}
		else
		{
			Kept = Save;
		}
		return;
	}
	Repair();
	if (Status == EFractureSimStatus::NotReady)
	{
		return; // whoever saw the body come back ended it
	}
	for (const FFractureSimSettled& Item : Save.Settled)
	{
		UpdateSettled(Item);
	}
	Kept = Save; // what is saved meanwhile is all of it
	Pending = Save.Impacts;
	RunNextRecord();
}
