// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Details/DetailsPanels.h"

#include "Bake/BakeDialog.h"
#include "Components/StaticMeshComponent.h"
#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "DetailWidgetRow.h"
#include "Engine/StaticMesh.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimEditorLibrary.h"
#include "GameFramework/Actor.h"
#include "HAL/PlatformTime.h"
#include "ScopedTransaction.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "FractureSimDetails"

namespace FractureSim::Editor
{
/// Of the estimate, in cm: off a table.
static constexpr float EstimateHeight = 100.0f;

using FWeakAssets = TArray<TWeakObjectPtr<UFractureSimAsset>>;

static TArray<UFractureSimAsset*> AliveOf(const FWeakAssets& Assets)
{
	TArray<UFractureSimAsset*> Alive;
	for (const TWeakObjectPtr<UFractureSimAsset>& Asset : Assets)
	{
		if (Asset.IsValid())
		{
			Alive.Add(Asset.Get());
		}
	}
	return Alive;
}

static FText DescribeState(EFractureSimBakeState State)
{
	switch (State)
	{
	case EFractureSimBakeState::UpToDate:
		return LOCTEXT("UpToDate", "Up to date");
	case EFractureSimBakeState::SourceChanged:
		return LOCTEXT("SourceChanged", "Stale: the source mesh changed. Bake it again.");
	case EFractureSimBakeState::SettingsChanged:
		return LOCTEXT("SettingsChanged", "Stale: settings, layers or material changed. Bake it again.");
	case EFractureSimBakeState::Imported:
		return LOCTEXT("Imported", "Imported from a .frac file");
	case EFractureSimBakeState::NotBaked:
		break;
	}
	return LOCTEXT("NotBaked", "Not baked yet");
}

/// Between two looks at settings that may have been edited meanwhile, in seconds.
static constexpr double SettingsInterval = 0.25;

/// The mesh is looked at once, when the panel opens and after a button: reading it every frame would cost too much.
/// Settings are what people edit in the panel itself, so these are looked at all the time.
struct FPanelState
{
	FText State;
	FText Estimate = LOCTEXT("NoEstimate", "not estimated");
	bool bMeshChanged = false;
	double LookedAt = 0.0;

	void Look(const FWeakAssets& Assets)
	{
		const TArray<UFractureSimAsset*> Alive = AliveOf(Assets);
		const EFractureSimBakeState Found =
			Alive.Num() == 1 ? FindBakeState(*Alive[0]) : EFractureSimBakeState::NotBaked;
		bMeshChanged = Found == EFractureSimBakeState::SourceChanged;
		LookedAt = FPlatformTime::Seconds();
		State = Alive.Num() == 1 ? DescribeState(Found)
								 : FText::Format(LOCTEXT("Several", "{0} assets"), FText::AsNumber(Alive.Num()));
	}

	const FText& StateNow(const FWeakAssets& Assets)
	{
		const TArray<UFractureSimAsset*> Alive = AliveOf(Assets);
		if (Alive.Num() == 1 && !bMeshChanged && FPlatformTime::Seconds() - LookedAt > SettingsInterval)
		{
			LookedAt = FPlatformTime::Seconds();
			State = DescribeState(Alive[0]->GetBakeState(FFractureSimHash()));
		}
		return State;
	}
};

static void AddRows(IDetailCategoryBuilder& Category, const FWeakAssets& Assets)
{
	const TSharedRef<FPanelState> Panel = MakeShared<FPanelState>();
	Panel->Look(Assets);
	Category.AddCustomRow(LOCTEXT("StateFilter", "Bake state"))
		.NameContent()[SNew(STextBlock).Text(LOCTEXT("State", "Bake"))]
		.ValueContent()[SNew(STextBlock)
							.Text(TAttribute<FText>::CreateLambda([Panel, Assets] { return Panel->StateNow(Assets); }))
							.ToolTipText(
								LOCTEXT("StateTip", "Whether the asset is what mesh and settings would give now"))];
	Category.AddCustomRow(LOCTEXT("EstimateFilter", "Fragment count estimate"))
		.NameContent()[SNew(STextBlock).Text(LOCTEXT("Estimate", "Pieces of a drop from 1 m"))]
		.ValueContent()[SNew(STextBlock)
							.Text(TAttribute<FText>::CreateLambda([Panel] { return Panel->Estimate; }))
							.ToolTipText(LOCTEXT("EstimateTip", "Worked out by the solver when you press Estimate"))];
	Category.AddCustomRow(LOCTEXT("ButtonFilter", "Bake Estimate"))
		.WholeRowContent()[SNew(SHorizontalBox) +
			SHorizontalBox::Slot().AutoWidth().Padding(
				2.0f)[SNew(SButton)
						  .Text(LOCTEXT("Bake", "Bake"))
						  .ToolTipText(LOCTEXT("BakeTip", "Bakes from the source mesh with the settings below"))
						  .OnClicked(FOnClicked::CreateLambda(
							  [Panel, Assets]
							  {
								  BakeWithDialog(AliveOf(Assets), false);
								  Panel->Look(Assets);
								  return FReply::Handled();
							  }))] +
			SHorizontalBox::Slot().AutoWidth().Padding(
				2.0f)[SNew(SButton)
						  .Text(LOCTEXT("DoEstimate", "Estimate"))
						  .ToolTipText(LOCTEXT(
							  "DoEstimateTip", "Drops the first asset by one metre, in thought, and counts pieces"))
						  .OnClicked(FOnClicked::CreateLambda(
							  [Panel, Assets]
							  {
								  const TArray<UFractureSimAsset*> Alive = AliveOf(Assets);
								  const int32 Pieces = Alive.Num() > 0
									  ? UFractureSimEditorLibrary::EstimateFragments(Alive[0], EstimateHeight)
									  : INDEX_NONE;
								  Panel->Estimate = Pieces >= 0 ? FText::AsNumber(Pieces)
																: LOCTEXT("CannotEstimate", "no answer: see the log");
								  return FReply::Handled();
							  }))]];
}

using FWeakComponents = TArray<TWeakObjectPtr<UFractureSimComponent>>;

/// The mesh of what shall break; null if that shows none.
static UStaticMesh* FindMesh(const UFractureSimComponent& Component)
{
	const AActor* const Owner = Component.GetOwner();
	TArray<UStaticMeshComponent*> Candidates;
	if (Owner)
	{
		Owner->GetComponents(Candidates);
	}
	for (const UStaticMeshComponent* const Candidate : Candidates)
	{
		const bool bBreaks = Component.BodyName.IsNone() ? Candidate == Owner->GetRootComponent()
														 : Candidate->GetFName() == Component.BodyName;
		if (bBreaks)
		{
			return Candidate->GetStaticMesh();
		}
	}
	return nullptr;
}

/// Each gets the asset of the mesh that its actor shows; where the bake is cancelled or fails, it stays as it was.
/// True: some got theirs.
static bool BakeMeshesOf(const FWeakComponents& Components)
{
	TArray<UStaticMesh*> Meshes;
	for (const TWeakObjectPtr<UFractureSimComponent>& Component : Components)
	{
		UStaticMesh* const Mesh = Component.IsValid() ? FindMesh(*Component.Get()) : nullptr;
		if (Mesh && !Meshes.Contains(Mesh))
		{
			Meshes.Add(Mesh);
		}
	}
	const TArray<UFractureSimAsset*> Assets = BakeMeshesWithDialog(Meshes);
	const bool bSome = Assets.IndexOfByPredicate([](const UFractureSimAsset* Asset) { return Asset != nullptr; }) >= 0;
	const FScopedTransaction Transaction(LOCTEXT("BakeMeshUndo", "Bake Fracture Asset"), bSome);
	for (const TWeakObjectPtr<UFractureSimComponent>& Component : Components)
	{
		UStaticMesh* const Mesh = Component.IsValid() ? FindMesh(*Component.Get()) : nullptr;
		const int32 Found = Mesh ? Meshes.IndexOfByKey(Mesh) : INDEX_NONE;
		if (Found >= 0 && Assets[Found])
		{
			Component->Modify();
			Component->Asset = Assets[Found];
		}
	}
	return bSome;
}

/// Of components without an asset.
static void AddMeshRow(
	IDetailCategoryBuilder& Category, const FWeakComponents& Components, const TWeakPtr<IDetailLayoutBuilder>& Layout)
{
	Category.AddCustomRow(LOCTEXT("BakeMeshFilter", "Bake Mesh"))
		.NameContent()[SNew(STextBlock).Text(LOCTEXT("NoAsset", "No fracture asset yet"))]
		.ValueContent()[SNew(SButton)
							.Text(LOCTEXT("BakeMesh", "Bake Mesh"))
							.ToolTipText(
								LOCTEXT("BakeMeshTip", "Bakes the static mesh that shall break and takes its asset"))
							.OnClicked(FOnClicked::CreateLambda(
								[Components, Layout]
								{
									const bool bSome = BakeMeshesOf(Components);
									if (const TSharedPtr<IDetailLayoutBuilder> Shown = Layout.Pin(); Shown && bSome)
									{
										Shown->ForceRefreshDetails();
									}
									return FReply::Handled();
								}))];
}

TSharedRef<IDetailCustomization> FAssetDetails::MakeInstance()
{
	return MakeShared<FAssetDetails>();
}

void FAssetDetails::CustomizeDetails(IDetailLayoutBuilder& DetailBuilder)
{
	TArray<TWeakObjectPtr<UObject>> Objects;
	DetailBuilder.GetObjectsBeingCustomized(Objects);
	FWeakAssets Assets;
	for (const TWeakObjectPtr<UObject>& Object : Objects)
	{
		if (UFractureSimAsset* const Asset = Cast<UFractureSimAsset>(Object.Get()))
		{
			Assets.Add(Asset);
		}
	}
	AddRows(DetailBuilder.EditCategory("FractureSim", FText::GetEmpty(), ECategoryPriority::Important), Assets);
}

TSharedRef<IDetailCustomization> FComponentDetails::MakeInstance()
{
	return MakeShared<FComponentDetails>();
}

void FComponentDetails::CustomizeDetails(const TSharedPtr<IDetailLayoutBuilder>& DetailBuilder)
{
	Layout = DetailBuilder;
	CustomizeDetails(*DetailBuilder);
}

void FComponentDetails::CustomizeDetails(IDetailLayoutBuilder& DetailBuilder)
{
	TArray<TWeakObjectPtr<UObject>> Objects;
	DetailBuilder.GetObjectsBeingCustomized(Objects);
	FWeakAssets Assets;
	FWeakComponents Bare;
	for (const TWeakObjectPtr<UObject>& Object : Objects)
	{
		UFractureSimComponent* const Component = Cast<UFractureSimComponent>(Object.Get());
		if (Component && Component->Asset && !Assets.Contains(Component->Asset.Get()))
		{
			Assets.Add(Component->Asset.Get());
		}
		else if (Component && !Component->Asset && FindMesh(*Component))
		{
			Bare.Add(Component);
		}
	}
	if (Bare.Num() > 0)
	{
		AddMeshRow(
			DetailBuilder.EditCategory("FractureSim", FText::GetEmpty(), ECategoryPriority::Important), Bare, Layout);
	}
	if (Assets.Num() > 0)
	{
		AddRows(DetailBuilder.EditCategory("FractureSim", FText::GetEmpty(), ECategoryPriority::Important), Assets);
	}
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
