// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Preview/HeatView.h"

#include "Bridge/MeshBridge.h"
#include "Components/DynamicMeshComponent.h"
#include "Engine/Engine.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "Materials/Material.h"

#define LOCTEXT_NAMESPACE "FractureSimHeatView"

namespace FractureSim::Editor
{
using namespace FractureSim::Private;

FHeatView::FHeatView(UWorld& World, AActor& Shown) : Hidden(&Shown), Colours(MakeShared<TArray<FColor>>())
{
	FActorSpawnParameters Parameters;
	Parameters.ObjectFlags |= RF_Transient;
	Host = World.SpawnActor<AActor>(Parameters);
	Shown.SetIsTemporarilyHiddenInEditor(true);
}

FHeatView::~FHeatView()
{
	Clear();
	if (AActor* const Actor = Hidden.Get())
	{
		Actor->SetIsTemporarilyHiddenInEditor(false);
	}
	if (AActor* const Actor = Host.Get())
	{
		Actor->Destroy();
	}
}

void FHeatView::Clear()
{
	for (const TWeakObjectPtr<UDynamicMeshComponent>& Component : Components)
	{
		if (Component.IsValid())
		{
			Component->DestroyComponent();
		}
	}
	Components.Empty();
}

UDynamicMeshComponent* FHeatView::AddComponent(UE::Geometry::FDynamicMesh3&& Mesh, const FTransform& Transform)
{
	AActor* const Owner = Host.Get();
	if (!Owner)
	{
		return nullptr;
	}
	UDynamicMeshComponent* const Component = NewObject<UDynamicMeshComponent>(Owner);
	Component->SetMobility(EComponentMobility::Movable);
	Component->SetCollisionEnabled(ECollisionEnabled::NoCollision);
	Component->SetMesh(MoveTemp(Mesh));
	// Shows the colours of vertices and nothing else, whatever slots the mesh has.
	Component->ConfigureMaterialSet({GEngine ? GEngine->VertexColorViewModeMaterial_ColorOnly.Get() : nullptr}, true);
	Component->SetWorldTransform(Transform);
	Component->RegisterComponent();
	Components.Add(Component);
	return Component;
}

static FColor ToColour(double Place)
{
	const std::array<uint8_t, 3> Bytes = FractureCore::HeatBytes(Place);
	return FColor(Bytes[0], Bytes[1], Bytes[2]);
}

/// Of a triangle: the mean of its corners.
static FColor MeanColour(const TArray<FColor>& Colours, const UE::Geometry::FIndex3i& Corners)
{
	int32 Sum[3] = {0, 0, 0};
	for (int32 K = 0; K < 3; ++K)
	{
		if (!Colours.IsValidIndex(Corners[K]))
		{
			return FColor::White; // a corner that a non-manifold edge made twice
		}
		Sum[0] += Colours[Corners[K]].R;
		Sum[1] += Colours[Corners[K]].G;
		Sum[2] += Colours[Corners[K]].B;
	}
	return FColor(static_cast<uint8>(Sum[0] / 3), static_cast<uint8>(Sum[1] / 3), static_cast<uint8>(Sum[2] / 3));
}

void FHeatView::ShowSurface(const FractureCore::SurfaceMesh& Surface, const FTransform& Transform)
{
	Clear();
	Colours->Init(FColor::White, static_cast<int32>(Surface.positions.size()));
	if (UDynamicMeshComponent* const Component = AddComponent(ToDynamicMesh(Surface, FractureCore::Vec3()), Transform))
	{
		Component->SetTriangleColorFunction([Shared = Colours](const UE::Geometry::FDynamicMesh3* Mesh, int Triangle)
			{ return MeanColour(*Shared, Mesh->GetTriangle(Triangle)); },
			EDynamicMeshComponentRenderUpdateMode::FullUpdate);
	}
}

FractureCore::HeatLegend FHeatView::SetValues(TConstArrayView<double> Values, FractureCore::HeatUnit Unit)
{
	const std::span<const double> Span(Values.GetData(), static_cast<size_t>(Values.Num()));
	const FractureCore::HeatScale Scale = FractureCore::FitHeatScale(Span);
	for (int32 Vertex = 0; Vertex < FMath::Min(Values.Num(), Colours->Num()); ++Vertex)
	{
		(*Colours)[Vertex] = ToColour(FractureCore::HeatPlace(Scale, Values[Vertex]));
	}
	for (const TWeakObjectPtr<UDynamicMeshComponent>& Component : Components)
	{
		if (Component.IsValid())
		{
			Component->FastNotifyColorsUpdated();
		}
	}
	return FractureCore::MakeHeatLegend(Scale, Unit);
}

void FHeatView::ShowPieces(const TArray<FPreviewPiece>& Pieces, const FTransform& Transform, double Explode)
{
	Clear();
	FVector Middle = FVector::ZeroVector;
	for (const FPreviewPiece& Piece : Pieces)
	{
		Middle += Piece.Centre / FMath::Max(1, Pieces.Num());
	}
	for (int32 I = 0; I < Pieces.Num(); ++I)
	{
		const FVector Centre = Pieces[I].Centre + (Pieces[I].Centre - Middle) * Explode;
		const FTransform Place(Transform.GetRotation(), Transform.TransformPosition(Centre), Transform.GetScale3D());
		if (UDynamicMeshComponent* const Component = AddComponent(UE::Geometry::FDynamicMesh3(Pieces[I].Mesh), Place))
		{
			// Neighbours in size get colours that are far apart.
			const FColor Colour = ToColour(FMath::Frac(0.2 + 0.618033988749895 * I));
			Component->SetTriangleColorFunction([Colour](const UE::Geometry::FDynamicMesh3*, int) { return Colour; },
				EDynamicMeshComponentRenderUpdateMode::FullUpdate);
		}
	}
}

FText DescribeLegend(const FractureCore::HeatLegend& Legend)
{
	FString Ticks;
	for (const FractureCore::HeatTick& Tick : Legend.ticks)
	{
		Ticks += (Ticks.IsEmpty() ? FString() : FString(TEXT(" | "))) + UTF8_TO_TCHAR(Tick.text.c_str());
	}
	return FText::Format(LOCTEXT("Legend", "dark to bright: {0} {1}"),
		FText::FromString(Ticks),
		FText::FromString(UTF8_TO_TCHAR(Legend.unit.c_str())));
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
