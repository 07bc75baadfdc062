// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mode/PaintSession.h"

#include "Bridge/BakeBridge.h"
#include "Bridge/TaskBridge.h"
#include "Bridge/UnitBridge.h"
#include "Engine/HitResult.h"
#include "FractureCore/Asset.h"
#include "FractureCore/Strength.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimPaintTool.h"
#include "GameFramework/Actor.h"
#include "InteractiveToolManager.h"

#include <limits>

#define LOCTEXT_NAMESPACE "FractureSimPaint"

namespace FractureSim::Editor
{
using namespace FractureSim::Private;

TSharedPtr<FPaintSession> FPaintSession::Begin(UFractureSimComponent& Component, UWorld& World, FText& OutError)
{
	UFractureSimAsset* const PaintedAsset = Component.Asset;
	if (!PaintedAsset || !PaintedAsset->IsBaked())
	{
		OutError = LOCTEXT("NotBaked", "Bake the fracture asset first: paint lies on the baked surface.");
		return nullptr;
	}
	const TArray<uint8> Bytes = PaintedAsset->GetBytes();
	FractureCore::Result<FractureCore::BakedObject> Loaded =
		FractureCore::LoadAsset(std::span<const uint8_t>(Bytes.GetData(), static_cast<size_t>(Bytes.Num())));
	if (!Loaded)
	{
		OutError = FText::FromString(UTF8_TO_TCHAR(Loaded.GetError().message.c_str()));
		return nullptr;
	}
	const TSharedPtr<FPaintSession> Session = MakeShared<FPaintSession>();
	Session->Asset = PaintedAsset;
	Session->Object = MoveTemp(*Loaded);
	Session->Surface = FToolSurface::Create(FToolSurface::PlaceOf(Component), Session->Object.surface, OutError);
	if (!Session->Surface)
	{
		return nullptr;
	}
	Session->StrengthMap = MakeUnique<FractureCore::StrengthPreview>(Session->Object, UnrealRunner());
	Session->LayersBefore = PaintedAsset->StrengthLayers;
	Session->AnchorsBefore = PaintedAsset->BakeSettings.Anchors;
	Session->View = MakeUnique<FHeatView>(World, *Component.GetOwner());
	Session->View->ShowSurface(Session->Object.surface, Session->Surface->Transform());
	return Session;
}

bool FPaintSession::Raycast(const FRay& Ray, FHitResult& OutHit) const
{
	return Surface->Raycast(Ray, OutHit);
}

double FPaintSession::Dimension() const
{
	FBox Box(ForceInit);
	for (const FractureCore::Vec3& Position : Object.surface.positions)
	{
		Box += Surface->Transform().TransformPosition(ToCentimetres(Position));
	}
	return 2.0 * FMath::Max3(Box.GetExtent().X, Box.GetExtent().Y, Box.GetExtent().Z);
}

TArray<float>* FPaintSession::Values() const
{
	UFractureSimAsset* const PaintedAsset = Asset.Get();
	return PaintedAsset ? Target.FindValues(*PaintedAsset) : nullptr;
}

template <typename ListType, typename Predicate>
static int32 FindPainted(const ListType& List, int32 Wanted, const Predicate& IsPainted)
{
	return List.IsValidIndex(Wanted) && IsPainted(List[Wanted]) ? Wanted : List.IndexOfByPredicate(IsPainted);
}

/// The layer's mask becomes a painted one that acts nowhere yet. False: there is no layer.
bool FPaintSession::ChooseMask(int32 Wanted, double Depth)
{
	TArray<FFractureSimStrengthLayer>& Layers = Asset->StrengthLayers;
	Target.Index = Layers.Num() > 0 ? FMath::Clamp(Wanted, 0, Layers.Num() - 1) : INDEX_NONE;
	if (Target.Index < 0)
	{
		return false;
	}
	FFractureSimStrengthLayer& Layer = Layers[Target.Index];
	Layer.bMasked = true;
	Layer.Mask.Shape = EFractureSimAnchorShape::Painted;
	Layer.Mask.Depth = Depth;
	return true;
}

void FPaintSession::ChooseTarget(UFractureSimPaintProperties& Settings)
{
	UFractureSimAsset* const PaintedAsset = Asset.Get();
	if (!PaintedAsset || IsPainting())
	{
		return;
	}
	TArray<FFractureSimBakeAnchor>& Anchors = PaintedAsset->BakeSettings.Anchors;
	TArray<FFractureSimStrengthLayer>& Layers = PaintedAsset->StrengthLayers;
	Target.Kind = Settings.Kind;
	if (Target.Kind == EFractureSimPaintKind::GrainSeeds)
	{
		Target.Index = FindPainted(Layers,
			Settings.Layer,
			[](const FFractureSimStrengthLayer& Layer) { return Layer.Kind == EFractureSimLayerKind::Grains; });
		if (Target.Index < 0)
		{
			Target.Index = Layers.Num();
			FFractureSimStrengthLayer& Layer = Layers.AddDefaulted_GetRef();
			Layer.Kind = EFractureSimLayerKind::Grains;
			Layer.Name = FName("Grains");
		}
		Settings.Layer = Target.Index;
		return;
	}
	if (Target.Kind == EFractureSimPaintKind::LayerMask)
	{
		if (!ChooseMask(Settings.Layer, Settings.Depth))
		{
			return;
		}
	}
	else if (Target.Kind == EFractureSimPaintKind::Anchors)
	{
		Target.Index = FindPainted(Anchors,
			Settings.Layer,
			[](const FFractureSimBakeAnchor& Anchor) { return Anchor.Shape == EFractureSimAnchorShape::Painted; });
		if (Target.Index < 0)
		{
			Target.Index = Anchors.Num();
			Anchors.AddDefaulted_GetRef().Shape = EFractureSimAnchorShape::Painted;
		}
		Anchors[Target.Index].Depth = Settings.Depth;
	}
	else
	{
		Target.Index = FindPainted(Layers,
			Settings.Layer,
			[](const FFractureSimStrengthLayer& Layer) { return Layer.Kind == EFractureSimLayerKind::Painted; });
		if (Target.Index < 0)
		{
			Target.Index = Layers.Num();
			FFractureSimStrengthLayer& Layer = Layers.AddDefaulted_GetRef();
			Layer.Kind = EFractureSimLayerKind::Painted;
			Layer.Name = FName("Painted");
		}
		Layers[Target.Index].Depth = Settings.Depth;
	}
	Settings.Layer = Target.Index;
	FitValues(*Values(), Surface->Surface().VertexCount(), Target.Neutral(*PaintedAsset));
}

bool FPaintSession::BeginStroke(const UFractureSimPaintProperties& Settings,
	EFractureSimBrushMode Mode,
	float Strength,
	double Radius,
	FText& OutError)
{
	const double Scale = FMath::Max(1.0e-6, Surface->Transform().GetScale3D().X);
	FractureCore::Brush Brush;
	Brush.mode = static_cast<FractureCore::BrushMode>(Mode);
	Brush.falloff = static_cast<FractureCore::BrushFalloff>(Settings.Falloff);
	Brush.mirrorAxes =
		static_cast<uint8_t>((Settings.bMirrorX ? 1 : 0) | (Settings.bMirrorY ? 2 : 0) | (Settings.bMirrorZ ? 4 : 0));
	Brush.radius = Radius / Scale / CentimetresPerMetre;
	Brush.strength = Strength;
	Brush.flow = Settings.Flow;
	Brush.value = Target.Kind == EFractureSimPaintKind::Strength ? Settings.Value : 1.0f;
	if (Target.Kind == EFractureSimPaintKind::GrainSeeds)
	{
		return BeginSeeds(Brush, Settings.SeedSpacing / Scale / CentimetresPerMetre, OutError);
	}
	if (!Values())
	{
		OutError = Target.Kind == EFractureSimPaintKind::LayerMask
			? LOCTEXT("NoMask", "There is no layer to mask. Add one to the asset's Strength Layers first.")
			: LOCTEXT("NoLayer", "The layer that was painted is gone.");
		return false;
	}
	FractureCore::Result<FractureCore::PaintStroke> Begun =
		FractureCore::PaintStroke::Begin(Surface->Surface(), Brush, Target.Neutral(*Asset.Get()));
	if (!Begun)
	{
		OutError = FText::FromString(UTF8_TO_TCHAR(Begun.GetError().message.c_str()));
		return false;
	}
	Stroke = MakeShared<FractureCore::PaintStroke>(MoveTemp(*Begun));
	return true;
}

TArray<FVector>* FPaintSession::Seeds() const
{
	UFractureSimAsset* const PaintedAsset = Asset.Get();
	return PaintedAsset ? Target.FindSeeds(*PaintedAsset) : nullptr;
}

bool FPaintSession::BeginSeeds(FractureCore::Brush Brush, double Spacing, FText& OutError)
{
	if (!Seeds())
	{
		OutError = LOCTEXT("NoGrains", "The grain layer that was painted is gone.");
		return false;
	}
	Brush.value = static_cast<float>(Spacing);
	FFractureSimStrengthLayer Layer = Asset->StrengthLayers[Target.Index];
	Layer.bVisible = true;
	SeedSetup = ToCoreStrength({Layer}, FFractureSimBakeSettings());
	// Paint lies on the baked surface; seeds are kept in the mesh's space.
	auto& Grains = std::get<FractureCore::GrainLayer>(SeedSetup.layers[0].source);
	for (FractureCore::Vec3& Seed : Grains.seeds)
	{
		Seed *= Asset->BakeSettings.UnitScale;
	}
	FractureCore::Result<FractureCore::SetupStroke> Begun = FractureCore::SetupStroke::Begin(
		Surface->Surface(), SeedSetup, {FractureCore::PaintChannel::GrainSeeds, 0}, Brush);
	if (!Begun)
	{
		OutError = FText::FromString(UTF8_TO_TCHAR(Begun.GetError().message.c_str()));
		return false;
	}
	SeedsBefore = *Seeds();
	SeedStroke = MakeShared<FractureCore::SetupStroke>(MoveTemp(*Begun));
	return true;
}

void FPaintSession::TakeSeeds() const
{
	TArray<FVector>& Painted = *Seeds();
	Painted.Reset();
	for (const FractureCore::Vec3& Seed : std::get<FractureCore::GrainLayer>(SeedSetup.layers[0].source).seeds)
	{
		Painted.Add(ToCentimetres(Seed) / Asset->BakeSettings.UnitScale);
	}
}

void FPaintSession::AddPoint(const FHitResult& Hit)
{
	FractureCore::PaintHit Core;
	Core.point = Surface->ToLocal(Hit.ImpactPoint);
	Core.triangle = Hit.FaceIndex;
	if (SeedStroke && Seeds())
	{
		SeedStroke->AddPoint(SeedSetup, Core);
		TakeSeeds();
	}
	else if (TArray<float>* const Painted = Values(); Painted && Stroke)
	{
		Stroke->AddPoint(Core, std::span<float>(Painted->GetData(), static_cast<size_t>(Painted->Num())));
	}
}

void FPaintSession::EndStroke(UInteractiveToolManager& Manager)
{
	TArray<float>* const Painted = Values();
	if (Painted && Stroke && !Stroke->Touched().empty())
	{
		Asset->MarkPackageDirty();
		Manager.EmitObjectChange(Asset.Get(),
			MakeUnique<FPaintChange>(Target, *Stroke, *Painted),
			Target.Kind == EFractureSimPaintKind::Anchors         ? LOCTEXT("UndoAnchors", "Paint Anchors")
				: Target.Kind == EFractureSimPaintKind::LayerMask ? LOCTEXT("UndoMask", "Paint Mask")
																  : LOCTEXT("UndoStrength", "Paint Strength"));
	}
	if (SeedStroke && Seeds() && !(*Seeds() == SeedsBefore))
	{
		Asset->MarkPackageDirty();
		Manager.EmitObjectChange(Asset.Get(),
			MakeUnique<FSeedsChange>(Target, SeedsBefore, *Seeds()),
			LOCTEXT("UndoSeeds", "Paint Grain Seeds"));
	}
	Stroke.Reset();
	SeedStroke.Reset();
}

void FPaintSession::CancelStroke()
{
	if (TArray<float>* const Painted = Values(); Painted && Stroke)
	{
		FPaintChange(Target, *Stroke, *Painted).Revert(Asset.Get());
	}
	if (SeedStroke && Seeds())
	{
		*Seeds() = SeedsBefore;
	}
	Stroke.Reset();
	SeedStroke.Reset();
}

void FPaintSession::Restore()
{
	CancelStroke();
	if (UFractureSimAsset* const PaintedAsset = Asset.Get())
	{
		PaintedAsset->StrengthLayers = LayersBefore;
		PaintedAsset->BakeSettings.Anchors = AnchorsBefore;
	}
}

/// Pa a vertex; empty where the layers do not fit the surface.
TArray<double> FPaintSession::StrengthOnSurface()
{
	TArray<double> OnVertices;
	const FractureCore::StrengthSetup Setup = ToCoreStrength(Asset->StrengthLayers, Asset->BakeSettings);
	if (!FractureCore::ValidateStrength(Setup))
	{
		return OnVertices;
	}
	const FractureCore::Result<std::vector<double>> Cells = StrengthMap->Strength(Setup.layers, UnrealRunner());
	if (!Cells)
	{
		return OnVertices;
	}
	OnVertices.Init(std::numeric_limits<double>::infinity(), static_cast<int32>(Object.surface.positions.size()));
	if (Object.kind == FractureCore::BakedKind::Solid)
	{
		for (int32 Vertex = 0; Vertex < OnVertices.Num(); ++Vertex)
		{
			OnVertices[Vertex] = (*Cells)[static_cast<size_t>(Object.embedding.vertexTet[static_cast<size_t>(Vertex)])];
		}
		return OnVertices;
	}
	for (size_t T = 0; T < Object.surface.triangles.size(); ++T)
	{
		for (const int32_t Vertex : Object.surface.triangles[T].v)
		{
			OnVertices[Vertex] = FMath::Min(OnVertices[Vertex], (*Cells)[T]);
		}
	}
	return OnVertices;
}

void FPaintSession::UpdatePicture(UFractureSimPaintProperties& Settings)
{
	const UFractureSimAsset* const PaintedAsset = Asset.Get();
	const FFractureSimHash Now = PaintedAsset ? PaintedAsset->HashSettings() : FFractureSimHash();
	if (!PaintedAsset || (Now == Drawn && DrawnKind == Target.Kind))
	{
		return;
	}
	Drawn = Now;
	DrawnKind = Target.Kind;
	TArray<double> Shown;
	FractureCore::HeatUnit Unit = FractureCore::HeatUnit::Megapascal;
	if (const TArray<float>* const Painted = Values(); Painted && Target.Kind != EFractureSimPaintKind::Strength)
	{
		for (const float Value : *Painted)
		{
			Shown.Add(Value);
		}
		Unit = FractureCore::HeatUnit::Factor;
	}
	else
	{
		Shown = StrengthOnSurface();
	}
	if (Shown.Num() == 0)
	{
		ShowLegend(Settings, nullptr);
		Settings.Legend =
			LOCTEXT("NoFit", "A painted layer is of another bake of the mesh. Erase it, or paint it again.").ToString();
		return;
	}
	const FractureCore::HeatLegend Legend = View->SetValues(Shown, Unit);
	ShowLegend(Settings, &Legend);
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
