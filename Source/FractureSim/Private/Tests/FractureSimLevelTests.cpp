// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A pane of glass in a world of its own, on the engine's physics, tasks and damage. No content is needed.
#include "Components/DynamicMeshComponent.h"
#include "Components/SphereComponent.h"
#include "CoreMinimal.h"
#include "Engine/HitResult.h"
#include "Engine/World.h"
#include "FractureSimActor.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimSettings.h"
#include "FractureSimSubsystem.h"
#include "HAL/PlatformProcess.h"
#include "Kismet/GameplayStatics.h"
#include "Misc/AutomationTest.h"
#include "Tests/AutomationCommon.h"
#include "Tests/FractureSimTestListener.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace FractureSim::Private
{
static constexpr auto LevelTestFlags = EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter;

/// A world that plays; it ends with the test.
class FTestLevel
{
public:
	FTestLevel()
	{
		Wrapper.CreateTestWorld(EWorldType::Game);
		Wrapper.BeginPlayInTestWorld();
	}

	UWorld& World() { return *Wrapper.GetTestWorld(); }
	UFractureSimSubsystem& Subsystem() { return *World().GetSubsystem<UFractureSimSubsystem>(); }

	/// 40 x 40 x 2 cm, upright across x, standing still.
	AFractureSimActor& AddPane()
	{
		AFractureSimActor* const Pane =
			World().SpawnActorDeferred<AFractureSimActor>(AFractureSimActor::StaticClass(), FTransform());
		Pane->Fracture->Asset = UFractureSimAsset::BakeBox(Pane, FVector(2.0, 40.0, 40.0), nullptr, 400);
		Pane->bSimulate = false;
		Pane->FinishSpawning(FTransform());
		Listener = NewObject<UFractureSimTestListener>(Pane);
		Listener->Listen(*Pane->Fracture);
		return *Pane;
	}

	/// Half a minute of the game's time at most.
	bool TickUntil(TFunctionRef<bool()> Holds)
	{
		for (int32 I = 0; I < 1800 && !Holds(); ++I)
		{
			Wrapper.TickTestWorld(1.0f / 60.0f);
			FPlatformProcess::Sleep(0.002f); // tasks get on
		}
		return Holds();
	}

	bool TickUntilBroken(const UFractureSimComponent& Component)
	{
		return TickUntil([&Component] { return Component.GetStatus() == EFractureSimStatus::Broken; });
	}

	FTestWorldWrapper Wrapper;
	UFractureSimTestListener* Listener = nullptr; // nothing is collected while a test runs
};

static void StrikePane(UFractureSimComponent& Component)
{
	Component.ApplyFractureImpulse(FVector(-1.0, 3.0, 2.0), FVector(2000.0, 0.0, 0.0), 1.0f);
}
} // namespace FractureSim::Private

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FFractureSimImpulseTest, "FractureSim.Level.Impulse", FractureSim::Private::LevelTestFlags)
bool FFractureSimImpulseTest::RunTest(const FString&)
{
	using namespace FractureSim::Private;
	FTestLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	TestTrue(TEXT("it is ready"), Pane.Fracture->GetStatus() == EFractureSimStatus::Whole);
	Pane.Fracture->ApplyFractureImpulse(FVector(-1.0, 3.0, 2.0), FVector(1.0, 0.0, 0.0), 1.0f);
	TestTrue(TEXT("a tap is worked out"), Level.TickUntil([&Level] { return Level.Listener->Evaluated == 1; }));
	TestTrue(TEXT("and leaves it whole"), Pane.Fracture->GetStatus() == EFractureSimStatus::Whole);
	StrikePane(*Pane.Fracture);
	TestTrue(TEXT("a blow breaks it"), Level.TickUntilBroken(*Pane.Fracture));
	for (int32 I = 0; I < 30; ++I)
	{
		Level.Wrapper.TickTestWorld(1.0f / 60.0f);
	}
	TestTrue(TEXT("each is told once"), Level.Listener->Evaluated == 2 && Level.Listener->Fractured == 1);
	TestTrue(
		TEXT("of each piece"), Level.Listener->LastCount > 2 && Level.Listener->Spawned == Level.Listener->LastCount);
	TestTrue(TEXT("they are in the world"), Level.Subsystem().GetStats().LiveFragments == Level.Listener->LastCount);
	return TestTrue(TEXT("the body is not"), !Pane.Mesh->IsVisible());
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FFractureSimDamageTest, "FractureSim.Level.Damage", FractureSim::Private::LevelTestFlags)
bool FFractureSimDamageTest::RunTest(const FString&)
{
	using namespace FractureSim::Private;
	FTestLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	FHitResult Hit;
	Hit.ImpactPoint = FVector(-1.0, 3.0, 2.0);
	UGameplayStatics::ApplyPointDamage(&Pane, 60.0f, FVector(1.0, 0.0, 0.0), Hit, nullptr, nullptr, nullptr);
	TestTrue(TEXT("damage breaks it"), Level.TickUntilBroken(*Pane.Fracture));
	return TestTrue(TEXT("and is told as such"), Level.Listener->LastSource == EFractureSimSource::Damage);
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FFractureSimHitTest, "FractureSim.Level.Hit", FractureSim::Private::LevelTestFlags)
bool FFractureSimHitTest::RunTest(const FString&)
{
	using namespace FractureSim::Private;
	FTestLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	AActor* const Actor = Level.World().SpawnActor<AActor>(FActorSpawnParameters());
	USphereComponent* const Ball = NewObject<USphereComponent>(Actor);
	Ball->InitSphereRadius(5.0f);
	Ball->SetMobility(EComponentMobility::Movable);
	Ball->SetCollisionProfileName(FName(TEXT("PhysicsActor")));
	UFractureSimComponent::EnableStriker(Ball);
	Actor->SetRootComponent(Ball);
	Ball->SetWorldTransform(FTransform(FVector(-60.0, 3.0, 2.0)));
	Ball->RegisterComponent();
	Ball->SetMassOverrideInKg(NAME_None, 3.0f, true);
	Ball->SetSimulatePhysics(true);
	Ball->SetPhysicsLinearVelocity(FVector(2000.0, 0.0, 0.0), false, NAME_None);
	TestTrue(TEXT("a ball breaks it"), Level.TickUntilBroken(*Pane.Fracture));
	TestTrue(TEXT("by physics"), Level.Listener->LastSource == EFractureSimSource::Physics);
	return TestTrue(TEXT("and flies on"), Ball->GetPhysicsLinearVelocity(NAME_None).X > 500.0);
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FFractureSimBudgetTest, "FractureSim.Level.Budget", FractureSim::Private::LevelTestFlags)
bool FFractureSimBudgetTest::RunTest(const FString&)
{
	using namespace FractureSim::Private;
	UFractureSimSettings& Settings = *GetMutableDefault<UFractureSimSettings>();
	const int32 Before = Settings.BodiesPerFrame;
	Settings.BodiesPerFrame = 2;
	int32 Frames = 0; // in which pieces are made
	int32 Pieces = 0;
	{
		FTestLevel Level;
		AFractureSimActor& Pane = Level.AddPane();
		StrikePane(*Pane.Fracture);
		Level.TickUntil(
			[&]
			{
				const EFractureSimStatus Status = Pane.Fracture->GetStatus();
				Frames += Status == EFractureSimStatus::Applying ? 1 : 0;
				return Status == EFractureSimStatus::Broken;
			});
		Pieces = Level.Listener->LastCount;
	}
	Settings.BodiesPerFrame = Before;
	// The last two come in the frame of the swap.
	return TestTrue(TEXT("two pieces a frame"), Pieces > 2 && Frames >= (Pieces - 1) / 2);
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FFractureSimRepairTest, "FractureSim.Level.Repair", FractureSim::Private::LevelTestFlags)
bool FFractureSimRepairTest::RunTest(const FString&)
{
	using namespace FractureSim::Private;
	FTestLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	Pane.Fracture->BreakNow();
	TestTrue(TEXT("it breaks without more ado"), Level.TickUntilBroken(*Pane.Fracture));
	Pane.Fracture->Repair();
	TestTrue(TEXT("it is whole again"), Pane.Fracture->GetStatus() == EFractureSimStatus::Whole);
	TestTrue(TEXT("and seen"), Pane.Mesh->IsVisible());
	TestTrue(TEXT("its pieces are not"), Level.Subsystem().GetStats().LiveFragments == 0);
	TestTrue(TEXT("but wait for the next"), Level.Subsystem().GetStats().PooledFragments > 2);
	StrikePane(*Pane.Fracture);
	return TestTrue(TEXT("it breaks again"), Level.TickUntilBroken(*Pane.Fracture));
}

/// What is replicated is what is saved: another world works out the same from it.
IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FFractureSimHistoryTest, "FractureSim.Level.SaveAndHistory", FractureSim::Private::LevelTestFlags)
bool FFractureSimHistoryTest::RunTest(const FString&)
{
	using namespace FractureSim::Private;
	FFractureSimSave Save;
	FFractureSimHash Hash;
	int32 Pieces = 0;
	{
		FTestLevel Level;
		AFractureSimActor& Pane = Level.AddPane();
		StrikePane(*Pane.Fracture);
		TestTrue(TEXT("it breaks"), Level.TickUntilBroken(*Pane.Fracture));
		Save = Pane.Fracture->GetSave();
		Hash = Pane.Fracture->GetResultHash();
		Pieces = Level.Listener->LastCount;
	}
	FTestLevel Other;
	AFractureSimActor& Pane = Other.AddPane();
	Pane.Fracture->RestoreSave(Save);
	TestTrue(TEXT("it breaks by its history"), Other.TickUntilBroken(*Pane.Fracture));
	TestTrue(TEXT("to the last bit"), Pane.Fracture->GetResultHash() == Hash && !Pane.Fracture->IsOutOfSync());
	return TestTrue(TEXT("into as many pieces"), Other.Listener->LastCount == Pieces);
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FFractureSimTearDownTest, "FractureSim.Level.TearDown", FractureSim::Private::LevelTestFlags)
bool FFractureSimTearDownTest::RunTest(const FString&)
{
	using namespace FractureSim::Private;
	FTestLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	StrikePane(*Pane.Fracture);
	Level.Wrapper.TickTestWorld(1.0f / 60.0f);
	// With its body being made, or its impact being worked out.
	return TestTrue(TEXT("a world may end at any moment"), Level.Wrapper.DestroyTestWorld(true));
}

#endif
