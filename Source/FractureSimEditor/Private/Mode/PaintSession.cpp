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

static FText OtherBake()
{
	return LOCTEXT("NoFit", "A painted layer is of another bake of the mesh. Erase or flood it to paint it anew.");
}

void FPaintSession::ChooseTarget(UFractureSimPaintProperties& Settings)
{
	UFractureSimAsset* const PaintedAsset = Asset.Get();
	if (!PaintedAsset || IsPainting())
	{
		return;
	}
	const FPaintTarget Found = FPaintTarget::Find(*PaintedAsset, Settings.Kind, Settings.Layer);
	if (Found.Index >= 0)
	{
		Settings.Layer = Found.Index;
	}
	if (const double* const Depth = Found.FindDepth(*PaintedAsset); Depth && !(Found == Target))
	{
		Settings.Depth = static_cast<float>(*Depth);
	}
	Target = Found;
}

bool FPaintSession::BeginStroke(
	UFractureSimPaintProperties& Settings, EFractureSimBrushMode Mode, float Strength, double Radius, FText& OutError)
{
	UFractureSimAsset* const PaintedAsset = Asset.Get();
	if (!PaintedAsset)
	{
		OutError = LOCTEXT("NoAsset", "The asset that was painted is gone.");
		return false;
	}
	ChooseTarget(Settings);
	if (Target.Kind == EFractureSimPaintKind::LayerMask && Target.Index < 0)
	{
		OutError = LOCTEXT("NoMask", "There is no layer to mask. Add one to the asset's Strength Layers first.");
		return false;
	}
	const TArray<float>* const Known = Values();
	const bool bFits = !Known || Known->Num() == 0 || Known->Num() == Surface->Surface().VertexCount();
	if (!bFits && Mode != EFractureSimBrushMode::Flood && Mode != EFractureSimBrushMode::Erase)
	{
		OutError = OtherBake();
		return false;
	}
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
	ItemBefore = Target.Read(*PaintedAsset);
	bWasPainted = Target.IsPainted(*PaintedAsset);
	bRemade = Target.MakePainted(*PaintedAsset, Surface->Surface().VertexCount(), Settings.Depth);
	const bool bBegun = Target.Kind == EFractureSimPaintKind::GrainSeeds
		? BeginSeeds(Brush, Settings.SeedSpacing / Scale / CentimetresPerMetre, OutError)
		: BeginValues(Brush, OutError);
	if (!bBegun)
	{
		TakeBack();
	}
	return bBegun;
}

bool FPaintSession::BeginValues(const FractureCore::Brush& Brush, FText& OutError)
{
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

/// Whether the stroke has changed any value or seed.
bool FPaintSession::HasPainted() const
{
	if (SeedStroke)
	{
		const TArray<FVector> Before = ItemBefore.Layer.IsSet() ? ItemBefore.Layer.GetValue().Seeds : TArray<FVector>();
		return !(*Seeds() == Before);
	}
	const TArray<float>& Painted = *Values();
	for (size_t I = 0; I < Stroke->Touched().size(); ++I)
	{
		if (Painted[Stroke->Touched()[I]] != Stroke->Before()[I])
		{
			return true;
		}
	}
	return false;
}

/// All that the stroke did, also to the layer or anchor itself.
void FPaintSession::TakeBack()
{
	if (UFractureSimAsset* const PaintedAsset = Asset.Get(); PaintedAsset && Target.IsPainted(*PaintedAsset))
	{
		Target.Exchange(*PaintedAsset, Target.Read(*PaintedAsset), ItemBefore);
	}
}

static FText UndoName(EFractureSimPaintKind Kind)
{
	switch (Kind)
	{
	case EFractureSimPaintKind::Anchors:
		return LOCTEXT("UndoAnchors", "Paint Anchors");
	case EFractureSimPaintKind::GrainSeeds:
		return LOCTEXT("UndoSeeds", "Paint Grain Seeds");
	case EFractureSimPaintKind::LayerMask:
		return LOCTEXT("UndoMask", "Paint Mask");
	case EFractureSimPaintKind::Strength:
		break;
	}
	return LOCTEXT("UndoStrength", "Paint Strength");
}

void FPaintSession::EndStroke(UInteractiveToolManager& Manager)
{
	UFractureSimAsset* const PaintedAsset = Asset.Get();
	if (PaintedAsset && IsPainting() && Target.IsPainted(*PaintedAsset))
	{
		// Paint that is none must not leave a layer or an anchor that holds nothing.
		if (!HasPainted() && !(bWasPainted && bRemade))
		{
			TakeBack();
		}
		else
		{
			PaintedAsset->MarkPackageDirty();
			TUniquePtr<FToolCommandChange> Change;
			if (SeedStroke || bRemade)
			{
				Change = MakeUnique<FPaintItemChange>(Target, ItemBefore, Target.Read(*PaintedAsset));
			}
			else
			{
				Change = MakeUnique<FPaintChange>(Target, *Stroke, *Values());
			}
			Manager.EmitObjectChange(PaintedAsset, MoveTemp(Change), UndoName(Target.Kind));
		}
	}
	Stroke.Reset();
	SeedStroke.Reset();
}

void FPaintSession::CancelStroke()
{
	if (IsPainting())
	{
		TakeBack();
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
	FractureCore::StrengthSetup Setup = ToCoreStrength(Asset->StrengthLayers, Asset->BakeSettings);
	// What nobody has painted yet does nothing.
	std::erase_if(Setup.layers,
		[](const FractureCore::StrengthLayer& Layer)
		{
			const auto* const Paint = std::get_if<FractureCore::PaintedValues>(&Layer.source);
			const auto* const Mask = Layer.mask ? std::get_if<FractureCore::PaintedValues>(&*Layer.mask) : nullptr;
			return (Paint && Paint->values.empty()) || (Mask && Mask->values.empty());
		});
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
	if (!PaintedAsset || (Now == Drawn && DrawnTarget == Target))
	{
		return;
	}
	Drawn = Now;
	DrawnTarget = Target;
	TArray<double> Shown;
	FractureCore::HeatUnit Unit = FractureCore::HeatUnit::Megapascal;
	const TArray<float>* const Painted = Values();
	if (Painted && Painted->Num() > 0 && Target.Kind != EFractureSimPaintKind::Strength)
	{
		if (Painted->Num() == Surface->Surface().VertexCount())
		{
			for (const float Value : *Painted)
			{
				Shown.Add(Value);
			}
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
		Settings.Legend = OtherBake().ToString();
		return;
	}
	const FractureCore::HeatLegend Legend = View->SetValues(Shown, Unit);
	ShowLegend(Settings, &Legend);
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
