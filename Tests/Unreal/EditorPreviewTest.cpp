// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A blow in the viewport without Play: pieces, cracks and maps that leave no trace.
#include "Bake/AssetBaker.h"
#include "EditorMode.h"
#include "FractureSimMaterial.h"
#include "FractureSimPreviewTool.h"
#include "Preview/HeatView.h"
#include "UObject/Package.h"

using namespace FractureTests;

namespace
{
class UnrealEditorPreview : public EditorModeFixture
{
};
} // namespace

TEST_F(UnrealEditorPreview, APreviewShowsPiecesStepsAndMapsAndLeavesNoTrace)
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

TEST_F(UnrealEditorPreview, AShellHasMapsToo)
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

TEST_F(UnrealEditorPreview, AScaledActorIsPreviewedInItsSize)
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

TEST_F(UnrealEditorPreview, CracksAreDrawnWhereTheyMeetTheSurface)
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

TEST_F(UnrealEditorPreview, TheArrowPointsAtTheBlow)
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
