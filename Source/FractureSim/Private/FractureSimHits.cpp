// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What physics tells of contacts: which are new, how long they last, which way they push.
#include "Break/PieceTree.h"
#include "Break/RestShape.h"
#include "Bridge/UnitBridge.h"
#include "Components/DynamicMeshComponent.h"
#include "Engine/HitResult.h"
#include "Engine/World.h"
#include "FractureCore/Contact.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimMaterial.h"
#include "FractureSimSettings.h"
#include "GameFramework/Actor.h"
#include "PhysicsPublic.h"

#include <limits>

using namespace FractureSim::Private;

/// What broke a body still touches the pieces when they are born; that blow has been worked out already.
bool UFractureSimComponent::TakesHits(const FPieceNode& Node) const
{
	const double Age = GetWorld()->GetTimeSeconds() - Node.BornTime;
	return bBreakFromHits && TakesImpacts(Node) &&
		(Node.IsWholeBody() || Age >= GetDefault<UFractureSimSettings>()->PieceDelay);
}

/// Physics tells of a contact in every frame that it lasts, also of what merely lies there. It is worked out when it
/// begins and when it gets harder. Without authority, or while an impact is worked out, it only goes on.
UFractureSimComponent::EContact UFractureSimComponent::LookAtContact(
	FPieceNode& Node, UPrimitiveComponent* Striker, double Impulse, bool bMayBegin) const
{
	constexpr double Harder = 1.25; // physics' own noise is less
	constexpr double Struck = 4.0;  // more than another weight on top of it
	constexpr int32 MostTouches = 16;
	const double Now = GetWorld()->GetTimeSeconds();
	FTouch* Touch = nullptr;
	FTouch* Oldest = nullptr;
	for (FTouch& Known : Node.Touches)
	{
		Touch = Known.Striker.Get() == Striker ? &Known : Touch;
		Oldest = !Oldest || Known.Time < Oldest->Time ? &Known : Oldest;
	}
	if (Touch && bMayBegin && Touch->Began == Now)
	{
		Touch->Impulse += Impulse; // steps of one frame are one blow
		return EContact::Begins;
	}
	const bool bLasts = Touch && Now - Touch->Time <= GetDefault<UFractureSimSettings>()->RestGap;
	if (bLasts && Impulse <= Harder * Touch->Impulse)
	{
		Touch->Time = Now;
		return EContact::GoesOn;
	}
	if (!bMayBegin)
	{
		return EContact::GoesOn;
	}
	const bool bStruck = !bLasts || Impulse > Struck * Touch->Impulse;
	if (!Touch)
	{
		Touch = Node.Touches.Num() < MostTouches ? &Node.Touches.AddDefaulted_GetRef() : Oldest;
	}
	*Touch = {Striker, Now, Now, Impulse};
	return bStruck ? EContact::Begins : EContact::Grows;
}

/// Hertz's impact: how short a contact is follows from both bodies' stiffness, masses and the striker's size. What
/// closes no faster than gravity makes it in a frame presses: its impulse is a force that lasts the frame. So does what
/// touched already and gets heavier.
void UFractureSimComponent::EstimateContact(FFractureSimImpact& Impact, const FPieceNode& Node, EContact Contact) const
{
	const UFractureSimSettings& Settings = *GetDefault<UFractureSimSettings>();
	const TSharedPtr<const FRestShape> Shape = Asset->GetRestShape();
	const UPrimitiveComponent* const Striker = Impact.Striker.Get();
	if (!Striker || !Shape)
	{
		return;
	}
	const UPrimitiveComponent* const Primitive = PrimitiveOf(Node);
	const double Own = Node.IsWholeBody() ? BodyMass() : Node.Mass;
	const double Other = Striker->IsSimulatingPhysics() ? Striker->GetMass() : std::numeric_limits<double>::infinity();
	const bool bOwnMoves = Primitive && Primitive->IsSimulatingPhysics();
	const UFractureSimMaterial* const Override = EffectiveMaterial();
	FractureCore::Collision Collision;
	Collision.effectiveMass = 1.0 / ((bOwnMoves && Own > 0.0 ? 1.0 / Own : 0.0) + (Other > 0.0 ? 1.0 / Other : 0.0));
	if (!FMath::IsFinite(Collision.effectiveMass))
	{
		Collision.effectiveMass = Own;
	}
	Collision.restitution = Settings.Restitution;
	Collision.closingSpeed = FractureCore::Length(ToNewtonSeconds(Impact.Impulse)) /
		((1.0 + Settings.Restitution) * Collision.effectiveMass);
	Collision.youngModulus[0] = Override ? PascalsFromGigapascals(Override->YoungModulusGPa) : Shape->YoungModulus;
	Collision.poissonRatio[0] = Override ? Override->PoissonRatio : Shape->PoissonRatio;
	Collision.youngModulus[1] = PascalsFromGigapascals(Settings.StrikerYoungModulusGPa);
	Collision.poissonRatio[1] = 0.3;
	Collision.radius[0] = std::numeric_limits<double>::infinity();
	Collision.radius[1] = FMath::Max(0.001, Striker->Bounds.SphereRadius / CentimetresPerMetre);
	if (const FractureCore::Result<FractureCore::ContactPulse> Pulse = FractureCore::EstimateCollisionPulse(Collision))
	{
		// The record keeps one number: the duration of the half sine with the same peak.
		const bool bPresses =
			Contact == EContact::Grows || Collision.closingSpeed * CentimetresPerMetre < Settings.RestSpeed;
		const double PeakRate = bPresses
			? FMath::Min(Pulse->peakRate, 1.0 / FMath::Max(1.0e-3, double(GetWorld()->GetDeltaSeconds())))
			: Pulse->peakRate;
		Impact.Duration = static_cast<float>(FractureCore::kPi / 2.0 / PeakRate);
		Impact.Radius = static_cast<float>(Pulse->patchRadius * CentimetresPerMetre);
	}
}

void UFractureSimComponent::AddPhysicsHit(
	const FRigidBodyCollisionInfo& MyInfo, const FRigidBodyCollisionInfo& OtherInfo, const FCollisionImpactData& Data)
{
	if (!Tree || !Body.IsValid() || Data.ContactInfos.Num() == 0)
	{
		return;
	}
	FVector Impulse = Data.TotalNormalImpulse + Data.TotalFrictionImpulse;
	const float Limit = MinImpulse >= 0.0f ? MinImpulse : GetDefault<UFractureSimSettings>()->MinImpulse;
	if (Impulse.SizeSquared() < double(Limit) * Limit)
	{
		return;
	}
	const EContact Contact =
		LookAtContact(*Tree->Root(), OtherInfo.Component.Get(), Impulse.Size(), TakesHits(*Tree->Root()));
	if (Contact == EContact::GoesOn)
	{
		return;
	}
	FVector Point = FVector::ZeroVector;
	for (const FRigidBodyContactInfo& Info : Data.ContactInfos)
	{
		Point += Info.ContactPosition / Data.ContactInfos.Num();
	}
	// Which of the two bodies an impulse is counted for is not documented. What it did to their velocities is.
	double Sense = FVector::DotProduct(Impulse, MyInfo.DeltaVelocity);
	if (Sense == 0.0)
	{
		Sense = -FVector::DotProduct(Impulse, OtherInfo.DeltaVelocity);
	}
	if (Sense == 0.0)
	{
		Sense = FVector::DotProduct(Impulse, Body->Bounds.Origin - Point);
	}
	FFractureSimImpact Impact;
	Impact.Location = Point;
	Impact.Impulse = Sense < 0.0 ? -Impulse : Impulse;
	Impact.Source = EFractureSimSource::Physics;
	Impact.Striker = OtherInfo.Component;
	EstimateContact(Impact, *Tree->Root(), Contact);
	Submit(Tree->Root(), Impact, false);
}

void UFractureSimComponent::HandleHit(UPrimitiveComponent* HitComponent,
	AActor* OtherActor,
	UPrimitiveComponent* OtherComp,
	FVector NormalImpulse,
	const FHitResult& Hit)
{
	const bool bSwept = NormalImpulse.IsZero();
	const TSharedPtr<FPieceNode> Node = NodeOf(HitComponent);
	if (!Node || (!bSwept && bOwnerForwardsHits && Node->IsWholeBody()))
	{
		return;
	}
	const UFractureSimSettings& Settings = *GetDefault<UFractureSimSettings>();
	FFractureSimImpact Impact;
	Impact.Location = Hit.ImpactPoint;
	Impact.Impulse = NormalImpulse;
	Impact.Source = bSwept ? EFractureSimSource::Sweep : EFractureSimSource::Physics;
	Impact.Striker = OtherComp;
	if (bSwept)
	{
		// A sweep knows no impulse: what stopping the mover would take.
		const FVector Velocity = OtherComp ? OtherComp->GetComponentVelocity()
										   : (OtherActor ? OtherActor->GetVelocity() : FVector::ZeroVector);
		const float Mass = OtherComp && OtherComp->IsSimulatingPhysics() ? OtherComp->GetMass() : Settings.SweptMass;
		const FVector Closing = Velocity - HitComponent->GetComponentVelocity();
		Impact.Impulse = Hit.ImpactNormal * (FVector::DotProduct(Closing, Hit.ImpactNormal) * Mass);
	}
	const float Limit = MinImpulse >= 0.0f ? MinImpulse : Settings.MinImpulse;
	if (Impact.Impulse.SizeSquared() < double(Limit) * Limit)
	{
		return;
	}
	const EContact Contact = LookAtContact(*Node, OtherComp, Impact.Impulse.Size(), TakesHits(*Node));
	if (Contact == EContact::GoesOn)
	{
		return;
	}
	if (!bSwept && FVector::DotProduct(Impact.Impulse, HitComponent->Bounds.Origin - Impact.Location) < 0.0)
	{
		Impact.Impulse = -Impact.Impulse;
	}
	EstimateContact(Impact, *Node, Contact);
	Submit(Node, Impact, false);
}
