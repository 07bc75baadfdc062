// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimLink.h"

#include "Engine/World.h"
#include "FractureSimComponent.h"
#include "FractureSimLog.h"
#include "FractureSimSubsystem.h"
#include "GameFramework/Actor.h"

namespace FractureSim::Private
{
/// Below what a packet takes, and what an array in a call may have.
static constexpr int32 PartBytes = 1000;
static constexpr int32 WindowParts = 16;

/// More is no breakable's state.
static constexpr int32 MostStateBytes = 64 * 1024 * 1024;

/// A state is not taken more often for one who asks again and again, in s.
static constexpr double LeastPause = 0.5;
} // namespace FractureSim::Private

using namespace FractureSim::Private;

UFractureSimLink::UFractureSimLink()
{
	PrimaryComponentTick.bCanEverTick = false;
	SetIsReplicatedByDefault(true);
}

void UFractureSimLink::BeginPlay()
{
	Super::BeginPlay();
	UFractureSimSubsystem* const Subsystem = GetWorld()->GetSubsystem<UFractureSimSubsystem>();
	if (Subsystem && !GetOwner()->HasAuthority())
	{
		Subsystem->AskWaiting(*this);
	}
}

UFractureSimLink::FTransfer* UFractureSimLink::Find(const UFractureSimComponent* Component)
{
	Transfers.RemoveAll([](const FTransfer& Other) { return !Other.Component.IsValid(); });
	return Transfers.FindByPredicate(
		[Component](const FTransfer& Other) { return Other.Component.Get() == Component; });
}

void UFractureSimLink::Ask(UFractureSimComponent& Component)
{
	if (!Find(&Component))
	{
		Transfers.AddDefaulted_GetRef().Component = &Component;
		ServerAsk(&Component, 0);
	}
}

void UFractureSimLink::ServerAsk_Implementation(UFractureSimComponent* Component, int32 Offset)
{
	UFractureSimSubsystem* const Subsystem = GetWorld()->GetSubsystem<UFractureSimSubsystem>();
	// What a client says may be anything.
	if (!Subsystem || !IsValid(Component) || Component->GetWorld() != GetWorld() ||
		!Component->GetOwner()->HasAuthority())
	{
		return;
	}
	const double Now = GetWorld()->GetTimeSeconds();
	FTransfer* Transfer = Find(Component);
	if (Offset == 0)
	{
		if (!Transfer)
		{
			Transfer = &Transfers.AddDefaulted_GetRef();
			Transfer->Component = Component;
		}
		if (Transfer->Bytes.IsEmpty() || Transfer->Sequence != Component->LastSequence ||
			Now - Transfer->Time > LeastPause)
		{
			Transfer->Bytes = Subsystem->CaptureState(*Component);
			Transfer->Sequence = Component->LastSequence;
			Transfer->Time = Now;
			Transfer->bDone = false;
		}
	}
	if (!Transfer || Offset < 0 || Offset >= Transfer->Bytes.Num())
	{
		return;
	}
	const int32 Total = Transfer->Bytes.Num();
	const int32 End = FMath::Min(Total, Offset + WindowParts * PartBytes);
	for (int32 Begin = Offset; Begin < End; Begin += PartBytes)
	{
		TArray<uint8> Part;
		Part.Append(Transfer->Bytes.GetData() + Begin, FMath::Min(PartBytes, End - Begin));
		ClientTake(Component, Begin, Total, Part);
	}
	if (End == Total)
	{
		// The last one stays for those who ask again and again; of others nothing is kept.
		Transfer->bDone = true;
		Transfers.RemoveAll(
			[Component](const FTransfer& Other) { return Other.bDone && Other.Component.Get() != Component; });
	}
}

void UFractureSimLink::ClientTake_Implementation(
	UFractureSimComponent* Component, int32 Offset, int32 Total, const TArray<uint8>& Part)
{
	FTransfer* const Transfer = IsValid(Component) ? Find(Component) : nullptr;
	UFractureSimSubsystem* const Subsystem = GetWorld()->GetSubsystem<UFractureSimSubsystem>();
	if (!Transfer || !Subsystem || Offset != Transfer->Bytes.Num() || Total > MostStateBytes)
	{
		return;
	}
	Transfer->Bytes.Append(Part);
	if (Transfer->Bytes.Num() >= Total)
	{
		const TArray<uint8> Bytes = MoveTemp(Transfer->Bytes);
		Transfers.RemoveAll([Component](const FTransfer& Other) { return Other.Component.Get() == Component; });
		Subsystem->AdoptState(*Component, Bytes);
	}
	else if (Transfer->Bytes.Num() % (WindowParts * PartBytes) == 0)
	{
		ServerAsk(Component, Transfer->Bytes.Num());
	}
}
