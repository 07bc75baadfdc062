// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Network.h"

#include "DynamicMesh/DynamicMeshAttributeSet.h"
#include "FractureSimHistory.h"

#include <gtest/gtest.h>

namespace FractureTests
{
namespace
{
template <FFractureSimHistory UFractureSimComponent::*Member>
struct TInsideHistory
{
	friend FFractureSimHistory& InsideHistoryOf(UFractureSimComponent& Component) { return Component.*Member; }
};
FFractureSimHistory& InsideHistoryOf(UFractureSimComponent& Component);
template struct TInsideHistory<&UFractureSimComponent::History>;
} // namespace

FFractureSimHistory& HistoryOf(UFractureSimComponent& Component)
{
	return InsideHistoryOf(Component);
}

void SpoilHistory(UFractureSimComponent& Component)
{
	FFractureSimImpactRecord& Record = HistoryOf(Component).Items.Last();
	Record.Result.Low ^= 1;
	HistoryOf(Component).MarkItemDirty(Record);
}

void ServeInTheAir(FLevel& Server, FLevel& Client)
{
	Server.World->bIsServer = true;
	Server.World->Physics().Gravity = FVector::ZeroVector;
	Client.World->Physics().Gravity = FVector::ZeroVector;
}

void ServeOverAFloor(FLevel& Server, FLevel& Client)
{
	constexpr double Floor = -60.0; // cm: below the pane's foot
	Server.World->bIsServer = true;
	Server.World->Physics().FloorHeight = Floor;
	Client.World->Physics().FloorHeight = Floor;
}

void ExpectSamePieces(FLevel& Client, FLevel& Server)
{
	TArray<UDynamicMeshComponent*> There = Server.Pieces();
	ASSERT_EQ(Client.Pieces().Num(), There.Num());
	for (UDynamicMeshComponent* Here : Client.Pieces())
	{
		UDynamicMeshComponent* Twin = nullptr;
		for (UDynamicMeshComponent* Other : There)
		{
			if (FVector::Distance(Other->GetComponentLocation(), Here->GetComponentLocation()) < 0.01)
			{
				Twin = Other;
			}
		}
		ASSERT_NE(Twin, nullptr);
		EXPECT_EQ(Here->Mass, Twin->Mass);
		EXPECT_EQ(Here->IsSimulatingPhysics(), Twin->IsSimulatingPhysics());
		EXPECT_LT(FVector::Distance(Here->GetPhysicsLinearVelocity(), Twin->GetPhysicsLinearVelocity()), 0.01);
		const UE::Geometry::FDynamicMesh3& Mesh = *Here->GetMesh();
		const UE::Geometry::FDynamicMesh3& Other = *Twin->GetMesh();
		ASSERT_EQ(Mesh.VertexCount(), Other.VertexCount());
		ASSERT_EQ(Mesh.TriangleCount(), Other.TriangleCount());
		for (int V = 0; V < Mesh.VertexCount(); ++V)
		{
			EXPECT_LT(FVector::Distance(Mesh.GetVertex(V), Other.GetVertex(V)), 1.0e-5);
		}
		for (int T = 0; T < Mesh.TriangleCount(); ++T)
		{
			EXPECT_EQ(Mesh.GetTriangle(T).A, Other.GetTriangle(T).A);
			EXPECT_EQ(
				Mesh.Attributes()->GetMaterialID()->GetValue(T), Other.Attributes()->GetMaterialID()->GetValue(T));
		}
		ASSERT_EQ(Here->GetSimpleCollisionShapes().ConvexElems.Num(), 1);
		EXPECT_EQ(Here->GetSimpleCollisionShapes().ConvexElems[0].VertexData.Num(),
			Twin->GetSimpleCollisionShapes().ConvexElems[0].VertexData.Num());
	}
}

void BreakOnServer(FLevel& Server, AFractureSimActor& Pane)
{
	Server.AddBall(FVector(-50.0, 3.0, 2.0), FVector(2000.0, 0.0, 0.0));
	ASSERT_TRUE(Server.TickUntilBroken(*Pane.Fracture));
}
} // namespace FractureTests
