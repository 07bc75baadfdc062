// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimActor.h"

#include "Break/RestShape.h"
#include "Components/DynamicMeshComponent.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "Materials/MaterialInterface.h"
#include "PhysicsPublic.h"

AFractureSimActor::AFractureSimActor()
{
	PrimaryActorTick.bCanEverTick = false;
	bReplicates = true;
	SetReplicateMovement(true); // while it is whole: where it breaks, it has to be on all machines

	Mesh = CreateDefaultSubobject<UDynamicMeshComponent>(TEXT("Mesh"));
	Mesh->SetMobility(EComponentMobility::Movable);
	Mesh->SetCollisionProfileName(FName(TEXT("PhysicsActor")));
	Mesh->SetNotifyRigidBodyCollision(true);
	SetRootComponent(Mesh);

	Fracture = CreateDefaultSubobject<UFractureSimComponent>(TEXT("Fracture"));
	Fracture->bOwnerForwardsHits = true;
}

void AFractureSimActor::ShowAsset()
{
	const UFractureSimAsset* const Asset = Fracture->Asset;
	const TSharedPtr<const FractureSim::Private::FRestShape> Shape = Asset ? Asset->GetRestShape() : nullptr;
	if (!Shape)
	{
		Mesh->SetMesh(UE::Geometry::FDynamicMesh3());
		Mesh->ClearSimpleCollisionShapes(true);
		return;
	}
	Mesh->SetMesh(UE::Geometry::FDynamicMesh3(Shape->Mesh));
	TArray<UMaterialInterface*> Materials;
	for (int32 Slot = 0; Slot < Shape->Slots; ++Slot)
	{
		Materials.Add(Asset->OuterMaterials.IsValidIndex(Slot) ? Asset->OuterMaterials[Slot].Get() : nullptr);
	}
	Mesh->ConfigureMaterialSet(Materials, true);
	Mesh->SetSimpleCollisionShapes(Shape->Shapes, true);
}

void AFractureSimActor::OnConstruction(const FTransform& Transform)
{
	Super::OnConstruction(Transform);
	ShowAsset();
}

void AFractureSimActor::BeginPlay()
{
	SimulateAsset(); // before the component looks at the body
	Super::BeginPlay();
}

void AFractureSimActor::SimulateAsset()
{
	Mesh->SetSimulatePhysics(bSimulate && Fracture->Asset && Fracture->Asset->IsBaked());
}

void AFractureSimActor::DispatchPhysicsCollisionHit(const FRigidBodyCollisionInfo& MyInfo,
	const FRigidBodyCollisionInfo& OtherInfo,
	const FCollisionImpactData& RigidCollisionData)
{
	if (MyInfo.Component.Get() == Mesh)
	{
		Fracture->AddPhysicsHit(MyInfo, OtherInfo, RigidCollisionData);
	}
	Super::DispatchPhysicsCollisionHit(MyInfo, OtherInfo, RigidCollisionData);
}
