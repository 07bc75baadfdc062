// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What a hit leaves behind: pieces that break again, cracks that stay; on servers, clients, late joiners and in saved
// games.
#include "Break/BreakTask.h"
#include "FractureSimMaterial.h"
#include "Network.h"
#include "Tasks/Task.h"

#include <gtest/gtest.h>

using namespace FractureTests;

namespace
{
using FBreakBodies = TArray<TSharedPtr<FractureSim::Private::FBreakBody>>;

/// Into what is private: pieces that are made ready.
template <FBreakBodies UFractureSimSubsystem::*Member>
struct TInsidePieces
{
	friend const FBreakBodies& PieceBodiesOf(UFractureSimSubsystem& Subsystem) { return Subsystem.*Member; }
};
const FBreakBodies& PieceBodiesOf(UFractureSimSubsystem& Subsystem);
template struct TInsidePieces<&UFractureSimSubsystem::PieceBodies>;

/// It flies on while that is worked out; LastPlace is where it was when its pieces came.
bool BreakLargest(
	FLevel& Level, UFractureSimComponent& Component, double NewtonSeconds = 20.0, FVector* LastPlace = nullptr)
{
	const int32 Before = Level.Subsystem().GetStats().Fractures;
	const UDynamicMeshComponent& Piece = StrikeLargest(Level, Component, NewtonSeconds);
	return Level.TickUntil(
		[&]
		{
			const bool bIsBroken = Level.Subsystem().GetStats().Fractures > Before;
			if (!bIsBroken && LastPlace != nullptr)
			{
				*LastPlace = Piece.GetComponentLocation();
			}
			return bIsBroken;
		});
}

double MassOf(const FLevel& Level)
{
	double Mass = 0.0;
	for (UDynamicMeshComponent* Piece : Level.Pieces())
	{
		Mass += Piece->Mass;
	}
	return Mass;
}

/// A thin plate of concrete: it cracks before it breaks.
AFractureSimActor& AddPlate(FLevel& Level)
{
	static const TArray<uint8> Bytes = []
	{
		UFractureSimMaterial* const Concrete = NewObject<UFractureSimMaterial>(nullptr);
		Concrete->LoadPreset(TEXT("concrete"));
		UFractureSimAsset* const Asset = UFractureSimAsset::BakeBox(nullptr, FVector(2.0, 24.0, 24.0), Concrete, 3000);
		TArray<uint8> Result = Asset->GetBytes();
		StandIn::MarkAsGarbage(*Asset);
		StandIn::MarkAsGarbage(*Concrete);
		return Result;
	}();
	return Level.AddPane(false, FTransform(), Bytes);
}

/// Waits until it is worked out.
void Hit(FLevel& Level, AFractureSimActor& Plate, double NewtonSeconds)
{
	UListener* const Listener = NewObject<UListener>(Level.World);
	Listener->Listen(*Plate.Fracture);
	FFractureSimImpact Impact;
	Impact.Location = FVector(-1.0, 1.0, 0.5);
	Impact.Impulse = FVector(NewtonSeconds * 100.0, 0.0, 0.0);
	Impact.Duration = 1.0e-4f;
	Plate.Fracture->ApplyImpact(Impact);
	EXPECT_TRUE(Level.TickUntil(
		[&]
		{
			const EFractureSimStatus Status = Plate.Fracture->GetStatus();
			return Listener->Evaluated > 0 &&
				(Status == EFractureSimStatus::Whole || Status == EFractureSimStatus::Broken);
		}));
}

/// A blow that cracks it without splitting it, in N s, found by trying; the plate is left with the crack.
double CrackOnly(FLevel& Level, AFractureSimActor& Plate)
{
	for (double NewtonSeconds = 0.2; NewtonSeconds < 20.0; NewtonSeconds *= 1.05)
	{
		Hit(Level, Plate, NewtonSeconds);
		if (Plate.Fracture->GetDamageCount(Plate.Mesh) > 0)
		{
			return NewtonSeconds;
		}
		Plate.Fracture->Repair();
	}
	return 0.0;
}
} // namespace

TEST(UnrealPieces, ALargePieceBreaksAgainAndKeepsItsMass)
{
	const int32 ObjectsBefore = StandIn::LiveObjects();
	{
		FLevel Level;
		Level.World->Physics().Gravity = FVector::ZeroVector;
		AFractureSimActor& Pane = Level.AddPane();
		ASSERT_TRUE(Break(Level, *Pane.Fracture));
		const double Mass = MassOf(Level);
		const int32 Pieces = Level.Pieces().Num();
		Level.Tick(30);
		FVector Place;
		ASSERT_TRUE(BreakLargest(Level, *Pane.Fracture, 20.0, &Place));
		EXPECT_GT(Level.Pieces().Num(), Pieces);
		EXPECT_NEAR(MassOf(Level), Mass, 0.01 * Mass) << "the piece went, its pieces came";
		const FFractureSimSave Save = Pane.Fracture->GetSave();
		ASSERT_EQ(Save.Impacts.Num(), 2);
		EXPECT_EQ(Save.Impacts[0].Parent, 0);
		EXPECT_EQ(Save.Impacts[1].Parent, 1);
		EXPECT_EQ(Save.Impacts[1].Sequence, 2);
		EXPECT_NE(Save.Impacts[1].Body, Save.Impacts[0].Body);
		EXPECT_NE(Save.Impacts[1].Seed, Save.Impacts[0].Seed);
		// They are where the piece was.
		bool bNear = false;
		for (UDynamicMeshComponent* Piece : Level.Pieces())
		{
			bNear |= FVector::Distance(Piece->GetComponentLocation(), Place) < 15.0;
		}
		EXPECT_TRUE(bNear);
		Pane.Fracture->Repair();
		EXPECT_EQ(Level.Pieces().Num(), 0);
		EXPECT_TRUE(Pane.Mesh->IsVisible());
	}
	EXPECT_EQ(UE::Tasks::StandInPending(), 0);
	EXPECT_EQ(StandIn::LiveObjects(), ObjectsBefore);
}

TEST(UnrealPieces, GenerationsAndSizeSayWhatBreaksAgain)
{
	for (const bool bBySize : {false, true})
	{
		FLevel Level;
		Level.World->Physics().Gravity = FVector::ZeroVector;
		AFractureSimActor& Pane = Level.AddPane();
		Pane.Fracture->PieceGenerations = bBySize ? 1 : 0;
		Pane.Fracture->LeastPieceVolume = bBySize ? 0.99f : 0.02f;
		ASSERT_TRUE(Break(Level, *Pane.Fracture));
		UDynamicMeshComponent& Piece = LargestPiece(Level);
		const FVector Before = Piece.GetPhysicsLinearVelocity();
		Pane.Fracture->ApplyFractureImpulse(Piece.GetComponentLocation(), FVector(2000.0, 0.0, 0.0), 1.0f);
		EXPECT_NEAR((Piece.GetPhysicsLinearVelocity() - Before).X, 2000.0 / Piece.Mass, 0.1) << "it is pushed";
		Level.Tick(10);
		EXPECT_EQ(Level.Subsystem().GetStats().Fractures, 1);
	}
}

TEST(UnrealPieces, ABallAndAShotBreakPiecesButNotAtTheirBirth)
{
	FLevel Level;
	Level.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& Pane = Level.AddPane();
	ASSERT_TRUE(Break(Level, *Pane.Fracture));
	UDynamicMeshComponent& Piece = LargestPiece(Level);
	EXPECT_TRUE(Piece.bNotifies) << "physics tells of hits on those that ask";
	FHitResult Hit;
	Hit.ImpactPoint = Piece.GetComponentLocation() - FVector(1.0, 0.0, 0.0);
	Hit.ImpactNormal = FVector(-1.0, 0.0, 0.0);
	Piece.OnComponentHit.Broadcast(&Piece, nullptr, nullptr, FVector(3000.0, 0.0, 0.0), Hit);
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 0) << "what broke the body still touches its pieces";
	// A tap is not worth making the piece ready.
	Level.Tick(20);
	Hit.ImpactPoint = Piece.GetComponentLocation() - FVector(1.0, 0.0, 0.0);
	Piece.OnComponentHit.Broadcast(&Piece, nullptr, nullptr, FVector(11.0, 0.0, 0.0), Hit);
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 0);
	Piece.OnComponentHit.Broadcast(&Piece, nullptr, nullptr, FVector(3000.0, 0.0, 0.0), Hit);
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 1);
	ASSERT_TRUE(Level.TickUntil([&Level] { return Level.Subsystem().GetStats().Fractures == 2; }));

	Pane.Fracture->Repair();
	ASSERT_TRUE(Break(Level, *Pane.Fracture));
	UDynamicMeshComponent& Target = LargestPiece(Level);
	Target.GetOwner()->OnTakePointDamage.Broadcast(Target.GetOwner(),
		60.0f,
		nullptr,
		Target.GetComponentLocation() - FVector(1.0, 0.0, 0.0),
		&Target,
		FName(),
		FVector(1.0, 0.0, 0.0),
		nullptr,
		nullptr);
	ASSERT_TRUE(Level.TickUntil([&Level] { return Level.Subsystem().GetStats().Fractures == 4; }));
}

TEST(UnrealPieces, RadialDamageBreaksPiecesAndLeavesFarOnesAlone)
{
	FLevel Level;
	Level.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& Near = Level.AddPane();
	AFractureSimActor& Far = Level.AddPane(false, FTransform(FVector(5000.0, 0.0, 0.0)));
	ASSERT_TRUE(Break(Level, *Near.Fracture));
	Far.Fracture->ApplyFractureImpulse(FVector(4999.0, 3.0, 2.0), FVector(2000.0, 0.0, 0.0), 1.0f);
	ASSERT_TRUE(Level.TickUntilBroken(*Far.Fracture));
	UDynamicMeshComponent& Piece = LargestPiece(Level);
	AActor& Host = *Piece.GetOwner();
	TArray<FVector> Before;
	for (const UDynamicMeshComponent* Other : Level.Pieces())
	{
		Before.Add(Other->Velocity);
	}
	const FVector Origin = Near.Mesh->GetComponentLocation() - FVector(30.0, 0.0, 0.0);
	const int32 Fractures = Level.Subsystem().GetStats().Fractures;
	Host.OnTakeRadialDamage.Broadcast(&Host, 400.0f, nullptr, Origin, FHitResult(), nullptr, nullptr);
	int32 Pushed = 0;
	const TArray<UDynamicMeshComponent*> Pieces = Level.Pieces();
	for (int32 I = 0; I < Pieces.Num(); ++I)
	{
		const bool bMoved = Pieces[I]->Velocity != Before[I];
		EXPECT_FALSE(bMoved && Pieces[I]->GetComponentLocation().X > 1000.0) << "out of reach";
		Pushed += bMoved ? 1 : 0;
	}
	EXPECT_GT(Pushed, 0) << "small pieces are only pushed";
	ASSERT_TRUE(Level.TickUntil([&] { return Level.Subsystem().GetStats().Fractures > Fractures; }));
	// The actor that broke hears of the same blast; it must not count twice.
	// Nor is a piece still being made ready.
	ASSERT_TRUE(Level.TickUntil(
		[&Level]
		{
			const FFractureSimStats Stats = Level.Subsystem().GetStats();
			return Stats.RunningSolves == 0 && Stats.QueuedImpacts == 0;
		}));
	Near.OnTakeRadialDamage.Broadcast(&Near, 400.0f, nullptr, Origin, FHitResult(), nullptr, nullptr);
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 0);
	Near.Fracture->bBreakFromDamage = false;
	Host.OnTakeRadialDamage.Broadcast(&Host, 400.0f, nullptr, Origin, FHitResult(), nullptr, nullptr);
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 0);
}

TEST(UnrealPieces, CracksStayAndTheNextHitStartsFromThem)
{
	FLevel Level;
	AFractureSimActor& Plate = AddPlate(Level);
	const double NewtonSeconds = CrackOnly(Level, Plate);
	ASSERT_GT(NewtonSeconds, 0.0) << "no blow cracks it without splitting it";
	EXPECT_EQ(Plate.Fracture->GetStatus(), EFractureSimStatus::Whole);
	const FFractureSimSave Save = Plate.Fracture->GetSave();
	ASSERT_EQ(Save.Impacts.Num(), 1) << "the crack is history";
	// The same blow again and again breaks what each alone leaves whole.
	int32 Hits = 1;
	for (; Plate.Fracture->GetStatus() == EFractureSimStatus::Whole && Hits < 12; ++Hits)
	{
		Hit(Level, Plate, NewtonSeconds);
	}
	ASSERT_EQ(Plate.Fracture->GetStatus(), EFractureSimStatus::Broken);
	const FFractureSimHash Cracked = Plate.Fracture->GetResultHash();
	const FFractureSimSave Broken = Plate.Fracture->GetSave();

	// Who has the history has the crack, and goes the same way.
	FLevel Other(true);
	FLevel Server;
	AFractureSimActor& ServerPlate = AddPlate(Server);
	ServerPlate.Fracture->RestoreSave(Broken);
	ASSERT_TRUE(Server.TickUntilBroken(*ServerPlate.Fracture));
	EXPECT_EQ(ServerPlate.Fracture->GetResultHash(), Cracked);
	EXPECT_FALSE(ServerPlate.Fracture->IsOutOfSync());
	AFractureSimActor& ClientPlate = AddPlate(Other);
	Replicate(ServerPlate, ClientPlate);
	ASSERT_TRUE(Other.TickUntilBroken(*ClientPlate.Fracture));
	EXPECT_EQ(ClientPlate.Fracture->GetResultHash(), Cracked);

	// Without the crack it comes out differently.
	FFractureSimSave Forgetful = Broken;
	Forgetful.Impacts.RemoveAt(0, Forgetful.Impacts.Num() - 1);
	Forgetful.Impacts[0].Sequence = 1;
	Plate.Fracture->RestoreSave(Forgetful);
	EXPECT_EQ(Plate.Fracture->GetDamageCount(Plate.Mesh), 0);
	ASSERT_TRUE(Level.TickUntil([&Plate] { return Plate.Fracture->IsUpToDate(); }));
	EXPECT_EQ(Level.Subsystem().GetStats().OutOfSync, 1);

	// A history has an end: who joins late gets all of it in one go.
	Plate.Fracture->Repair();
	FFractureSimImpactRecord Blast;
	Blast.Contacts.SetNum(48);
	HistoryOf(*Plate.Fracture).Items.Init(Blast, 18); // 30 KB
	Hit(Level, Plate, NewtonSeconds);
	EXPECT_EQ(Plate.Fracture->GetStatus(), EFractureSimStatus::Whole);
	EXPECT_EQ(Plate.Fracture->GetDamageCount(Plate.Mesh), 0);
	EXPECT_EQ(HistoryOf(*Plate.Fracture).Items.Num(), 18);

	// It may be switched off.
	const TScopedSetting<int32> Off(&UFractureSimSettings::MaxDamageImpacts, 0);
	Plate.Fracture->Repair();
	Hit(Level, Plate, NewtonSeconds);
	EXPECT_EQ(Plate.Fracture->GetSave().Impacts.Num(), 0);
}

TEST(UnrealPieces, ClientsAndSavedGamesFollowToTheSecondGeneration)
{
	FLevel Server;
	FLevel Client(true);
	Server.World->bIsServer = true;
	// Frames go by while a slow machine solves: pieces that fall meanwhile would leave the level.
	Server.World->Physics().Gravity = FVector::ZeroVector;
	Client.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	ASSERT_TRUE(Break(Server, *ServerPane.Fracture));
	ASSERT_TRUE(BreakLargest(Server, *ServerPane.Fracture));
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntil([&] { return Client.Subsystem().GetStats().Fractures == 2; }));
	EXPECT_EQ(ClientPane.Fracture->GetResultHash(), ServerPane.Fracture->GetResultHash());
	EXPECT_EQ(Client.Pieces().Num(), Server.Pieces().Num());
	EXPECT_FALSE(ClientPane.Fracture->IsOutOfSync());
	EXPECT_TRUE(ClientPane.Fracture->IsUpToDate());

	FFractureSimSave Save = ServerPane.Fracture->GetSave();
	FLevel Loaded;
	AFractureSimActor& LoadedPane = Loaded.AddPane();
	LoadedPane.Fracture->RestoreSave(Save);
	ASSERT_TRUE(Loaded.TickUntil([&] { return Loaded.Subsystem().GetStats().Fractures == 2; }));
	EXPECT_EQ(LoadedPane.Fracture->GetResultHash(), ServerPane.Fracture->GetResultHash());
	ASSERT_EQ(LoadedPane.Fracture->GetSave().Impacts.Num(), 2);
	EXPECT_EQ(LoadedPane.Fracture->GetSave().Impacts[1].Parent, 1);

	// A history that names what is not there ends with a word, not with a crash.
	Save.Impacts[1].Piece = 1000;
	StandIn::TakeLog();
	LoadedPane.Fracture->RestoreSave(Save);
	ASSERT_TRUE(Loaded.TickUntil([&] { return LoadedPane.Fracture->IsUpToDate(); }));
	EXPECT_TRUE(LogHas("piece 1000 of impact 1"));
	EXPECT_EQ(LoadedPane.Fracture->GetStatus(), EFractureSimStatus::Broken);
}

TEST(UnrealPieces, WhatStillFliesIsToldWholeOrNotAtAll)
{
	const TScopedSetting<float> Young(&UFractureSimSettings::PoseInterval, 1000.0f);
	const TScopedSetting<float> AtOnce(&UFractureSimSettings::FreezeDelay, 0.0f);
	FLevel Server;
	FLevel Client(true);
	ServeInTheAir(Server, Client);
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	ASSERT_TRUE(Break(Server, *ServerPane.Fracture));
	ASSERT_TRUE(BreakLargest(Server, *ServerPane.Fracture));
	// One comes to rest and is told of at once. Its break has a piece that is no more, and others that fly.
	UDynamicMeshComponent& Piece = *Server.Pieces()[0];
	Piece.SetPhysicsLinearVelocity(FVector::ZeroVector);
	Piece.SetPhysicsAngularVelocityInRadians(FVector::ZeroVector);
	UDynamicMeshComponent& Other = *Server.Pieces().Last();
	Other.SetPhysicsLinearVelocity(FVector(100.0, 0.0, 0.0));
	ASSERT_TRUE(Server.TickUntil([&Piece] { return !Piece.IsSimulatingPhysics(); }));
	ASSERT_TRUE(Other.IsSimulatingPhysics());
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntil([&] { return Client.Subsystem().GetStats().Fractures == 2; }));
	EXPECT_EQ(Client.Pieces().Num(), Server.Pieces().Num());
}

TEST(UnrealPieces, ALateJoinerSeesPiecesWhereTheyLieAndNoBreak)
{
	FLevel Server;
	Server.World->bIsServer = true;
	Server.World->Physics().FloorHeight = -60.0;
	AFractureSimActor& ServerPane = Server.AddPane();
	ASSERT_TRUE(Break(Server, *ServerPane.Fracture));
	ASSERT_TRUE(BreakLargest(Server, *ServerPane.Fracture));
	ASSERT_TRUE(Server.TickUntil([&Server] { return !Server.Subsystem().IsTickable(); })) << "all at rest";

	FLevel Late(true);
	AFractureSimActor& LatePane = Late.AddPane();
	Replicate(ServerPane, LatePane);
	double Fastest = 0.0;
	ASSERT_TRUE(Late.TickUntil(
		[&]
		{
			for (UDynamicMeshComponent* Piece : Late.Pieces())
			{
				Fastest = FMath::Max(Fastest, Piece->GetPhysicsLinearVelocity().Size());
			}
			return Late.Subsystem().GetStats().Fractures == 2;
		}));
	EXPECT_EQ(Fastest, 0.0) << "nothing flies";
	const TArray<UDynamicMeshComponent*> There = Server.Pieces();
	const TArray<UDynamicMeshComponent*> Here = Late.Pieces();
	ASSERT_EQ(Here.Num(), There.Num());
	for (UDynamicMeshComponent* Piece : Here)
	{
		double Nearest = 1.0e9;
		for (UDynamicMeshComponent* Other : There)
		{
			if (Other->Mass == Piece->Mass)
			{
				Nearest = FMath::Min(
					Nearest, FVector::Distance(Other->GetComponentLocation(), Piece->GetComponentLocation()));
				if (Nearest < 0.2)
				{
					const FVector Corner(10.0, 10.0, 10.0);
					EXPECT_LT(FVector::Distance(Other->GetComponentTransform().TransformVectorNoScale(Corner),
								  Piece->GetComponentTransform().TransformVectorNoScale(Corner)),
						0.1);
				}
			}
		}
		EXPECT_LT(Nearest, 0.2) << "cm";
		EXPECT_FALSE(Piece->IsSimulatingPhysics());
	}
	EXPECT_EQ(LatePane.Fracture->GetResultHash(), ServerPane.Fracture->GetResultHash());
	EXPECT_FALSE(Late.Subsystem().IsTickable());
}

TEST(UnrealPieces, WhatMadeRoomForOthersIsGoneForLateJoinersToo)
{
	FLevel Server;
	Server.World->bIsServer = true;
	Server.World->Physics().FloorHeight = -60.0;
	const FTransform Beside(FVector(0.0, 500.0, 0.0));
	AFractureSimActor& Old = Server.AddPane();
	AFractureSimActor& New = Server.AddPane(false, Beside);
	{
		const FScopedVariable Limit(TEXT("fracturesim.MaxFragments"), 4);
		ASSERT_TRUE(Break(Server, *Old.Fracture));
		ASSERT_TRUE(Server.TickUntil([&Server] { return !Server.Subsystem().IsTickable(); }))
			<< "all at rest, and told";
		New.Fracture->ApplyFractureImpulse(FVector(-1.0, 503.0, 2.0), FVector(2000.0, 0.0, 0.0), 1.0f);
		ASSERT_TRUE(Server.TickUntilBroken(*New.Fracture));
		ASSERT_TRUE(Server.TickUntil([&Server] { return !Server.Subsystem().IsTickable(); }));
	}
	ASSERT_EQ(Server.Pieces().Num(), 4);
	FLevel Late(true);
	AFractureSimActor& LateOld = Late.AddPane();
	AFractureSimActor& LateNew = Late.AddPane(false, Beside);
	Replicate(Old, LateOld);
	Replicate(New, LateNew);
	ASSERT_TRUE(Late.TickUntil([&Late] { return Late.Subsystem().GetStats().Fractures == 2; }));
	EXPECT_EQ(Late.Pieces().Num(), 4) << "players would stand on what the server does not have";
}

TEST(UnrealPieces, ClientsThatSawTheBreakEndWithPiecesWhereTheServerHasThem)
{
	FLevel Server;
	FLevel Client(true);
	ServeOverAFloor(Server, Client);
	AFractureSimActor& ServerPane = Server.AddPane();
	AFractureSimActor& ClientPane = Client.AddPane();
	ASSERT_TRUE(Break(Server, *ServerPane.Fracture));
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntilBroken(*ClientPane.Fracture));
	EXPECT_GT(LargestPiece(Client).GetPhysicsLinearVelocity().Size(), 1.0) << "they see it break";
	// Another push here, as another machine's physics would give it.
	LargestPiece(Client).SetPhysicsLinearVelocity(FVector(200.0, 100.0, 0.0));
	ASSERT_TRUE(Server.TickUntil([&Server] { return !Server.Subsystem().IsTickable(); }));
	Replicate(ServerPane, ClientPane);
	ASSERT_TRUE(Client.TickUntil([&Client] { return !Client.Subsystem().IsTickable(); }));
	EXPECT_LT(
		FVector::Distance(LargestPiece(Client).GetComponentLocation(), LargestPiece(Server).GetComponentLocation()),
		0.2);
}

TEST(UnrealPieces, AWorldMayEndWhileAPieceIsMadeReady)
{
	const int32 ObjectsBefore = StandIn::LiveObjects();
	{
		FLevel Level;
		Level.World->Physics().Gravity = FVector::ZeroVector;
		AFractureSimActor& Pane = Level.AddPane();
		ASSERT_TRUE(Break(Level, *Pane.Fracture));
		Pane.Fracture->ApplyFractureImpulse(
			LargestPiece(Level).GetComponentLocation(), FVector(2000.0, 0.0, 0.0), 1.0f);
		Level.World->Tick(LEVELTICK_All, 1.0f / 60.0f);
		Level.TearDown();
		EXPECT_EQ(UE::Tasks::StandInPending(), 0);
	}
	EXPECT_EQ(StandIn::LiveObjects(), ObjectsBefore);
}

TEST(UnrealPieces, NoMoreAreMadeReadyAtATimeThanImpactsAreWorkedOut)
{
	const TScopedSetting<int32> One(&UFractureSimSettings::MaxSolves, 1);
	FLevel Level;
	Level.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& Pane = Level.AddPane();
	ASSERT_TRUE(Break(Level, *Pane.Fracture));
	for (const UDynamicMeshComponent* Piece : Level.Pieces())
	{
		const FVector Across = Piece->GetComponentTransform().TransformVectorNoScale(FVector(1.0, 0.0, 0.0));
		Pane.Fracture->ApplyFractureImpulse(Piece->GetComponentLocation() - Across, Across * 2000.0, 0.5f);
	}
	ASSERT_GT(Level.Subsystem().GetStats().QueuedImpacts, 2);
	const int32 Fractures = Level.Subsystem().GetStats().Fractures;
	int32 Most = 0;
	ASSERT_TRUE(Level.TickUntil(
		[&]
		{
			Level.World->Tick(LEVELTICK_All, 0.0f);
			int32 BeingMade = Level.Subsystem().GetStats().RunningSolves;
			for (const auto& Body : PieceBodiesOf(Level.Subsystem()))
			{
				BeingMade += Body->Task.IsCompleted() ? 0 : 1;
			}
			Most = FMath::Max(Most, BeingMade);
			const FFractureSimStats Stats = Level.Subsystem().GetStats();
			return Stats.QueuedImpacts == 0 && Stats.RunningSolves == 0;
		}));
	EXPECT_EQ(Most, 1);
	EXPECT_GT(Level.Subsystem().GetStats().Fractures, Fractures);
}
