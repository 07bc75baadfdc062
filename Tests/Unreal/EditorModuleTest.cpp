// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What the editor module puts into the editor's lists, and that it takes all of it out again.
#include "Bake/AssetBaker.h"
#include "Components/StaticMeshComponent.h"
#include "DetailLayoutBuilder.h"
#include "Details/DetailsPanels.h"
#include "Editor.h"
#include "EditorLevel.h"
#include "FractureSimAssetDefinition.h"
#include "Framework/Commands/Commands.h"
#include "Misc/ScopedSlowTask.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorModule.h"
#include "ScopedTransaction.h"
#include "Styling/SlateStyleRegistry.h"
#include "ToolMenus.h"
#include "Widgets/Input/SButton.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <thread>

using namespace FractureTests;

namespace
{
FPropertyEditorModule& Properties()
{
	return FModuleManager::LoadModuleChecked<FPropertyEditorModule>("PropertyEditor");
}

/// Everything shown, parents first.
void Walk(const TSharedPtr<SWidget>& Widget, const std::function<void(SWidget&)>& Do)
{
	Do(*Widget);
	for (const TSharedPtr<SWidget>& Child : Widget->Children)
	{
		Walk(Child, Do);
	}
}

SButton* FindButton(IDetailLayoutBuilder& Layout, const char* Text)
{
	SButton* Found = nullptr;
	for (FDetailWidgetRow& Row : Layout.StandInCategory.StandInRows)
	{
		for (const TSharedPtr<SWidget>& Widget : Row.StandInWidgets)
		{
			Walk(Widget,
				[&](SWidget& Shown)
				{
					if (StandIn::ToUtf8(*Shown.StandInText().ToString()) == Text)
					{
						Found = static_cast<SButton*>(&Shown);
					}
				});
		}
	}
	return Found;
}

bool Shows(IDetailLayoutBuilder& Layout, const char* Part)
{
	bool bFound = false;
	for (FDetailWidgetRow& Row : Layout.StandInCategory.StandInRows)
	{
		for (const TSharedPtr<SWidget>& Widget : Row.StandInWidgets)
		{
			Walk(Widget,
				[&](SWidget& Shown)
				{ bFound |= StandIn::ToUtf8(*Shown.StandInText().ToString()).find(Part) != std::string::npos; });
		}
	}
	return bFound;
}
} // namespace

TEST(UnrealEditorModule, LeavesNothingBehindAndComesBack)
{
	for (int32 Round = 0; Round < 2; ++Round)
	{
		EXPECT_EQ(UToolMenus::StandInEntries(), 2);
		EXPECT_EQ(UToolMenus::StandInCallbacks(), 1);
		EXPECT_EQ(Properties().StandInLayouts.Num(), 4);
		EXPECT_EQ(FSlateStyleRegistry::StandInAll().Num(), 1);
		EXPECT_EQ(StandInCommandContexts(), 3);
		ASSERT_EQ(GEditor->ActorFactories.Num(), 1);
		UActorFactory* const Factory = GEditor->ActorFactories[0];
		const UPlacementSubsystem& Placement = *GEditor->GetEditorSubsystem<UPlacementSubsystem>();
		ASSERT_EQ(Placement.StandInFactories.Num(), 1);
		EXPECT_EQ(Placement.StandInFactories[0], Factory);
		StandIn::StopModules();
		EXPECT_EQ(UToolMenus::StandInEntries(), 0);
		EXPECT_EQ(UToolMenus::StandInCallbacks(), 0);
		EXPECT_EQ(Properties().StandInLayouts.Num(), 0);
		EXPECT_EQ(FSlateStyleRegistry::StandInAll().Num(), 0);
		EXPECT_EQ(StandInCommandContexts(), 0);
		EXPECT_EQ(GEditor->ActorFactories.Num(), 0);
		EXPECT_EQ(Placement.StandInFactories.Num(), 0);
		StandIn::MarkAsGarbage(*Factory);
		StandIn::CollectGarbage();
		StandIn::StartModules();
	}
}

TEST(UnrealEditorModule, EveryEntryHasATooltipAndAnIconThatExists)
{
	ASSERT_EQ(FSlateStyleRegistry::StandInAll().Num(), 1);
	const FSlateStyleSet& Style = *static_cast<const FSlateStyleSet*>(FSlateStyleRegistry::StandInAll()[0]);
	EXPECT_GE(Style.Brushes.Num(), 6);
	for (const auto& Pair : Style.Brushes)
	{
		EXPECT_TRUE(std::filesystem::exists(Pair.Value->StandInFile.StandInText()))
			<< StandIn::ToUtf8(*Pair.Value->StandInFile);
	}
	for (const UToolMenu* const Menu : UToolMenus::Get()->StandInMenus)
	{
		for (const TSharedPtr<FToolMenuSection>& Section : Menu->Sections)
		{
			for (const FToolMenuEntry& Entry : Section->Entries)
			{
				EXPECT_FALSE(Entry.ToolTip.IsEmpty());
				bool bKnown = false;
				for (const auto& Pair : Style.Brushes)
				{
					bKnown |= Pair.Key == Entry.Icon.GetStyleName();
				}
				EXPECT_TRUE(bKnown) << StandIn::ToUtf8(*Entry.Icon.GetStyleName().ToString());
				EXPECT_EQ(Entry.Icon.GetStyleSetName(), Style.GetStyleSetName());
			}
		}
	}
}

TEST(UnrealEditorModule, TheContentBrowserKnowsTheAsset)
{
	const UFractureSimAssetDefinition* const Definition = GetDefault<UFractureSimAssetDefinition>();
	EXPECT_EQ(Definition->GetAssetClass().Get(), UFractureSimAsset::StaticClass());
	EXPECT_FALSE(Definition->GetAssetDisplayName().IsEmpty());
	EXPECT_EQ(Definition->GetAssetCategories().Num(), 1);
}

TEST(UnrealEditorModule, PanelsShowTheStateAndTheirButtonsWork)
{
	UFractureSimAsset& Asset = FractureSim::Editor::FindOrMakeAsset(MakeBoxMesh(TEXT("/Game/Props/Box")));
	Asset.BakeSettings.TargetTets = 400;
	IDetailLayoutBuilder Layout;
	Layout.StandInObjects.Add(&Asset);
	const TSharedRef<IDetailCustomization> Panel =
		Properties().StandInLayouts.Find(UFractureSimAsset::StaticClass()->GetFName())->Execute();
	Panel->CustomizeDetails(Layout);
	EXPECT_TRUE(Shows(Layout, "Not baked yet"));
	SButton* const Bake = FindButton(Layout, "Bake");
	ASSERT_NE(Bake, nullptr);
	EXPECT_FALSE(Bake->ToolTip.IsEmpty());
	EXPECT_TRUE(Bake->OnClicked.Execute().IsEventHandled());
	EXPECT_TRUE(Asset.IsBaked());
	EXPECT_TRUE(Shows(Layout, "Up to date"));
	// What is edited in the panel shows there, without another click.
	Asset.BakeSettings.TargetTets = 500;
	std::this_thread::sleep_for(std::chrono::milliseconds(300));
	EXPECT_TRUE(Shows(Layout, "Stale: settings, layers or material changed. Bake it again."));
	Asset.BakeSettings.TargetTets = 400;
	std::this_thread::sleep_for(std::chrono::milliseconds(300));
	EXPECT_TRUE(Shows(Layout, "Up to date"));
	EXPECT_TRUE(Shows(Layout, "not estimated"));
	FindButton(Layout, "Estimate")->OnClicked.Execute();
	EXPECT_FALSE(Shows(Layout, "not estimated"));

	// A component's panel is about its asset; one without has no rows.
	FLevel Level;
	AFractureSimActor& Pane = Level.AddPane();
	IDetailLayoutBuilder ForComponent;
	ForComponent.StandInObjects.Add(Pane.Fracture.Get());
	FractureSim::Editor::FComponentDetails().CustomizeDetails(ForComponent);
	EXPECT_TRUE(Shows(ForComponent, "Imported from a .frac file"));
	Pane.Fracture->Asset = nullptr;
	IDetailLayoutBuilder Empty;
	Empty.StandInObjects.Add(Pane.Fracture.Get());
	FractureSim::Editor::FComponentDetails().CustomizeDetails(Empty);
	EXPECT_TRUE(Empty.StandInCategory.StandInRows.empty());

	// On an actor that shows a mesh, the button makes the asset too.
	AActor* const Crate = Level.World->SpawnActorDeferred<AActor>(AActor::StaticClass(), FTransform());
	UStaticMeshComponent* const Shown = NewObject<UStaticMeshComponent>(Crate);
	Shown->SetStaticMesh(&MakeBoxMesh(TEXT("/Game/Props/Crate")));
	Crate->SetRootComponent(Shown);
	UFractureSimComponent* const Bare = NewObject<UFractureSimComponent>(Crate);
	Crate->FinishSpawning(FTransform());
	const TSharedPtr<IDetailLayoutBuilder> ForBare = MakeShared<IDetailLayoutBuilder>();
	ForBare->StandInObjects.Add(Bare);
	FractureSim::Editor::FComponentDetails().CustomizeDetails(ForBare);
	SButton* const BakeMesh = FindButton(*ForBare, "Bake Mesh");
	ASSERT_NE(BakeMesh, nullptr);
	EXPECT_FALSE(BakeMesh->ToolTip.IsEmpty());
	FScopedTransaction::StandInNames().Empty();
	UStaticMesh& Mesh = *Shown->GetStaticMesh();
	for (const bool bCancel : {true, false})
	{
		FScopedSlowTask::StandInCancelAfter() = bCancel ? 1 : -1;
		Mesh.StandInHasDescription = bCancel;
		BakeMesh->OnClicked.Execute();
		EXPECT_EQ(Bare->Asset.Get(), nullptr) << "cancelled or failed: as before";
		EXPECT_EQ(LoadObject<UFractureSimAsset>(nullptr, TEXT("/Game/Props/Crate_Fracture.Crate_Fracture")), nullptr);
		EXPECT_EQ(FScopedTransaction::StandInNames().Num(), 0) << "nothing to undo";
		EXPECT_EQ(ForBare->StandInRefreshes, 0);
	}
	Mesh.StandInHasDescription = true;
	BakeMesh->OnClicked.Execute();
	EXPECT_EQ(ForBare->StandInRefreshes, 1) << "the panel is about the asset now";
	ASSERT_NE(Bare->Asset.Get(), nullptr);
	EXPECT_TRUE(Bare->Asset->IsBaked());
	EXPECT_EQ(StandIn::ToUtf8(*Bare->Asset->GetName()), "Crate_Fracture");
	EXPECT_EQ(FScopedTransaction::StandInNames().Num(), 1) << "one undo takes it back";
	Level.TearDown();
	CleanEditor();
}
