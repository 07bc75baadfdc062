// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Servers and clients are worlds of their own here; what travels between them are bytes of replicated properties.
#include "Network.h"
#include "Break/BreakBody.h"
#include "Break/ServerState.h"
#include "StandIn/Connection.h"
#include "StandIn/RemoteCall.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

using namespace FractureTests;
using FractureSim::Private::FBreakBody;
using FractureSim::Private::FPieceState;

namespace
{
/// Into what is private.
template <TArray<uint8> (UFractureSimSubsystem::*Member)(const UFractureSimComponent&) const>
struct TInsideCapture
{
	friend TArray<uint8> CaptureOf(const UFractureSimSubsystem& Subsystem, const UFractureSimComponent& Component)
	{
		return (Subsystem.*Member)(Component);
	}
};
TArray<uint8> CaptureOf(const UFractureSimSubsystem& Subsystem, const UFractureSimComponent& Component);
template struct TInsideCapture<&UFractureSimSubsystem::CaptureState>;
} // namespace

TEST(UnrealNetwork, ServerAndClientEndWithTheSameHashAndALateJoinerToo)
{
	FLevel Server;
	FLevel Client(true);
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	EXPECT_FALSE(ClientPane.HasAuthority());

	// What a client sees by itself does not count.
	ClientPane.Fracture->ApplyFractureImpulse(FVector(-1.0, 0.0, 0.0), FVector(2000.0, 0.0, 0.0), 1.0f);
	Client.Tick(3);
	EXPECT_EQ(ClientPane.Fracture->GetStatus(), EFractureSimStatus::Whole);

	BreakOnServer(Server, ServerPane);
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntilBroken(*ClientPane.Fracture));
	EXPECT_FALSE(ServerPane.Fracture->GetResultHash().IsZero());
	EXPECT_EQ(ClientPane.Fracture->GetResultHash(), ServerPane.Fracture->GetResultHash());
	EXPECT_EQ(Client.Pieces().Num(), Server.Pieces().Num());
	EXPECT_FALSE(ClientPane.Fracture->IsOutOfSync());

	// Again: nothing new arrives, nothing happens.
	Replicate(ServerPane, ClientPane);
	Client.Tick(3);
	EXPECT_EQ(Client.Subsystem().GetStats().Fractures, 1);

	// Who joins late has the history before play begins for the actor.
	FLevel Late(true);
	AFractureSimActor* const LatePane =
		Late.World->SpawnActorDeferred<AFractureSimActor>(AFractureSimActor::StaticClass(), FTransform());
	UFractureSimAsset* const Asset = NewObject<UFractureSimAsset>(LatePane);
	Asset->SetBytes(PaneBytes());
	LatePane->Fracture->Asset = Asset;
	Replicate(ServerPane, *LatePane);
	LatePane->FinishSpawning(FTransform());
	ASSERT_TRUE(Late.TickUntilBroken(*LatePane->Fracture));
	EXPECT_EQ(LatePane->Fracture->GetResultHash(), ServerPane.Fracture->GetResultHash());

	// And a repair reaches all.
	ServerPane.Fracture->Repair();
	Replicate(ServerPane, ClientPane);
	EXPECT_EQ(ClientPane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	EXPECT_EQ(Client.Pieces().Num(), 0);
	EXPECT_TRUE(ClientPane.Mesh->IsVisible());
}

TEST(UnrealNetwork, AWrongResultIsRepairedByABodyMadeAnew)
{
	FLevel Server;
	FLevel Client(true);
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	BreakOnServer(Server, ServerPane);
	// Memory goes bad without asking: the client keeps a body that is not what its key says.
	FLevel::WaitForTasks();
	FractureSim::Private::FBreakBodySource Source;
	Source.Bytes = PaneBytes();
	Source.StrengthScale = 0.4;
	const TSharedRef<FBreakBody> Wrong = FractureSim::Private::PrepareBreakBody(MoveTemp(Source));
	FLevel::WaitForTasks();
	ASSERT_TRUE(Wrong->Error.IsEmpty());
	for (auto& Pair : BodiesOf(Client.Subsystem()))
	{
		Wrong->Key = Pair.Value.Pin()->Key;
		Pair.Value = Wrong;
	}
	StandIn::TakeLog();
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntilBroken(*ClientPane.Fracture));
	EXPECT_EQ(ClientPane.Fracture->GetResultHash(), ServerPane.Fracture->GetResultHash());
	EXPECT_FALSE(ClientPane.Fracture->IsOutOfSync());
	EXPECT_EQ(Client.Subsystem().GetStats().OutOfSync, 0);
	EXPECT_EQ(Client.Subsystem().GetStats().Fractures, 1);
	for (const auto& Pair : BodiesOf(Client.Subsystem()))
	{
		EXPECT_NE(Pair.Value.Pin().Get(), &*Wrong) << "it was made anew";
	}
	EXPECT_TRUE(LogHas("once more")) << "and the log says so";
}

TEST(UnrealNetwork, ASavedGameThatComesOutDifferentlyIsToldAndGoesOnWithWhatCameOut)
{
	FLevel Server;
	FLevel Client(true);
	ServeInTheAir(Server, Client);
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	ASSERT_TRUE(Break(Server, *ServerPane.Fracture));
	StrikeLargest(Server, *ServerPane.Fracture);
	ASSERT_TRUE(Server.TickUntil([&Server] { return Server.Subsystem().GetStats().Fractures == 2; }));
	const int32 Pieces = Server.Pieces().Num();
	// As another build saved it: other pieces, with other numbers, in other places.
	FFractureSimSave Save = ServerPane.Fracture->GetSave();
	ASSERT_EQ(Save.Impacts.Num(), 2);
	const FFractureSimHash First = Save.Impacts[0].Result;
	Save.Impacts[0].Result.Low ^= 1;
	Save.Impacts[1].Result.Low ^= 1;
	Save.Impacts[1].Body.Low ^= 1;
	Save.Impacts[1].Piece = 1000;
	ASSERT_EQ(Save.Settled.Num(), 2);
	Save.Settled[0].Poses.Empty();
	ServerPane.Fracture->RestoreSave(Save);
	StandIn::TakeLog();
	ASSERT_TRUE(Server.TickUntil([&ServerPane] { return ServerPane.Fracture->IsUpToDate(); }));
	EXPECT_TRUE(LogHas("of its saved game"));
	EXPECT_EQ(Server.Subsystem().GetStats().OutOfSync, 1) << "what follows from it is not counted again";
	EXPECT_EQ(Server.Subsystem().GetStats().Repaired, 1);
	EXPECT_EQ(Server.Subsystem().GetStats().Fractures, 4) << "no impact is lost";
	EXPECT_FALSE(ServerPane.Fracture->IsOutOfSync());
	EXPECT_NEAR(Server.Pieces().Num(), Pieces, Pieces / 2);
	for (const UDynamicMeshComponent* Piece : Server.Pieces())
	{
		EXPECT_EQ(Piece->StandInResponse(ECC_Pawn), ECR_Block) << "nobody has others";
	}
	const FFractureSimSave Now = ServerPane.Fracture->GetSave();
	ASSERT_EQ(Now.Impacts.Num(), 2);
	EXPECT_EQ(Now.Impacts[0].Result, First);
	EXPECT_EQ(Now.Impacts[1].Parent, 1);
	EXPECT_LT(Now.Impacts[1].Piece, 1000);
	EXPECT_EQ(Now.Impacts[1].Result, ServerPane.Fracture->GetResultHash());
	// Clients follow what it is now, and so does who loads it again.
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntil([&Client] { return Client.Subsystem().GetStats().Fractures == 2; }));
	EXPECT_EQ(ClientPane.Fracture->GetResultHash(), ServerPane.Fracture->GetResultHash());
	EXPECT_EQ(Client.Subsystem().GetStats().OutOfSync, 0);
	EXPECT_EQ(Client.Pieces().Num(), Server.Pieces().Num());
	ServerPane.Fracture->RestoreSave(Now);
	ASSERT_TRUE(Server.TickUntil([&ServerPane] { return ServerPane.Fracture->IsUpToDate(); }));
	EXPECT_EQ(ServerPane.Fracture->GetResultHash(), Now.Impacts[1].Result);
	EXPECT_EQ(Server.Subsystem().GetStats().OutOfSync, 1);
}

TEST(UnrealNetwork, ASavedImpactThatDoesNothingAnyMoreLeavesNoGap)
{
	FLevel Server;
	FLevel Client(true);
	Server.World->bIsServer = true;
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	ASSERT_TRUE(Break(Server, *ServerPane.Fracture));
	FFractureSimSave Save = ServerPane.Fracture->GetSave();
	ASSERT_EQ(Save.Impacts.Num(), 1);
	Save.Impacts[0].Contacts[0].Impulse = FIntVector(1000, 0, 0); // 0.1 N s
	ServerPane.Fracture->RestoreSave(Save);
	ASSERT_TRUE(Server.TickUntil([&ServerPane] { return ServerPane.Fracture->IsUpToDate(); }));
	EXPECT_EQ(ServerPane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	ASSERT_TRUE(Break(Server, *ServerPane.Fracture));
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntilBroken(*ClientPane.Fracture)) << "it waits for an impact that never comes";
	EXPECT_EQ(ClientPane.Fracture->GetResultHash(), ServerPane.Fracture->GetResultHash());
}

TEST(UnrealNetwork, AHistoryThatStaysBehindIsNotMixedWithTheNextOne)
{
	FLevel Server;
	FLevel Client(true);
	Server.World->bIsServer = true;
	Server.World->Physics().FloorHeight = -60.0;
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	ASSERT_TRUE(Break(Server, *ServerPane.Fracture));
	ASSERT_TRUE(Server.TickUntil([&Server] { return !Server.Subsystem().IsTickable(); })) << "places are told, too";
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntilBroken(*ClientPane.Fracture));

	// Out of reach while it is repaired.
	StandIn::bRemovalsAreLost = true;
	ServerPane.Fracture->Repair();
	Replicate(ServerPane, ClientPane);
	EXPECT_EQ(ClientPane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	EXPECT_EQ(Client.Pieces().Num(), 0);
	ServerPane.Fracture->ApplyFractureImpulse(FVector(-1.0, -12.0, -11.0), FVector(2000.0, 0.0, 0.0), 1.0f);
	ASSERT_TRUE(Server.TickUntilBroken(*ServerPane.Fracture));
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntilBroken(*ClientPane.Fracture));
	EXPECT_EQ(ClientPane.Fracture->GetResultHash(), ServerPane.Fracture->GetResultHash());
	EXPECT_GT(LargestPiece(Client).GetPhysicsLinearVelocity().Size(), 1.0) << "nor does it lie where the old one lay";

	// And both at once, by who is there again only after the second break; and by one whose level is streamed in.
	ServerPane.Fracture->Repair();
	ASSERT_TRUE(Break(Server, *ServerPane.Fracture));
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntilBroken(*ClientPane.Fracture));
	EXPECT_EQ(ClientPane.Fracture->GetResultHash(), ServerPane.Fracture->GetResultHash());
	ClientPane.EndPlay(EEndPlayReason::RemovedFromWorld);
	ClientPane.BeginPlay();
	ASSERT_TRUE(Client.TickUntilBroken(*ClientPane.Fracture));
	StandIn::bRemovalsAreLost = false;
	EXPECT_EQ(ClientPane.Fracture->GetResultHash(), ServerPane.Fracture->GetResultHash());
	EXPECT_EQ(Client.Subsystem().GetStats().OutOfSync, 0);
}

TEST(UnrealNetwork, WhatSleepsOnTheNetworkIsToldOfAllTheSame)
{
	FLevel Server;
	FLevel Client(true);
	ServeOverAFloor(Server, Client);
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	ServerPane.bStandInDormant = true;
	ASSERT_TRUE(Break(Server, *ServerPane.Fracture));
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntilBroken(*ClientPane.Fracture));

	// Where the pieces lie: first told, then told again.
	ASSERT_TRUE(Client.TickUntil([&Client] { return !Client.Subsystem().IsTickable(); }));
	ASSERT_TRUE(Server.TickUntil([&Server] { return !Server.Subsystem().IsTickable(); }));
	UDynamicMeshComponent& Piece = *Client.Pieces()[0];
	Piece.SetWorldTransform(FTransform(FVector(0.0, 0.0, 500.0)));
	Replicate(ServerPane, ClientPane);
	EXPECT_LT(Piece.GetComponentLocation().Z, 100.0);
	const FFractureSimSave Save = ServerPane.Fracture->GetSave();

	// Another era, and after it another history.
	ServerPane.Fracture->Repair();
	Replicate(ServerPane, ClientPane);
	EXPECT_EQ(ClientPane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	ServerPane.Fracture->RestoreSave(Save);
	ASSERT_TRUE(Server.TickUntilBroken(*ServerPane.Fracture));
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntilBroken(*ClientPane.Fracture));
	EXPECT_FALSE(LargestPiece(Client).IsSimulatingPhysics()) << "it lies where the saved game says";
}

TEST(UnrealNetwork, AClientWhoseCoreDiffersForGoodEndsWithTheServersPieces)
{
	FLevel Server;
	FLevel Client(true);
	Server.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	FPlayer Player;
	Player.Join(Server, Client);
	ASSERT_TRUE(Player.ReplicateLink());
	UListener* const Listener = NewObject<UListener>(Client.World);
	Listener->Listen(*ClientPane.Fracture);
	BreakOnServer(Server, ServerPane);
	// As if another compiler had built the server.
	SpoilHistory(*ServerPane.Fracture);
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntilBroken(*ClientPane.Fracture));
	EXPECT_TRUE(ClientPane.Fracture->IsOutOfSync());
	for (const UDynamicMeshComponent* Piece : Client.Pieces())
	{
		EXPECT_EQ(Piece->StandInResponse(ECC_Pawn), ECR_Ignore) << "until the server's are here";
	}
	// They fly on there, and have come to rest here.
	Server.Tick(20);
	EXPECT_GT(StandIn::DeliverCalls(), 20) << "in parts that a packet takes";
	ASSERT_TRUE(Client.TickUntil([&Client] { return Client.Subsystem().GetStats().Repaired == 1; }));
	ExpectSamePieces(Client, Server);
	EXPECT_FALSE(ClientPane.Fracture->IsOutOfSync());
	EXPECT_EQ(ClientPane.Fracture->GetResultHash(), ServerPane.Fracture->GetResultHash());
	EXPECT_EQ(Client.Subsystem().GetStats().OutOfSync, 1);
	EXPECT_EQ(Listener->Fractured, 1) << "it broke once";
	EXPECT_TRUE(LogHas("has the server's"));
	for (const UDynamicMeshComponent* Piece : Client.Pieces())
	{
		EXPECT_EQ(Piece->StandInResponse(ECC_Pawn), ECR_Block);
	}

	// What breaks or is told from then on comes from there as well.
	StrikeLargest(Server, *ServerPane.Fracture);
	ASSERT_TRUE(Server.TickUntil([&Server] { return Server.Subsystem().GetStats().Fractures == 2; }));
	Server.Tick(20); // who asks again waits
	Replicate(ServerPane, ClientPane);
	StandIn::DeliverCalls();
	ASSERT_TRUE(Client.TickUntil([&Client] { return Client.Subsystem().GetStats().Repaired == 2; }));
	ExpectSamePieces(Client, Server);
	EXPECT_FALSE(ClientPane.Fracture->IsOutOfSync());
	ServerPane.Fracture->Repair();
	Replicate(ServerPane, ClientPane);
	EXPECT_EQ(ClientPane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	EXPECT_TRUE(ClientPane.Mesh->IsVisible());
	EXPECT_EQ(Client.Pieces().Num(), 0);
}

TEST(UnrealNetwork, ARefusedHistoryIsRepairedTooAlsoWhenThePlayerIsKnownLater)
{
	FLevel Server;
	FLevel Client(true);
	Server.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	// It cannot make a single one of the pieces by itself.
	ServerPane.Fracture->StrengthScale = 0.9f;
	BreakOnServer(Server, ServerPane);
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntil([&ClientPane] { return ClientPane.Fracture->IsOutOfSync(); }));
	EXPECT_EQ(ClientPane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	EXPECT_EQ(Client.Pieces().Num(), 0);
	UListener* const Listener = NewObject<UListener>(Client.World);
	Listener->Listen(*ClientPane.Fracture);

	FPlayer Player;
	Player.Join(Server, Client);
	ASSERT_TRUE(Player.ReplicateLink());
	StandIn::DeliverCalls();
	// Within the budget, and all at once.
	const TScopedSetting<int32> Two(&UFractureSimSettings::BodiesPerFrame, 2);
	int32 Before = 0;
	ASSERT_TRUE(Client.TickUntil(
		[&]
		{
			EXPECT_LE(Client.PieceComponents(), Before + 2);
			EXPECT_EQ(Client.Pieces().Num() > 0, !ClientPane.Mesh->IsVisible());
			Before = Client.PieceComponents();
			return ClientPane.Fracture->GetStatus() == EFractureSimStatus::Broken;
		}));
	ExpectSamePieces(Client, Server);
	EXPECT_EQ(Listener->Fractured, 1);
	EXPECT_EQ(Listener->Spawned, Server.Pieces().Num());
}

TEST(UnrealNetwork, ARefusedHistoryIsNotMeasuredByOneThatStayedBehind)
{
	FLevel Server;
	FLevel Client(true);
	Server.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	FPlayer Player;
	Player.Join(Server, Client);
	ASSERT_TRUE(Player.ReplicateLink());
	ASSERT_TRUE(Break(Server, *ServerPane.Fracture));
	StrikeLargest(Server, *ServerPane.Fracture);
	ASSERT_TRUE(Server.TickUntil([&Server] { return Server.Subsystem().GetStats().Fractures == 2; }));
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntil([&Client] { return Client.Subsystem().GetStats().Fractures == 2; }));

	// Out of reach while it is repaired; what breaks then cannot be worked out here.
	StandIn::bRemovalsAreLost = true;
	ServerPane.Fracture->Repair();
	ServerPane.Fracture->StrengthScale = 0.9f;
	ASSERT_TRUE(Break(Server, *ServerPane.Fracture));
	Replicate(ServerPane, ClientPane);
	StandIn::bRemovalsAreLost = false;
	EXPECT_EQ(ClientPane.Fracture->GetSave().Impacts.Num(), 1) << "nor is the old one saved with it";
	ASSERT_TRUE(Client.TickUntil([&ClientPane] { return ClientPane.Fracture->IsOutOfSync(); }));
	StandIn::DeliverCalls();
	ASSERT_TRUE(Client.TickUntil([&Client] { return Client.Subsystem().GetStats().Repaired == 1; }));
	EXPECT_FALSE(ClientPane.Fracture->IsOutOfSync());
	ExpectSamePieces(Client, Server);
	Server.Tick(20); // who asks again waits
	EXPECT_EQ(StandIn::DeliverCalls(), 0) << "nothing is asked for any more";
}

TEST(UnrealNetwork, PiecesThatAreNotTheServersAreNotMovedToItsPlaces)
{
	FLevel Server;
	FLevel Client(true);
	ServeOverAFloor(Server, Client);
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	BreakOnServer(Server, ServerPane);
	SpoilHistory(*ServerPane.Fracture);
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntilBroken(*ClientPane.Fracture));
	ASSERT_TRUE(ClientPane.Fracture->IsOutOfSync()) << "and there is nobody to ask";
	ASSERT_TRUE(Client.TickUntil([&Client] { return !Client.Subsystem().IsTickable(); }));
	UDynamicMeshComponent& Piece = *Client.Pieces()[0];
	const FVector Place = Piece.GetComponentLocation() + FVector(7.0, 0.0, 0.0);
	Piece.SetWorldTransform(FTransform(Place));
	ASSERT_TRUE(Server.TickUntil([&Server] { return !Server.Subsystem().IsTickable(); }));
	Replicate(ServerPane, ClientPane);
	EXPECT_EQ(Piece.GetComponentLocation(), Place);
}

TEST(UnrealNetwork, AStateThatIsDamagedOnItsWayIsRefused)
{
	FLevel Server;
	Server.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& ServerPane = Server.AddPane();
	BreakOnServer(Server, ServerPane);
	const TArray<uint8> Good = CaptureOf(Server.Subsystem(), *ServerPane.Fracture);
	FractureSim::Private::FServerState State;
	ASSERT_TRUE(FractureSim::Private::ReadServerState(Good, State));
	EXPECT_EQ(State.Pieces.Num(), Server.Pieces().Num());
	EXPECT_EQ(State.Result, ServerPane.Fracture->GetResultHash());
	EXPECT_TRUE(State.bBroken);
	for (int32 Length = 0; Length < Good.Num(); Length += 1 + Good.Num() / 97)
	{
		FractureSim::Private::FServerState Cut;
		EXPECT_FALSE(FractureSim::Private::ReadServerState(TConstArrayView<uint8>(Good.GetData(), Length), Cut))
			<< Length;
	}
	// What no server has.
	const double Infinite = std::numeric_limits<double>::infinity();
	const std::function<void(FPieceState&)> Spoilers[] = {[](FPieceState& Piece) { Piece.Break = 0; },
		[](FPieceState& Piece) { Piece.Data->Velocity.Y = std::numeric_limits<double>::quiet_NaN(); },
		[=](FPieceState& Piece) { Piece.Data->AngularVelocity.Z = Infinite; },
		[=](FPieceState& Piece) { Piece.Data->Mass = Infinite; },
		[](FPieceState& Piece) { Piece.Data->Mass = 0.0; },
		[=](FPieceState& Piece) { Piece.Data->Mesh.AppendVertex(FVector(0.0, Infinite, 0.0)); },
		[=](FPieceState& Piece) { Piece.Data->Shapes.ConvexElems[0].VertexData[0].X = Infinite; },
		[](FPieceState& Piece) { Piece.Data->Shapes.ConvexElems[0].VertexData.SetNum(3); },
		[](FPieceState& Piece) { Piece.Data->Shapes.ConvexElems.Empty(); }};
	for (const std::function<void(FPieceState&)>& Spoil : Spoilers)
	{
		FractureSim::Private::FServerState Spoilt;
		ASSERT_TRUE(FractureSim::Private::ReadServerState(Good, Spoilt));
		Spoil(Spoilt.Pieces.Last());
		FractureSim::Private::FServerState Read;
		EXPECT_FALSE(FractureSim::Private::ReadServerState(FractureSim::Private::WriteServerState(Spoilt), Read))
			<< &Spoil - Spoilers;
	}
	// Counts and corners that are none: an answer or a refusal, and no more memory than there are bytes.
	for (int32 At = 0; At < Good.Num(); At += 1 + Good.Num() / 211)
	{
		TArray<uint8> Bad = Good;
		Bad[At] ^= 0xff;
		FractureSim::Private::FServerState Read;
		FractureSim::Private::ReadServerState(Bad, Read);
		EXPECT_LE(Read.Pieces.Num(), Good.Num());
	}
}

TEST(UnrealNetwork, ClientsWithAnotherBakeRefuseAndSayWhy)
{
	FLevel Server;
	FLevel Client(true);
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	ServerPane.Fracture->StrengthScale = 0.9f;
	BreakOnServer(Server, ServerPane);
	StandIn::TakeLog();
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(
		Client.TickUntil([&ClientPane] { return ClientPane.Fracture->GetStatus() == EFractureSimStatus::Whole; }));
	EXPECT_TRUE(LogHas("another bake"));
	EXPECT_EQ(Client.Pieces().Num(), 0);
}

TEST(UnrealNetwork, ASavedGameBreaksAsItWasBroken)
{
	FFractureSimSave Save;
	FFractureSimHash Hash;
	{
		FLevel Level;
		AFractureSimActor& Pane = Level.AddPane();
		BreakOnServer(Level, Pane);
		Save = Pane.Fracture->GetSave();
		Hash = Pane.Fracture->GetResultHash();
	}
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	Pane.Fracture->RestoreSave(Save);
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	EXPECT_EQ(Pane.Fracture->GetResultHash(), Hash);
	EXPECT_FALSE(Pane.Fracture->IsOutOfSync());
	EXPECT_EQ(Pane.Fracture->GetSave().Impacts.Num(), 1) << "and may be saved again";
}
