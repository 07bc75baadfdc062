// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimLauncher.h"

#include "Components/InputComponent.h"
#include "Components/StaticMeshComponent.h"
#include "Engine/StaticMesh.h"
#include "Engine/World.h"
#include "FractureSimComponent.h"
#include "FractureSimLog.h"
#include "GameFramework/PlayerController.h"
#include "InputCoreTypes.h"

/// Of the engine's sphere, in cm.
static constexpr float EngineSphereRadius = 50.0f;

AFractureSimLauncher::AFractureSimLauncher()
{
	PrimaryActorTick.bCanEverTick = false;
}

void AFractureSimLauncher::BeginPlay()
{
	Super::BeginPlay();
	APlayerController* const Player = GetWorld()->GetFirstPlayerController();
	if (!Player)
	{
		return; // a dedicated server
	}
	EnableInput(Player);
	if (InputComponent)
	{
		InputComponent->BindKey(EKeys::LeftMouseButton, IE_Pressed, this, &AFractureSimLauncher::FireFromView);
	}
}

void AFractureSimLauncher::FireFromView()
{
	const APlayerController* const Player = GetWorld()->GetFirstPlayerController();
	if (!Player)
	{
		return;
	}
	FVector Eye = FVector::ZeroVector;
	FRotator Look;
	Player->GetPlayerViewPoint(Eye, Look);
	// Clear of whoever throws it.
	Fire(Eye + Look.Vector() * (60.0 + Radius), Look.Vector());
}

AActor* AFractureSimLauncher::Fire(FVector From, FVector Direction)
{
	if (From.ContainsNaN() || Direction.ContainsNaN() || Direction.IsZero())
	{
		UE_LOG(LogFractureSim, Warning, TEXT("%s: a ball needs a place and a direction"), *GetName());
		return nullptr;
	}
	AActor* const Ball = GetWorld()->SpawnActor<AActor>(FActorSpawnParameters());
	if (!Ball)
	{
		return nullptr;
	}
	UStaticMeshComponent* const Mesh = NewObject<UStaticMeshComponent>(Ball);
	Mesh->SetMobility(EComponentMobility::Movable);
	Mesh->SetStaticMesh(LoadObject<UStaticMesh>(nullptr, TEXT("/Engine/BasicShapes/Sphere.Sphere")));
	Mesh->SetCollisionProfileName(FName(TEXT("PhysicsActor")));
	Ball->SetRootComponent(Mesh);
	const double Scale = Radius / EngineSphereRadius;
	Mesh->SetWorldTransform(FTransform(FQuat::Identity, From, FVector(Scale, Scale, Scale)));
	UFractureSimComponent::EnableStriker(Mesh);
	Mesh->RegisterComponent();
	Mesh->SetMassOverrideInKg(NAME_None, Mass, true);
	Mesh->SetSimulatePhysics(true);
	Mesh->SetPhysicsLinearVelocity(Direction.GetSafeNormal() * Speed, false, NAME_None);
	Balls.RemoveAll([](const TWeakObjectPtr<AActor>& Old) { return !Old.IsValid(); });
	while (Balls.Num() >= MaxBalls && Balls.Num() > 0)
	{
		Balls[0]->Destroy();
		Balls.RemoveAt(0);
	}
	Balls.Add(Ball);
	return Ball;
}
