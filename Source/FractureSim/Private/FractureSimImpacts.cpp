// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What hits a breakable, by whatever route, becomes an impact and goes to the world's queue.
#include "Break/RestShape.h"
#include "Bridge/UnitBridge.h"
#include "Components/PrimitiveComponent.h"
#include "Curves/CurveFloat.h"
#include "Engine/HitResult.h"
#include "FractureCore/Contact.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimLog.h"
#include "FractureSimMaterial.h"
#include "FractureSimSettings.h"
#include "FractureSimSubsystem.h"
#include "GameFramework/Actor.h"
#include "PhysicsPublic.h"

#include <limits>

using namespace FractureSim::Private;

/// On clients of a replicated actor only the server's word counts.
bool UFractureSimComponent::TakesImpacts() const
{
	return Status == EFractureSimStatus::Whole && GetOwner()->HasAuthority();
}

void UFractureSimComponent::Submit(FFractureSimImpact Impact, bool bForce)
{
	if (!TakesImpacts())
	{
		return;
	}
	if (Impact.Impulse.ContainsNaN() || Impact.Location.ContainsNaN())
	{
		UE_LOG(LogFractureSim,
			Warning,
			TEXT("%s: an impact with a NaN in it was ignored; look for where its location or impulse is computed"),
			*GetOwner()->GetName());
		return;
	}
	if (ImpactFilter.IsBound() && !ImpactFilter.Execute(*this, Impact))
	{
		return;
	}
	if (UFractureSimSubsystem* const Subsystem = GetSubsystem())
	{
		Subsystem->QueueImpact(*this, Impact, bForce);
	}
}

void UFractureSimComponent::ApplyImpact(const FFractureSimImpact& Impact)
{
	Submit(Impact, false);
}

void UFractureSimComponent::ApplyFractureImpulse(FVector Location, FVector Impulse, float Radius)
{
	FFractureSimImpact Impact;
	Impact.Location = Location;
	Impact.Impulse = Impulse;
	Impact.Radius = Radius;
	Submit(Impact, false);
}

void UFractureSimComponent::ApplyRadialFractureImpulse(FVector Origin, float Radius, float Strength)
{
	if (!TakesImpacts() || !(Radius > 0.0f) || !Body.IsValid())
	{
		return;
	}
	struct FPressed
	{
		FVector Point;
		FVector Direction;
		double Weight;
	};
	TArray<FPressed> Pressed;
	double Total = 0.0;
	double Strongest = 0.0;
	for (const FSurfaceSample& Sample : Asset->GetRestShape()->Samples)
	{
		const FVector Point = Body->GetComponentTransform().TransformPosition(Sample.Point);
		const FVector Normal = Body->GetComponentTransform().TransformVectorNoScale(Sample.Normal);
		const FVector Away = Point - Origin;
		const double Distance = Away.Size();
		const double Falloff = 1.0 - Distance / Radius;
		const double Facing = Distance > 0.0 ? -FVector::DotProduct(Away, Normal) / Distance : 1.0;
		if (Falloff > 0.0 && Facing > 0.0)
		{
			Pressed.Add({Point, -Normal, Falloff * Facing});
			Total += Falloff * Facing;
			Strongest = FMath::Max(Strongest, Falloff);
		}
	}
	for (const FPressed& Place : Pressed)
	{
		FFractureSimImpact Impact;
		Impact.Location = Place.Point;
		Impact.Impulse = Place.Direction * (Strength * Strongest * Place.Weight / Total);
		Submit(Impact, false);
	}
}

void UFractureSimComponent::BreakNow()
{
	if (!TakesImpacts() || !Body.IsValid())
	{
		return;
	}
	FFractureSimImpact Impact;
	Impact.Location = FVector(0.0, 0.0, -std::numeric_limits<double>::infinity());
	for (const FSurfaceSample& Sample : Asset->GetRestShape()->Samples)
	{
		const FVector Point = Body->GetComponentTransform().TransformPosition(Sample.Point);
		Impact.Location = Point.Z > Impact.Location.Z ? Point : Impact.Location;
	}
	Impact.Impulse = FVector(0.0, 0.0, -BodyMass() * CentimetresPerMetre);
	Submit(Impact, true);
}

/// Hertz's impact: how short a contact is follows from both bodies' stiffness, masses and the striker's size.
void UFractureSimComponent::EstimateContact(FFractureSimImpact& Impact) const
{
	const UFractureSimSettings& Settings = *GetDefault<UFractureSimSettings>();
	const TSharedPtr<const FRestShape> Shape = Asset->GetRestShape();
	const UPrimitiveComponent* const Striker = Impact.Striker.Get();
	if (!Striker || !Shape)
	{
		return;
	}
	const double Own = BodyMass();
	const double Other = Striker->IsSimulatingPhysics() ? Striker->GetMass() : std::numeric_limits<double>::infinity();
	const bool bOwnMoves = Body.IsValid() && Body->IsSimulatingPhysics();
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
	Collision.youngModulus[0] =
		Override ? PascalsFromMegapascals(Override->YoungModulusGPa * 1000.0) : Shape->YoungModulus;
	Collision.poissonRatio[0] = Override ? Override->PoissonRatio : Shape->PoissonRatio;
	Collision.youngModulus[1] = PascalsFromMegapascals(Settings.StrikerYoungModulusGPa * 1000.0);
	Collision.poissonRatio[1] = 0.3;
	Collision.radius[0] = std::numeric_limits<double>::infinity();
	Collision.radius[1] = FMath::Max(0.001, Striker->Bounds.SphereRadius / CentimetresPerMetre);
	if (const FractureCore::Result<FractureCore::ContactPulse> Pulse = FractureCore::EstimateCollisionPulse(Collision))
	{
		// The record keeps one number: the duration of the half sine with the same peak.
		Impact.Duration = static_cast<float>(FractureCore::kPi / 2.0 / Pulse->peakRate);
		Impact.Radius = static_cast<float>(Pulse->patchRadius * CentimetresPerMetre);
	}
}

void UFractureSimComponent::AddPhysicsHit(
	const FRigidBodyCollisionInfo& MyInfo, const FRigidBodyCollisionInfo& OtherInfo, const FCollisionImpactData& Data)
{
	if (!bBreakFromHits || !TakesImpacts() || !Body.IsValid() || Data.ContactInfos.Num() == 0)
	{
		return;
	}
	FVector Impulse = Data.TotalNormalImpulse + Data.TotalFrictionImpulse;
	const float Limit = MinImpulse >= 0.0f ? MinImpulse : GetDefault<UFractureSimSettings>()->MinImpulse;
	if (Impulse.SizeSquared() < double(Limit) * Limit)
	{
		return;
	}
	FVector Point = FVector::ZeroVector;
	for (const FRigidBodyContactInfo& Contact : Data.ContactInfos)
	{
		Point += Contact.ContactPosition / Data.ContactInfos.Num();
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
	EstimateContact(Impact);
	Submit(Impact, false);
}

void UFractureSimComponent::HandleHit(UPrimitiveComponent* HitComponent,
	AActor* OtherActor,
	UPrimitiveComponent* OtherComp,
	FVector NormalImpulse,
	const FHitResult& Hit)
{
	const bool bSwept = NormalImpulse.IsZero();
	if (!bBreakFromHits || !TakesImpacts() || (!bSwept && bOwnerForwardsHits) || HitComponent != Body.Get())
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
	if (!bSwept && FVector::DotProduct(Impact.Impulse, HitComponent->Bounds.Origin - Impact.Location) < 0.0)
	{
		Impact.Impulse = -Impact.Impulse;
	}
	EstimateContact(Impact);
	Submit(Impact, false);
}

double UFractureSimComponent::ImpulseOfDamage(float Damage) const
{
	const double NewtonSeconds =
		DamageToImpulse ? DamageToImpulse->GetFloatValue(Damage) : double(ImpulsePerDamage) * Damage;
	return NewtonSeconds * CentimetresPerMetre;
}

void UFractureSimComponent::HandlePointDamage(AActor*,
	float Damage,
	AController*,
	FVector HitLocation,
	UPrimitiveComponent* FHitComponent,
	FName,
	FVector ShotFromDirection,
	const UDamageType*,
	AActor*)
{
	if (!bBreakFromDamage || (FHitComponent && FHitComponent != Body.Get()))
	{
		return;
	}
	FFractureSimImpact Impact;
	Impact.Location = HitLocation;
	Impact.Impulse = ShotFromDirection.GetSafeNormal() * ImpulseOfDamage(Damage);
	Impact.Source = EFractureSimSource::Damage;
	Submit(Impact, false);
}

void UFractureSimComponent::HandleRadialDamage(
	AActor*, float Damage, const UDamageType*, FVector Origin, const FHitResult&, AController*, AActor*)
{
	if (!bBreakFromDamage)
	{
		return;
	}
	// Falloff is in the damage already: within this radius there is next to none.
	constexpr float Everywhere = 1.0e6f;
	ApplyRadialFractureImpulse(Origin, Everywhere, static_cast<float>(ImpulseOfDamage(Damage)));
}
