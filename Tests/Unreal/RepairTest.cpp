// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Clients that take the server's pieces: many at a time, while the server goes on, and whatever arrives.
#include "FractureSimLink.h"
#include "Logging/LogMacros.h"
#include "Network.h"
#include "StandIn/RemoteCall.h"
#include "Tasks/Task.h"

#include <gtest/gtest.h>

#include <limits>

using namespace FractureTests;

namespace
{
/// Into what is private: what comes over the network, where anybody may have sent it.
template <void (UFractureSimLink::*Member)(UFractureSimComponent*, int32, int32)>
struct TInsideAsk
{
	friend void AskOf(UFractureSimLink& Link, UFractureSimComponent* Component, int32 Question, int32 Offset)
	{
		(Link.*Member)(Component, Question, Offset);
	}
};
void AskOf(UFractureSimLink& Link, UFractureSimComponent* Component, int32 Question, int32 Offset);
template struct TInsideAsk<&UFractureSimLink::ServerAsk_Implementation>;

template <void (UFractureSimLink::*Member)(int32, int32, int32, const TArray<uint8>&)>
struct TInsideTake
{
	friend void TakeOf(UFractureSimLink& Link, int32 Question, int32 Offset, int32 Total, const TArray<uint8>& Part)
	{
		(Link.*Member)(Question, Offset, Total, Part);
	}
};
void TakeOf(UFractureSimLink& Link, int32 Question, int32 Offset, int32 Total, const TArray<uint8>& Part);
template struct TInsideTake<&UFractureSimLink::ClientTake_Implementation>;

/// What is sent before the client asks for more.
constexpr int32 WindowParts = 16;

/// A server and a client of one player, and panes that only the server can break.
struct FTwoWorlds
{
	FTwoWorlds()
	{
		Server.World->Physics().Gravity = FVector::ZeroVector;
		Player.Join(Server, Client);
		EXPECT_TRUE(Player.ReplicateLink());
		StandIn::DeliverCalls();
		StandIn::MostCallsUnderWay();
	}

	void AddPanes(int32 Count)
	{
		for (int32 I = 0; I < Count; ++I)
		{
			const FTransform Place(FVector(0.0, 100.0 * I, 0.0));
			There.Add(&Server.AddPane(false, Place));
			Here.Add(&Client.AddPane(false, Place));
			// The client's is another body, and refuses the history.
			There[I]->Fracture->StrengthScale = 0.9f;
		}
	}

	/// Pieces on the server stay where they are born, so that they can be compared at any time.
	bool Break(int32 Pane, const FVector& Point)
	{
		UFractureSimComponent& Fracture = *There[Pane]->Fracture;
		Fracture.ApplyFractureImpulse(FVector(-1.0, 100.0 * Pane, 0.0) + Point, FVector(2000.0, 0.0, 0.0), 1.0f);
		if (!Server.TickUntilBroken(Fracture))
		{
			return false;
		}
		for (UDynamicMeshComponent* Piece : Server.Pieces())
		{
			Piece->SetPhysicsLinearVelocity(FVector::ZeroVector);
			Piece->SetPhysicsAngularVelocityInRadians(FVector::ZeroVector);
			Piece->SetSimulatePhysics(false);
		}
		return true;
	}

	/// Until the client knows that it is out of step.
	bool Tell(int32 Pane)
	{
		Replicate(*There[Pane], *Here[Pane]);
		return Client.TickUntil([this, Pane] { return Here[Pane]->Fracture->IsOutOfSync(); });
	}

	/// Both play and talk.
	bool PlayUntil(const std::function<bool()>& Holds)
	{
		return Client.TickUntil(
			[&]
			{
				Server.Tick();
				StandIn::DeliverCalls();
				return Holds();
			});
	}

	int32 Repaired() const { return Client.Subsystem().GetStats().Repaired; }

	FLevel Server;
	FLevel Client{true};
	FPlayer Player;
	TArray<AFractureSimActor*> There;
	TArray<AFractureSimActor*> Here;
};
} // namespace

TEST(UnrealRepair, ManyBreakablesTakeTheirTurns)
{
	constexpr int32 Count = 20;
	const TScopedSetting<int32> Room(&UFractureSimSettings::MaxFragments, 4000);
	FTwoWorlds Worlds;
	Worlds.AddPanes(Count);
	for (int32 I = 0; I < Count; ++I)
	{
		ASSERT_TRUE(Worlds.Break(I, FVector(0.0, 3.0, 2.0)));
		ASSERT_TRUE(Worlds.Tell(I));
	}
	ASSERT_TRUE(Worlds.PlayUntil([&] { return Worlds.Repaired() == Count; }));
	EXPECT_LE(StandIn::MostCallsUnderWay(), WindowParts) << "a connection takes no more that must arrive";
	ExpectSamePieces(Worlds.Client, Worlds.Server);
	for (const AFractureSimActor* Pane : Worlds.Here)
	{
		EXPECT_FALSE(Pane->Fracture->IsOutOfSync());
	}
}

TEST(UnrealRepair, WhatIsUnderWayWhenItIsMadeWholeIsNotTaken)
{
	FTwoWorlds Worlds;
	Worlds.AddPanes(1);
	UFractureSimComponent& Fracture = *Worlds.There[0]->Fracture;
	ASSERT_TRUE(Worlds.Break(0, FVector(0.0, 3.0, 2.0)));
	ASSERT_TRUE(Worlds.Tell(0));
	ASSERT_EQ(StandIn::DeliverCalls(1 + WindowParts), 1 + WindowParts) << "the question and the first window";
	const int32 Before = Worlds.Server.Pieces().Num();
	Fracture.Repair();
	ASSERT_TRUE(Worlds.Break(0, FVector(0.0, -12.0, -11.0)));
	ASSERT_TRUE(Worlds.Tell(0));
	ASSERT_TRUE(Worlds.PlayUntil([&] { return Worlds.Repaired() == 1; }));
	EXPECT_NE(Worlds.Server.Pieces().Num(), Before) << "or this shows nothing";
	ExpectSamePieces(Worlds.Client, Worlds.Server);
	EXPECT_FALSE(Worlds.Here[0]->Fracture->IsOutOfSync());

	// Also where the client hears of it only after the rest.
	Fracture.Repair();
	ASSERT_TRUE(Worlds.Break(0, FVector(0.0, 3.0, 2.0)));
	ASSERT_TRUE(Worlds.Tell(0));
	Worlds.Server.Tick(60);
	ASSERT_EQ(StandIn::DeliverCalls(1 + WindowParts), 1 + WindowParts);
	Fracture.Repair();
	ASSERT_TRUE(Worlds.Break(0, FVector(0.0, -12.0, -11.0)));
	ASSERT_TRUE(Worlds.PlayUntil([&] { return Worlds.Repaired() == 2; }));
	ExpectSamePieces(Worlds.Client, Worlds.Server);
}

TEST(UnrealRepair, WhatAClientAsksForIsTakenWithCare)
{
	FTwoWorlds Worlds;
	Worlds.AddPanes(2);
	ASSERT_TRUE(Worlds.Break(0, FVector(0.0, 3.0, 2.0)));
	ASSERT_TRUE(Worlds.Break(1, FVector(0.0, 3.0, 2.0)));
	ASSERT_TRUE(Worlds.Tell(0));
	ASSERT_TRUE(Worlds.Tell(1));
	UFractureSimLink& Link = *Worlds.Player.There->FindComponentByClass<UFractureSimLink>();
	UFractureSimComponent* const Pane = Worlds.There[0]->Fracture;
	StandIn::DeliverCalls(1); // of question 1, whose first window is under way
	const int32 Total = 900 * WindowParts;
	const int32 Most = std::numeric_limits<int32>::max();
	StandIn::TakeLog();
	for (const int32 Offset : {-1, 1, 899, Total - 1, Total + 1, Most, Most - 900, -Most})
	{
		AskOf(Link, Pane, 1, Offset);
		AskOf(Link, Pane, 7, Offset);
		AskOf(Link, nullptr, 1, Offset);
	}
	AskOf(Link, Worlds.There[1]->Fracture, 1, Total);
	AskOf(Link, Worlds.Here[0]->Fracture, 1, Total); // of another world
	int32 Told = 0;
	for (const StandIn::FLogLine& Line : StandIn::TakeLog())
	{
		Told += Line.Text.find("is told that there is none") != std::string::npos ? 1 : 0;
	}
	EXPECT_EQ(Told, 1) << "nobody fills a server's log";
	// Who asks again and again gets one state a while, whatever else.
	StandIn::DeliverCalls();
	StandIn::MostCallsUnderWay();
	for (int32 I = 0; I < 1000; ++I)
	{
		AskOf(Link, Pane, 1000 + I, 0);
	}
	EXPECT_LE(StandIn::MostCallsUnderWay(), WindowParts);
	StandIn::DeliverCalls();
	Worlds.Server.Tick(60);
	EXPECT_LE(StandIn::MostCallsUnderWay(), WindowParts);
	EXPECT_TRUE(Worlds.Server.TickUntil([&] { return !Worlds.Server.Subsystem().IsTickable(); }));
}

TEST(UnrealRepair, WhatCannotComeIsToldAndMakesRoom)
{
	FTwoWorlds Worlds;
	Worlds.AddPanes(2);
	for (int32 I = 0; I < 2; ++I)
	{
		ASSERT_TRUE(Worlds.Break(I, FVector(0.0, 3.0, 2.0)));
		ASSERT_TRUE(Worlds.Tell(I));
	}
	// The first has gone on the server before the question is there.
	Worlds.There[0]->Destroy();
	StandIn::TakeLog();
	ASSERT_TRUE(Worlds.PlayUntil([&] { return Worlds.Repaired() == 1; })) << "the other has its turn";
	int32 Here = 0;
	int32 There = 0;
	for (const StandIn::FLogLine& Line : StandIn::TakeLog())
	{
		Here += Line.Text.find("has none for it") != std::string::npos ? 1 : 0;
		There += Line.Text.find("a breakable that is not here") != std::string::npos ? 1 : 0;
	}
	EXPECT_EQ(Here, 1);
	EXPECT_EQ(There, 1);
	EXPECT_TRUE(Worlds.Here[0]->Fracture->IsOutOfSync());
	EXPECT_FALSE(Worlds.Here[1]->Fracture->IsOutOfSync());
	ExpectSamePieces(Worlds.Client, Worlds.Server);
}

TEST(UnrealRepair, PartsThatDoNotFitEndTheTransferWithAWord)
{
	struct FPart
	{
		int32 Offset;
		int32 Total;
		int32 Bytes;
	};
	const int32 TooMuch = 64 * 1024 * 1024 + 1;
	for (const FPart& Part :
		{FPart{0, TooMuch, 1000}, FPart{0, -1, 1}, FPart{5, 100, 10}, FPart{0, 10, 11}, FPart{0, 10, 0}})
	{
		FTwoWorlds Worlds;
		Worlds.AddPanes(1);
		ASSERT_TRUE(Worlds.Break(0, FVector(0.0, 3.0, 2.0)));
		ASSERT_TRUE(Worlds.Tell(0));
		UFractureSimLink& Link = *Worlds.Player.Here->FindComponentByClass<UFractureSimLink>();
		TArray<uint8> Bytes;
		Bytes.SetNum(Part.Bytes);
		StandIn::TakeLog();
		TakeOf(Link, 1, Part.Offset, Part.Total, Bytes);
		EXPECT_TRUE(LogHas("sends what is none")) << Part.Total;
		StandIn::DeliverCalls();
		Worlds.Client.Tick(30);
		EXPECT_EQ(Worlds.Repaired(), 0) << "its parts come too late";
		// A later break asks again.
		Link.Ask(*Worlds.Here[0]->Fracture);
		ASSERT_TRUE(Worlds.PlayUntil([&] { return Worlds.Repaired() == 1; }));
	}
}

TEST(UnrealRepair, DamagedStatesAreAskedForAgainButNotForEver)
{
	FTwoWorlds Worlds;
	Worlds.AddPanes(1);
	ASSERT_TRUE(Worlds.Break(0, FVector(0.0, 3.0, 2.0)));
	ASSERT_TRUE(Worlds.Tell(0));
	UFractureSimLink& Link = *Worlds.Player.Here->FindComponentByClass<UFractureSimLink>();
	const TArray<uint8> Damaged = {1, 2, 3};
	TakeOf(Link, 1, 0, 3, Damaged);
	ASSERT_TRUE(Worlds.Client.TickUntil([] { return LogHas("asked for again"); }));
	TakeOf(Link, 2, 0, 3, Damaged);
	ASSERT_TRUE(Worlds.Client.TickUntil([] { return LogHas("asked for again"); }));
	TakeOf(Link, 3, 0, 3, Damaged);
	ASSERT_TRUE(Worlds.Client.TickUntil([] { return LogHas("its own pieces stay"); }));
	StandIn::DeliverCalls();
	Worlds.Client.Tick(30);
	EXPECT_EQ(Worlds.Repaired(), 0) << "these were questions 1 to 3, and there is no fourth";
	EXPECT_TRUE(Worlds.Here[0]->Fracture->IsOutOfSync());
}

TEST(UnrealRepair, AWorldMayEndWhileAStateIsReadOrApplied)
{
	const TScopedSetting<int32> One(&UFractureSimSettings::BodiesPerFrame, 1);
	for (const bool bApplied : {false, true})
	{
		FTwoWorlds Worlds;
		Worlds.AddPanes(1);
		ASSERT_TRUE(Worlds.Break(0, FVector(0.0, 3.0, 2.0)));
		ASSERT_TRUE(Worlds.Tell(0));
		StandIn::DeliverCalls();
		EXPECT_EQ(Worlds.Client.Subsystem().GetStats().RunningSolves, 1) << "it is read on a task";
		if (bApplied)
		{
			ASSERT_TRUE(Worlds.Client.TickUntil([&] { return Worlds.Client.PieceComponents() > 0; }));
			EXPECT_EQ(Worlds.Client.Pieces().Num(), 0);
		}
		EXPECT_EQ(Worlds.Repaired(), 0);
		Worlds.Client.TearDown();
	}
	EXPECT_EQ(UE::Tasks::StandInPending(), 0);
}

TEST(UnrealRepair, ALimitThatShrinksMeanwhileHolds)
{
	const TScopedSetting<int32> One(&UFractureSimSettings::BodiesPerFrame, 1);
	FTwoWorlds Worlds;
	Worlds.AddPanes(1);
	ASSERT_TRUE(Worlds.Break(0, FVector(0.0, 3.0, 2.0)));
	ASSERT_TRUE(Worlds.Tell(0));
	StandIn::DeliverCalls();
	ASSERT_TRUE(Worlds.Client.TickUntil([&] { return Worlds.Client.PieceComponents() > 2; }));
	const TScopedSetting<int32> Two(&UFractureSimSettings::MaxFragments, 2);
	ASSERT_TRUE(Worlds.Client.TickUntil([&] { return Worlds.Repaired() == 1; }));
	EXPECT_EQ(Worlds.Client.Pieces().Num(), 2);
	EXPECT_EQ(Worlds.Client.Subsystem().GetStats().LiveFragments, 2);
}

TEST(UnrealRepair, PlayersWithoutALoginHaveTheirLinkBeforeAnythingBreaks)
{
	FLevel Server;
	FLevel Client(true);
	FPlayer Player;
	Player.Join(Server, Client);
	// Another controller in the place of the first, as seamless travel makes it.
	Player.Replace(Server, Client);
	EXPECT_FALSE(Player.ReplicateLink()) << "whose it is, is not known yet";
	Server.Tick();
	ASSERT_TRUE(Player.ReplicateLink());
	EXPECT_FALSE(Server.Subsystem().IsTickable());

	// One that came along, from a level without breakables.
	FLevel Next;
	Next.World->bIsServer = true;
	Player.There->FindComponentByClass<UFractureSimLink>()->DestroyComponent();
	Player.There->World = Next.World;
	Next.World->Players.Add(Player.There.Get());
	ASSERT_EQ(Player.There->FindComponentByClass<UFractureSimLink>(), nullptr);
	Next.Subsystem().OnWorldBeginPlay(*Next.World);
	EXPECT_NE(Player.There->FindComponentByClass<UFractureSimLink>(), nullptr);
}

TEST(UnrealRepair, AReplacedControllersQuestionsAreAskedAgain)
{
	FTwoWorlds Worlds;
	Worlds.AddPanes(3);
	for (int32 I = 0; I < 3; ++I)
	{
		ASSERT_TRUE(Worlds.Break(I, FVector(0.0, 3.0, 2.0)));
		ASSERT_TRUE(Worlds.Tell(I));
	}
	StandIn::DeliverCalls(5); // a question and some parts of its answer
	Worlds.Player.Replace(Worlds.Server, Worlds.Client);
	Worlds.Server.Tick();
	ASSERT_TRUE(Worlds.Player.ReplicateLink());
	ASSERT_TRUE(Worlds.PlayUntil([&] { return Worlds.Repaired() == 3; }));
	ExpectSamePieces(Worlds.Client, Worlds.Server);
	Worlds.Client.Tick(30);
	StandIn::DeliverCalls();
	EXPECT_EQ(Worlds.Repaired(), 3) << "each once";
}

TEST(UnrealRepair, ALinkThatCameFromAnotherLevelDoesNotGoByItsClock)
{
	FTwoWorlds Worlds;
	Worlds.AddPanes(2);
	Worlds.Server.World->Seconds = 3600.0;
	ASSERT_TRUE(Worlds.Break(0, FVector(0.0, 3.0, 2.0)));
	ASSERT_TRUE(Worlds.Tell(0));
	ASSERT_TRUE(Worlds.PlayUntil([&] { return Worlds.Repaired() == 1; }));
	Worlds.Server.World->Seconds = 0.0;
	ASSERT_TRUE(Worlds.Break(1, FVector(0.0, 3.0, 2.0)));
	ASSERT_TRUE(Worlds.Tell(1));
	Worlds.Server.Tick(10);
	StandIn::DeliverCalls();
	ASSERT_TRUE(Worlds.Client.TickUntil([&] { return Worlds.Repaired() == 2; }));
	ExpectSamePieces(Worlds.Client, Worlds.Server);
}
