// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "StandIn/RigidWorld.h"

#include "Components/PrimitiveComponent.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"

namespace StandIn
{
static constexpr int32 SubSteps = 12; // a fast ball must not pass through a pane between two of them

void FRigidWorld::Step(UWorld& World, float DeltaSeconds)
{
	for (int32 I = 0; I < SubSteps; ++I)
	{
		SubStep(World, DeltaSeconds / SubSteps);
	}
}

void FRigidWorld::SubStep(UWorld& World, double DeltaSeconds)
{
	TArray<UPrimitiveComponent*> Bodies;
	for (const AActor* Actor : World.Actors)
	{
		Actor->GetComponents(Bodies);
	}
	for (UPrimitiveComponent* Body : Bodies)
	{
		if (Body->bSimulated && Body->bAwake && Body->StandInCollides())
		{
			Body->Velocity += Gravity * DeltaSeconds;
			const FTransform& Old = Body->GetComponentTransform();
			const FVector Centre = Body->StandInCentre();
			const double Rate = Body->AngularVelocity.Size();
			FQuat Turn;
			if (Rate > 1.0e-9)
			{
				Turn = FQuat(Body->AngularVelocity / Rate, Rate * DeltaSeconds);
			}
			FQuat Rotation = Turn * Old.GetRotation();
			Rotation.Normalize();
			const FVector Arm = Turn.RotateVector(Old.GetLocation() - Centre);
			Body->SetWorldTransform(
				FTransform(Rotation, Centre + Arm + Body->Velocity * DeltaSeconds, Old.GetScale3D()));
			Rest(*Body, DeltaSeconds);
		}
	}
	for (UPrimitiveComponent* Ball : Bodies)
	{
		FShapes Shapes;
		Ball->StandInShapes(Shapes);
		if (Shapes.BallRadius > 0.0 && Ball->bSimulated && Ball->StandInCollides())
		{
			for (UPrimitiveComponent* Other : Bodies)
			{
				if (Other != Ball && Other->StandInCollides())
				{
					Collide(*Ball, Shapes.BallRadius, *Other);
				}
			}
		}
	}
}

/// The floor: takes downward motion and some of the rest.
void FRigidWorld::Rest(UPrimitiveComponent& Body, double DeltaSeconds)
{
	FShapes Shapes;
	Body.StandInShapes(Shapes);
	double Lowest = Body.GetComponentLocation().Z - Shapes.BallRadius;
	for (const FBox& Box : Shapes.Boxes)
	{
		for (int32 K = 0; K < 8; ++K)
		{
			const FVector Corner(
				(K & 1) ? Box.Max.X : Box.Min.X, (K & 2) ? Box.Max.Y : Box.Min.Y, (K & 4) ? Box.Max.Z : Box.Min.Z);
			Lowest = FMath::Min(Lowest, Body.GetComponentTransform().TransformPosition(Corner).Z);
		}
	}
	if (Lowest < FloorHeight)
	{
		const FTransform& Old = Body.GetComponentTransform();
		const FVector Up(0.0, 0.0, FloorHeight - Lowest);
		Body.Velocity = FVector(Body.Velocity.X * 0.9, Body.Velocity.Y * 0.9, FMath::Max(0.0, Body.Velocity.Z));
		Body.AngularVelocity = Body.AngularVelocity * 0.9;
		Body.SetWorldTransform(FTransform(Old.GetRotation(), Old.GetLocation() + Up, Old.GetScale3D()));
	}
	const bool bStill = Body.Velocity.Size() < 10.0 && Body.AngularVelocity.Size() < 0.1;
	Body.StillFor = bStill ? Body.StillFor + DeltaSeconds : 0.0;
	if (Body.StillFor > 0.5)
	{
		Body.bAwake = false;
		Body.Velocity = FVector::ZeroVector;
		Body.AngularVelocity = FVector::ZeroVector;
	}
}

void FRigidWorld::Collide(UPrimitiveComponent& Ball, double Radius, UPrimitiveComponent& Other)
{
	FShapes Shapes;
	Other.StandInShapes(Shapes);
	const FTransform& Frame = Other.GetComponentTransform();
	const FVector Centre = Frame.InverseTransformPositionNoScale(Ball.GetComponentLocation());
	for (const FBox& Box : Shapes.Boxes)
	{
		const FVector Near(FMath::Clamp(Centre.X, Box.Min.X, Box.Max.X),
			FMath::Clamp(Centre.Y, Box.Min.Y, Box.Max.Y),
			FMath::Clamp(Centre.Z, Box.Min.Z, Box.Max.Z));
		const FVector Away = Centre - Near;
		const double Distance = Away.Size();
		if (Distance >= Radius || Distance < 1.0e-6)
		{
			continue;
		}
		const FVector Normal = Frame.TransformVectorNoScale(Away / Distance); // towards the ball
		const FVector Point = Frame.TransformPositionNoScale(Near);
		const FVector Arm = Point - Other.StandInCentre();
		const FVector Relative = Ball.Velocity - Other.Velocity - FVector::CrossProduct(Other.AngularVelocity, Arm);
		const double Closing = -FVector::DotProduct(Relative, Normal);
		if (Closing <= 0.0)
		{
			continue;
		}
		double InverseMass = 1.0 / Ball.Mass;
		if (Other.bSimulated)
		{
			const FVector Spin = Other.StandInInverseInertia(FVector::CrossProduct(Arm, Normal));
			InverseMass += 1.0 / Other.Mass + FVector::DotProduct(FVector::CrossProduct(Spin, Arm), Normal);
		}
		const FVector Impulse = Normal * ((1.0 + Restitution) * Closing / InverseMass); // on the ball
		FCollisionNotifyInfo Info;
		Info.Info0 = {Ball.GetOwner(), &Ball, INDEX_NONE, FName(), Impulse / Ball.Mass};
		Info.Info1 = {Other.GetOwner(),
			&Other,
			INDEX_NONE,
			FName(),
			Other.bSimulated ? -Impulse / Other.Mass : FVector::ZeroVector};
		Ball.Velocity += Impulse / Ball.Mass;
		if (Other.bSimulated)
		{
			Other.AddImpulseAtLocation(-Impulse, Point, NAME_None);
		}
		FRigidBodyContactInfo Contact;
		Contact.ContactPosition = Point;
		Contact.ContactNormal = Normal;
		Contact.ContactPenetration = static_cast<float>(Radius - Distance);
		Info.RigidCollisionData.ContactInfos.Add(Contact);
		Info.RigidCollisionData.TotalNormalImpulse = bCountImpulseForSecond ? -Impulse : Impulse;
		Info.bCallEvent0 = Ball.bNotifies;
		Info.bCallEvent1 = Other.bNotifies;
		Pending.Add(Info);
		return; // one event a pair and step
	}
}

void FRigidWorld::Dispatch()
{
	TArray<FCollisionNotifyInfo> Now;
	std::swap(Now, Pending);
	for (const FCollisionNotifyInfo& Info : Now)
	{
		if (AActor* const Actor = Info.Info0.Actor.Get(); Actor && Info.bCallEvent0)
		{
			Actor->DispatchPhysicsCollisionHit(Info.Info0, Info.Info1, Info.RigidCollisionData);
		}
		if (AActor* const Actor = Info.Info1.Actor.Get(); Actor && Info.bCallEvent1)
		{
			Actor->DispatchPhysicsCollisionHit(Info.Info1, Info.Info0, Info.RigidCollisionData);
		}
	}
}
} // namespace StandIn
