// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Components/ActorComponent.h"
#include "CoreMinimal.h"

#include "FractureSimLink.generated.h"

class UFractureSimComponent;
class UFractureSimSubsystem;

/// A client's way to ask what the server has of a breakable that comes out differently here. The server puts one on
/// each player's controller, because a client may call the server on what it owns only. Nothing is sent unless somebody
/// asks. One breakable after the other: calls that must arrive have little room, and a connection that runs out of it
/// is closed.
UCLASS(NotBlueprintable, ClassGroup = (FractureSim))
class FRACTURESIM_API UFractureSimLink : public UActorComponent
{
	GENERATED_BODY()

public:
	UFractureSimLink();

	/// On a client. The answer goes to the world's subsystem.
	void Ask(UFractureSimComponent& Component);

	/// On a client: what it asked for is not wanted any more.
	void Drop(const UFractureSimComponent& Component);

	virtual void BeginPlay() override;

private:
	friend UFractureSimSubsystem;

	struct FTransfer
	{
		TWeakObjectPtr<UFractureSimComponent> Component; // none on a client: what still comes is not taken
		TArray<uint8> Bytes;                             // on the server all of them, on a client those that came
		int32 Done = 0;                                  // bytes that were sent, or came
		int32 Life = 0;                                  // the component's, when they were taken
		bool bWaits = false;                             // they are still to be taken
	};

	/// From a byte on; 0 takes the state anew. A window of parts is sent, then the client asks for the next: no more is
	/// under way than the connection takes. Answers bear the question's number.
	UFUNCTION(Server, Reliable)
	void ServerAsk(UFractureSimComponent* Component, int32 Question, int32 Offset);
	void ServerAsk_Implementation(UFractureSimComponent* Component, int32 Question, int32 Offset);

	/// A Total of 0: there is nothing to be had. From Offset 0 on it is another state than before.
	UFUNCTION(Client, Reliable)
	void ClientTake(int32 Question, int32 Offset, int32 Total, const TArray<uint8>& Part);
	void ClientTake_Implementation(int32 Question, int32 Offset, int32 Total, const TArray<uint8>& Part);

	void AskNext();
	void Answer();
	void SendWindow();
	void Refuse(int32 Question, const TCHAR* Why);
	UFractureSimSubsystem* GetSubsystem() const;

	FTransfer Transfer;
	TArray<TWeakObjectPtr<UFractureSimComponent>> Wanted; // on a client, after the one that is under way
	int32 LastQuestion = 0;
	bool bAsks = false;      // on a client: an answer is still to come
	bool bRefused = false;   // on the server: so much has been said
	double TakenTime = -1e9; // on the server: of the world, in s, when it last took a state
};
