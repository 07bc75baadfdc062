// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What users get wrong, and worlds that end at the worst moment: a clear message, no crash, nothing left behind.
#include "Break/BreakTask.h"
#include "FractureSimMaterial.h"
#include "Level.h"
#include "Misc/DataValidation.h"
#include "Serialization/Archive.h"
#include "Tasks/Task.h"
#include "UObject/Package.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

using namespace FractureTests;

using FractureSim::Private::FBreakTask;

namespace
{
/// Into what is private: the task that runs.
template <typename MemberType, MemberType Member>
struct TInside
{
	friend TSharedPtr<FBreakTask> FirstRunning(UFractureSimSubsystem& Subsystem) { return (Subsystem.*Member)[0].Task; }
};
TSharedPtr<FBreakTask> FirstRunning(UFractureSimSubsystem& Subsystem);
template struct TInside<decltype(&UFractureSimSubsystem::Running), &UFractureSimSubsystem::Running>;

constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();

AFractureSimActor& SpawnWith(FLevel& Level, UFractureSimAsset* Asset, const FVector& Scale = FVector(1.0, 1.0, 1.0))
{
	const FTransform Transform(FQuat::Identity, FVector::ZeroVector, Scale);
	AFractureSimActor* const Actor =
		Level.World->SpawnActorDeferred<AFractureSimActor>(AFractureSimActor::StaticClass(), Transform);
	Actor->Fracture->Asset = Asset;
	Actor->FinishSpawning(Transform);
	return *Actor;
}
} // namespace

TEST(UnrealBadInput, AMissingAssetIsSaidOnceAndHitsAreHarmless)
{
	FLevel Level;
	AFractureSimActor& Actor = SpawnWith(Level, nullptr);
	EXPECT_TRUE(LogHas("no baked asset"));
	EXPECT_EQ(Actor.Fracture->GetStatus(), EFractureSimStatus::NotReady);
	Actor.Fracture->ApplyFractureImpulse(FVector(), FVector(2000.0, 0.0, 0.0), 1.0f);
	Actor.Fracture->ApplyRadialFractureImpulse(FVector(), 100.0f, 1000.0f);
	Actor.Fracture->BreakNow();
	Actor.Fracture->Repair();
	Level.Tick(3);
	EXPECT_EQ(Level.World->SubsystemTicks, 0);
}

TEST(UnrealBadInput, AnAssetThatIsSwappedForAnUnbakedOneIsNamed)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	UFractureSimAsset* const Unbaked = NewObject<UFractureSimAsset>(Level.World);
	Pane.Fracture->Asset = Unbaked;
	const std::string Named = std::string(TCHAR_TO_UTF8(*Unbaked->GetName())) + " is not baked";
	StandIn::TakeLog();
	Pane.Fracture->ApplyRadialFractureImpulse(FVector(-50.0, 0.0, 0.0), 100.0f, 1000.0f);
	EXPECT_TRUE(LogHas(Named));
	Pane.OnTakeRadialDamage.Broadcast(&Pane, 100.0f, nullptr, FVector(-50.0, 0.0, 0.0), FHitResult(), nullptr, nullptr);
	EXPECT_TRUE(LogHas(Named));
	Pane.Fracture->BreakNow();
	EXPECT_TRUE(LogHas(Named));
	Level.Tick(3);
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	// A blow at a point needs no shape: what it is worked out from says why it cannot be.
	Strike(*Pane.Fracture);
	ASSERT_TRUE(Level.TickUntil([&Level] { return !Level.Subsystem().IsTickable(); }));
	EXPECT_TRUE(LogHas("impact ignored"));
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);
}

TEST(UnrealBadInput, DamagedBytesAreRefusedByTheAsset)
{
	FLevel Level;
	UFractureSimAsset* const Asset = NewObject<UFractureSimAsset>(Level.World);
	TArray<uint8> Bytes = PaneBytes();
	Bytes[Bytes.Num() / 2] ^= 0x5a;
	EXPECT_FALSE(Asset->SetBytes(Bytes));
	EXPECT_FALSE(Asset->IsBaked());
	EXPECT_TRUE(LogHas("FractureSimAsset_")) << "said by name";
	EXPECT_FALSE(Asset->LoadFromFile(TEXT("/no/such/file.frac")));
	EXPECT_TRUE(LogHas("/no/such/file.frac"));
	FDataValidationContext Context;
	EXPECT_EQ(Asset->IsDataValid(Context), EDataValidationResult::Invalid);
	EXPECT_EQ(Context.StandInErrors.Num(), 1);
}

TEST(UnrealBadInput, APackageThatWentStaleIsNamedWhenPlayBegins)
{
	FLevel Level;
	UFractureSimAsset* const Asset = NewObject<UFractureSimAsset>(Level.World);
	ASSERT_TRUE(Asset->SetBytes(PaneBytes()));
	// As a package that was damaged, or written by a newer plugin, would load.
	FArchive Ar;
	Asset->Serialize(Ar);
	EXPECT_EQ(Ar.StandInVersionsUsed, 1);
	Ar.StandInBytes[Ar.StandInBytes.Num() / 2] ^= 0x5a;
	Ar.bLoading = true;
	Asset->Serialize(Ar);
	AFractureSimActor& Actor = SpawnWith(Level, Asset);
	EXPECT_TRUE(LogHas("bake it again"));
	EXPECT_EQ(Actor.Fracture->GetStatus(), EFractureSimStatus::NotReady);
}

TEST(UnrealBadInput, AnAssetSurvivesItsPackage)
{
	FLevel Level;
	UFractureSimAsset* const Asset = NewObject<UFractureSimAsset>(Level.World);
	ASSERT_TRUE(Asset->SetBytes(PaneBytes()));
	FArchive Ar;
	Asset->Serialize(Ar);
	UFractureSimAsset* const Loaded = NewObject<UFractureSimAsset>(Level.World);
	Ar.bLoading = true;
	Loaded->Serialize(Ar);
	EXPECT_EQ(Loaded->GetBytes(), PaneBytes());
}

TEST(UnrealBadInput, ImpulsesThatAreNoNumbersAreIgnoredWithAWord)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	Pane.Fracture->ApplyFractureImpulse(FVector(), FVector(NotANumber, 0.0, 0.0), 1.0f);
	EXPECT_TRUE(LogHas("NaN"));
	Pane.Fracture->ApplyFractureImpulse(
		FVector(0.0, std::numeric_limits<double>::infinity(), 0.0), FVector(1.0, 0.0, 0.0), 1.0f);
	EXPECT_TRUE(LogHas("NaN"));
	Pane.Fracture->ImpactFilter.BindLambda(
		[](UFractureSimComponent&, FFractureSimImpact& Impact)
		{
			Impact.Impulse.X = NotANumber;
			return true;
		});
	Pane.Fracture->ApplyFractureImpulse(FVector(), FVector(1.0, 0.0, 0.0), 1.0f);
	EXPECT_TRUE(LogHas("NaN")) << "a filter's mistake";
	Pane.Fracture->ImpactFilter.Unbind();
	EXPECT_EQ(Level.World->SubsystemTicks, 0);
	// Finite, but beyond anything: told when it is worked out.
	Pane.Fracture->ApplyFractureImpulse(FVector(), FVector(1.0e30, 0.0, 0.0), 1.0f);
	Level.Tick(2);
	ASSERT_TRUE(Level.TickUntil([&Pane] { return Pane.Fracture->GetStatus() == EFractureSimStatus::Whole; }));
	EXPECT_TRUE(LogHas("too large"));
	Pane.Fracture->ApplyFractureImpulse(FVector(), FVector(1.0, 0.0, 0.0), -5.0f);
	ASSERT_TRUE(Level.TickUntil([&Level] { return Level.Subsystem().GetStats().QueuedImpacts == 0; }));
	EXPECT_TRUE(LogHas("radius"));
}

TEST(UnrealBadInput, ContactsThatAreLeftOutPushNothing)
{
	FLevel Level;
	Level.World->Physics().Gravity = FVector::ZeroVector;
	AFractureSimActor& Pane = Level.AddPane(true);
	UListener* const Listener = NewObject<UListener>(Level.World);
	Listener->Listen(*Pane.Fracture);
	// A tap and, in the same frame, one that no number of the record can hold.
	Pane.Fracture->ApplyFractureImpulse(FVector(0.0, 0.0, 0.0), FVector(0.0, 1.0e30, 0.0), 1.0f);
	Pane.Fracture->ApplyFractureImpulse(FVector(-1.0, 0.0, 0.0), FVector(1.0, 0.0, 0.0), 1.0f);
	ASSERT_TRUE(Level.TickUntil([Listener] { return Listener->Evaluated > 0; }));
	EXPECT_TRUE(LogHas("one of its impacts ignored"));
	EXPECT_NEAR(Pane.Mesh->GetPhysicsLinearVelocity().X, 1.0 / Pane.Mesh->Mass, 1.0e-3);
	EXPECT_EQ(Pane.Mesh->GetPhysicsLinearVelocity().Y, 0.0);
	EXPECT_EQ(Listener->LastImpact.Impulse.X, 1.0) << "nor is it told of";
}

TEST(UnrealBadInput, FiltersThatSpoilAnImpactAreCaught)
{
	constexpr float Infinity = std::numeric_limits<float>::infinity();
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	const std::function<void(FFractureSimImpact&)> Spoils[] = {
		[](FFractureSimImpact& Impact) { Impact.Impulse = Impact.Impulse * Infinity; },
		[](FFractureSimImpact& Impact) { Impact.Location.Z = NotANumber; },
		[](FFractureSimImpact& Impact) { Impact.Radius = Infinity; },
		[](FFractureSimImpact& Impact) { Impact.Duration = static_cast<float>(NotANumber); },
	};
	for (const auto& Spoil : Spoils)
	{
		Pane.Fracture->ImpactFilter.BindLambda(
			[&Spoil](UFractureSimComponent&, FFractureSimImpact& Impact)
			{
				Spoil(Impact);
				return true;
			});
		Pane.Fracture->ApplyFractureImpulse(FVector(-1.0, 0.0, 0.0), FVector(2000.0, 0.0, 0.0), 1.0f);
		EXPECT_TRUE(LogHas("it came from the filter"));
		EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 0);
	}
	// One that ends what it is asked about.
	Pane.Fracture->ImpactFilter.BindLambda(
		[](UFractureSimComponent& Component, FFractureSimImpact&)
		{
			Component.GetOwner()->Destroy();
			return true;
		});
	Pane.Fracture->ApplyFractureImpulse(FVector(-1.0, 0.0, 0.0), FVector(2000.0, 0.0, 0.0), 1.0f);
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 0);
}

TEST(UnrealBadInput, AFilterMayEndOrRepairWhatABlastHits)
{
	FLevel Level;
	Level.World->Physics().Gravity = FVector::ZeroVector;
	int32 Asked = 0;
	const auto Blast = [&](AFractureSimActor& Pane, const std::function<void(UFractureSimComponent&)>& Do)
	{
		Asked = 0;
		Pane.Fracture->ImpactFilter.BindLambda(
			[&Asked, Do](UFractureSimComponent& Component, FFractureSimImpact&)
			{
				++Asked;
				Do(Component);
				return true;
			});
		Pane.Fracture->ApplyRadialFractureImpulse(FVector(-30.0, 0.0, 0.0), 200.0f, 1000.0f);
		EXPECT_EQ(Asked, 1) << "what it was to hit is not there any more";
		EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 0);
	};
	const auto Repairs = [](UFractureSimComponent& Component) { Component.Repair(); };
	const auto Ends = [](UFractureSimComponent& Component) { Component.GetOwner()->Destroy(); };
	AFractureSimActor& Pane = Level.AddPane();
	Blast(Pane, Repairs);
	Blast(Pane, Ends);
	// Pieces, too.
	AFractureSimActor& Other = Level.AddPane();
	ASSERT_TRUE(Break(Level, *Other.Fracture));
	Blast(Other, Repairs);
	Other.Fracture->ImpactFilter.Unbind();
	ASSERT_TRUE(Break(Level, *Other.Fracture));
	Blast(Other, Ends);
	EXPECT_EQ(Level.Pieces().Num(), 0);
}

TEST(UnrealBadInput, AnAssetThatIsDeletedBreaksNothingAndIsNamed)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	FLevel::WaitForTasks();
	Pane.Fracture->ApplyFractureImpulse(FVector(-1.0, 3.0, 2.0), FVector(2000.0, 0.0, 0.0), 1.0f);
	StandIn::MarkAsGarbage(*Pane.Fracture->Asset);
	Level.Tick(3);
	EXPECT_TRUE(LogHas("its asset is gone"));
	EXPECT_EQ(Pane.Fracture->GetStatus(), EFractureSimStatus::Whole);
	StandIn::CollectGarbage();
	Pane.Fracture->ApplyFractureImpulse(FVector(-1.0, 3.0, 2.0), FVector(2000.0, 0.0, 0.0), 1.0f);
	Pane.Fracture->ApplyRadialFractureImpulse(FVector(-5.0, 0.0, 0.0), 100.0f, 1000.0f);
	Pane.Fracture->BreakNow();
	EXPECT_EQ(Level.Subsystem().GetStats().QueuedImpacts, 0);
}

TEST(UnrealBadInput, ABoxWithoutAnOuterLivesInTheTransientPackage)
{
	UFractureSimAsset* const Asset = UFractureSimAsset::BakeBox(nullptr, FVector(5.0, 5.0, 5.0), nullptr, 100);
	ASSERT_NE(Asset, nullptr);
	EXPECT_EQ(Asset->GetOuter(), GetTransientPackage()) << "the engine makes no object without an outer";
	StandIn::MarkAsGarbage(*Asset);
	StandIn::CollectGarbage();
}

TEST(UnrealBadInput, ScalesThatNoBodyCanHaveAreRefused)
{
	for (const FVector& Scale : {FVector(0.0, 0.0, 0.0), FVector(1.0, 2.0, 1.0), FVector(-1.0, -1.0, -1.0)})
	{
		FLevel Level;
		UFractureSimAsset* const Asset = NewObject<UFractureSimAsset>(Level.World);
		Asset->SetBytes(PaneBytes());
		AFractureSimActor& Actor = SpawnWith(Level, Asset, Scale);
		EXPECT_EQ(Actor.Fracture->GetStatus(), EFractureSimStatus::NotReady);
		EXPECT_TRUE(LogHas("same scale"));
	}
}

TEST(UnrealBadInput, ValidationOfALevelSaysWhatPlayWouldOnlyLog)
{
	const auto Check = [](const UFractureSimComponent& Component, const char* Part)
	{
		FDataValidationContext Context;
		const EDataValidationResult Result = Component.IsDataValid(Context);
		TArray<FString> All = Context.StandInErrors;
		All.Append(Context.StandInWarnings.GetData(), Context.StandInWarnings.Num());
		EXPECT_EQ(All.Num(), 1) << Part;
		EXPECT_TRUE(All.Num() > 0 && StandIn::ToUtf8(*All[0]).find(Part) != std::string::npos) << Part;
		return Result;
	};
	FLevel Level;
	FDataValidationContext Good;
	AFractureSimActor& Pane = Level.AddPane();
	EXPECT_NE(Pane.Fracture->IsDataValid(Good), EDataValidationResult::Invalid);
	EXPECT_EQ(Good.StandInErrors.Num() + Good.StandInWarnings.Num(), 0);
	Pane.Fracture->BodyName = FName(TEXT("Door"));
	EXPECT_EQ(Check(*Pane.Fracture, "Door"), EDataValidationResult::Invalid);
	Pane.Fracture->BodyName = NAME_None;
	Pane.Mesh->SetWorldTransform(FTransform(FQuat::Identity, FVector::ZeroVector, FVector(1.0, 2.0, 1.0)));
	EXPECT_EQ(Check(*Pane.Fracture, "scale"), EDataValidationResult::Invalid);
	Pane.Mesh->SetWorldTransform(FTransform());
	Pane.Fracture->Asset = nullptr;
	EXPECT_NE(Check(*Pane.Fracture, "Choose one"), EDataValidationResult::Invalid) << "a Blueprint may leave it open";
}

TEST(UnrealBadInput, MaterialsOutOfRangeAreNamed)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	Pane.Fracture->Material = NewObject<UFractureSimMaterial>(Level.World);
	Pane.Fracture->Material->PoissonRatio = 0.6;
	FDataValidationContext Context;
	EXPECT_EQ(Pane.Fracture->Material->IsDataValid(Context), EDataValidationResult::Invalid);
	Pane.Fracture->ApplyFractureImpulse(FVector(-1.0, 0.0, 0.0), FVector(2000.0, 0.0, 0.0), 1.0f);
	Level.Tick(2);
	ASSERT_TRUE(Level.TickUntil([&Pane] { return Pane.Fracture->GetStatus() == EFractureSimStatus::Whole; }));
	EXPECT_TRUE(LogHas("poissonRatio"));
}

TEST(UnrealBadInput, AnActorMayEndWhileItsImpactIsWorkedOut)
{
	const int32 ObjectsBefore = StandIn::LiveObjects();
	{
		FLevel Level;
		AFractureSimActor& Pane = Level.AddPane();
		UFractureSimComponent& Fracture = *Pane.Fracture;
		Fracture.ApplyFractureImpulse(FVector(-1.0, 3.0, 2.0), FVector(2000.0, 0.0, 0.0), 1.0f);
		ASSERT_TRUE(Level.TickUntilSolving());
		const TSharedPtr<FBreakTask> Task = FirstRunning(Level.Subsystem());
		Pane.Destroy();
		StandIn::CollectGarbage();
		EXPECT_TRUE(Task->bCancelled.load()) << "nobody waits for it";
		EXPECT_EQ(Level.Subsystem().GetStats().RunningSolves, 0);
		Level.Tick(5);
		EXPECT_EQ(Level.Pieces().Num(), 0);
	}
	EXPECT_EQ(UE::Tasks::StandInPending(), 0);
	EXPECT_EQ(StandIn::LiveObjects(), ObjectsBefore);
}

TEST(UnrealBadInput, AWorldMayEndAtAnyMoment)
{
	const int32 ObjectsBefore = StandIn::LiveObjects();
	// While the body is made ready, while the impact is worked out, while pieces are made, and after.
	for (const EFractureSimStatus Moment : {EFractureSimStatus::Whole,
			 EFractureSimStatus::Solving,
			 EFractureSimStatus::Applying,
			 EFractureSimStatus::Broken})
	{
		FLevel Level;
		AFractureSimActor& Pane = Level.AddPane();
		if (Moment != EFractureSimStatus::Whole)
		{
			StandIn::TakeLog();
			Pane.Fracture->ApplyFractureImpulse(FVector(-1.0, 3.0, 2.0), FVector(2000.0, 0.0, 0.0), 1.0f);
			ASSERT_TRUE(Moment == EFractureSimStatus::Solving
					? Level.TickUntilSolving()
					: Level.TickUntil([&] { return Pane.Fracture->GetStatus() >= Moment; }));
		}
		Level.TearDown();
		EXPECT_EQ(UE::Tasks::StandInPending(), 0) << static_cast<int32>(Moment);
		EXPECT_EQ(StandIn::LiveObjects(), ObjectsBefore) << static_cast<int32>(Moment);
	}
}

TEST(UnrealBadInput, AListenerMayEndTheActorThatBroke)
{
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	UListener* const Listener = NewObject<UListener>(Level.World);
	Listener->Listen(*Pane.Fracture);
	Listener->DoOnFractured = [](UFractureSimComponent& Component) { Component.GetOwner()->Destroy(); };
	Pane.Fracture->ApplyFractureImpulse(FVector(-1.0, 3.0, 2.0), FVector(2000.0, 0.0, 0.0), 1.0f);
	ASSERT_TRUE(Level.TickUntil([Listener] { return Listener->Fractured > 0; }));
	StandIn::CollectGarbage();
	Level.Tick(3);
	EXPECT_EQ(Level.Pieces().Num(), 0);
}
