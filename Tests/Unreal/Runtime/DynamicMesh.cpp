// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Components/DynamicMeshComponent.h"
#include "DynamicMesh/DynamicMeshAttributeSet.h"
#include "HAL/PlatformTime.h"

namespace UE::Geometry
{
FDynamicMesh3::FDynamicMesh3() = default;
FDynamicMesh3::FDynamicMesh3(FDynamicMesh3&& Other) noexcept = default;
FDynamicMesh3& FDynamicMesh3::operator=(FDynamicMesh3&& Other) noexcept = default;
FDynamicMesh3::~FDynamicMesh3() = default;

FDynamicMesh3::FDynamicMesh3(const FDynamicMesh3& Other)
{
	*this = Other;
}

FDynamicMesh3& FDynamicMesh3::operator=(const FDynamicMesh3& Other)
{
	Vertices = Other.Vertices;
	Triangles = Other.Triangles;
	EdgeUses = Other.EdgeUses;
	AttributeSet = Other.AttributeSet ? std::make_unique<FDynamicMeshAttributeSet>(*Other.AttributeSet) : nullptr;
	return *this;
}

int FDynamicMesh3::AppendVertex(const FVector3d& Position)
{
	Vertices.push_back(Position);
	return VertexCount() - 1;
}

int FDynamicMesh3::AppendTriangle(const FIndex3i& Corners, int)
{
	for (int K = 0; K < 3; ++K)
	{
		if (Corners[K] < 0 || Corners[K] >= VertexCount() || Corners[K] == Corners[(K + 1) % 3])
		{
			return InvalidID;
		}
	}
	const auto Edge = [&Corners](int K) { return std::minmax(Corners[K], Corners[(K + 1) % 3]); };
	for (int K = 0; K < 3; ++K)
	{
		const auto Found = EdgeUses.find(Edge(K));
		if (Found != EdgeUses.end() && Found->second >= 2)
		{
			return NonManifoldID;
		}
	}
	for (int K = 0; K < 3; ++K)
	{
		++EdgeUses[Edge(K)];
	}
	Triangles.push_back(Corners);
	return TriangleCount() - 1;
}

void FDynamicMesh3::EnableAttributes()
{
	AttributeSet = std::make_unique<FDynamicMeshAttributeSet>();
}
} // namespace UE::Geometry

void UDynamicMeshComponent::SetMesh(UE::Geometry::FDynamicMesh3&& MoveMesh)
{
	StandIn::SpendSlowCall();
	Mesh = std::move(MoveMesh);
	FastNotifyColorsUpdated();
}

void UDynamicMeshComponent::EditMesh(
	TFunctionRef<void(UE::Geometry::FDynamicMesh3&)> EditFunc, EDynamicMeshComponentRenderUpdateMode UpdateMode)
{
	EditFunc(Mesh);
	if (UpdateMode != EDynamicMeshComponentRenderUpdateMode::NoUpdate)
	{
		FastNotifyColorsUpdated();
	}
}

void UDynamicMeshComponent::FastNotifyColorsUpdated()
{
	StandInDrawnColours.Empty();
	const UE::Geometry::FDynamicMeshColorOverlay* const Colours =
		Mesh.Attributes() ? Mesh.Attributes()->PrimaryColors() : nullptr;
	for (int Element = 0; Colours && Element < Colours->ElementCount(); ++Element)
	{
		StandInDrawnColours.Add(Colours->GetElement(Element));
	}
}

void UDynamicMeshComponent::SetSimpleCollisionShapes(const FKAggregateGeom& AggGeom, bool)
{
	StandIn::SpendSlowCall();
	Shapes = AggGeom;
	StandInUpdateBounds();
}

void UDynamicMeshComponent::ClearSimpleCollisionShapes(bool)
{
	Shapes = FKAggregateGeom();
	StandInUpdateBounds();
}

void UDynamicMeshComponent::ConfigureMaterialSet(
	const TArray<UMaterialInterface*>& NewMaterialSet, bool bDeleteExtraSlots)
{
	Materials.SetNum(bDeleteExtraSlots ? NewMaterialSet.Num() : FMath::Max(Materials.Num(), NewMaterialSet.Num()));
	for (int32 I = 0; I < NewMaterialSet.Num(); ++I)
	{
		Materials[I] = TObjectPtr<UMaterialInterface>(NewMaterialSet[I]);
	}
}

UMaterialInterface* UDynamicMeshComponent::GetMaterial(int32 Index) const
{
	return Materials.IsValidIndex(Index) ? Materials[Index].Get() : nullptr;
}

void UDynamicMeshComponent::StandInShapes(StandIn::FShapes& Out) const
{
	for (const FKConvexElem& Element : Shapes.ConvexElems)
	{
		Out.Boxes.Add(Element.ElemBox);
	}
}
