// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "CoreMinimal.h"
#include "Details/DetailsPanels.h"
#include "Details/LegendPanel.h"
#include "Editor.h"
#include "FractureSimActorFactory.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimEditorLog.h"
#include "FractureSimPaintTool.h"
#include "FractureSimPreviewTool.h"
#include "Menu/BakeMenu.h"
#include "Mode/EditorCommands.h"
#include "Mode/ToolCommands.h"
#include "Modules/ModuleManager.h"
#include "Preview/PreviewRun.h"
#include "PropertyEditorModule.h"
#include "Style/EditorStyle.h"
#include "Subsystems/PlacementSubsystem.h"
#include "ToolMenus.h"

DEFINE_LOG_CATEGORY(LogFractureSimEditor);

using namespace FractureSim::Editor;

/// Puts everything in its place at start and takes it out again. Factories, modes, validators, commandlets and asset
/// definitions are found by their classes; only what the editor keeps in lists of its own is named here.
class FFractureSimEditorModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		RegisterStyle();
		FEditorCommands::Register();
		RegisterToolCommands();
		UToolMenus::RegisterStartupCallback(FSimpleDelegate::CreateRaw(this, &FFractureSimEditorModule::AddMenus));
		FPropertyEditorModule& Properties = FModuleManager::LoadModuleChecked<FPropertyEditorModule>("PropertyEditor");
		for (const FLayout& Layout : Layouts())
		{
			Properties.RegisterCustomClassLayout(
				Layout.Class, FOnGetDetailCustomizationInstance::CreateStatic(Layout.Make));
		}
		Properties.NotifyCustomizationModuleChanged();
		// The editor gathers actor factories before this module is loaded. Without an editor (a commandlet) there is no
		// list.
		if (GEditor)
		{
			ActorFactory = NewObject<UFractureSimActorFactory>(GetTransientPackage());
			GEditor->ActorFactories.Add(ActorFactory.Get());
			// What is dropped into a level is placed by this list, and looked up in the other.
			if (UPlacementSubsystem* const Placement = GEditor->GetEditorSubsystem<UPlacementSubsystem>())
			{
				Placement->RegisterAssetFactory(ActorFactory.Get());
			}
		}
	}

	virtual void ShutdownModule() override
	{
		FPreviewRun::WaitForStopped();
		if (GEditor && ActorFactory.IsValid())
		{
			if (UPlacementSubsystem* const Placement = GEditor->GetEditorSubsystem<UPlacementSubsystem>())
			{
				Placement->UnregisterAssetFactory(ActorFactory.Get());
			}
			GEditor->ActorFactories.RemoveAll(
				[this](const TObjectPtr<UActorFactory>& Factory) { return Factory.Get() == ActorFactory.Get(); });
		}
		if (FModuleManager::Get().IsModuleLoaded("PropertyEditor"))
		{
			FPropertyEditorModule& Properties =
				FModuleManager::LoadModuleChecked<FPropertyEditorModule>("PropertyEditor");
			for (const FLayout& Layout : Layouts())
			{
				Properties.UnregisterCustomClassLayout(Layout.Class);
			}
		}
		UToolMenus::UnRegisterStartupCallback(this);
		UToolMenus::UnregisterOwner(this);
		UnregisterToolCommands();
		FEditorCommands::Unregister();
		UnregisterStyle();
	}

private:
	void AddMenus() { AddBakeMenus(this); }

	struct FLayout
	{
		FName Class;
		TSharedRef<IDetailCustomization> (*Make)();
	};
	static TArray<FLayout> Layouts()
	{
		return {{UFractureSimAsset::StaticClass()->GetFName(), &FAssetDetails::MakeInstance},
			{UFractureSimComponent::StaticClass()->GetFName(), &FComponentDetails::MakeInstance},
			{UFractureSimPaintProperties::StaticClass()->GetFName(), &FLegendDetails::MakeInstance},
			{UFractureSimPreviewProperties::StaticClass()->GetFName(), &FLegendDetails::MakeInstance}};
	}

	/// The editor's list keeps it alive.
	TWeakObjectPtr<UFractureSimActorFactory> ActorFactory;
};

IMPLEMENT_MODULE(FFractureSimEditorModule, FractureSimEditor)
