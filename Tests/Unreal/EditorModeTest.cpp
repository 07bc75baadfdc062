// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The editor mode in a level without Play: painting with undo, and data validation.
#include "EditorMode.h"
#include "Bake/AssetBaker.h"
#include "DetailLayoutBuilder.h"
#include "FractureSimMaterial.h"
#include "FractureSimPaintTool.h"
#include "FractureSimValidator.h"
#include "IDetailCustomization.h"
#include "Misc/DataValidation.h"
#include "Preview/HeatView.h"
#include "PropertyEditorModule.h"
#include "Styling/SlateStyle.h"
#include "Styling/SlateStyleRegistry.h"
#include "UObject/Package.h"
#include "Widgets/Colors/SColorBlock.h"
#include "Widgets/Colors/SComplexGradient.h"

#include <gtest/gtest.h>

using namespace FractureTests;

namespace
{
class UnrealEditorMode : public EditorModeFixture
{
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
		const FSlateStyleSet& Style = *static_cast<const FSlateStyleSet*>(FSlateStyleRegistry::StandInAll()[0]);
		EXPECT_EQ(Command->GetIcon().GetStyleSetName(), Style.GetStyleSetName());
		bool bDrawn = false;
		for (const auto& Pair : Style.Brushes)
		{
			bDrawn |= Pair.Key == Command->GetIcon().GetStyleName();
		}
		EXPECT_TRUE(bDrawn) << StandIn::ToUtf8(*Command->GetIcon().GetStyleName().ToString());
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
	EXPECT_EQ(Asset->StrengthLayers.Num(), 0) << "looking is not painting";
	const auto Values = [this] { return Asset->StrengthLayers[0].Values; };

	Tool.BrushProperties->bSpecifyRadius = true;
	Tool.BrushProperties->BrushRadius = 6.0f;
	Tool.BrushProperties->BrushStrength = 1.0f;
	Tool.OnBeginDrag(Down(90.0, 0.0));
	Tool.OnUpdateDrag(Down(95.0, 0.0));
	Tool.OnUpdateDrag(Down(300.0, 0.0)); // off the disc
	Tool.OnEndDrag(Down(95.0, 0.0));
	EXPECT_EQ(Manager.StandInChanges.Num(), 1);
	ASSERT_EQ(Asset->StrengthLayers.Num(), 1) << "a painted layer is made where there is none";
	const TArray<float> Painted = Values();
	EXPECT_GT(Painted.Num(), 300);
	int32 Weaker = 0;
	for (const float Value : Painted)
	{
		Weaker += Value < 0.99f ? 1 : 0;
	}
	EXPECT_GT(Weaker, 5);
	EXPECT_LT(Weaker, Painted.Num() / 2) << "not the other side, not far away";
	const FString Before = Tool.Settings->Legend;
	Tool.OnTick(0.1f);
	EXPECT_NE(Tool.Settings->Legend, Before);

	// Another stroke erases; both go back and forth one by one.
	Tool.bShift = true;
	Tool.OnBeginDrag(Down(90.0, 0.0));
	Tool.OnEndDrag(Down(90.0, 0.0));
	Tool.bShift = false;
	const TArray<float> Erased = Values();
	EXPECT_NE(Erased, Painted);
	Manager.StandInUndo();
	EXPECT_EQ(Values(), Painted);
	Manager.StandInUndo();
	EXPECT_EQ(Asset->StrengthLayers.Num(), 0) << "the layer was the first stroke's";
	Manager.StandInRedo();
	EXPECT_EQ(Values(), Painted);
	Manager.StandInRedo();
	EXPECT_EQ(Values(), Erased);

	// A stroke that is broken off leaves nothing, and no undo.
	Tool.OnBeginDrag(Down(110.0, 5.0));
	Tool.OnCancelDrag();
	EXPECT_EQ(Values(), Erased);
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
	EXPECT_EQ(Asset->BakeSettings.Anchors.Num(), 0) << "one that holds nothing could not be baked";
	Tool.OnBeginDrag(Down(100.0, 0.0));
	Tool.OnEndDrag(Down(100.0, 0.0));
	ASSERT_EQ(Asset->BakeSettings.Anchors.Num(), 1);
	EXPECT_EQ(Asset->BakeSettings.Anchors[0].Shape, EFractureSimAnchorShape::Painted);
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
	Tool.Settings->Falloff = EFractureSimBrushFalloff::Constant;
	Stroke();
	const TArray<float>& Values = Asset->StrengthLayers[0].Values;
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
	// One stamp: value = 1 + strength flow (0.2 - 1).
	const auto LeastAfter = [&](float Strength, float Flow)
	{
		Tool.BrushProperties->BrushStrength = Strength;
		Tool.Settings->Flow = Flow;
		Tool.OnBeginDrag(Down(95.0, 0.0));
		Tool.OnEndDrag(Down(95.0, 0.0));
		EXPECT_EQ(Asset->StrengthLayers[0].Depth, 7.0);
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
	FFractureSimStrengthLayer NotPaintedYet;
	NotPaintedYet.Kind = EFractureSimLayerKind::Painted;
	Asset->StrengthLayers = {NotPaintedYet, Noise, Bands};
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
	EXPECT_EQ(Asset->StrengthLayers.Num(), 0);
	Tool.BrushProperties->bSpecifyRadius = true;
	Tool.BrushProperties->BrushRadius = 4.0f;
	Tool.BrushProperties->BrushStrength = 1.0f;
	Tool.OnBeginDrag(Down(95.0, 0.0));
	Tool.OnUpdateDrag(Down(105.0, 0.0));
	Tool.OnEndDrag(Down(105.0, 0.0));
	Tool.OnTick(0.1f);
	const int32 Layer = Tool.Settings->Layer;
	ASSERT_EQ(Asset->StrengthLayers[Layer].Kind, EFractureSimLayerKind::Grains);
	const TArray<FVector> Seeds = Asset->StrengthLayers[Layer].Seeds;
	ASSERT_GT(Seeds.Num(), 3);
	for (const FVector& Seed : Seeds)
	{
		EXPECT_LT(FMath::Abs(Seed.Y), 5.0) << "in the asset's own space, beside the stroke";
		EXPECT_LT(FMath::Abs(Seed.X), 10.0);
	}
	ASSERT_EQ(Mode->GetToolManager()->StandInChanges.Num(), 1);
	Mode->GetToolManager()->StandInUndo();
	EXPECT_EQ(Asset->StrengthLayers.Num(), 0) << "and the layer with them";
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

	// Layers are counted as people see them, and a stack that does nothing is a mistake too.
	FFractureSimStrengthLayer Layer;
	Layer.bVisible = false;
	Box.StrengthLayers.Add(Layer);
	FDataValidationContext Hidden;
	EXPECT_EQ(Check(Box, Hidden), EDataValidationResult::Valid);
	ASSERT_EQ(Hidden.StandInWarnings.Num(), Baked.StandInWarnings.Num() + 1);
	EXPECT_TRUE(Hidden.StandInWarnings.Last().Contains(TEXT("hidden")));
	Layer.bVisible = true;
	Layer.Octaves = 50;
	Box.StrengthLayers.Add(Layer);
	FDataValidationContext Second;
	EXPECT_EQ(Check(Box, Second), EDataValidationResult::Invalid);
	EXPECT_TRUE(Second.StandInErrors.Last().Contains(TEXT("layer 2"))) << StandIn::ToUtf8(*Second.StandInErrors.Last());
	Box.StrengthLayers.Empty();
	FFractureSimBakeAnchor Nowhere;
	Nowhere.bVisible = false;
	Box.BakeSettings.Anchors.Add(Nowhere);
	Nowhere.bVisible = true;
	Nowhere.Box = FBox(FVector(900.0, 900.0, 900.0), FVector(901.0, 901.0, 901.0));
	Box.BakeSettings.Anchors.Add(Nowhere);
	FDataValidationContext Anchors;
	EXPECT_EQ(Check(Box, Anchors), EDataValidationResult::Invalid);
	EXPECT_TRUE(Anchors.StandInErrors.Last().Contains(TEXT("Anchor 2")));
	Box.BakeSettings.Anchors.Empty();
	Box.BakeSettings.MaterialPreset = TEXT("cheese");
	FDataValidationContext Preset;
	EXPECT_EQ(Check(Box, Preset), EDataValidationResult::Invalid);
	EXPECT_TRUE(Preset.StandInErrors[0].Contains(TEXT("cheese")));
}
