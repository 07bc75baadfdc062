// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Menu/BakeMenu.h"

#include "Bake/BakeDialog.h"
#include "ContentBrowserMenuContexts.h"
#include "Engine/StaticMesh.h"
#include "FractureSimAsset.h"
#include "Style/EditorStyle.h"
#include "ToolMenus.h"

#define LOCTEXT_NAMESPACE "FractureSimMenu"

namespace FractureSim::Editor
{
template <typename T>
static TArray<T*> SelectedOf(const FToolMenuContext& Context)
{
	const UContentBrowserAssetContextMenuContext* const Browser =
		Context.FindContext<UContentBrowserAssetContextMenuContext>();
	return Browser ? Browser->LoadSelectedObjects<T>() : TArray<T*>();
}

static void BakeSelectedMeshes(const FToolMenuContext& Context)
{
	BakeMeshesWithDialog(SelectedOf<UStaticMesh>(Context));
}

static void BakeSelectedAssets(const FToolMenuContext& Context)
{
	BakeWithDialog(SelectedOf<UFractureSimAsset>(Context), true);
}

void AddBakeMenus(void* Owner)
{
	const FToolMenuOwnerScoped Scope{FToolMenuOwner(Owner)};
	UToolMenu* const Meshes = UToolMenus::Get()->ExtendMenu("ContentBrowser.AssetContextMenu.StaticMesh");
	Meshes->FindOrAddSection("GetAssetActions")
		.AddMenuEntry("BakeFractureAsset",
			LOCTEXT("BakeMesh", "Bake Fracture Asset"),
			LOCTEXT("BakeMeshTip",
				"Makes a fracture asset beside each selected mesh. Those that are up to date stay as they are."),
			MakeIcon("FractureSim.Bake"),
			FToolMenuExecuteAction::CreateStatic(&BakeSelectedMeshes));
	UToolMenu* const Assets = UToolMenus::Get()->ExtendMenu("ContentBrowser.AssetContextMenu.FractureSimAsset");
	Assets->FindOrAddSection("GetAssetActions")
		.AddMenuEntry("RebakeFractureAsset",
			LOCTEXT("Rebake", "Bake Again"),
			LOCTEXT(
				"RebakeTip", "Bakes the selected fracture assets from their source meshes, even if nothing changed."),
			MakeIcon("FractureSim.Bake"),
			FToolMenuExecuteAction::CreateStatic(&BakeSelectedAssets));
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
