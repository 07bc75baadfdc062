// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Preview/HeatView.h"

#include "Bridge/MeshBridge.h"
#include "Bridge/UnitBridge.h"
#include "Components/DynamicMeshComponent.h"
#include "DynamicMesh/DynamicMeshAttributeSet.h"
#include "Engine/World.h"
#include "FractureSimTool.h"
#include "GameFramework/Actor.h"

#define LOCTEXT_NAMESPACE "FractureSimHeatView"

namespace FractureSim::Editor
{
using namespace FractureSim::Private;

FHeatView::FHeatView(UWorld& World, AActor& Shown) : Hidden(&Shown)
{
	FActorSpawnParameters Parameters;
	// Not saved, not in the Outliner, and no part of the level's play.
	Parameters.ObjectFlags |= RF_Transient;
	Parameters.bTemporaryEditorActor = true;
	Parameters.bHideFromSceneOutliner = true;
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
	Origins.Empty();
	Lines.Empty();
	ShownRun = nullptr;
}

UDynamicMeshComponent* FHeatView::MakeComponent(UE::Geometry::FDynamicMesh3&& Mesh, const FTransform& Transform)
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
	Component->SetWorldTransform(Transform);
	Component->RegisterComponent();
	return Component;
}

UDynamicMeshComponent* FHeatView::AddComponent(UE::Geometry::FDynamicMesh3&& Mesh, const FTransform& Transform)
{
	UDynamicMeshComponent* const Component = MakeComponent(MoveTemp(Mesh), Transform);
	if (Component)
	{
		Components.Add(Component);
	}
	return Component;
}

/// Neighbours in number get colours that are far apart.
static void Paint(UDynamicMeshComponent& Component, int32 Number)
{
	const std::array<uint8_t, 3> Bytes = FractureCore::HeatBytes(FMath::Frac(0.2 + 0.618033988749895 * Number));
	Component.SetColorOverrideMode(EDynamicMeshComponentColorOverrideMode::Constant);
	Component.SetConstantOverrideColor(FColor(Bytes[0], Bytes[1], Bytes[2]));
}

void FHeatView::ShowSurface(const FractureCore::SurfaceMesh& Surface, const FTransform& Transform)
{
	Clear();
	TArray<int32> Sources;
	UE::Geometry::FDynamicMesh3 Mesh = ToDynamicMesh(Surface, FractureCore::Vec3(), &Sources);
	// An element a vertex, of the same number: colours run smoothly from one to the next.
	Mesh.Attributes()->EnablePrimaryColors();
	UE::Geometry::FDynamicMeshColorOverlay& Overlay = *Mesh.Attributes()->PrimaryColors();
	for (int32 Vertex = 0; Vertex < Sources.Num(); ++Vertex)
	{
		Overlay.AppendElement(FVector4f(1.0f, 1.0f, 1.0f, 1.0f));
	}
	for (int Triangle = 0; Triangle < Mesh.TriangleCount(); ++Triangle)
	{
		Overlay.SetTriangle(Triangle, Mesh.GetTriangle(Triangle), true);
	}
	if (UDynamicMeshComponent* const Component = AddComponent(MoveTemp(Mesh), Transform))
	{
		Component->SetColorOverrideMode(EDynamicMeshComponentColorOverrideMode::VertexColors);
		Origins = MoveTemp(Sources);
	}
}

FractureCore::HeatLegend FHeatView::SetValues(TConstArrayView<double> Values, FractureCore::HeatUnit Unit)
{
	const std::span<const double> Span(Values.GetData(), static_cast<size_t>(Values.Num()));
	const FractureCore::HeatScale Scale = FractureCore::FitHeatScale(Span);
	UDynamicMeshComponent* const Component = Origins.Num() > 0 ? Components[0].Get() : nullptr;
	if (Component)
	{
		Component->EditMesh(
			[&](UE::Geometry::FDynamicMesh3& Mesh)
			{
				UE::Geometry::FDynamicMeshColorOverlay& Overlay = *Mesh.Attributes()->PrimaryColors();
				for (int32 Vertex = 0; Vertex < Origins.Num(); ++Vertex)
				{
					const FractureCore::LinearRgb Rgb =
						FractureCore::HeatColour(FractureCore::HeatPlace(Scale, Values[Origins[Vertex]]));
					Overlay.SetElement(Vertex, FVector4f(Rgb.r, Rgb.g, Rgb.b, 1.0f));
				}
			},
			EDynamicMeshComponentRenderUpdateMode::NoUpdate);
		Component->FastNotifyColorsUpdated();
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
		for (const FVector& End : Pieces[I].CrackLines)
		{
			Lines.Add(Place.TransformPosition(End));
		}
		if (UDynamicMeshComponent* const Component = AddComponent(UE::Geometry::FDynamicMesh3(Pieces[I].Mesh), Place))
		{
			Paint(*Component, I);
		}
	}
}

void FHeatView::ShowRun(const FRunRecording& Run, int32 Frame, const FVector& Origin)
{
	if (ShownRun != &Run)
	{
		Clear();
		ShownRun = &Run;
		Components.SetNum(static_cast<int32>(Run.Bodies.size()));
	}
	for (int32 I = 0; I < Components.Num(); ++I)
	{
		const FRunBody& Body = Run.Bodies[static_cast<size_t>(I)];
		const FractureCore::Pose* const Pose = Body.PoseAt(Frame);
		UDynamicMeshComponent* Component = Components[I].Get();
		if (!Pose)
		{
			if (Component)
			{
				Component->SetVisibility(false);
			}
			continue;
		}
		const FTransform Place(FromCoreQuat(Pose->orientation), Origin + ToCentimetres(Pose->position));
		if (Component)
		{
			Component->SetWorldTransform(Place);
			Component->SetVisibility(true);
			continue;
		}
		const FractureCore::SurfaceMesh& Mesh = *Run.Meshes[static_cast<size_t>(Body.Mesh)];
		Component = MakeComponent(ToDynamicMesh(Mesh, FractureCore::Vec3()), Place);
		if (Component)
		{
			Paint(*Component, I);
			Components[I] = Component;
		}
	}
}

int32 FHeatView::NumShown() const
{
	int32 Count = 0;
	for (const TWeakObjectPtr<UDynamicMeshComponent>& Component : Components)
	{
		Count += Component.IsValid() && Component->IsVisible() ? 1 : 0;
	}
	return Count;
}

void ShowLegend(UFractureSimToolProperties& Properties, const FractureCore::HeatLegend* Legend)
{
	Properties.Legend = FString();
	Properties.LegendTicks.Empty();
	if (!Legend)
	{
		return;
	}
	FString Words;
	for (const FractureCore::HeatTick& Tick : Legend->ticks)
	{
		const FractureCore::LinearRgb Rgb = FractureCore::HeatColour(Tick.place);
		FFractureSimLegendTick& Shown = Properties.LegendTicks.AddDefaulted_GetRef();
		Shown.Colour = FLinearColor(Rgb.r, Rgb.g, Rgb.b);
		Shown.Text = UTF8_TO_TCHAR(Tick.text.c_str());
		Words += (Words.IsEmpty() ? FString() : FString(TEXT(" | "))) + Shown.Text;
	}
	const FText Unit = FText::FromString(UTF8_TO_TCHAR(Legend->unit.c_str()));
	Properties.LegendTicks.Last().Text += TEXT(" ") + Unit.ToString();
	Properties.Legend =
		FText::Format(LOCTEXT("Legend", "dark to bright: {0} {1}"), FText::FromString(Words), Unit).ToString();
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
