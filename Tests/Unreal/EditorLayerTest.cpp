// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Layers, masks and anchors of an asset, on their way to the core and under the brush.
#include "Bake/AssetBaker.h"
#include "Bridge/BakeBridge.h"
#include "EditorMode.h"
#include "FractureCore/Asset.h"
#include "FractureSimPaintTool.h"

using namespace FractureTests;
using namespace FractureCore;

namespace
{
using FLayers = TArray<FFractureSimStrengthLayer>;

/// Real centimetres over the mesh's. Two of the mesh's centimetres are a real one: 0.005 m each.
constexpr double kUnitScale = 0.5;

/// Every number of its own, so that none can stand for another.
FFractureSimStrengthLayer UnlikeDefaults(EFractureSimLayerKind Kind)
{
	FFractureSimStrengthLayer Layer;
	Layer.Kind = Kind;
	Layer.Blend = EFractureSimBlend::Max;
	Layer.Weight = 0.75;
	Layer.Seed = 11;
	Layer.Depth = 4.0;
	Layer.Values = {0.5f, 1.5f, 2.5f};
	Layer.Wavelength = 6.0;
	Layer.Octaves = 3;
	Layer.bTurbulence = true;
	Layer.Low = 0.4;
	Layer.High = 1.6;
	Layer.bThreshold = true;
	Layer.Threshold = 0.3;
	Layer.Point = FVector(10.0, 20.0, 30.0);
	Layer.Direction = FVector(1.0, 2.0, 3.0);
	Layer.Width = 0.8;
	Layer.Factor = 0.35;
	Layer.Size = 14.0;
	Layer.Amplitude = 0.6;
	Layer.Count = 21;
	Layer.Spread = 0.25;
	Layer.VolumePower = -1.5;
	Layer.Modulus = 12;
	Layer.ReferenceVolume = 8.0;
	Layer.Seeds = {FVector(2.0, 4.0, 6.0)};
	FFractureSimNodule Nodule;
	Nodule.Centre = FVector(1.0, 2.0, 3.0);
	Nodule.Radius = 2.0;
	Layer.Nodules.Add(Nodule);
	FFractureSimGrainSeed Seed;
	Seed.Point = FVector(4.0, 5.0, 6.0);
	Seed.Weight = 2.0;
	Layer.PlacedSeeds.Add(Seed);
	Seed.Point = FVector(-4.0, 5.0, 6.0);
	Seed.Weight = 0.5;
	Layer.PlacedSeeds.Add(Seed);
	return Layer;
}

StrengthSetup ToCore(const FLayers& Layers, const TArray<FFractureSimBakeAnchor>& Anchors = {})
{
	FFractureSimBakeSettings Settings;
	Settings.UnitScale = kUnitScale;
	Settings.Anchors = Anchors;
	return FractureSim::Private::ToCoreStrength(Layers, Settings);
}

class UnrealEditorLayer : public EditorModeFixture
{
protected:
	UFractureSimPaintTool& StartPaint()
	{
		UFractureSimPaintTool& Tool = Start<UFractureSimPaintTool>(TEXT("FractureSimPaint"));
		Tool.BrushProperties->bSpecifyRadius = true;
		Tool.BrushProperties->BrushRadius = 6.0f;
		Tool.BrushProperties->BrushStrength = 1.0f;
		Tool.Settings->Falloff = EFractureSimBrushFalloff::Constant;
		return Tool;
	}

	static void Stroke(UFractureSimPaintTool& Tool)
	{
		Tool.OnBeginDrag(Down(95.0, 0.0));
		Tool.OnEndDrag(Down(95.0, 0.0));
	}

	static int32 CountOf(const TArray<float>& Values, float Value)
	{
		int32 Count = 0;
		for (const float V : Values)
		{
			Count += V == Value ? 1 : 0;
		}
		return Count;
	}
};
} // namespace

TEST(UnrealEditorLayers, EveryKindReachesTheCoreWithAllItsNumbers)
{
	// The core's own, in metres, y the other way: written out by hand.
	const StrengthSource Expected[] = {PaintedValues{{0.5f, 1.5f, 2.5f}, 0.02},
		NoiseLayer{0.03, 3, true, 0.4, 1.6, 0.3, 11},
		CleavingPlane{{0.05, -0.1, 0.15}, {1.0, -2.0, 3.0}, 0.004, 0.35},
		NoduleLayer{{{{0.005, -0.01, 0.015}, 0.01}}, 21, 0.07, 0.35, 11},
		BandLayer{{0.05, -0.1, 0.15}, {1.0, -2.0, 3.0}, 0.07, 0.6},
		GeometryLayer{-1.5},
		GrainLayer{0.07, 0.25, 0.35, 0.004, 11, {{0.01, -0.02, 0.03}}},
		ScatterLayer{12, 1.0e-6, 11},
		SeedLayer{{{{0.02, -0.025, 0.03}, 2.0}, {{-0.02, -0.025, 0.03}, 0.5}}, 0.35, 0.004}};
	static_assert(std::size(Expected) == std::variant_size_v<StrengthSource>, "a kind that Unreal does not know");
	for (size_t K = 0; K < std::size(Expected); ++K)
	{
		const StrengthSetup Setup = ToCore({UnlikeDefaults(static_cast<EFractureSimLayerKind>(K))});
		ASSERT_EQ(Setup.layers.size(), 1u);
		const StrengthLayer& Layer = Setup.layers[0];
		EXPECT_EQ(Layer.blend, StrengthBlend::Max);
		EXPECT_EQ(Layer.weight, 0.75);
		EXPECT_FALSE(Layer.mask.has_value());
		ASSERT_EQ(Layer.source.index(), K);
		// Rounding in the last bit apart.
		StrengthSource Source = Layer.source;
		if (auto* const Scatter = std::get_if<ScatterLayer>(&Source))
		{
			EXPECT_NEAR(Scatter->referenceVolume, 1.0e-6, 1.0e-18);
			Scatter->referenceVolume = 1.0e-6;
		}
		EXPECT_TRUE(Source == Expected[K]) << K;
		EXPECT_TRUE(ValidateStrength(Setup)) << K;
	}
}

TEST(UnrealEditorLayers, EveryBlendAndTheOrderReachTheCoreAndHiddenOnesDoNot)
{
	FLayers Layers;
	for (int32 B = 0; B <= static_cast<int32>(kLastStrengthBlend); ++B)
	{
		FFractureSimStrengthLayer Layer;
		Layer.Blend = static_cast<EFractureSimBlend>(B);
		Layer.Weight = 0.1 * B;
		Layers.Add(Layer);
	}
	StrengthSetup Setup = ToCore(Layers);
	ASSERT_EQ(Setup.layers.size(), 5u);
	const StrengthBlend Blends[] = {
		StrengthBlend::Multiply, StrengthBlend::Add, StrengthBlend::Min, StrengthBlend::Max, StrengthBlend::Replace};
	for (size_t I = 0; I < 5; ++I)
	{
		EXPECT_EQ(Setup.layers[I].blend, Blends[I]);
		EXPECT_EQ(Setup.layers[I].weight, 0.1 * static_cast<double>(I));
	}
	Layers[1].bVisible = false;
	Setup = ToCore(Layers);
	ASSERT_EQ(Setup.layers.size(), 4u);
	EXPECT_EQ(Setup.layers[1].blend, StrengthBlend::Min);
	Layers = {Layers[4], Layers[0]};
	Setup = ToCore(Layers);
	EXPECT_EQ(Setup.layers[0].blend, StrengthBlend::Replace) << "the first is applied first";
}

TEST(UnrealEditorLayers, EveryShapeMasksALayerAndHoldsAnObject)
{
	FFractureSimBakeAnchor Anchor;
	Anchor.Box = FBox(FVector(-2.0, -4.0, -6.0), FVector(2.0, 10.0, 6.0));
	Anchor.Centre = FVector(2.0, 4.0, 6.0);
	Anchor.Radius = 8.0;
	Anchor.Normal = FVector(0.0, 1.0, 2.0);
	Anchor.Depth = 6.0;
	Anchor.Values = {0.0f, 1.0f};
	const Region Expected[] = {BoxRegion{{-0.01, -0.05, -0.03}, {0.01, 0.02, 0.03}},
		SphereRegion{{0.01, -0.02, 0.03}, 0.04},
		HalfSpaceRegion{{0.01, -0.02, 0.03}, {0.0, -1.0, 2.0}},
		PaintedValues{{0.0f, 1.0f}, 0.03}};
	static_assert(std::size(Expected) == std::variant_size_v<Region>);
	for (size_t S = 0; S < std::size(Expected); ++S)
	{
		Anchor.Shape = static_cast<EFractureSimAnchorShape>(S);
		FFractureSimStrengthLayer Layer;
		Layer.bMasked = true;
		Layer.Mask = Anchor;
		const StrengthSetup Setup = ToCore({Layer}, {Anchor});
		ASSERT_TRUE(Setup.layers[0].mask.has_value());
		EXPECT_TRUE(*Setup.layers[0].mask == Expected[S]) << S;
		ASSERT_EQ(Setup.anchors.size(), 1u);
		EXPECT_TRUE(Setup.anchors[0].region == Expected[S]) << S;
		EXPECT_EQ(Setup.anchors[0].axes, 7);
	}
	Anchor.bHoldY = false;
	EXPECT_EQ(ToCore({}, {Anchor}).anchors[0].axes, 5);
	Anchor.bHoldX = Anchor.bHoldZ = false;
	EXPECT_EQ(ToCore({}, {Anchor}).anchors.size(), 0u) << "along no axis: it holds nothing";
	Anchor.bHoldX = true;
	Anchor.bVisible = false;
	EXPECT_EQ(ToCore({}, {Anchor}).anchors.size(), 0u);
}

TEST_F(UnrealEditorLayer, AMaskedLayerIsBakedWhereItsMaskIs)
{
	UFractureSimAsset& Box = FractureSim::Editor::FindOrMakeAsset(MakeBoxMesh(TEXT("/Game/Test/Masked")));
	Box.BakeSettings.TargetTets = 600;
	FFractureSimStrengthLayer& Layer = Box.StrengthLayers.AddDefaulted_GetRef();
	Layer.Kind = EFractureSimLayerKind::Bands;
	Layer.Amplitude = 0.9;
	ASSERT_TRUE(FractureSim::Editor::BakeAsset(Box, false).IsGood());
	const FFractureSimHash Everywhere = Box.GetKey();
	Layer.bMasked = true;
	Layer.Mask.Shape = EFractureSimAnchorShape::HalfSpace; // below the middle
	EXPECT_EQ(FractureSim::Editor::FindBakeState(Box), EFractureSimBakeState::SettingsChanged);
	ASSERT_TRUE(FractureSim::Editor::BakeAsset(Box, false).IsGood());
	EXPECT_NE(Box.GetKey(), Everywhere);
	const TArray<uint8> Bytes = Box.GetBytes();
	const Result<BakedObject> Object =
		LoadAsset(std::span<const uint8_t>(Bytes.GetData(), static_cast<size_t>(Bytes.Num())));
	ASSERT_TRUE(Object);
	int32 Above = 0;
	int32 Changed = 0;
	for (size_t T = 0; T < Object->tets.tets.size(); ++T)
	{
		double Z = 0.0;
		for (const int32_t Node : Object->tets.tets[T].v)
		{
			Z += 0.25 * Object->tets.nodes[static_cast<size_t>(Node)].z;
		}
		const bool bPlain = Object->strength[T] == Object->material.tensileStrength;
		Above += Z > 0.03 ? 1 : 0;
		EXPECT_TRUE(bPlain || Z < 0.03);
		Changed += bPlain ? 0 : 1;
	}
	EXPECT_GT(Above, 10);
	EXPECT_GT(Changed, 10);
}

TEST_F(UnrealEditorLayer, AMaskIsPaintedForALayerOfAnyKindAndTakenBack)
{
	UFractureSimPaintTool& Tool = StartPaint();
	Asset->StrengthLayers.Empty();
	Tool.Settings->Kind = EFractureSimPaintKind::LayerMask;
	Tool.OnTick(0.1f);
	Stroke(Tool);
	EXPECT_TRUE(Mode->GetToolManager()->StandInMessage.ToString().Contains(TEXT("no layer to mask")));
	FFractureSimStrengthLayer Noise;
	Noise.Kind = EFractureSimLayerKind::Noise;
	Asset->StrengthLayers.Add(Noise);
	Tool.OnTick(0.1f);
	const FFractureSimStrengthLayer& Layer = Asset->StrengthLayers[0];
	EXPECT_FALSE(Layer.bMasked) << "everywhere, until somebody paints";
	Stroke(Tool);
	EXPECT_TRUE(Layer.bMasked);
	EXPECT_EQ(Layer.Mask.Shape, EFractureSimAnchorShape::Painted);
	EXPECT_GT(Layer.Mask.Values.Num(), 300);
	const int32 Painted = CountOf(Layer.Mask.Values, 1.0f);
	EXPECT_GT(Painted, 5) << "all of the layer, whatever the value for strength is";
	EXPECT_EQ(Painted + CountOf(Layer.Mask.Values, 0.0f), Layer.Mask.Values.Num());
	EXPECT_EQ(Layer.Values.Num(), 0) << "the layer itself is as it was";
	Tool.OnTick(0.1f);
	EXPECT_FALSE(Tool.Settings->Legend.Contains(TEXT("MPa"))) << "the picture is the mask";
	Mode->GetToolManager()->StandInUndo();
	EXPECT_FALSE(Layer.bMasked);
	EXPECT_EQ(Layer.Mask.Values.Num(), 0);
	Mode->GetToolManager()->StandInRedo();
	EXPECT_TRUE(Layer.bMasked);
	EXPECT_EQ(CountOf(Layer.Mask.Values, 1.0f), Painted);
	Tool.Settings->Mode = EFractureSimBrushMode::Erase;
	Stroke(Tool);
	EXPECT_EQ(CountOf(Layer.Mask.Values, 0.0f), Layer.Mask.Values.Num());
	Mode->GetToolManager()->StandInEnd(EToolShutdownType::Cancel);
	EXPECT_EQ(Asset->StrengthLayers.Num(), 0);
}

TEST_F(UnrealEditorLayer, AnchorsAreHeldWhereTheyArePaintedWhateverTheValueForStrengthIs)
{
	UFractureSimPaintTool& Tool = StartPaint();
	Tool.Settings->Kind = EFractureSimPaintKind::Anchors;
	Tool.OnTick(0.1f);
	Stroke(Tool);
	EXPECT_GT(CountOf(Asset->BakeSettings.Anchors[0].Values, 1.0f), 5);
}

TEST_F(UnrealEditorLayer, ErasingALayerThatIsAddedGoesToNothing)
{
	FFractureSimStrengthLayer Painted;
	Painted.Kind = EFractureSimLayerKind::Painted;
	Painted.Blend = EFractureSimBlend::Add;
	Asset->StrengthLayers.Add(Painted);
	UFractureSimPaintTool& Tool = StartPaint();
	const TArray<float>& Values = Asset->StrengthLayers[0].Values;
	Stroke(Tool);
	const int32 Added = CountOf(Values, 0.2f);
	EXPECT_GT(Added, 5);
	EXPECT_EQ(CountOf(Values, 0.0f), Values.Num() - Added) << "adds nothing elsewhere";
	Tool.Settings->Mode = EFractureSimBrushMode::Erase;
	Stroke(Tool);
	EXPECT_EQ(CountOf(Values, 0.0f), Values.Num());
}

TEST_F(UnrealEditorLayer, XSwapsPaintAndErase)
{
	UFractureSimPaintTool& Tool = StartPaint();
	EXPECT_TRUE(Press(EKeys::X));
	EXPECT_EQ(Tool.Settings->Mode, EFractureSimBrushMode::Erase);
	EXPECT_TRUE(Press(EKeys::X));
	EXPECT_EQ(Tool.Settings->Mode, EFractureSimBrushMode::Paint);
}
