// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Where pieces are: told by the server, for those who join late and for saved games.
#include "Break/FragmentPool.h"
#include "Break/PieceTree.h"
#include "Components/DynamicMeshComponent.h"
#include "Engine/World.h"
#include "FractureSimComponent.h"
#include "FractureSimSettings.h"
#include "FractureSimSubsystem.h"
#include "GameFramework/Actor.h"

using namespace FractureSim::Private;

/// A break is told of with all its pieces or not at all: those that are not among them are gone.
TArray<FFractureSimSettled> UFractureSimSubsystem::CollectPoses(
	const UFractureSimComponent& Component, double LeastAge) const
{
	TArray<FFractureSimSettled> Result;
	if (!Component.Tree)
	{
		return Result;
	}
	const double Now = GetWorld()->GetTimeSeconds();
	const TArray<TSharedPtr<FPieceNode>>& Nodes = Component.Tree->Nodes;
	// Nodes of one break follow each other, and were born together. The first is the whole body.
	for (int32 I = 1; I < Nodes.Num();)
	{
		FFractureSimSettled Item;
		Item.Break = Nodes[I]->Break;
		const bool bYoung = Now - Nodes[I]->BornTime < LeastAge;
		bool bAllRest = true;
		for (; I < Nodes.Num() && Nodes[I]->Break == Item.Break; ++I)
		{
			if (const UDynamicMeshComponent* const Piece = Nodes[I]->Component.Get())
			{
				const bool bAtRest = !Piece->IsSimulatingPhysics(NAME_None);
				Item.Poses.Add(ToPose(Nodes[I]->Number, Piece->GetComponentTransform(), bAtRest));
				bAllRest &= bAtRest;
			}
		}
		if (bAllRest || !bYoung)
		{
			Result.Add(MoveTemp(Item));
		}
	}
	return Result;
}

void UFractureSimSubsystem::PublishPoses(float DeltaTime, bool bSomeCameToRest)
{
	PoseAge += DeltaTime;
	const float Interval = GetDefault<UFractureSimSettings>()->PoseInterval;
	if (GetWorld()->GetNetMode() == NM_Standalone || (!bSomeCameToRest && PoseAge < Interval))
	{
		return;
	}
	PoseAge = 0.0f;
	// Also those that have none left: others took the room.
	TArray<UFractureSimComponent*> Owners;
	for (const TWeakObjectPtr<UFractureSimComponent>& Owner : Thinned)
	{
		if (Owner.IsValid())
		{
			Owners.Add(Owner.Get());
		}
	}
	Thinned.Empty();
	Pool->ForEach(
		[&Owners](UFractureSimComponent& Owner, const TSharedPtr<FPieceNode>&, UDynamicMeshComponent&)
		{
			if (!Owners.Contains(&Owner))
			{
				Owners.Add(&Owner);
			}
		});
	for (UFractureSimComponent* const Owner : Owners)
	{
		if (!Owner->GetOwner()->HasAuthority())
		{
			for (const FFractureSimSettled& Item : Owner->Settled.Items)
			{
				Owner->MatchServer(Item);
			}
			continue;
		}
		for (const FFractureSimSettled& Item : CollectPoses(*Owner, Interval))
		{
			Owner->UpdateSettled(Item);
		}
	}
}

const FFractureSimSettled* UFractureSimComponent::FindSettled(int32 Break) const
{
	for (const FFractureSimSettled& Item : Settled.Items)
	{
		if (Item.Break == Break && Item.Era == KnownEra)
		{
			return &Item;
		}
	}
	return nullptr;
}

void UFractureSimComponent::UpdateSettled(const FFractureSimSettled& Now)
{
	FFractureSimSettled* const Known =
		Settled.Items.FindByPredicate([&Now](const FFractureSimSettled& Other) { return Other.Break == Now.Break; });
	if (Known && Known->Poses == Now.Poses)
	{
		return;
	}
	GetOwner()->ForceNetUpdate(); // before anything changes
	FFractureSimSettled& Item = Known ? *Known : Settled.Items.AddDefaulted_GetRef();
	Item.Break = Now.Break;
	Item.Era = Era;
	Item.Poses = Now.Poses;
	Settled.MarkItemDirty(Item);
}

/// What lies still here lies where it does on the server: characters walk over it on both.
void UFractureSimComponent::MatchServer(const FFractureSimSettled& Item)
{
	// Other pieces than the server's are not where it has its own.
	if (!Tree || GetOwner()->HasAuthority() || bOutOfSync || Item.Era != KnownEra)
	{
		return;
	}
	for (const FFractureSimPose& Pose : Item.Poses)
	{
		const TSharedPtr<FPieceNode> Node = Pose.bAtRest ? Tree->Find(Item.Break, Pose.Piece) : nullptr;
		UDynamicMeshComponent* const Component = Node ? Node->Component.Get() : nullptr;
		if (Component && !Component->IsSimulatingPhysics())
		{
			Component->SetWorldTransform(FromPose(Pose), false, nullptr, ETeleportType::TeleportPhysics);
		}
	}
}

/// From a record on nothing is where it was.
void UFractureSimComponent::ForgetSettled(int32 FromBreak)
{
	const auto IsAfter = [FromBreak](const FFractureSimSettled& Item) { return Item.Break >= FromBreak; };
	if (Settled.Items.FindByPredicate(IsAfter))
	{
		GetOwner()->ForceNetUpdate(); // before anything changes
		Settled.Items.RemoveAll(IsAfter);
		Settled.MarkArrayDirty();
	}
}
