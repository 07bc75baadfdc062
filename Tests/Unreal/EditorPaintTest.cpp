// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The paint tool changes an asset by strokes alone, and an undo gives back what the stroke found.
#include "Bridge/BakeBridge.h"
#include "EditorMode.h"
#include "FractureSimPaintTool.h"
#include "UObject/Package.h"

using namespace FractureTests;
using namespace FractureCore;

namespace
{
constexpr EFractureSimPaintKind kPaintKinds[] = {EFractureSimPaintKind::Strength,
	EFractureSimPaintKind::Anchors,
	EFractureSimPaintKind::GrainSeeds,
	EFractureSimPaintKind::LayerMask};

class UnrealEditorPaint : public EditorModeFixture
{
protected:
	UFractureSimPaintTool& StartPaint()
	{
		UFractureSimPaintTool& Tool = Start<UFractureSimPaintTool>(TEXT("FractureSimPaint"));
		Tool.BrushProperties->bSpecifyRadius = true;
		Tool.BrushProperties->BrushRadius = 6.0f;
		Tool.BrushProperties->BrushStrength = 1.0f;
		return Tool;
	}

	static void Stroke(UFractureSimPaintTool& Tool)
	{
		Tool.OnTick(0.1f);
		Tool.OnBeginDrag(Down(95.0, 0.0));
		Tool.OnEndDrag(Down(95.0, 0.0));
	}

	FFractureSimStrengthLayer& AddLayer(EFractureSimLayerKind Kind)
	{
		FFractureSimStrengthLayer& Layer = Asset->StrengthLayers.AddDefaulted_GetRef();
		Layer.Kind = Kind;
		return Layer;
	}

	/// Layers and anchors with all their numbers, hidden ones too.
	StrengthSetup SetupNow() const
	{
		return FractureSim::Private::ToCoreStrength(Asset->StrengthLayers, Asset->BakeSettings, true);
	}

	bool IsDirty() const { return Asset->GetOutermost()->IsDirty(); }
	void SetClean() const { Asset->GetOutermost()->bDirty = false; }
	const FText& Message() const { return Mode->GetToolManager()->StandInMessage; }
	int32 Changes() const { return Mode->GetToolManager()->StandInChanges.Num(); }
	void Undo() const { Mode->GetToolManager()->StandInUndo(); }
	void Redo() const { Mode->GetToolManager()->StandInRedo(); }
};
} // namespace

TEST_F(UnrealEditorPaint, LookingAtEveryKindAndLayerChangesNothing)
{
	for (const bool bEmpty : {true, false})
	{
		if (!bEmpty)
		{
			FFractureSimStrengthLayer& Boxed = AddLayer(EFractureSimLayerKind::Noise);
			Boxed.bMasked = true;
			AddLayer(EFractureSimLayerKind::Bands);
			FFractureSimStrengthLayer& Deep = AddLayer(EFractureSimLayerKind::Painted);
			Deep.Depth = 5.0;
			Deep.Values = {0.5f, 0.25f}; // of another bake
			FFractureSimBakeAnchor& Anchor = Asset->BakeSettings.Anchors.AddDefaulted_GetRef();
			Anchor.Shape = EFractureSimAnchorShape::Painted;
			Anchor.Depth = 6.0;
			Anchor.Values = {1.0f};
		}
		SetClean();
		const StrengthSetup Before = SetupNow();
		UFractureSimPaintTool& Tool = StartPaint();
		for (const EFractureSimPaintKind Kind : kPaintKinds)
		{
			Tool.Settings->Kind = Kind;
			for (int32 Layer = 0; Layer < 4; ++Layer)
			{
				Tool.Settings->Layer = Layer;
				Tool.Settings->Depth = 9.0f;
				Tool.OnTick(0.1f);
				EXPECT_TRUE(SetupNow() == Before) << static_cast<int32>(Kind) << " " << Layer;
			}
		}
		Mode->GetToolManager()->StandInEnd(EToolShutdownType::Accept);
		EXPECT_TRUE(SetupNow() == Before);
		EXPECT_EQ(Asset->StrengthLayers.Num(), bEmpty ? 0 : 3);
		EXPECT_EQ(Asset->BakeSettings.Anchors.Num(), bEmpty ? 0 : 1);
		EXPECT_EQ(Changes(), 0);
		EXPECT_FALSE(IsDirty());
	}
}

TEST_F(UnrealEditorPaint, UndoOfAFirstStrokeGivesTheBoxMaskBack)
{
	FFractureSimStrengthLayer& Layer = AddLayer(EFractureSimLayerKind::Noise);
	Layer.bMasked = true;
	Layer.Mask.Box = FBox(FVector(-3.0, -2.0, -1.0), FVector(1.0, 2.0, 3.0));
	const StrengthSetup Before = SetupNow();
	UFractureSimPaintTool& Tool = StartPaint();
	Tool.Settings->Kind = EFractureSimPaintKind::LayerMask;
	Stroke(Tool);
	const StrengthSetup Painted = SetupNow();
	ASSERT_TRUE(std::holds_alternative<PaintedValues>(*Painted.layers[0].mask));
	Undo();
	EXPECT_TRUE(SetupNow() == Before);
	Redo();
	EXPECT_TRUE(SetupNow() == Painted);
	Undo();
	Tool.OnTick(0.1f);
	Tool.OnBeginDrag(Down(95.0, 0.0));
	EXPECT_FALSE(SetupNow() == Before);
	Tool.OnCancelDrag();
	EXPECT_TRUE(SetupNow() == Before) << "a stroke that is broken off";
	EXPECT_EQ(Changes(), 1);
}

TEST_F(UnrealEditorPaint, UndoOfAFirstStrokeTakesOutWhatItMade)
{
	UFractureSimPaintTool& Tool = StartPaint();
	for (const EFractureSimPaintKind Kind :
		{EFractureSimPaintKind::Strength, EFractureSimPaintKind::Anchors, EFractureSimPaintKind::GrainSeeds})
	{
		Tool.Settings->Kind = Kind;
		SetClean();
		Stroke(Tool);
		EXPECT_TRUE(IsDirty());
		const StrengthSetup Painted = SetupNow();
		EXPECT_EQ(Painted.layers.size() + Painted.anchors.size(), 1u);
		Undo();
		EXPECT_TRUE(SetupNow() == StrengthSetup()) << static_cast<int32>(Kind);
		Redo();
		EXPECT_TRUE(SetupNow() == Painted);
		Undo();
	}
}

TEST_F(UnrealEditorPaint, ErasingWhereNothingIsPaintedMakesNothing)
{
	FFractureSimStrengthLayer& Layer = AddLayer(EFractureSimLayerKind::Noise);
	Layer.bMasked = true;
	SetClean();
	const StrengthSetup Before = SetupNow();
	UFractureSimPaintTool& Tool = StartPaint();
	Tool.Settings->Mode = EFractureSimBrushMode::Erase;
	for (const EFractureSimPaintKind Kind : kPaintKinds)
	{
		Tool.Settings->Kind = Kind;
		Stroke(Tool);
		EXPECT_TRUE(SetupNow() == Before) << static_cast<int32>(Kind);
	}
	EXPECT_EQ(Changes(), 0);
	EXPECT_FALSE(IsDirty());
}

TEST_F(UnrealEditorPaint, TheDepthOfALayerIsShownAndChangesWithAStroke)
{
	AddLayer(EFractureSimLayerKind::Painted).Depth = 5.1;
	UFractureSimPaintTool& Tool = StartPaint();
	const FFractureSimStrengthLayer& Layer = Asset->StrengthLayers[0];
	EXPECT_EQ(Tool.Settings->Depth, 5.1f) << "the layer's own";
	Stroke(Tool);
	EXPECT_EQ(Layer.Depth, 5.1) << "to the last bit";
	Tool.Settings->Depth = 7.0f;
	Tool.OnTick(0.1f);
	EXPECT_EQ(Layer.Depth, 5.1);
	EXPECT_EQ(Tool.Settings->Depth, 7.0f) << "what a person chose";
	Stroke(Tool);
	EXPECT_EQ(Layer.Depth, 7.0);
	Undo();
	EXPECT_EQ(Layer.Depth, 5.1);
	Redo();
	EXPECT_EQ(Layer.Depth, 7.0);
}

TEST_F(UnrealEditorPaint, PaintOfAnotherBakeIsKeptUntilItIsErasedOrFlooded)
{
	AddLayer(EFractureSimLayerKind::Painted).Values = {0.5f, 0.25f, 0.125f};
	SetClean();
	const StrengthSetup Before = SetupNow();
	UFractureSimPaintTool& Tool = StartPaint();
	Tool.OnTick(0.1f);
	EXPECT_TRUE(Tool.Settings->Legend.Contains(TEXT("another bake")));
	for (const EFractureSimBrushMode Refused : {EFractureSimBrushMode::Paint, EFractureSimBrushMode::Smooth})
	{
		Tool.Settings->Mode = Refused;
		Stroke(Tool);
		EXPECT_TRUE(Message().ToString().Contains(TEXT("another bake")));
		EXPECT_TRUE(SetupNow() == Before);
	}
	EXPECT_FALSE(IsDirty());
	for (const EFractureSimBrushMode Anew : {EFractureSimBrushMode::Erase, EFractureSimBrushMode::Flood})
	{
		Tool.Settings->Mode = Anew;
		Stroke(Tool);
		const TArray<float>& Values = Asset->StrengthLayers[0].Values;
		ASSERT_GT(Values.Num(), 300);
		for (const float Value : Values)
		{
			ASSERT_NEAR(Value, Anew == EFractureSimBrushMode::Erase ? 1.0f : 0.2f, 1.0e-5f);
		}
		EXPECT_TRUE(IsDirty());
		Undo();
		EXPECT_TRUE(SetupNow() == Before) << "nothing is lost";
	}
	// An anchor of another bake is a message too, not a map of values that the surface does not have.
	FFractureSimBakeAnchor& Anchor = Asset->BakeSettings.Anchors.AddDefaulted_GetRef();
	Anchor.Shape = EFractureSimAnchorShape::Painted;
	Anchor.Values = {1.0f, 1.0f};
	Tool.Settings->Kind = EFractureSimPaintKind::Anchors;
	Tool.OnTick(0.1f);
	EXPECT_TRUE(Tool.Settings->Legend.Contains(TEXT("another bake")));
}

TEST_F(UnrealEditorPaint, TurningTheLayerShowsTheMaskOfEach)
{
	const int32 Vertices = [this]
	{
		UFractureSimPaintTool& Tool = StartPaint();
		Stroke(Tool);
		const int32 Count = Asset->StrengthLayers[0].Values.Num();
		Mode->GetToolManager()->StandInEnd(EToolShutdownType::Cancel);
		return Count;
	}();
	for (const float Value : {0.25f, 0.75f})
	{
		FFractureSimStrengthLayer& Layer = AddLayer(EFractureSimLayerKind::Noise);
		Layer.bMasked = true;
		Layer.Mask.Shape = EFractureSimAnchorShape::Painted;
		Layer.Mask.Values.Init(Value, Vertices);
		Layer.Mask.Values[0] = 0.0f;
	}
	UFractureSimPaintTool& Tool = StartPaint();
	Tool.Settings->Kind = EFractureSimPaintKind::LayerMask;
	Tool.OnTick(0.1f);
	const FString First = Tool.Settings->Legend;
	Tool.Settings->Layer = 1;
	Tool.OnTick(0.1f);
	EXPECT_NE(Tool.Settings->Legend, First);
}
