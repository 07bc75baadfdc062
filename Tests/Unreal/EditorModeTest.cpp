// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The editor mode in a level without Play: painting with undo, previews that leave no trace.
#include "Bake/AssetBaker.h"
#include "DetailLayoutBuilder.h"
#include "EditorLevel.h"
#include "FractureSimEdMode.h"
#include "FractureSimEditorLibrary.h"
#include "FractureSimMaterial.h"
#include "FractureSimPaintTool.h"
#include "FractureSimPreviewTool.h"
#include "FractureSimValidator.h"
#include "IDetailCustomization.h"
#include "Misc/DataValidation.h"
#include "Preview/HeatView.h"
#include "PropertyEditorModule.h"
#include "UObject/Package.h"
#include "Widgets/Colors/SColorBlock.h"
#include "Widgets/Colors/SComplexGradient.h"

#include <gtest/gtest.h>

using namespace FractureTests;

namespace
{
/// A disc of 40 cm, 3 cm thick, with a few hundred vertices, in a level.
class UnrealEditorMode : public testing::Test
{
protected:
	void SetUp() override
	{
		StandIn::TakeLog();
		TArray<FVector2D> Disc = {FVector2D(0.0, 0.0)};
		for (int32 I = 1; I <= 8; ++I)
		{
			Disc.Add(FVector2D(2.5 * I, 0.0));
		}
		for (int32 I = 8; I >= 0; --I)
		{
			Disc.Add(FVector2D(2.5 * I, 3.0));
		}
		Asset = UFractureSimEditorLibrary::MakeSampleAsset(
			TEXT("/Game/Test/Disc"), FVector::ZeroVector, Disc, nullptr, 2500, {}, {});
		ASSERT_NE(Asset, nullptr);
		Actor = &Level.AddPane(false, FTransform(FVector(100.0, 0.0, 0.0)));
		Actor->Fracture->Asset = Asset;
		Mode = NewObject<UFractureSimEdMode>(nullptr);
		Mode->Enter();
		State.World = Level.World;
		State.SelectedActors.Add(Actor);
	}

	void TearDown() override
	{
		Mode->Exit();
		StandIn::MarkAsGarbage(*Mode);
		Level.TearDown();
		CleanEditor();
		EXPECT_EQ(StandIn::LiveObjects(), ObjectsBefore);
	}

	template <typename T>
	T& Start(const TCHAR* Identifier)
	{
		return *static_cast<T*>(Mode->GetToolManager()->StandInStart(Identifier, State));
	}

	/// From above, onto the top at a place of the level.
	static FRay Down(double X, double Y) { return FRay(FVector(X, Y, 200.0), FVector(0.0, 0.0, -1.0)); }

	/// By the toolkit's commands, which is how a key reaches a tool.
	bool Press(const FKey& Key, EModifierKey::Type Modifiers = EModifierKey::None) const
	{
		return Mode->StandInToolkit()->GetToolkitCommands()->StandInPress(Key, Modifiers);
	}

	int32 ActorsShown() const { return Level.World->Actors.Num(); }

	int32 ObjectsBefore = StandIn::LiveObjects(); // before the level
	FLevel Level;
	UFractureSimAsset* Asset = nullptr;
	AFractureSimActor* Actor = nullptr;
	UFractureSimEdMode* Mode = nullptr;
	FToolBuilderState State;
};

} // namespace

TEST_F(UnrealEditorMode, HasANameAnIconAPaletteAndTwoTools)
{
	EXPECT_TRUE(Mode->GetModeInfo().bVisible);
	EXPECT_EQ(Mode->GetModeInfo().ID, FName("EM_FractureSim"));
	EXPECT_TRUE(Mode->UsesToolkits());
	ASSERT_TRUE(Mode->StandInToolkit().IsValid());
	TArray<FName> Palettes;
	Mode->StandInToolkit()->GetToolPaletteNames(Palettes);
	ASSERT_EQ(Palettes.Num(), 1);
	TMap<FName, TArray<TSharedPtr<FUICommandInfo>>> Commands = Mode->GetModeCommands();
	ASSERT_NE(Commands.Find(Palettes[0]), nullptr);
	for (const TSharedPtr<FUICommandInfo>& Command : *Commands.Find(Palettes[0]))
	{
		EXPECT_FALSE(Command->GetLabel().IsEmpty());
		EXPECT_FALSE(Command->GetDescription().IsEmpty());
	}
	EXPECT_EQ(Mode->GetToolManager()->StandInBuilders.Num(), 2);
	// Nothing selected, or nothing breakable: no tool.
	for (const TCHAR* Tool : {TEXT("FractureSimPaint"), TEXT("FractureSimPreview")})
	{
		EXPECT_EQ(Mode->GetToolManager()->StandInStart(Tool, FToolBuilderState()), nullptr);
	}
}

TEST_F(UnrealEditorMode, AStrokeIsOneUndoAndTheHeatMapFollows)
{
	UFractureSimPaintTool& Tool = Start<UFractureSimPaintTool>(TEXT("FractureSimPaint"));
	UInteractiveToolManager& Manager = *Mode->GetToolManager();
	EXPECT_TRUE(Actor->IsTemporarilyHiddenInEditor());
	Tool.OnTick(0.1f);
	EXPECT_TRUE(Tool.Settings->Legend.Contains(TEXT("MPa")));
	ASSERT_EQ(Asset->StrengthLayers.Num(), 1) << "a painted layer is made where there is none";
	const FFractureSimStrengthLayer& Layer = Asset->StrengthLayers[0];
	const TArray<float> Blank = Layer.Values;
	EXPECT_GT(Blank.Num(), 300);

	Tool.BrushProperties->bSpecifyRadius = true;
	Tool.BrushProperties->BrushRadius = 6.0f;
	Tool.BrushProperties->BrushStrength = 1.0f;
	Tool.OnBeginDrag(Down(90.0, 0.0));
	Tool.OnUpdateDrag(Down(95.0, 0.0));
	Tool.OnUpdateDrag(Down(300.0, 0.0)); // off the disc
	Tool.OnEndDrag(Down(95.0, 0.0));
	EXPECT_EQ(Manager.StandInChanges.Num(), 1);
	const TArray<float> Painted = Layer.Values;
	int32 Weaker = 0;
	for (const float Value : Painted)
	{
		Weaker += Value < 0.99f ? 1 : 0;
	}
	EXPECT_GT(Weaker, 5);
	EXPECT_LT(Weaker, Blank.Num() / 2) << "not the other side, not far away";
	const FString Before = Tool.Settings->Legend;
	Tool.OnTick(0.1f);
	EXPECT_NE(Tool.Settings->Legend, Before);

	// Another stroke erases; both go back and forth one by one.
	Tool.bShift = true;
	Tool.OnBeginDrag(Down(90.0, 0.0));
	Tool.OnEndDrag(Down(90.0, 0.0));
	Tool.bShift = false;
	const TArray<float> Erased = Layer.Values;
	EXPECT_NE(Erased, Painted);
	Manager.StandInUndo();
	EXPECT_EQ(Layer.Values, Painted);
	Manager.StandInUndo();
	EXPECT_EQ(Layer.Values, Blank);
	Manager.StandInRedo();
	Manager.StandInRedo();
	EXPECT_EQ(Layer.Values, Erased);

	// A stroke that is broken off leaves nothing, and no undo.
	Tool.OnBeginDrag(Down(110.0, 5.0));
	Tool.OnCancelDrag();
	EXPECT_EQ(Layer.Values, Erased);
	EXPECT_EQ(Manager.StandInChanges.Num(), 2);
	Manager.StandInEnd(EToolShutdownType::Accept);
	EXPECT_EQ(Asset->StrengthLayers[0].Values, Erased);
	EXPECT_FALSE(Actor->IsTemporarilyHiddenInEditor());
	EXPECT_TRUE(Asset->GetOutermost()->IsDirty());
}

TEST_F(UnrealEditorMode, HotKeysMirrorFloodAndAnchors)
{
	UFractureSimPaintTool& Tool = Start<UFractureSimPaintTool>(TEXT("FractureSimPaint"));
	EXPECT_TRUE(Press(EKeys::E));
	EXPECT_EQ(Tool.Settings->Mode, EFractureSimBrushMode::Erase);
	EXPECT_TRUE(Press(EKeys::S));
	EXPECT_EQ(Tool.Settings->Mode, EFractureSimBrushMode::Smooth);
	EXPECT_TRUE(Press(EKeys::P));
	EXPECT_EQ(Tool.Settings->Mode, EFractureSimBrushMode::Paint);
	const float Size = Tool.BrushProperties->BrushSize;
	EXPECT_TRUE(Press(EKeys::RightBracket)) << "Unreal's own";
	EXPECT_GT(Tool.BrushProperties->BrushSize, Size);
	EXPECT_TRUE(Press(EKeys::LeftBracket));
	EXPECT_NEAR(Tool.BrushProperties->BrushSize, Size, 1.0e-6f);
	constexpr auto ShiftCtrl = static_cast<EModifierKey::Type>(EModifierKey::Shift | EModifierKey::Control);
	EXPECT_FALSE(Tool.BrushProperties->bShowFalloff) << "kinds of falloff stand in its place";
	EXPECT_EQ(Tool.Settings->Falloff, EFractureSimBrushFalloff::Smooth);
	EXPECT_TRUE(Press(EKeys::LeftBracket, ShiftCtrl));
	EXPECT_EQ(Tool.Settings->Falloff, EFractureSimBrushFalloff::Linear);
	EXPECT_TRUE(Press(EKeys::LeftBracket, ShiftCtrl));
	EXPECT_EQ(Tool.Settings->Falloff, EFractureSimBrushFalloff::Constant);
	EXPECT_TRUE(Press(EKeys::RightBracket, ShiftCtrl) && Press(EKeys::RightBracket, ShiftCtrl));
	EXPECT_EQ(Tool.Settings->Falloff, EFractureSimBrushFalloff::Smooth);
	EXPECT_FALSE(Press(EKeys::R)) << "the other tool's";

	Tool.BrushProperties->bSpecifyRadius = true;
	Tool.BrushProperties->BrushRadius = 5.0f;
	Tool.BrushProperties->BrushStrength = 1.0f;
	Tool.Settings->bMirrorX = true;
	Tool.OnBeginDrag(Down(88.0, 0.0));
	Tool.OnEndDrag(Down(88.0, 0.0));
	const TArray<float> Mirrored = Asset->StrengthLayers[0].Values;
	Tool.Settings->bMirrorX = false;
	Mode->GetToolManager()->StandInUndo();
	Tool.OnBeginDrag(Down(88.0, 0.0));
	Tool.OnEndDrag(Down(88.0, 0.0));
	int32 Both = 0;
	int32 One = 0;
	for (int32 I = 0; I < Mirrored.Num(); ++I)
	{
		Both += Mirrored[I] < 0.99f ? 1 : 0;
		One += Asset->StrengthLayers[0].Values[I] < 0.99f ? 1 : 0;
	}
	EXPECT_EQ(Both, 2 * One);

	Tool.Settings->Mode = EFractureSimBrushMode::Flood;
	Tool.Settings->Value = 3.0f;
	Tool.OnBeginDrag(Down(100.0, 0.0));
	Tool.OnEndDrag(Down(100.0, 0.0));
	for (const float Value : Asset->StrengthLayers[0].Values)
	{
		ASSERT_NEAR(Value, 3.0f, 1.0e-5f);
	}

	Tool.Settings->Mode = EFractureSimBrushMode::Paint;
	Tool.Settings->Kind = EFractureSimPaintKind::Anchors;
	Tool.Settings->Value = 1.0f;
	Tool.OnTick(0.1f);
	ASSERT_EQ(Asset->BakeSettings.Anchors.Num(), 1);
	EXPECT_EQ(Asset->BakeSettings.Anchors[0].Shape, EFractureSimAnchorShape::Painted);
	Tool.OnBeginDrag(Down(100.0, 0.0));
	Tool.OnEndDrag(Down(100.0, 0.0));
	float Most = 0.0f;
	for (const float Value : Asset->BakeSettings.Anchors[0].Values)
	{
		Most = FMath::Max(Most, Value);
	}
	EXPECT_GT(Most, 0.9f);
	Mode->GetToolManager()->StandInEnd(EToolShutdownType::Cancel);
	EXPECT_EQ(Asset->StrengthLayers.Num(), 0) << "cancel restores what was there before";
	EXPECT_EQ(Asset->BakeSettings.Anchors.Num(), 0);
	EXPECT_FALSE(Press(EKeys::E)) << "keys go with the tool";
	EXPECT_EQ(Mode->StandInToolkit()->GetToolkitCommands()->StandInMapped.Num(), 0);
}

TEST_F(UnrealEditorMode, CtrlHeldDownSmoothsAndShiftErases)
{
	UFractureSimPaintTool& Tool = Start<UFractureSimPaintTool>(TEXT("FractureSimPaint"));
	Tool.BrushProperties->bSpecifyRadius = true;
	Tool.BrushProperties->BrushRadius = 6.0f;
	Tool.BrushProperties->BrushStrength = 1.0f;
	const auto Stroke = [&Tool]
	{
		Tool.OnBeginDrag(Down(95.0, 0.0));
		Tool.OnEndDrag(Down(95.0, 0.0));
	};
	const TArray<float>& Values = Asset->StrengthLayers[0].Values;
	Tool.Settings->Falloff = EFractureSimBrushFalloff::Constant;
	Stroke();
	const auto Range = [&Values]
	{
		float Low = Values[0];
		int32 Steps = 0;
		for (const float Value : Values)
		{
			Low = FMath::Min(Low, Value);
			Steps += Value > 0.21f && Value < 0.99f ? 1 : 0;
		}
		return TPair<float, int32>{Low, Steps};
	};
	EXPECT_NEAR(Range().Key, 0.2f, 1.0e-5f);
	EXPECT_EQ(Range().Value, 0) << "painted or not";
	Tool.bCtrl = true;
	Stroke();
	EXPECT_GT(Range().Value, 3) << "smoothed";
	Tool.bShift = true;
	Stroke();
	EXPECT_EQ(Tool.Settings->Mode, EFractureSimBrushMode::Paint) << "the panel stays as it is";
	Tool.bCtrl = false;
	Tool.Settings->Mode = EFractureSimBrushMode::Flood;
	Stroke();
	EXPECT_GT(Range().Key, 0.2f) << "Shift goes before Ctrl and the panel";
}

TEST_F(UnrealEditorMode, StrengthFlowAndDepthDoWhatTheySay)
{
	UFractureSimPaintTool& Tool = Start<UFractureSimPaintTool>(TEXT("FractureSimPaint"));
	Tool.BrushProperties->bSpecifyRadius = true;
	Tool.BrushProperties->BrushRadius = 6.0f;
	Tool.Settings->Falloff = EFractureSimBrushFalloff::Constant;
	Tool.Settings->Depth = 7.0f;
	Tool.OnTick(0.1f);
	EXPECT_EQ(Asset->StrengthLayers[0].Depth, 7.0);
	// One stamp: value = 1 + strength flow (0.2 - 1).
	const auto LeastAfter = [&](float Strength, float Flow)
	{
		Tool.BrushProperties->BrushStrength = Strength;
		Tool.Settings->Flow = Flow;
		Tool.OnBeginDrag(Down(95.0, 0.0));
		Tool.OnEndDrag(Down(95.0, 0.0));
		float Least = 1.0f;
		for (const float Value : Asset->StrengthLayers[0].Values)
		{
			Least = FMath::Min(Least, Value);
		}
		Mode->GetToolManager()->StandInUndo();
		return Least;
	};
	EXPECT_NEAR(LeastAfter(1.0f, 1.0f), 0.2f, 1.0e-5f);
	EXPECT_NEAR(LeastAfter(0.5f, 1.0f), 0.6f, 1.0e-5f);
	EXPECT_NEAR(LeastAfter(1.0f, 0.25f), 0.8f, 1.0e-5f);
}

TEST_F(UnrealEditorMode, ABrushIsAsLargeInTheLevelOnAScaledActor)
{
	AFractureSimActor& Large =
		Level.AddPane(false, FTransform(FQuat::Identity, FVector(300.0, 0.0, 0.0), FVector(2.0, 2.0, 2.0)));
	Large.Fracture->Asset = Asset;
	State.SelectedActors.Empty();
	State.SelectedActors.Add(&Large);
	UFractureSimPaintTool& Tool = Start<UFractureSimPaintTool>(TEXT("FractureSimPaint"));
	UDynamicMeshComponent& Map = *static_cast<UDynamicMeshComponent*>(Level.World->Actors.Last()->Owned[0]);
	Tool.BrushProperties->bSpecifyRadius = true;
	Tool.BrushProperties->BrushRadius = 6.0f;
	Tool.BrushProperties->BrushStrength = 1.0f;
	Tool.Settings->Falloff = EFractureSimBrushFalloff::Constant;
	Tool.OnBeginDrag(Down(300.0, 0.0));
	Tool.OnEndDrag(Down(300.0, 0.0));
	double Farthest = 0.0;
	for (int32 I = 0; I < Asset->StrengthLayers[0].Values.Num(); ++I)
	{
		if (Asset->StrengthLayers[0].Values[I] < 0.99f)
		{
			const FVector Place = Map.GetComponentTransform().TransformPosition(Map.GetMesh()->GetVertex(I));
			Farthest = FMath::Max(Farthest, FVector::Distance(Place, FVector(300.0, 0.0, 6.0)));
		}
	}
	EXPECT_GT(Farthest, 4.5) << "rings of vertices are 5 cm apart here";
	EXPECT_LE(Farthest, 6.0);
}

TEST_F(UnrealEditorMode, CornersThatAMeshHasTwiceGetTheColourOfTheirVertex)
{
	// Three triangles at one edge; the third has corners of its own.
	FractureCore::SurfaceMesh Surface;
	Surface.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}};
	Surface.triangles = {{{0, 1, 2}}, {{1, 0, 3}}, {{0, 1, 4}}};
	FractureSim::Editor::FHeatView View(*Level.World, *Actor);
	View.ShowSurface(Surface, FTransform());
	View.SetValues(TArray<double>{1.0, 2.0, 3.0, 4.0, 5.0}, FractureCore::HeatUnit::Factor);
	UDynamicMeshComponent& Map = *static_cast<UDynamicMeshComponent*>(Level.World->Actors.Last()->Owned[0]);
	ASSERT_EQ(Map.StandInDrawnColours.Num(), 8);
	for (int32 A = 0; A < 8; ++A)
	{
		for (int32 B = 0; B < A; ++B)
		{
			const bool bOnePlace = FVector::Distance(Map.GetMesh()->GetVertex(A), Map.GetMesh()->GetVertex(B)) < 1.0e-9;
			EXPECT_EQ(Map.StandInDrawnColours[A] == Map.StandInDrawnColours[B], bOnePlace) << A << " " << B;
		}
	}
}

TEST_F(UnrealEditorMode, EveryPartOfALayerShowsInTheHeatMap)
{
	UFractureSimPaintTool& Tool = Start<UFractureSimPaintTool>(TEXT("FractureSimPaint"));
	AActor& Shown = *Level.World->Actors.Last();
	const auto Picture = [&]
	{
		Tool.OnTick(0.1f);
		return TPair<TArray<FVector4f>, FString>{
			static_cast<UDynamicMeshComponent*>(Shown.Owned[0])->StandInDrawnColours, Tool.Settings->Legend};
	};
	const auto Differs = [](const auto& A, const auto& B) { return !(A.Key == B.Key) || !(A.Value == B.Value); };
	FFractureSimStrengthLayer Noise;
	Noise.Kind = EFractureSimLayerKind::Noise;
	FFractureSimStrengthLayer Bands;
	Bands.Kind = EFractureSimLayerKind::Bands;
	Bands.Direction = FVector(1.0, 0.0, 0.0);
	Bands.Blend = EFractureSimBlend::Replace;
	Bands.Weight = 0.5;
	Asset->StrengthLayers = {Asset->StrengthLayers[0], Noise, Bands};
	const auto All = Picture();
	Asset->StrengthLayers[1].bVisible = false;
	const auto Hidden = Picture();
	EXPECT_TRUE(Differs(All, Hidden)) << "visibility";
	Asset->StrengthLayers[1].bVisible = true;
	EXPECT_FALSE(Differs(All, Picture()));
	Asset->StrengthLayers[2].Weight = 1.0;
	EXPECT_TRUE(Differs(All, Picture())) << "weight";
	Asset->StrengthLayers[2].Weight = 0.5;
	Asset->StrengthLayers[2].Blend = EFractureSimBlend::Min;
	EXPECT_TRUE(Differs(All, Picture())) << "blend";
	Asset->StrengthLayers[2].Blend = EFractureSimBlend::Replace;
	Asset->StrengthLayers = {Asset->StrengthLayers[0], Bands, Noise};
	EXPECT_TRUE(Differs(All, Picture())) << "order";
}

TEST_F(UnrealEditorMode, TheLegendHasTheColoursOfTheMapAndItsUnit)
{
	UFractureSimPaintTool& Tool = Start<UFractureSimPaintTool>(TEXT("FractureSimPaint"));
	const TSharedRef<IDetailCustomization> Panel =
		FModuleManager::LoadModuleChecked<FPropertyEditorModule>("PropertyEditor")
			.StandInLayouts.Find(UFractureSimPaintProperties::StaticClass()->GetFName())
			->Execute();
	IDetailLayoutBuilder Layout;
	Layout.StandInObjects.Add(Tool.Settings.Get());
	Panel->CustomizeDetails(Layout);
	ASSERT_EQ(Layout.StandInCategory.StandInRows.size(), 1u);
	SWidget& Row = *Layout.StandInCategory.StandInRows[0].StandInWidgets[0];
	EXPECT_EQ(Row.Visibility.Get(), EVisibility::Collapsed) << "no map yet";
	FFractureSimStrengthLayer Noise;
	Noise.Kind = EFractureSimLayerKind::Noise;
	Asset->StrengthLayers.Add(Noise);
	Tool.OnTick(0.1f);
	EXPECT_EQ(Row.Visibility.Get(), EVisibility::Visible);
	ASSERT_EQ(Row.Children.Num(), 2);
	const TArray<FLinearColor> Bar = static_cast<SComplexGradient&>(*Row.Children[0]).GradientColors.Get();
	ASSERT_GT(Bar.Num(), 8);
	EXPECT_LT(Bar[0].G, Bar[Bar.Num() / 2].G) << "from dark to bright";
	EXPECT_LT(Bar[Bar.Num() / 2].G, Bar.Last().G);
	int32 Seen = 0;
	double Before = 0.0;
	float Brightness = -1.0f;
	FString LastText;
	for (const TSharedPtr<SWidget>& Tick : Row.Children[1]->Children)
	{
		if (Tick->Visibility.Get() == EVisibility::Visible)
		{
			const FLinearColor Colour = static_cast<SColorBlock&>(*Tick->Children[0]).Color.Get();
			LastText = Tick->Children[1]->StandInText().ToString();
			const double Value = std::stod(LastText.StandInText());
			EXPECT_GT(Value, Before) << "values rise";
			EXPECT_GT(Colour.G, Brightness) << "and so do the colours";
			Before = Value;
			Brightness = Colour.G;
			++Seen;
		}
	}
	EXPECT_GE(Seen, 2);
	EXPECT_TRUE(LastText.Contains(TEXT("MPa"))) << StandIn::ToUtf8(*LastText);
	// Glass bears some tens of MPa.
	EXPECT_GT(Before, 5.0);
	EXPECT_LT(Before, 500.0);
}

TEST_F(UnrealEditorMode, GrainSeedsArePaintedAndTakenBack)
{
	UFractureSimPaintTool& Tool = Start<UFractureSimPaintTool>(TEXT("FractureSimPaint"));
	Tool.Settings->Kind = EFractureSimPaintKind::GrainSeeds;
	Tool.Settings->SeedSpacing = 1.0f;
	Tool.OnTick(0.1f);
	const int32 Layer = Tool.Settings->Layer;
	ASSERT_EQ(Asset->StrengthLayers[Layer].Kind, EFractureSimLayerKind::Grains);
	Tool.BrushProperties->bSpecifyRadius = true;
	Tool.BrushProperties->BrushRadius = 4.0f;
	Tool.BrushProperties->BrushStrength = 1.0f;
	Tool.OnBeginDrag(Down(95.0, 0.0));
	Tool.OnUpdateDrag(Down(105.0, 0.0));
	Tool.OnEndDrag(Down(105.0, 0.0));
	const TArray<FVector> Seeds = Asset->StrengthLayers[Layer].Seeds;
	ASSERT_GT(Seeds.Num(), 3);
	for (const FVector& Seed : Seeds)
	{
		EXPECT_LT(FMath::Abs(Seed.Y), 5.0) << "in the asset's own space, beside the stroke";
		EXPECT_LT(FMath::Abs(Seed.X), 10.0);
	}
	ASSERT_EQ(Mode->GetToolManager()->StandInChanges.Num(), 1);
	Mode->GetToolManager()->StandInUndo();
	EXPECT_EQ(Asset->StrengthLayers[Layer].Seeds.Num(), 0);
	Mode->GetToolManager()->StandInRedo();
	EXPECT_EQ(Asset->StrengthLayers[Layer].Seeds, Seeds);
	Tool.OnBeginDrag(Down(85.0, 8.0));
	Tool.OnCancelDrag();
	EXPECT_EQ(Asset->StrengthLayers[Layer].Seeds, Seeds);
}

TEST_F(UnrealEditorMode, WhatCannotBePaintedSaysWhy)
{
	Actor->Fracture->Asset = NewObject<UFractureSimAsset>(Actor);
	UFractureSimPaintTool& Tool = Start<UFractureSimPaintTool>(TEXT("FractureSimPaint"));
	EXPECT_TRUE(Mode->GetToolManager()->StandInMessage.ToString().Contains(TEXT("Bake")));
	FHitResult Hit;
	EXPECT_FALSE(Tool.HitTest(Down(100.0, 0.0), Hit));
	Tool.OnBeginDrag(Down(100.0, 0.0));
	Tool.OnEndDrag(Down(100.0, 0.0));
	Tool.OnTick(0.1f);
	EXPECT_EQ(Mode->GetToolManager()->StandInChanges.Num(), 0);
}

TEST_F(UnrealEditorMode, APreviewShowsPiecesStepsAndMapsAndLeavesNoTrace)
{
	const FFractureSimHash Key = Asset->GetKey();
	const int32 ActorsBefore = ActorsShown();
	Asset->GetOutermost()->bDirty = false;
	UFractureSimPreviewTool& Tool = Start<UFractureSimPreviewTool>(TEXT("FractureSimPreview"));
	EXPECT_TRUE(Actor->IsTemporarilyHiddenInEditor());
	EXPECT_EQ(ActorsShown(), ActorsBefore + 1);
	AActor& Shown = *Level.World->Actors.Last();
	EXPECT_TRUE(Shown.HasAnyFlags(RF_Transient)) << "nothing of it is saved";
	EXPECT_FALSE(Shown.bReplicates);
	EXPECT_FALSE(Shown.StandInInOutliner);

	// A click: inward, with the impulse of the settings.
	Tool.Settings->Impulse = 400.0f;
	Tool.OnBeginDrag(Down(95.0, 3.0));
	Tool.OnEndDrag(Down(95.0, 3.0));
	const FString Result = Tool.Settings->Result;
	EXPECT_TRUE(Result.Contains(TEXT("pieces"))) << StandIn::ToUtf8(*Result);
	const int32 Pieces = Shown.Owned.Num();
	EXPECT_GT(Pieces, 1);

	// Cracks go back and forth.
	EXPECT_TRUE(Press(EKeys::Comma));
	EXPECT_GE(Tool.Settings->Step, 0);
	EXPECT_LE(Shown.Owned.Num(), Pieces + 8);
	Tool.Settings->Step = 0;
	Tool.OnPropertyModified(Tool.Settings, nullptr);
	EXPECT_EQ(Shown.Owned.Num(), 1) << "no crack, one piece";
	EXPECT_TRUE(Press(EKeys::Period));
	Tool.Settings->Step = -1;
	Tool.OnPropertyModified(Tool.Settings, nullptr);
	EXPECT_EQ(Shown.Owned.Num(), Pieces);
	EXPECT_TRUE(Press(EKeys::R));
	EXPECT_EQ(Tool.Settings->Seed, 2);

	// Explode moves them apart and back together.
	const auto Spread = [&Shown]
	{
		double Sum = 0.0;
		for (const UActorComponent* Component : Shown.Owned)
		{
			Sum += FVector::Distance(
				static_cast<const UDynamicMeshComponent*>(Component)->GetComponentLocation(), FVector(100.0, 0.0, 1.5));
		}
		return Sum;
	};
	Tool.Settings->Explode = 0.0f;
	Tool.OnPropertyModified(Tool.Settings, nullptr);
	const double Together = Spread();
	Tool.Settings->Explode = 2.0f;
	Tool.OnPropertyModified(Tool.Settings, nullptr);
	EXPECT_GT(Spread(), 1.5 * Together);

	for (const EFractureSimPreviewView View : {EFractureSimPreviewView::Stress, EFractureSimPreviewView::Fragility})
	{
		Tool.Settings->View = View;
		Tool.OnPropertyModified(Tool.Settings, nullptr);
		ASSERT_EQ(Shown.Owned.Num(), 1);
		const bool bStress = View == EFractureSimPreviewView::Stress;
		EXPECT_TRUE(Tool.Settings->Legend.Contains(bStress ? TEXT("MPa") : TEXT("N s")));
		UDynamicMeshComponent& Map = *static_cast<UDynamicMeshComponent*>(Shown.Owned[0]);
		EXPECT_EQ(Map.StandInColourMode, EDynamicMeshComponentColorOverrideMode::VertexColors);
		ASSERT_EQ(Map.StandInDrawnColours.Num(), Map.GetMesh()->VertexCount());
		bool bDiffers = false;
		for (const FVector4f& Colour : Map.StandInDrawnColours)
		{
			bDiffers |= !(Colour == Map.StandInDrawnColours[0]);
		}
		EXPECT_TRUE(bDiffers);
	}

	// A blow that is spread, or lasts longer, stresses it less; the panel is enough, without another click.
	Tool.Settings->View = EFractureSimPreviewView::Stress;
	Tool.OnPropertyModified(Tool.Settings, nullptr);
	const FString Sharp = Tool.Settings->Legend;
	Tool.Settings->Radius = 8.0f;
	Tool.OnPropertyModified(Tool.Settings, nullptr);
	const FString Spread8 = Tool.Settings->Legend;
	EXPECT_NE(Spread8, Sharp);
	Tool.Settings->Duration *= 10.0f;
	Tool.OnPropertyModified(Tool.Settings, nullptr);
	EXPECT_NE(Tool.Settings->Legend, Spread8);
	Tool.Settings->Duration *= 0.1f;
	Tool.Settings->Radius = 0.0f;

	// A gentle pull that it survives, and a drop.
	Tool.Settings->View = EFractureSimPreviewView::Pieces;
	Tool.Settings->ImpulsePerCm = 0.0001f;
	Tool.OnBeginDrag(Down(100.0, 0.0));
	Tool.OnUpdateDrag(Down(110.0, 0.0));
	Tool.OnEndDrag(Down(110.0, 0.0));
	EXPECT_TRUE(Tool.Settings->Result.Contains(TEXT("holds"))) << StandIn::ToUtf8(*Tool.Settings->Result);
	EXPECT_EQ(Shown.Owned.Num(), 1);
	Tool.Settings->DropHeight = 3000.0f;
	EXPECT_TRUE(Press(EKeys::F));
	EXPECT_GT(Shown.Owned.Num(), 1);

	Mode->GetToolManager()->StandInEnd(EToolShutdownType::Cancel);
	EXPECT_FALSE(Actor->IsTemporarilyHiddenInEditor());
	EXPECT_EQ(ActorsShown(), ActorsBefore);
	EXPECT_EQ(Asset->GetKey(), Key);
	EXPECT_FALSE(Asset->GetOutermost()->IsDirty()) << "nothing to save";
	EXPECT_EQ(Mode->GetToolManager()->StandInChanges.Num(), 0);
}

/// Which of the drawn vertices is brightest, in the level.
FVector BrightestPlace(UDynamicMeshComponent& Map)
{
	int32 Brightest = 0;
	for (int32 I = 0; I < Map.StandInDrawnColours.Num(); ++I)
	{
		Brightest = Map.StandInDrawnColours[I].X > Map.StandInDrawnColours[Brightest].X ? I : Brightest;
	}
	return Map.GetComponentTransform().TransformPosition(Map.GetMesh()->GetVertex(Brightest));
}

TEST_F(UnrealEditorMode, AShellHasMapsToo)
{
	UFractureSimAsset& Box =
		FractureSim::Editor::FindOrMakeAsset(MakeBoxMesh(TEXT("/Game/Test/Shell"), FVector(40, 40, 8)));
	Box.BakeSettings.bThinShell = true;
	ASSERT_TRUE(FractureSim::Editor::BakeAsset(Box, false).IsGood());
	Actor->Fracture->Asset = &Box;
	UFractureSimPreviewTool& Tool = Start<UFractureSimPreviewTool>(TEXT("FractureSimPreview"));
	AActor& Shown = *Level.World->Actors.Last();
	Tool.Settings->View = EFractureSimPreviewView::Stress;
	Tool.OnBeginDrag(Down(107.0, 3.0));
	Tool.OnEndDrag(Down(107.0, 3.0));
	EXPECT_TRUE(Tool.Settings->Legend.Contains(TEXT("MPa")));
	ASSERT_EQ(Shown.Owned.Num(), 1);
	UDynamicMeshComponent* Map = static_cast<UDynamicMeshComponent*>(Shown.Owned[0]);
	EXPECT_LT(FVector::Distance(BrightestPlace(*Map), FVector(107.0, 3.0, 4.0)), 3.0) << "it bends most under the blow";
	// The middle of a wall gives way more easily than its edge; above and below a place are one sheet.
	Tool.Settings->View = EFractureSimPreviewView::Fragility;
	Tool.OnPropertyModified(Tool.Settings, nullptr);
	EXPECT_TRUE(Tool.Settings->Legend.Contains(TEXT("N s")));
	Map = static_cast<UDynamicMeshComponent*>(Shown.Owned[0]);
	const int32 Half = Map->StandInDrawnColours.Num() / 2;
	ASSERT_EQ(2 * Half, Map->StandInDrawnColours.Num());
	int32 Differing = 0;
	for (int32 I = 0; I < Half; ++I)
	{
		EXPECT_EQ(Map->StandInDrawnColours[I], Map->StandInDrawnColours[Half + I]);
		Differing += Map->StandInDrawnColours[I] == Map->StandInDrawnColours[0] ? 0 : 1;
	}
	EXPECT_GT(Differing, Half / 2);
	Mode->GetToolManager()->StandInEnd(EToolShutdownType::Cancel);
}

TEST_F(UnrealEditorMode, AScaledActorIsPreviewedInItsSize)
{
	const auto fragility = [this](const FVector& Scale)
	{
		Actor->GetRootComponent()->SetWorldTransform(FTransform(FQuat::Identity, FVector(100.0, 0.0, 0.0), Scale));
		UFractureSimPreviewTool& Tool = Start<UFractureSimPreviewTool>(TEXT("FractureSimPreview"));
		Tool.Settings->View = EFractureSimPreviewView::Fragility;
		Tool.OnBeginDrag(Down(110.0, 0.0));
		Tool.OnEndDrag(Down(110.0, 0.0));
		const FString Legend = Tool.Settings->Legend;
		FHitResult Hit;
		// 20 cm is the radius of the disc that was baked.
		EXPECT_EQ(Tool.HitTest(Down(135.0, 0.0), Hit), Scale.X == 2.0);
		if (Scale.X == 2.0)
		{
			EXPECT_NEAR(Hit.ImpactPoint.Z, 6.0, 1.0e-3);
			UDynamicMeshComponent& Map = *static_cast<UDynamicMeshComponent*>(Level.World->Actors.Last()->Owned[0]);
			double Largest = 0.0;
			for (int32 I = 0; I < Map.GetMesh()->VertexCount(); ++I)
			{
				const FVector At = Map.GetComponentTransform().TransformPosition(Map.GetMesh()->GetVertex(I));
				Largest = FMath::Max(Largest, At.X);
			}
			EXPECT_NEAR(Largest, 140.0, 0.1);
		}
		Mode->GetToolManager()->StandInEnd(EToolShutdownType::Cancel);
		return Legend;
	};
	const FString Plain = fragility(FVector(1.0, 1.0, 1.0));
	const FString Twice = fragility(FVector(2.0, 2.0, 2.0));
	EXPECT_TRUE(Plain.Contains(TEXT("N s")));
	EXPECT_TRUE(Twice.Contains(TEXT("N s")));
	EXPECT_NE(Plain, Twice) << "what is larger bears more";
	fragility(FVector(1.0, 2.0, 1.0));
	EXPECT_TRUE(Mode->GetToolManager()->StandInMessage.ToString().Contains(TEXT("scale")));
}

/// Remembers what a tool draws.
struct FDraw : public IToolsContextRenderAPI, public FPrimitiveDrawInterface
{
	virtual FPrimitiveDrawInterface* GetPrimitiveDrawInterface() override { return this; }
	virtual void DrawLine(
		const FVector& Start, const FVector& End, const FLinearColor&, uint8, float, float, bool) override
	{
		Lines.Add({Start, End});
	}
	TArray<TPair<FVector, FVector>> Lines;
};

TEST_F(UnrealEditorMode, CracksAreDrawnWhereTheyMeetTheSurface)
{
	UFractureSimPreviewTool& Tool = Start<UFractureSimPreviewTool>(TEXT("FractureSimPreview"));
	Tool.Settings->Explode = 0.0f;
	Tool.Settings->Impulse = 400.0f;
	Tool.OnBeginDrag(Down(95.0, 3.0));
	Tool.OnEndDrag(Down(95.0, 3.0));
	FDraw Draw;
	Tool.Render(&Draw);
	constexpr int32 Arrow = 3;
	ASSERT_GT(Draw.Lines.Num(), Arrow + 20);
	for (int32 I = 0; I + Arrow < Draw.Lines.Num(); ++I)
	{
		for (const FVector& End : {Draw.Lines[I].Key, Draw.Lines[I].Value})
		{
			// On the disc: above, below or at the rim.
			const double Radius = FVector(End.X - 100.0, End.Y, 0.0).Size();
			EXPECT_LT(Radius, 20.01);
			const bool bFlat = FMath::Abs(End.Z) < 0.01 || FMath::Abs(End.Z - 3.0) < 0.01;
			EXPECT_TRUE(bFlat || Radius > 19.9) << Radius << " " << End.Z;
		}
	}
	const int32 All = Draw.Lines.Num();
	Draw.Lines.Empty();
	Tool.Settings->Step = 1;
	Tool.OnPropertyModified(Tool.Settings, nullptr);
	Tool.Render(&Draw);
	const int32 First = Draw.Lines.Num();
	EXPECT_GT(First, Arrow) << "one crack";
	EXPECT_LT(First, All);
	Draw.Lines.Empty();
	Tool.Settings->Step = 0;
	Tool.OnPropertyModified(Tool.Settings, nullptr);
	Tool.Render(&Draw);
	EXPECT_EQ(Draw.Lines.Num(), Arrow) << "none";
}

TEST_F(UnrealEditorMode, TheArrowPointsAtTheBlow)
{
	UFractureSimPreviewTool& Tool = Start<UFractureSimPreviewTool>(TEXT("FractureSimPreview"));
	FDraw Draw;
	Tool.Render(&Draw);
	EXPECT_EQ(Draw.Lines.Num(), 0);
	Tool.OnBeginDrag(Down(95.0, 3.0));
	Tool.Render(&Draw);
	ASSERT_EQ(Draw.Lines.Num(), 3);
	const FVector Tip = Draw.Lines[0].Value;
	EXPECT_NEAR(FVector::Distance(Tip, FVector(95.0, 3.0, 3.0)), 0.0, 1.0e-6);
	EXPECT_GT(Draw.Lines[0].Key.Z, Tip.Z) << "a click comes from outside";
	// Pulled to the right, it flies to the left.
	Tool.OnUpdateDrag(Down(105.0, 3.0));
	Draw.Lines.Empty();
	Tool.Render(&Draw);
	EXPECT_NEAR(FVector::Distance(Draw.Lines[0].Key, FVector(105.0, 3.0, 3.0)), 0.0, 1.0e-6);
	EXPECT_EQ(Draw.Lines[0].Value, Tip);
}

TEST_F(UnrealEditorMode, ValidationNamesTheMistakeAndTheCure)
{
	UFractureSimValidator* const Validator = GetMutableDefault<UFractureSimValidator>();
	const auto Check = [Validator](UFractureSimAsset& Checked, FDataValidationContext& Context)
	{
		EXPECT_TRUE(Validator->CanValidateAsset_Implementation(FAssetData(&Checked), &Checked, Context));
		return Validator->ValidateLoadedAsset_Implementation(FAssetData(&Checked), &Checked, Context);
	};
	FDataValidationContext Good;
	EXPECT_EQ(Check(*Asset, Good), EDataValidationResult::Valid);
	EXPECT_FALSE(Validator->CanValidateAsset_Implementation(FAssetData(Actor), Actor, Good));

	UFractureSimAsset& Box = FractureSim::Editor::FindOrMakeAsset(MakeBoxMesh(TEXT("/Game/Test/Box")));
	Box.BakeSettings.TargetTets = 400;
	FDataValidationContext NotBaked;
	EXPECT_EQ(Check(Box, NotBaked), EDataValidationResult::Invalid);
	ASSERT_EQ(NotBaked.StandInErrors.Num(), 1);
	ASSERT_TRUE(FractureSim::Editor::BakeAsset(Box, false).IsGood());
	FDataValidationContext Baked;
	EXPECT_EQ(Check(Box, Baked), EDataValidationResult::Valid);
	Box.BakeSettings.TargetTets = 500;
	FDataValidationContext Stale;
	Check(Box, Stale);
	EXPECT_EQ(Stale.StandInErrors.Num() + Stale.StandInWarnings.Num(),
		Baked.StandInErrors.Num() + Baked.StandInWarnings.Num() + 1);
	Box.BakeSettings.TargetTets = 400;
	Box.BakeSettings.MaterialPreset = TEXT("cheese");
	FDataValidationContext Preset;
	EXPECT_EQ(Check(Box, Preset), EDataValidationResult::Invalid);
	EXPECT_TRUE(Preset.StandInErrors[0].Contains(TEXT("cheese")));
}
