// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Play that ends and begins again: levels that are streamed out and in, games that are loaded before they play.
#include "Break/BreakBody.h"
#include "Level.h"

#include <gtest/gtest.h>

using namespace FractureTests;

using FractureSim::Private::FBreakBody;

namespace
{
/// Largest first.
TArray<FTransform> PlacesOf(const FLevel& Level)
{
	TArray<UDynamicMeshComponent*> Pieces = Level.Pieces();
	Pieces.StableSort([](UDynamicMeshComponent* A, UDynamicMeshComponent* B)
		{ return A->GetMesh()->VertexCount() + A->Mass > B->GetMesh()->VertexCount() + B->Mass; });
	TArray<FTransform> Places;
	for (const UDynamicMeshComponent* Piece : Pieces)
	{
		Places.Add(Piece->GetComponentTransform());
	}
	return Places;
}
} // namespace

TEST(UnrealLife, AStreamedLevelComesBackAsItWas)
{
	FLevel Level;
	Level.World->Physics().FloorHeight = -20.5;
	AFractureSimActor& Pane = Level.AddPane();
	ASSERT_TRUE(Break(Level, *Pane.Fracture));
	ASSERT_TRUE(Level.TickUntil([&Level] { return !Level.Subsystem().IsTickable(); })) << "all at rest";
	const TArray<FTransform> Before = PlacesOf(Level);
	const FFractureSimHash Hash = Pane.Fracture->GetResultHash();

	Pane.EndPlay(EEndPlayReason::RemovedFromWorld);
	EXPECT_EQ(Level.Pieces().Num(), 0);
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::NotReady);
	EXPECT_EQ(Pane.Fracture->GetSave().Impacts.Num(), 1) << "a game may be saved meanwhile";
	Pane.BeginPlay();
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	EXPECT_EQ(Pane.Fracture->GetResultHash(), Hash);
	EXPECT_FALSE(Pane.Mesh->IsVisible());
	const TArray<FTransform> After = PlacesOf(Level);
	ASSERT_EQ(After.Num(), Before.Num());
	for (int32 I = 0; I < After.Num(); ++I)
	{
		EXPECT_LT(FVector::Distance(After[I].GetLocation(), Before[I].GetLocation()), 0.1);
	}
	EXPECT_EQ(Pane.Fracture->GetSave().Impacts.Num(), 1);

	// A play that ends for other reasons leaves nothing behind.
	Pane.EndPlay(EEndPlayReason::EndPlayInEditor);
	EXPECT_TRUE(Pane.Mesh->IsVisible());
	EXPECT_TRUE(Pane.Mesh->StandInCollides());
	Pane.BeginPlay();
	Level.Tick(5);
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	EXPECT_EQ(Pane.Fracture->GetSave().Impacts.Num(), 0);
	ASSERT_TRUE(Break(Level, *Pane.Fracture)) << "and it breaks again";
	Pane.Fracture->Repair();
	Pane.EndPlay(EEndPlayReason::RemovedFromWorld);
	Pane.BeginPlay();
	Level.Tick(5);
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole) << "what was repaired stays so";
}

TEST(UnrealLife, AClientsStreamedLevelRunsTheHistoryAgain)
{
	FLevel Server;
	FLevel Client(true);
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	ASSERT_TRUE(Break(Server, *ServerPane.Fracture));
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntilBroken(*ClientPane.Fracture));
	ClientPane.EndPlay(EEndPlayReason::RemovedFromWorld);
	EXPECT_EQ(Client.Pieces().Num(), 0);
	EXPECT_TRUE(ClientPane.Mesh->IsVisible());
	ClientPane.BeginPlay();
	ASSERT_TRUE(Client.TickUntilBroken(*ClientPane.Fracture));
	EXPECT_EQ(ClientPane.Fracture->GetResultHash(), ServerPane.Fracture->GetResultHash());
	EXPECT_EQ(Client.Pieces().Num(), Server.Pieces().Num());
}

TEST(UnrealLife, AGameLoadedBeforePlayBeginsIsRestoredWhenItDoes)
{
	FFractureSimSave Save;
	{
		FLevel Level;
		AFractureSimActor& Pane = Level.AddPane();
		ASSERT_TRUE(Break(Level, *Pane.Fracture));
		Save = Pane.Fracture->GetSave();
	}
	FLevel Level;
	AFractureSimActor* const Pane =
		Level.World->SpawnActorDeferred<AFractureSimActor>(AFractureSimActor::StaticClass(), FTransform());
	UFractureSimAsset* const Asset = NewObject<UFractureSimAsset>(Pane);
	Asset->SetBytes(PaneBytes());
	Pane->Fracture->Asset = Asset;
	Pane->Fracture->RestoreSave(Save);
	EXPECT_EQ(Pane->Fracture->GetSave().Impacts.Num(), 1) << "nothing is lost meanwhile";
	Pane->FinishSpawning(FTransform());
	ASSERT_TRUE(Level.TickUntilBroken(*Pane->Fracture));
	EXPECT_EQ(Pane->Fracture->GetResultHash(), Save.Impacts[0].Result);

	// What plays and cannot break says so.
	Asset->SetBytes(PaneBytes());
	AFractureSimActor* const Empty =
		Level.World->SpawnActorDeferred<AFractureSimActor>(AFractureSimActor::StaticClass(), FTransform());
	Empty->FinishSpawning(FTransform());
	StandIn::TakeLog();
	Empty->Fracture->RestoreSave(Save);
	EXPECT_TRUE(LogHas("is not restored"));
}

TEST(UnrealLife, WhatIsSavedOrStreamedOutWhileASaveIsRunIsAllOfIt)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	ASSERT_TRUE(Break(Level, *Pane.Fracture));
	const FFractureSimSave Save = Pane.Fracture->GetSave();
	Pane.Fracture->RestoreSave(Save);
	EXPECT_FALSE(Pane.Fracture->IsUpToDate());
	EXPECT_EQ(Pane.Fracture->GetSave().Impacts.Num(), 1);
	Pane.EndPlay(EEndPlayReason::RemovedFromWorld);
	Pane.BeginPlay();
	ASSERT_TRUE(Level.TickUntilBroken(*Pane.Fracture));
	EXPECT_TRUE(Pane.Fracture->IsUpToDate());

	// One that has a gap ends with a word, and does not keep the body from ever breaking again.
	FFractureSimSave Gap = Save;
	Gap.Impacts[0].Sequence = 2;
	StandIn::TakeLog();
	Pane.Fracture->RestoreSave(Gap);
	EXPECT_TRUE(LogHas("impact 1 is missing"));
	EXPECT_TRUE(Pane.Fracture->IsUpToDate());
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	EXPECT_TRUE(Break(Level, *Pane.Fracture));
}

TEST(UnrealLife, WhatWasMadeReadyIsLetGoWithTheLastThatNeedsIt)
{
	FLevel Level;
	AFractureSimActor& One = Level.AddPane();
	AFractureSimActor& Two = Level.AddPane(false, FTransform(FVector(0.0, 100.0, 0.0)));
	ASSERT_EQ(BodiesOf(Level.Subsystem()).Num(), 1) << "they share it";
	const TWeakPtr<FBreakBody> Body = BodiesOf(Level.Subsystem()).begin()->Value;
	ASSERT_TRUE(Break(Level, *One.Fracture));
	ASSERT_TRUE(Level.TickUntil([&Level] { return !Level.Subsystem().IsTickable(); }));
	Two.Destroy();
	EXPECT_TRUE(Body.IsValid());
	One.Fracture->Repair();
	EXPECT_TRUE(Body.IsValid()) << "it may break again at once";
	One.Destroy();
	StandIn::CollectGarbage();
	EXPECT_FALSE(Body.IsValid());
	Level.AddPane(false, FTransform(FQuat::Identity, FVector::ZeroVector, FVector(2.0, 2.0, 2.0)));
	EXPECT_EQ(BodiesOf(Level.Subsystem()).Num(), 1) << "nor is its name kept";
}

TEST(UnrealLife, AnAssetMayBeGivenAndChangedInPlay)
{
	FLevel Server;
	FLevel Client(true);
	AFractureSimActor& There = *Server.World->SpawnActor<AFractureSimActor>();
	AFractureSimActor& Here = *Client.World->SpawnActor<AFractureSimActor>();
	EXPECT_EQ(There.Fracture->GetStatus(), EFractureSimStatus::NotReady);
	for (AFractureSimActor* Actor : {&There, &Here})
	{
		UFractureSimAsset* const Asset = NewObject<UFractureSimAsset>(Actor);
		Asset->SetBytes(PaneBytes());
		Actor->Fracture->SetAsset(Asset);
		EXPECT_EQ(Actor->Fracture->GetStatus(), EFractureSimStatus::Whole);
		EXPECT_GT(Actor->Mesh->GetMesh()->TriangleCount(), 0) << "it is shown";
		EXPECT_TRUE(Actor->Mesh->IsSimulatingPhysics());
		EXPECT_LT(Actor->Mesh->Mass, 100.0);
	}
	ASSERT_TRUE(Break(Server, *There.Fracture));
	Replicate(There, Here);
	ASSERT_TRUE(Client.TickUntilBroken(*Here.Fracture));
	EXPECT_EQ(Here.Fracture->GetResultHash(), There.Fracture->GetResultHash());

	// Another one: whole, with a history of its own. The client is given it later than what the server tells.
	UFractureSimAsset* const Box = UFractureSimAsset::BakeBox(&There, FVector(40.0, 40.0, 3.0), nullptr, 300);
	There.Fracture->SetAsset(Box);
	EXPECT_EQ(There.Fracture->GetStatus(), EFractureSimStatus::Whole);
	EXPECT_EQ(Server.Pieces().Num(), 0);
	EXPECT_EQ(There.Fracture->GetSave().Impacts.Num(), 0);
	EXPECT_TRUE(There.Mesh->IsVisible());
	There.Fracture->BreakNow();
	ASSERT_TRUE(Server.TickUntilBroken(*There.Fracture));
	Here.Fracture->SetAsset(nullptr);
	EXPECT_EQ(Here.Fracture->GetStatus(), EFractureSimStatus::NotReady);
	EXPECT_EQ(Client.Pieces().Num(), 0);
	Replicate(There, Here);
	Here.Fracture->SetAsset(Box);
	ASSERT_TRUE(Client.TickUntilBroken(*Here.Fracture));
	EXPECT_EQ(Here.Fracture->GetResultHash(), There.Fracture->GetResultHash());
	EXPECT_FALSE(Here.Fracture->IsOutOfSync());
}

TEST(UnrealLife, WhatIsDestroyedDoesNotComeBackFirst)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	ASSERT_TRUE(Break(Level, *Pane.Fracture));
	bool bTold = false;
	Pane.Mesh->StandInOnOverlapBegin = [&bTold] { bTold = true; };
	Pane.Destroy();
	EXPECT_FALSE(bTold);
	EXPECT_EQ(Level.Pieces().Num(), 0);

	// Without its component, an actor that stays is whole.
	AFractureSimActor& Other = Level.AddPane();
	ASSERT_TRUE(Break(Level, *Other.Fracture));
	Other.Fracture->DestroyComponent();
	EXPECT_TRUE(Other.Mesh->IsVisible());
	EXPECT_EQ(Level.Pieces().Num(), 0);
}

TEST(UnrealLife, AServerSaysWhichBreakableItsClientsDoNotHearOf)
{
	FLevel Level;
	AFractureSimActor& Alone = Level.AddPane();
	EXPECT_TRUE(Alone.bStandInMovement) << "where it breaks is where it is on all machines";
	Alone.EndPlay(EEndPlayReason::RemovedFromWorld);
	Alone.bReplicates = false;
	StandIn::TakeLog();
	Alone.BeginPlay();
	EXPECT_FALSE(LogHas("does not replicate")) << "nobody else is there";
	Level.World->bIsServer = true;
	Level.AddPane();
	EXPECT_FALSE(LogHas("does not replicate"));
	Alone.EndPlay(EEndPlayReason::RemovedFromWorld);
	StandIn::TakeLog();
	Alone.BeginPlay();
	EXPECT_TRUE(LogHas("does not replicate"));
}
