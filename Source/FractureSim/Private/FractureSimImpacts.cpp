// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What hits a breakable, by whatever route, becomes an impact and goes to the world's queue. FractureSimHits.cpp has
// what physics tells.
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

#include <limits>

namespace FractureSim::Private
{
/// Impacts that wait for one body: a blast has some dozens. Later ones are lost.
static constexpr int32 MostLater = 256;
} // namespace FractureSim::Private

using namespace FractureSim::Private;

/// On clients of a replicated actor only the server's word counts. While a saved game is run again, nothing else is.
bool UFractureSimComponent::DecidesImpacts() const
{
	return Status != EFractureSimStatus::NotReady && IsValid(Asset) && GetOwner()->HasAuthority() && IsUpToDate();
}

bool UFractureSimComponent::TakesImpacts(const FPieceNode& Node) const
{
	return Node.Status == EFractureSimStatus::Whole && DecidesImpacts();
}

/// One of its impacts is being worked out: others have to wait for what it leaves.
bool UFractureSimComponent::KeepsImpacts(const FPieceNode& Node) const
{
	const bool bBusy = Node.Status == EFractureSimStatus::Solving || Node.Status == EFractureSimStatus::Applying;
	return bBusy && DecidesImpacts();
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

bool UFractureSimComponent::FilterImpact_Implementation(FFractureSimImpact& Impact)
{
	return !ImpactFilter.IsBound() || ImpactFilter.Execute(*this, Impact);
}

void UFractureSimComponent::Submit(const TSharedPtr<FPieceNode>& Node, FFractureSimImpact Impact, bool bForce)
{
	if (Node && KeepsImpacts(*Node))
	{
		const UPrimitiveComponent* const Primitive = PrimitiveOf(*Node);
		if (Primitive && Node->Later.Num() < MostLater)
		{
			Impact.Location = FrameOf(*Primitive, *Node).InverseTransformPositionNoScale(Impact.Location);
			Node->Later.Add(Impact);
		}
		return;
	}
	if (!Node || !TakesImpacts(*Node))
	{
		return;
	}
	const int32 LifeBefore = Life;
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
	if (!Subsystem || Life != LifeBefore || !TakesImpacts(*Node))
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

/// What came meanwhile, now that the body of that frame is whole, or its pieces are there.
void UFractureSimComponent::SubmitLater(const TSharedPtr<FPieceNode>& Node, const FTransform& Frame)
{
	TArray<FFractureSimImpact> Impacts = MoveTemp(Node->Later);
	Node->Later.Empty();
	const TWeakObjectPtr<UFractureSimComponent> Alive = this;
	const int32 LifeBefore = Life;
	// Any filter may end or repair it.
	for (int32 I = 0; I < Impacts.Num() && Alive.IsValid() && Life == LifeBefore; ++I)
	{
		Impacts[I].Location = Frame.TransformPositionNoScale(Impacts[I].Location);
		const bool bBroken = Node->Status == EFractureSimStatus::Broken;
		Submit(bBroken ? NodeAt(Impacts[I].Location) : Node, Impacts[I], false);
	}
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
	if (!TakesImpacts(*Tree->Root()) && !KeepsImpacts(*Tree->Root()))
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
	const TSharedPtr<FPieceNode> Root = Tree->Root();
	const int32 LifeBefore = Life;
	// Any filter may end or repair it.
	for (int32 I = 0; I < Pressed.Num() && Life == LifeBefore; ++I)
	{
		FFractureSimImpact Impact;
		Impact.Location = Pressed[I].Point;
		Impact.Impulse = Pressed[I].Direction * (Strength * Strongest * Pressed[I].Weight / Total);
		Submit(Root, Impact, false);
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
	const int32 LifeBefore = Life;
	// Any filter may end or repair it.
	for (int32 I = 0; I < Reached.Num() && Life == LifeBefore; ++I)
	{
		const FReached& Piece = Reached[I];
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
