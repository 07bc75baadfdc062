// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What hits a breakable, by whatever route, becomes an impact and goes to the world's queue.
#include "Break/PieceTree.h"
#include "Break/RestShape.h"
#include "Bridge/UnitBridge.h"
#include "Components/DynamicMeshComponent.h"
#include "Curves/CurveFloat.h"
#include "Engine/HitResult.h"
#include "Engine/World.h"
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

/// On clients of a replicated actor only the server's word counts. While a saved game is run again, nothing else is.
bool UFractureSimComponent::TakesImpacts(const FPieceNode& Node) const
{
	return Status != EFractureSimStatus::NotReady && Node.Status == EFractureSimStatus::Whole && IsValid(Asset) &&
		GetOwner()->HasAuthority() && IsUpToDate();
}

/// What broke a body still touches the pieces when they are born; that blow has been worked out already.
bool UFractureSimComponent::TakesHits(const FPieceNode& Node) const
{
	const double Age = GetWorld()->GetTimeSeconds() - Node.BornTime;
	return bBreakFromHits && TakesImpacts(Node) &&
		(Node.IsWholeBody() || Age >= GetDefault<UFractureSimSettings>()->PieceDelay);
}

TSharedPtr<FPieceNode> UFractureSimComponent::NodeOf(const UPrimitiveComponent* Component) const
{
	if (!Tree || !Component)
	{
		return nullptr;
	}
	return Component == Body.Get() ? Tree->Root() : Tree->FindShownBy(Component);
}

TSharedPtr<FPieceNode> UFractureSimComponent::NodeAt(const FVector& Location) const
{
	if (!Tree)
	{
		return nullptr;
	}
	return Status == EFractureSimStatus::Broken ? Tree->FindNearest(Location) : Tree->Root();
}

UPrimitiveComponent* UFractureSimComponent::PrimitiveOf(const FPieceNode& Node) const
{
	return Node.IsWholeBody() ? Body.Get() : Node.Component.Get();
}

/// Peak of a half sine, in N.
static double PeakForce(const FFractureSimImpact& Impact, double DefaultDuration)
{
	const double Duration = Impact.Duration > 0.0f ? Impact.Duration : DefaultDuration;
	return FractureCore::Length(ToNewtonSeconds(Impact.Impulse)) * FractureCore::kPi / 2.0 / Duration;
}

/// Infinite counts as well.
static bool HasNaN(const FFractureSimImpact& Impact)
{
	return Impact.Impulse.ContainsNaN() || Impact.Location.ContainsNaN() || !FMath::IsFinite(Impact.Radius) ||
		!FMath::IsFinite(Impact.Duration);
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

bool UFractureSimComponent::FilterImpact_Implementation(FFractureSimImpact& Impact)
{
	return !ImpactFilter.IsBound() || ImpactFilter.Execute(*this, Impact);
}

void UFractureSimComponent::Submit(const TSharedPtr<FPieceNode>& Node, FFractureSimImpact Impact, bool bForce)
{
	if (!Node || !TakesImpacts(*Node))
	{
		return;
	}
	const bool bCameWithNaN = HasNaN(Impact);
	if (!bCameWithNaN && !FilterImpact(Impact))
	{
		return;
	}
	if (bCameWithNaN || HasNaN(Impact))
	{
		UE_LOG(LogFractureSim,
			Warning,
			TEXT("%s: an impact with a NaN in it was ignored; look for where its location, impulse, radius or duration "
				 "is computed%s"),
			*GetOwner()->GetName(),
			bCameWithNaN ? TEXT("") : TEXT(": it came from the filter"));
		return;
	}
	// A filter may also have ended or repaired it.
	UFractureSimSubsystem* const Subsystem = GetSubsystem();
	if (!Subsystem || !TakesImpacts(*Node))
	{
		return;
	}
	const double DefaultDuration = GetDefault<UFractureSimSettings>()->ContactDuration;
	if (!Node->MayBreak() ||
		(!bForce && Subsystem->SurelyBears(*this, *Node, Impact, PeakForce(Impact, DefaultDuration))))
	{
		// Nothing to be made ready and worked out: it is only pushed.
		UPrimitiveComponent* const Piece = PrimitiveOf(*Node);
		if (Impact.Source != EFractureSimSource::Physics && Piece && Piece->IsSimulatingPhysics())
		{
			Piece->AddImpulseAtLocation(Impact.Impulse, Impact.Location, NAME_None);
		}
		return;
	}
	Subsystem->QueueImpact(*this, Node, Impact, bForce);
}

void UFractureSimComponent::ApplyImpact(const FFractureSimImpact& Impact)
{
	Submit(NodeAt(Impact.Location), Impact, false);
}

void UFractureSimComponent::ApplyFractureImpulse(FVector Location, FVector Impulse, float Radius)
{
	FFractureSimImpact Impact;
	Impact.Location = Location;
	Impact.Impulse = Impulse;
	Impact.Radius = Radius;
	Submit(NodeAt(Location), Impact, false);
}

/// Null, and said: its asset was swapped for one that has none.
TSharedPtr<const FRestShape> UFractureSimComponent::ShapeToHit() const
{
	const TSharedPtr<const FRestShape> Shape = Asset->GetRestShape();
	if (!Shape)
	{
		UE_LOG(LogFractureSim,
			Warning,
			TEXT("%s: impact ignored: its asset %s is not baked"),
			*GetOwner()->GetName(),
			*Asset->GetName());
	}
	return Shape;
}

void UFractureSimComponent::ApplyRadialFractureImpulse(FVector Origin, float Radius, float Strength)
{
	if (!Tree || !(Radius > 0.0f) || !Body.IsValid())
	{
		return;
	}
	if (Status == EFractureSimStatus::Broken)
	{
		BlastPieces(Origin, Radius, Strength);
		return;
	}
	if (!TakesImpacts(*Tree->Root()))
	{
		return;
	}
	const TSharedPtr<const FRestShape> Shape = ShapeToHit();
	if (!Shape)
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
	for (const FSurfaceSample& Sample : Shape->Samples)
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
		Submit(Tree->Root(), Impact, false);
	}
}

void UFractureSimComponent::BlastPieces(const FVector& Origin, float Radius, float Strength)
{
	struct FReached
	{
		TSharedPtr<FPieceNode> Node;
		FVector Away;
		double Falloff;
		double Mass;
	};
	TArray<FReached> Reached;
	double Total = 0.0;
	for (const TSharedPtr<FPieceNode>& Node : Tree->Nodes)
	{
		if (const UDynamicMeshComponent* const Piece = Node->Component.Get())
		{
			const FVector Away = Piece->GetComponentLocation() - Origin;
			const double Falloff = 1.0 - Away.Size() / Radius;
			if (Falloff > 0.0)
			{
				Reached.Add({Node, Away.GetSafeNormal(), Falloff, Node->Mass});
				Total += Node->Mass;
			}
		}
	}
	for (const FReached& Piece : Reached)
	{
		FFractureSimImpact Impact;
		Impact.Location = Origin; // acts at the nearest point of the surface
		Impact.Impulse = Piece.Away * (Strength * Piece.Falloff * Piece.Mass / Total);
		Submit(Piece.Node, Impact, false);
	}
}

void UFractureSimComponent::BreakNow()
{
	if (!Tree || !TakesImpacts(*Tree->Root()) || !Body.IsValid())
	{
		return;
	}
	const TSharedPtr<const FRestShape> Shape = ShapeToHit();
	if (!Shape)
	{
		return;
	}
	FFractureSimImpact Impact;
	Impact.Location = FVector(0.0, 0.0, -std::numeric_limits<double>::infinity());
	for (const FSurfaceSample& Sample : Shape->Samples)
	{
		const FVector Point = Body->GetComponentTransform().TransformPosition(Sample.Point);
		Impact.Location = Point.Z > Impact.Location.Z ? Point : Impact.Location;
	}
	Impact.Impulse = FVector(0.0, 0.0, -BodyMass() * CentimetresPerMetre);
	Submit(Tree->Root(), Impact, true);
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
	const TSharedPtr<FPieceNode> Node = FHitComponent ? NodeOf(FHitComponent) : NodeAt(HitLocation);
	if (!bBreakFromDamage || !Node)
	{
		return;
	}
	FFractureSimImpact Impact;
	Impact.Location = HitLocation;
	Impact.Impulse = ShotFromDirection.GetSafeNormal() * ImpulseOfDamage(Damage);
	Impact.Source = EFractureSimSource::Damage;
	Submit(Node, Impact, false);
}

/// How far the blast goes the event does not say: four times as far as the nearest piece, which gets its full share.
void UFractureSimComponent::BlastPiecesByDamage(const FVector& Origin, double Nearest, float Damage)
{
	if (!bBreakFromDamage || !Tree)
	{
		return;
	}
	constexpr double Reach = 4.0;
	const double Radius = FMath::Max(1.0, Reach * Nearest);
	const double Share = 1.0 - Nearest / Radius;
	BlastPieces(Origin, static_cast<float>(Radius), static_cast<float>(ImpulseOfDamage(Damage) / Share));
}

void UFractureSimComponent::HandleRadialDamage(
	AActor*, float Damage, const UDamageType*, FVector Origin, const FHitResult&, AController*, AActor*)
{
	// Pieces belong to another actor, which hears of the same blast.
	if (!bBreakFromDamage || Status == EFractureSimStatus::Broken)
	{
		return;
	}
	// Falloff is in the damage already: within this radius there is next to none.
	constexpr float Everywhere = 1.0e6f;
	ApplyRadialFractureImpulse(Origin, Everywhere, static_cast<float>(ImpulseOfDamage(Damage)));
}
