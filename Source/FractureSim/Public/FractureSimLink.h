// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Components/ActorComponent.h"
#include "CoreMinimal.h"

#include "FractureSimLink.generated.h"

class UFractureSimComponent;

/// A client's way to ask what the server has of a breakable that comes out differently here. The server puts one on
/// each player's controller, because a client may call the server on what it owns only. Nothing is sent unless somebody
/// asks.
UCLASS(NotBlueprintable, ClassGroup = (FractureSim))
class FRACTURESIM_API UFractureSimLink : public UActorComponent
{
	GENERATED_BODY()

public:
	UFractureSimLink();

	/// On a client. The answer goes to the world's subsystem.
	void Ask(UFractureSimComponent& Component);

	virtual void BeginPlay() override;

private:
	struct FTransfer
	{
		TWeakObjectPtr<UFractureSimComponent> Component;
		TArray<uint8> Bytes; // on the server all of them, on a client those that came
		int32 Sequence = 0;  // of the last record that is in them
		double Time = 0.0;   // of the world, in s, when they were taken
		bool bDone = false;  // all of them are on their way
	};

	/// From a byte on; 0 takes the state anew. A window of parts is sent, then the client asks for the next: no more is
	/// under way than the connection takes.
	UFUNCTION(Server, Reliable)
	void ServerAsk(UFractureSimComponent* Component, int32 Offset);
	void ServerAsk_Implementation(UFractureSimComponent* Component, int32 Offset);

	UFUNCTION(Client, Reliable)
	void ClientTake(UFractureSimComponent* Component, int32 Offset, int32 Total, const TArray<uint8>& Part);
	void ClientTake_Implementation(
		UFractureSimComponent* Component, int32 Offset, int32 Total, const TArray<uint8>& Part);

	FTransfer* Find(const UFractureSimComponent* Component);

	TArray<FTransfer> Transfers;
};
