// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimLink.h"

#include "Engine/World.h"
#include "FractureSimComponent.h"
#include "FractureSimLog.h"
#include "FractureSimSubsystem.h"
#include "GameFramework/Actor.h"

namespace FractureSim::Private
{
/// With what a call has around it, below what a packet takes (1 KB), and what an array in a call may have.
static constexpr int32 PartBytes = 900;
static constexpr int32 WindowParts = 16;
static constexpr int32 WindowBytes = WindowParts * PartBytes;

/// More is no breakable's state.
static constexpr int32 MostStateBytes = 64 * 1024 * 1024;

/// Between the states that a server takes for one player, who may ask again and again, in s.
static constexpr double LeastPause = 0.1;
} // namespace FractureSim::Private

using namespace FractureSim::Private;

UFractureSimLink::UFractureSimLink()
{
	PrimaryComponentTick.bCanEverTick = false;
	SetIsReplicatedByDefault(true);
}

UFractureSimSubsystem* UFractureSimLink::GetSubsystem() const
{
	return GetWorld()->GetSubsystem<UFractureSimSubsystem>();
}

void UFractureSimLink::BeginPlay()
{
	Super::BeginPlay();
	UFractureSimSubsystem* const Subsystem = GetSubsystem();
	if (Subsystem && !GetOwner()->HasAuthority())
	{
		Subsystem->AskWaiting(*this);
	}
}

void UFractureSimLink::Ask(UFractureSimComponent& Component)
{
	const bool bWanted = Wanted.FindByPredicate([&Component](const TWeakObjectPtr<UFractureSimComponent>& Other)
							 { return Other.Get() == &Component; }) != nullptr;
	if (bWanted || Transfer.Component.Get() == &Component)
	{
		return;
	}
	Wanted.Add(&Component);
	if (!bAsks)
	{
		AskNext();
	}
}

void UFractureSimLink::Drop(const UFractureSimComponent& Component)
{
	Wanted.RemoveAll(
		[&Component](const TWeakObjectPtr<UFractureSimComponent>& Other) { return Other.Get() == &Component; });
	if (Transfer.Component.Get() == &Component)
	{
		// The next is asked for when what is under way is here: both might be too much.
		Transfer.Component = nullptr;
		Transfer.Bytes.Empty();
	}
}

void UFractureSimLink::AskNext()
{
	Transfer = FTransfer();
	bAsks = false;
	while (Wanted.Num() > 0 && !bAsks)
	{
		UFractureSimComponent* const Component = Wanted[0].Get();
		Wanted.RemoveAt(0);
		if (Component && Component->IsOutOfSync())
		{
			Transfer.Component = Component;
			bAsks = true;
			ServerAsk(Component, ++LastQuestion, 0);
		}
	}
}

/// What a client says may be anything.
void UFractureSimLink::ServerAsk_Implementation(UFractureSimComponent* Component, int32 Question, int32 Offset)
{
	if (!IsValid(Component) || Component->GetWorld() != GetWorld() || !Component->GetOwner()->HasAuthority())
	{
		Refuse(Question, TEXT("a breakable that is not here"));
		return;
	}
	const bool bGoesOn = Question == LastQuestion && Component == Transfer.Component.Get() && !Transfer.bWaits &&
		Offset > 0 && Offset == Transfer.Done;
	if (Offset != 0 && !bGoesOn)
	{
		Refuse(Question, TEXT("a part that is not its turn"));
		return;
	}
	if (bGoesOn && Transfer.Life == Component->Life)
	{
		SendWindow();
		return;
	}
	// A new question, or it was made whole since, and what is left of the old state is of no use.
	Transfer = FTransfer();
	Transfer.Component = Component;
	Transfer.bWaits = true;
	LastQuestion = Question;
	Answer();
}

void UFractureSimLink::Answer()
{
	UFractureSimSubsystem* const Subsystem = GetSubsystem();
	if (!Transfer.bWaits || !Subsystem)
	{
		return;
	}
	const UFractureSimComponent* const Component = Transfer.Component.Get();
	const double Now = GetWorld()->GetTimeSeconds();
	// A link that came along from another level has that level's time.
	if (Component && Now >= TakenTime && Now - TakenTime < LeastPause)
	{
		Subsystem->AnswerLater(*this);
		return;
	}
	Transfer.bWaits = false;
	if (!Component)
	{
		Refuse(LastQuestion, TEXT("a breakable that has gone"));
		return;
	}
	TakenTime = Now;
	Transfer.Life = Component->Life;
	Transfer.Bytes = Subsystem->CaptureState(*Component);
	if (Transfer.Bytes.Num() > MostStateBytes)
	{
		Refuse(LastQuestion, TEXT("more pieces than can be sent"));
		Transfer = FTransfer();
		return;
	}
	SendWindow();
}

void UFractureSimLink::SendWindow()
{
	const int32 Total = Transfer.Bytes.Num();
	const int32 End = FMath::Min(Total - Transfer.Done, WindowBytes) + Transfer.Done;
	while (Transfer.Done < End)
	{
		TArray<uint8> Part;
		Part.Append(Transfer.Bytes.GetData() + Transfer.Done, FMath::Min(PartBytes, End - Transfer.Done));
		ClientTake(LastQuestion, Transfer.Done, Total, Part);
		Transfer.Done += Part.Num();
	}
	if (End == Total)
	{
		Transfer = FTransfer();
	}
}

void UFractureSimLink::Refuse(int32 Question, const TCHAR* Why)
{
	if (!bRefused)
	{
		UE_LOG(LogFractureSim,
			Warning,
			TEXT("%s asks for %s; it is told that there is none, as it will be from now on without a word here"),
			*GetOwner()->GetName(),
			Why);
		bRefused = true;
	}
	ClientTake(Question, 0, 0, TArray<uint8>());
}

void UFractureSimLink::ClientTake_Implementation(int32 Question, int32 Offset, int32 Total, const TArray<uint8>& Part)
{
	UFractureSimSubsystem* const Subsystem = GetSubsystem();
	if (!bAsks || Question != LastQuestion || !Subsystem)
	{
		return;
	}
	if (Offset == 0)
	{
		Transfer.Bytes.Empty();
		Transfer.Done = 0;
	}
	UFractureSimComponent* const Component = Transfer.Component.Get();
	const bool bFits = Total > 0 && Total <= MostStateBytes && Offset == Transfer.Done && Part.Num() > 0 &&
		Part.Num() <= Total - Offset;
	if (!bFits)
	{
		if (Component)
		{
			UE_LOG(LogFractureSim,
				Error,
				TEXT("%s: its pieces are not the server's, and the server %s; they stay until it breaks further"),
				*Component->GetOwner()->GetName(),
				Total == 0 ? TEXT("has none for it") : TEXT("sends what is none"));
			Subsystem->FinishAsking(*Component);
		}
		AskNext();
		return;
	}
	Transfer.Done += Part.Num();
	if (Component)
	{
		Transfer.Bytes.Append(Part.GetData(), Part.Num());
	}
	if (Transfer.Done == Total)
	{
		TArray<uint8> Bytes = MoveTemp(Transfer.Bytes);
		Transfer = FTransfer();
		if (Component)
		{
			Subsystem->AdoptState(*Component, MoveTemp(Bytes));
		}
		AskNext();
	}
	else if (Transfer.Done % WindowBytes == 0)
	{
		if (Component)
		{
			ServerAsk(Component, Question, Transfer.Done);
		}
		else
		{
			AskNext();
		}
	}
}
