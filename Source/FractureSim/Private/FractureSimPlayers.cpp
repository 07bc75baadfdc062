// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Players and their links to the server.
#include "Engine/World.h"
#include "FractureSimComponent.h"
#include "FractureSimLink.h"
#include "FractureSimSubsystem.h"
#include "GameFramework/GameModeBase.h"
#include "GameFramework/PlayerController.h"

bool UFractureSimSubsystem::IsServer() const
{
	const ENetMode Mode = GetWorld()->GetNetMode();
	return Mode != NM_Standalone && Mode != NM_Client;
}

void UFractureSimSubsystem::LinkPlayer(APlayerController& Player)
{
	// On the server's own machine nobody is out of step.
	if (!IsServer() || Player.GetWorld() != GetWorld() || Player.IsLocalController())
	{
		return;
	}
	if (UFractureSimLink* const Link = Player.FindComponentByClass<UFractureSimLink>())
	{
		Link->Answer(); // perhaps what it asked for stayed behind in another level
		return;
	}
	NewObject<UFractureSimLink>(&Player)->RegisterComponent();
}

void UFractureSimSubsystem::HandleLogin(AGameModeBase*, APlayerController* Player)
{
	if (Player)
	{
		LinkPlayer(*Player);
	}
}

/// Also those for whom a controller is made without a login: by seamless travel, or in the place of another.
void UFractureSimSubsystem::HandleSpawned(AActor* Actor)
{
	APlayerController* const Player = Cast<APlayerController>(Actor);
	if (Player && IsServer())
	{
		NewPlayers.Add(Player); // it gets its connection after this
	}
}

void UFractureSimSubsystem::LinkNewPlayers()
{
	const TArray<TWeakObjectPtr<APlayerController>> Now = MoveTemp(NewPlayers);
	NewPlayers.Empty();
	for (const TWeakObjectPtr<APlayerController>& Player : Now)
	{
		if (Player.IsValid())
		{
			LinkPlayer(*Player.Get());
		}
	}
}

void UFractureSimSubsystem::LinkPlayers()
{
	for (FConstPlayerControllerIterator It = GetWorld()->GetPlayerControllerIterator(); It; ++It)
	{
		if (APlayerController* const Player = It->Get())
		{
			LinkPlayer(*Player);
		}
	}
}

UFractureSimLink* UFractureSimSubsystem::FindLink() const
{
	const APlayerController* const Player = GetWorld()->GetFirstPlayerController();
	return Player ? Player->FindComponentByClass<UFractureSimLink>() : nullptr;
}

/// Who waits is known here until the answer is: links come and go with the players' controllers.
void UFractureSimSubsystem::AskServer(UFractureSimComponent& Component)
{
	FinishAsking(Component);
	Waiting.Add(&Component);
	if (UFractureSimLink* const Link = FindLink())
	{
		Link->Ask(Component);
	}
}

void UFractureSimSubsystem::FinishAsking(const UFractureSimComponent& Component)
{
	Waiting.RemoveAll([&Component](const TWeakObjectPtr<UFractureSimComponent>& Other)
		{ return !Other.IsValid() || Other.Get() == &Component; });
}

void UFractureSimSubsystem::StopAsking(const UFractureSimComponent& Component)
{
	FinishAsking(Component);
	if (UFractureSimLink* const Link = FindLink())
	{
		Link->Drop(Component);
	}
}

void UFractureSimSubsystem::AnswerLater(UFractureSimLink& Link)
{
	Answering.RemoveAll([&Link](const TWeakObjectPtr<UFractureSimLink>& Other) { return Other.Get() == &Link; });
	Answering.Add(&Link);
}

void UFractureSimSubsystem::AnswerLinks()
{
	const TArray<TWeakObjectPtr<UFractureSimLink>> Now = MoveTemp(Answering);
	Answering.Empty();
	for (const TWeakObjectPtr<UFractureSimLink>& Link : Now)
	{
		if (Link.IsValid())
		{
			Link->Answer();
		}
	}
}

void UFractureSimSubsystem::AskWaiting(UFractureSimLink& Link)
{
	for (const TWeakObjectPtr<UFractureSimComponent>& Component : Waiting)
	{
		if (Component.IsValid() && Component->IsOutOfSync())
		{
			Link.Ask(*Component.Get());
		}
	}
}
