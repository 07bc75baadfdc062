// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Servers and clients are worlds of their own here; what travels between them are bytes of replicated properties.
#include "Break/BreakBody.h"
#include "FractureSimHistory.h"
#include "Level.h"

#include <gtest/gtest.h>

using namespace FractureTests;
using FractureSim::Private::FBreakBody;

namespace
{
using FBodies = TMap<FString, TSharedPtr<FBreakBody>>;

/// Into what is private: memory goes bad without asking.
template <FBodies UFractureSimSubsystem::*Member>
struct TInside
{
	friend FBodies& BodiesOf(UFractureSimSubsystem& Subsystem) { return Subsystem.*Member; }
};
FBodies& BodiesOf(UFractureSimSubsystem& Subsystem);
template struct TInside<&UFractureSimSubsystem::Bodies>;

void BreakOnServer(FLevel& Server, AFractureSimActor& Pane)
{
	Server.AddBall(FVector(-50.0, 3.0, 2.0), FVector(2000.0, 0.0, 0.0));
	ASSERT_TRUE(Server.TickUntilBroken(*Pane.Fracture));
}
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
	// The client keeps a body in memory that is not what its key says.
	FLevel::WaitForTasks();
	FractureSim::Private::FBreakBodySource Source;
	Source.Bytes = PaneBytes();
	Source.StrengthScale = 0.4;
	const TSharedRef<FBreakBody> Wrong = FractureSim::Private::PrepareBreakBody(MoveTemp(Source));
	FLevel::WaitForTasks();
	ASSERT_TRUE(Wrong->Error.IsEmpty());
	for (auto& Pair : BodiesOf(Client.Subsystem()))
	{
		Wrong->Key = Pair.Value->Key;
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
		EXPECT_NE(Pair.Value, Wrong) << "it was made anew";
	}
	EXPECT_TRUE(LogHas("once more")) << "and the log says so";
}

TEST(UnrealNetwork, AnotherResultThanTheServersIsReportedAndLetsPawnsPass)
{
	FLevel Server;
	AFractureSimActor& ServerPane = Server.AddPane();
	BreakOnServer(Server, ServerPane);
	FFractureSimSave Save = ServerPane.Fracture->GetSave();
	ASSERT_EQ(Save.Impacts.Num(), 1);
	Save.Impacts[0].Result.Low ^= 1;
	ServerPane.Fracture->RestoreSave(Save);
	StandIn::TakeLog();
	ASSERT_TRUE(Server.TickUntilBroken(*ServerPane.Fracture));
	EXPECT_TRUE(ServerPane.Fracture->IsOutOfSync()) << "also a saved game is checked";
	EXPECT_TRUE(LogHas("on the server"));
	EXPECT_EQ(Server.Subsystem().GetStats().OutOfSync, 1);
	for (const UDynamicMeshComponent* Piece : Server.Pieces())
	{
		EXPECT_EQ(Piece->StandInResponse(ECC_Pawn), ECR_Ignore);
		EXPECT_EQ(Piece->StandInResponse(ECC_WorldStatic), ECR_Block);
	}
	ServerPane.Fracture->Repair();
	EXPECT_FALSE(ServerPane.Fracture->IsOutOfSync());
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
