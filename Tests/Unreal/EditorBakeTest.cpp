// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// From a static mesh in the Content Browser to a baked asset in a level, and what build machines do of it.
#include "AssetRegistry/IAssetRegistry.h"
#include "Bake/AssetBaker.h"
#include "Bake/BakeDialog.h"
#include "Bake/MeshReader.h"
#include "Bake/SampleShapes.h"
#include "Bridge/BakeBridge.h"
#include "ContentBrowserMenuContexts.h"
#include "DerivedDataCacheModule.h"
#include "EditorLevel.h"
#include "FractureCore/Asset.h"
#include "FractureCore/MassProperties.h"
#include "FractureSimActorFactory.h"
#include "FractureSimBakeCommandlet.h"
#include "FractureSimEditorLibrary.h"
#include "FractureSimImportFactory.h"
#include "FractureSimMaterial.h"
#include "Framework/Notifications/NotificationManager.h"
#include "IAssetTools.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Misc/Paths.h"
#include "Misc/ScopedSlowTask.h"
#include "ToolMenus.h"
#include "UObject/Package.h"

#include <gtest/gtest.h>

using namespace FractureSim::Editor;
using namespace FractureTests;

namespace
{
FDerivedDataCacheInterface& SharedCache()
{
	return **FModuleManager::LoadModuleChecked<IDerivedDataCacheModule>("DerivedDataCache").CreateOrGetCache();
}

const TArray<FNotificationInfo>& Toasts()
{
	return FSlateNotificationManager::Get().StandInShown;
}

std::string TextOf(const FText& Text)
{
	return StandIn::ToUtf8(*Text.ToString());
}

/// As a right click on assets and a choice in the menu.
void ChooseInMenu(const TCHAR* Menu, const TCHAR* Entry, const TArray<UObject*>& Selected)
{
	const FToolMenuEntry* const Found = UToolMenus::StandInFind(FName(Menu), FName(Entry));
	ASSERT_NE(Found, nullptr);
	UContentBrowserAssetContextMenuContext* const Browser = NewObject<UContentBrowserAssetContextMenuContext>(nullptr);
	for (UObject* const Object : Selected)
	{
		Browser->SelectedAssets.Add(FAssetData(Object));
	}
	FToolMenuContext Context;
	Context.StandInObjects.Add(TObjectPtr<UObject>(Browser));
	Found->Action.Execute(Context);
	StandIn::MarkAsGarbage(*Browser);
}

class UnrealEditorBake : public testing::Test
{
protected:
	void SetUp() override { StandIn::TakeLog(); }
	void TearDown() override { CleanEditor(); }

	UFractureSimAsset& MakeAsset(const TCHAR* Package = TEXT("/Game/Props/Box"), int32 Tets = 400)
	{
		UFractureSimAsset& Asset = FindOrMakeAsset(MakeBoxMesh(Package));
		Asset.BakeSettings.TargetTets = Tets;
		return Asset;
	}
};
} // namespace

TEST_F(UnrealEditorBake, AMeshIsReadInMetresAndTurnedOutward)
{
	UStaticMesh& Mesh = MakeBoxMesh(TEXT("/Game/Box"));
	Mesh.StandInModel.BuildSettings.BuildScale3D = FVector(1.0, 1.0, 2.0);
	FSourceMesh Source;
	ASSERT_TRUE(ReadStaticMesh(Mesh, 0.5, Source).IsEmpty());
	EXPECT_EQ(Source.Surface.positions.size(), 24u) << "without the gaps";
	EXPECT_EQ(Source.Surface.triangles.size(), 12u);
	EXPECT_EQ(Source.Slots.Num(), 2);
	const auto Mass = FractureCore::SolidMassProperties(Source.Surface.positions, Source.Surface.triangles, 1.0);
	EXPECT_NEAR(Mass.volume, 0.05 * 0.1 * 0.3, 1.0e-9) << "outward, or it would be negative";
	int32 TopTriangles = 0;
	for (size_t T = 0; T < 12; ++T)
	{
		TopTriangles += Source.Surface.triangleSlots[T] == 1 ? 1 : 0;
		const auto& Corners = Source.Surface.triangles[T].v;
		const auto& P = Source.Surface.positions;
		const auto Normal = FractureCore::Cross(P[static_cast<size_t>(Corners[1])] - P[static_cast<size_t>(Corners[0])],
			P[static_cast<size_t>(Corners[2])] - P[static_cast<size_t>(Corners[0])]);
		const auto& Given = Source.Surface.cornerNormals[3 * T];
		EXPECT_GT(Normal.x * Given.x + Normal.y * Given.y + Normal.z * Given.z, 0.0);
	}
	EXPECT_EQ(TopTriangles, 2);
	EXPECT_EQ(Source.Surface.cornerUvs[0].y, 1.0f - 0.125f);
	FSourceMesh Again;
	ASSERT_TRUE(ReadStaticMesh(Mesh, 3.0, Again).IsEmpty());
	EXPECT_EQ(Again.Hash, Source.Hash) << "the scale is a setting, not the mesh";

	Mesh.StandInHasDescription = false;
	EXPECT_NE(TextOf(ReadStaticMesh(Mesh, 1.0, Source)).find("Import it again"), std::string::npos);
}

TEST_F(UnrealEditorBake, TheMenuBakesEverySelectedMeshOnce)
{
	UStaticMesh& A = MakeBoxMesh(TEXT("/Game/Props/Crate"));
	UStaticMesh& B = MakeBoxMesh(TEXT("/Engine/BasicShapes/Cube"));
	ChooseInMenu(TEXT("ContentBrowser.AssetContextMenu.StaticMesh"), TEXT("BakeFractureAsset"), {&A, &B});
	UFractureSimAsset* const First =
		LoadObject<UFractureSimAsset>(nullptr, TEXT("/Game/Props/Crate_Fracture.Crate_Fracture"));
	UFractureSimAsset* const Second =
		LoadObject<UFractureSimAsset>(nullptr, TEXT("/Game/FractureSim/Cube_Fracture.Cube_Fracture"));
	ASSERT_NE(First, nullptr);
	ASSERT_NE(Second, nullptr) << "the engine's own folders are not written to";
	EXPECT_TRUE(First->IsBaked());
	EXPECT_NEAR(First->Bake.Tets, 5000, 800);
	EXPECT_TRUE(First->GetOutermost()->IsDirty());
	EXPECT_TRUE(First->HasAnyFlags(RF_Transactional)) << "or changes in its panel cannot be undone";
	ASSERT_EQ(First->OuterMaterials.Num(), 2);
	EXPECT_EQ(First->OuterMaterials[1].Get(), A.StandInMaterials[1].MaterialInterface.Get());
	EXPECT_EQ(SharedCache().StandInData.Num(), 1) << "the same box twice: the second came from the cache";
	ASSERT_EQ(Toasts().Num(), 1) << "one note for all";
	EXPECT_EQ(TextOf(Toasts()[0].Text.Get()), "2 of 2 fracture assets baked");
	Toasts()[0].Hyperlink.Execute();
	EXPECT_EQ(IAssetTools::Get().StandInShown.Num(), 2);

	const FFractureSimHash Key = First->GetKey();
	ChooseInMenu(TEXT("ContentBrowser.AssetContextMenu.StaticMesh"), TEXT("BakeFractureAsset"), {&A});
	EXPECT_EQ(TextOf(Toasts()[1].Text.Get()), "Crate_Fracture is up to date");
	ChooseInMenu(TEXT("ContentBrowser.AssetContextMenu.FractureSimAsset"), TEXT("RebakeFractureAsset"), {First});
	EXPECT_NE(TextOf(Toasts()[2].Text.Get()).find("from the derived data cache"), std::string::npos);
	EXPECT_EQ(First->GetKey(), Key);
	EXPECT_EQ(FScopedSlowTask::StandInOpen(), 0);
}

TEST_F(UnrealEditorBake, StaleIsToldApartAndNothingBakesByItself)
{
	UFractureSimAsset& Asset = MakeAsset();
	EXPECT_EQ(FindBakeState(Asset), EFractureSimBakeState::NotBaked);
	ASSERT_TRUE(BakeAsset(Asset, false).IsGood());
	EXPECT_EQ(FindBakeState(Asset), EFractureSimBakeState::UpToDate);

	Asset.StrengthLayers.AddDefaulted_GetRef().Kind = EFractureSimLayerKind::Noise;
	EXPECT_EQ(FindBakeState(Asset), EFractureSimBakeState::SettingsChanged);
	Asset.StrengthLayers[0].bVisible = false;
	EXPECT_EQ(FindBakeState(Asset), EFractureSimBakeState::UpToDate) << "a hidden layer changes nothing";
	Asset.StrengthLayers.Empty();
	Asset.BakeSettings.UnitScale = 2.0;
	EXPECT_EQ(FindBakeState(Asset), EFractureSimBakeState::SettingsChanged);
	Asset.BakeSettings.UnitScale = 1.0;
	Asset.Material = NewObject<UFractureSimMaterial>(Asset.GetOutermost());
	Asset.Material->TensileStrengthMPa = 7.0;
	EXPECT_EQ(FindBakeState(Asset), EFractureSimBakeState::SettingsChanged);
	Asset.Material = nullptr;

	UStaticMesh& Mesh = *Asset.SourceMesh.Get();
	Mesh.StandInDescription.Positions[3].X += 1.0f;
	const FFractureSimHash Key = Asset.GetKey();
	FArchive Saved;
	Asset.Serialize(Saved);
	Saved.bLoading = true;
	Asset.Serialize(Saved);
	EXPECT_EQ(FindBakeState(Asset), EFractureSimBakeState::SourceChanged);
	EXPECT_EQ(Asset.GetKey(), Key) << "only a person bakes";
	ASSERT_TRUE(BakeAsset(Asset, false).IsGood());
	EXPECT_NE(Asset.GetKey(), Key);
	EXPECT_EQ(FindBakeState(Asset), EFractureSimBakeState::UpToDate);

	ASSERT_TRUE(Asset.SetBytes(PaneBytes()));
	EXPECT_EQ(FindBakeState(Asset), EFractureSimBakeState::Imported);
}

TEST_F(UnrealEditorBake, CancelAndFailureLeaveTheAssetAsItWas)
{
	UFractureSimAsset& Asset = MakeAsset();
	ASSERT_TRUE(BakeAsset(Asset, false).IsGood());
	const FFractureSimHash Key = Asset.GetKey();
	Asset.BakeSettings.TargetTets = 900;
	FScopedSlowTask::StandInCancelAfter() = 1;
	UFractureSimAsset& Next = FindOrMakeAsset(MakeBoxMesh(TEXT("/Game/Props/Next")));
	const TArray<FBakeReport> Reports = BakeWithDialog({&Asset, &Next}, false);
	ASSERT_EQ(Reports.Num(), 1) << "nothing after the cancelled one is begun";
	EXPECT_EQ(Reports[0].Result, EBakeResult::Cancelled);
	EXPECT_EQ(Asset.GetKey(), Key);
	EXPECT_FALSE(Next.IsBaked());
	EXPECT_EQ(FSlateNotificationManager::Get().StandInItems.Last()->State, SNotificationItem::CS_Fail);
	FScopedSlowTask::StandInCancelAfter() = -1;

	Asset.BakeSettings.MaterialPreset = TEXT("cheese");
	const FBakeReport NoPreset = BakeAsset(Asset, false);
	EXPECT_EQ(NoPreset.Result, EBakeResult::Failed);
	EXPECT_NE(TextOf(NoPreset.Error).find("cheese"), std::string::npos);
	Asset.BakeSettings.MaterialPreset = TEXT("glass");
	FFractureSimBakeAnchor& Nowhere = Asset.BakeSettings.Anchors.AddDefaulted_GetRef();
	Nowhere.Box = FBox(FVector(500.0, 500.0, 500.0), FVector(501.0, 501.0, 501.0));
	EXPECT_EQ(BakeAsset(Asset, false).Result, EBakeResult::Failed);
	Asset.SourceMesh = nullptr;
	EXPECT_NE(TextOf(BakeAsset(Asset, false).Error).find("Source Mesh"), std::string::npos);
	EXPECT_EQ(Asset.GetKey(), Key);
}

TEST_F(UnrealEditorBake, ErrorsCountHiddenLayersAndAnchorsToo)
{
	UFractureSimAsset& Asset = MakeAsset();
	FFractureSimStrengthLayer Layer;
	Layer.Octaves = 50;
	Layer.bVisible = false;
	Asset.StrengthLayers.Add(Layer);
	Layer.bVisible = true;
	Asset.StrengthLayers.Add(Layer);
	EXPECT_NE(TextOf(BakeAsset(Asset, false).Error).find("layer 2"), std::string::npos)
		<< TextOf(BakeAsset(Asset, false).Error);
	Asset.StrengthLayers[1].bVisible = false;
	FFractureSimBakeAnchor Nowhere;
	Nowhere.Box = FBox(FVector(500.0, 500.0, 500.0), FVector(501.0, 501.0, 501.0));
	Nowhere.bVisible = false;
	Asset.BakeSettings.Anchors.Add(Nowhere);
	Nowhere.bVisible = true;
	Asset.BakeSettings.Anchors.Add(Nowhere);
	EXPECT_NE(TextOf(BakeAsset(Asset, false).Error).find("anchor 2"), std::string::npos)
		<< TextOf(BakeAsset(Asset, false).Error);
	Asset.BakeSettings.Anchors[1].bVisible = false;
	EXPECT_TRUE(BakeAsset(Asset, false).IsGood()) << "what is hidden may be wrong";
}

TEST_F(UnrealEditorBake, AFirstBakeThatIsCancelledOrFailsMakesNoAsset)
{
	UStaticMesh& Mesh = MakeBoxMesh(TEXT("/Game/Props/Crate"));
	UStaticMesh& Next = MakeBoxMesh(TEXT("/Game/Props/Next"));
	const int32 Objects = StandIn::LiveObjects();
	const auto Found = [](const TCHAR* Path) { return LoadObject<UFractureSimAsset>(nullptr, Path) != nullptr; };
	const auto BakeBoth = [&]
	{
		ChooseInMenu(TEXT("ContentBrowser.AssetContextMenu.StaticMesh"), TEXT("BakeFractureAsset"), {&Mesh, &Next});
		StandIn::CollectGarbage();
	};
	FScopedSlowTask::StandInCancelAfter() = 1;
	BakeBoth();
	FScopedSlowTask::StandInCancelAfter() = -1;
	EXPECT_EQ(FSlateNotificationManager::Get().StandInItems.Last()->State, SNotificationItem::CS_Fail);
	EXPECT_EQ(TextOf(Toasts()[0].Text.Get()), "Crate_Fracture: cancelled, nothing changed");
	EXPECT_FALSE(Toasts()[0].Hyperlink.IsBound()) << "there is nothing to show";
	EXPECT_FALSE(Found(TEXT("/Game/Props/Crate_Fracture.Crate_Fracture")));
	EXPECT_EQ(IAssetRegistry::StandInGet().StandInAssets.Num(), 0);
	EXPECT_EQ(StandIn::LiveObjects(), Objects) << "no package either, which would ask to be saved";

	// What fails makes nothing; what comes after it is baked.
	Mesh.StandInHasDescription = false;
	BakeBoth();
	EXPECT_EQ(TextOf(Toasts()[1].Text.Get()), "1 of 2 fracture assets baked");
	EXPECT_NE(TextOf(Toasts()[1].SubText.Get()).find("Crate_Fracture was not baked"), std::string::npos);
	EXPECT_FALSE(Found(TEXT("/Game/Props/Crate_Fracture.Crate_Fracture")));
	EXPECT_TRUE(Found(TEXT("/Game/Props/Next_Fracture.Next_Fracture")));
	EXPECT_EQ(IAssetRegistry::StandInGet().StandInAssets.Num(), 1);
	Toasts()[1].Hyperlink.Execute();
	EXPECT_EQ(IAssetTools::Get().StandInShown.Num(), 1);

	// An asset without a mesh, such as an imported one, takes the mesh with a good bake only.
	UFractureSimAsset& Asset = FindOrMakeAsset(Mesh);
	Asset.SourceMesh = nullptr;
	BakeBoth();
	EXPECT_TRUE(Asset.SourceMesh.IsNull());
	Mesh.StandInHasDescription = true;
	BakeBoth();
	EXPECT_EQ(Asset.SourceMesh.Get(), &Mesh);
	EXPECT_TRUE(Asset.IsBaked());
}

TEST_F(UnrealEditorBake, TheCacheKeepsEachContentUnderItsOwnKey)
{
	UFractureSimAsset& Asset = MakeAsset();
	ASSERT_EQ(BakeAsset(Asset, false).Result, EBakeResult::Baked);
	const FFractureSimHash First = Asset.GetKey();
	Asset.BakeSettings.TargetTets = 700;
	ASSERT_EQ(BakeAsset(Asset, false).Result, EBakeResult::Baked) << "other settings";
	const FFractureSimHash Second = Asset.GetKey();
	Asset.BakeSettings.TargetTets = 400;
	EXPECT_EQ(BakeAsset(Asset, false).Result, EBakeResult::FromCache);
	EXPECT_EQ(Asset.GetKey(), First);
	Asset.BakeSettings.TargetTets = 700;
	EXPECT_EQ(BakeAsset(Asset, false).Result, EBakeResult::FromCache);
	EXPECT_EQ(Asset.GetKey(), Second);
	// Another asset of the same mesh and settings, on another machine, say, takes it from there.
	UFractureSimAsset& Other = MakeAsset(TEXT("/Game/Props/Twin"), 700);
	EXPECT_EQ(BakeAsset(Other, false).Result, EBakeResult::FromCache);
	EXPECT_EQ(Other.GetKey(), Second);
	EXPECT_EQ(SharedCache().StandInData.Num(), 2);
}

TEST_F(UnrealEditorBake, ADamagedCacheEntryIsNotUsed)
{
	UFractureSimAsset& Asset = MakeAsset();
	ASSERT_EQ(BakeAsset(Asset, false).Result, EBakeResult::Baked);
	ASSERT_EQ(BakeAsset(Asset, true).Result, EBakeResult::FromCache);
	for (auto& Pair : SharedCache().StandInData)
	{
		Pair.Value[Pair.Value.Num() / 2] ^= 0x55;
	}
	EXPECT_EQ(BakeAsset(Asset, true).Result, EBakeResult::Baked);
	EXPECT_TRUE(LogHas("damaged bake in the cache"));
}

TEST_F(UnrealEditorBake, SettingsReachTheCoreInItsUnitsAndAxes)
{
	UFractureSimAsset& Asset = MakeAsset();
	Asset.BakeSettings.UnitScale = 2.0;
	Asset.BakeSettings.CellSize = 3.0;
	FFractureSimStrengthLayer& Plane = Asset.StrengthLayers.AddDefaulted_GetRef();
	Plane.Kind = EFractureSimLayerKind::CleavingPlane;
	Plane.Point = FVector(1.0, 2.0, 3.0);
	Plane.Direction = FVector(0.0, 1.0, 0.0);
	Plane.Width = 0.5;
	Plane.Blend = EFractureSimBlend::Min;
	FFractureSimBakeAnchor& Box = Asset.BakeSettings.Anchors.AddDefaulted_GetRef();
	Box.Box = FBox(FVector(-1.0, -2.0, -3.0), FVector(1.0, 5.0, 3.0));
	const auto Settings = FractureSim::Private::ToCoreBakeSettings(Asset);
	ASSERT_TRUE(Settings);
	EXPECT_DOUBLE_EQ(Settings->tets.cellSize, 0.03);
	ASSERT_EQ(Settings->strength.layers.size(), 1u);
	EXPECT_EQ(Settings->strength.layers[0].blend, FractureCore::StrengthBlend::Min);
	const auto& Core = std::get<FractureCore::CleavingPlane>(Settings->strength.layers[0].source);
	EXPECT_EQ(Core.point, (FractureCore::Vec3{0.02, -0.04, 0.06}));
	EXPECT_EQ(Core.normal, (FractureCore::Vec3{0.0, -1.0, 0.0}));
	EXPECT_DOUBLE_EQ(Core.halfWidth, 0.01);
	const auto& Region = std::get<FractureCore::BoxRegion>(Settings->strength.anchors[0].region);
	EXPECT_EQ(Region.low, (FractureCore::Vec3{-0.02, -0.1, -0.06}));
	EXPECT_EQ(Region.high, (FractureCore::Vec3{0.02, 0.04, 0.06}));
	for (const EFractureSimLayerKind Kind : {EFractureSimLayerKind::Noise,
			 EFractureSimLayerKind::Nodules,
			 EFractureSimLayerKind::Bands,
			 EFractureSimLayerKind::Geometry,
			 EFractureSimLayerKind::Grains,
			 EFractureSimLayerKind::Scatter})
	{
		Asset.StrengthLayers[0].Kind = Kind;
		const auto Other = FractureSim::Private::ToCoreBakeSettings(Asset);
		ASSERT_TRUE(Other);
		EXPECT_EQ(Other->strength.layers[0].source.index(), static_cast<size_t>(Kind)) << "in the core's order";
		EXPECT_TRUE(FractureCore::ValidateStrength(Other->strength)) << "defaults are good";
	}
	Asset.StrengthLayers.Empty();
	Asset.BakeSettings.Anchors.Empty();
	Asset.BakeSettings.bThinShell = true;
	EXPECT_DOUBLE_EQ(FractureSim::Private::ToCoreBakeSettings(Asset)->shellThickness, 0.004);
	ASSERT_TRUE(BakeAsset(Asset, false).IsGood());
	EXPECT_EQ(Asset.Bake.Tets, 0);
	EXPECT_NEAR(Asset.Bake.ShellThickness, 0.4, 1.0e-6);
}

TEST_F(UnrealEditorBake, FracFilesAreImportedAndDroppedIntoALevel)
{
	UFractureSimImportFactory* const Importer = GetMutableDefault<UFractureSimImportFactory>();
	ASSERT_EQ(Importer->Formats.Num(), 1);
	EXPECT_TRUE(Importer->Formats[0].StartsWith(TEXT("frac;")));
	UPackage* const Package = CreatePackage(TEXT("/Game/Imported/Pane"));
	const uint8* Begin = PaneBytes().GetData();
	UObject* const Made = Importer->FactoryCreateBinary(UFractureSimAsset::StaticClass(),
		Package,
		FName("Pane"),
		RF_Public | RF_Standalone,
		nullptr,
		TEXT("frac"),
		Begin,
		PaneBytes().GetData() + PaneBytes().Num(),
		nullptr);
	ASSERT_NE(Made, nullptr);
	EXPECT_TRUE(static_cast<UFractureSimAsset*>(Made)->IsBaked());
	EXPECT_EQ(Importer->FactoryCreateBinary(UFractureSimAsset::StaticClass(),
				  Package,
				  FName("Half"),
				  RF_Public | RF_Standalone,
				  nullptr,
				  TEXT("frac"),
				  Begin,
				  PaneBytes().GetData() + PaneBytes().Num() / 2,
				  nullptr),
		nullptr);

	FLevel Level;
	UActorFactory* const Factory = GetMutableDefault<UFractureSimActorFactory>();
	FText Error;
	EXPECT_TRUE(Factory->CanCreateActorFrom(FAssetData(Made), Error));
	EXPECT_FALSE(Factory->CanCreateActorFrom(FAssetData(Package), Error));
	EXPECT_FALSE(Error.IsEmpty());
	AFractureSimActor* const Actor =
		Level.World->SpawnActorDeferred<AFractureSimActor>(Factory->NewActorClass, FTransform());
	Actor->FinishSpawning(FTransform());
	Factory->PostSpawnActor(Made, Actor);
	EXPECT_EQ(Factory->GetAssetFromActorInstance(Actor), Made);
	EXPECT_GT(Actor->Mesh->GetMesh()->TriangleCount(), 0);
	Level.TearDown();
	StandIn::MarkAsGarbage(*Package);
}

TEST_F(UnrealEditorBake, ABuildMachineBakesWhatIsStaleAndReports)
{
	UFractureSimAsset& A = MakeAsset(TEXT("/Game/Props/A"));
	UFractureSimAsset& B = MakeAsset(TEXT("/Game/Props/Deep/B"));
	UFractureSimAsset& Other = MakeAsset(TEXT("/Game/PropsToo/C"));
	UFractureSimBakeCommandlet* const Commandlet = GetMutableDefault<UFractureSimBakeCommandlet>();
	const FString Path = FPaths::Combine(FPaths::ProjectSavedDir(), TEXT("fracturesim-bake.json"));
	const FString Line = FString(TEXT("-Folders=/Game/Props -Report=")) + Path + TEXT(" -unattended");
	EXPECT_EQ(Commandlet->Main(Line + TEXT(" -Check")), 1) << "nothing is baked yet";
	EXPECT_FALSE(A.IsBaked());
	EXPECT_EQ(Commandlet->Main(Line), 0);
	EXPECT_TRUE(A.IsBaked());
	EXPECT_TRUE(B.IsBaked());
	EXPECT_FALSE(Other.IsBaked()) << "a folder is not a prefix";
	EXPECT_FALSE(A.GetOutermost()->IsDirty()) << "saved";
	FString Json;
	ASSERT_TRUE(FFileHelper::LoadFileToString(Json, *Path));
	EXPECT_TRUE(Json.Contains(TEXT("\"assetCount\": 2")));
	EXPECT_TRUE(Json.Contains(TEXT("\"failures\": 0")));
	EXPECT_TRUE(Json.Contains(TEXT("\"asset\": \"/Game/Props/A_Fracture.A_Fracture\"")));
	EXPECT_TRUE(Json.Contains(TEXT("\"result\": \"baked\"")));
	EXPECT_EQ(Commandlet->Main(Line + TEXT(" -Check")), 0);
	EXPECT_EQ(Commandlet->Main(Line), 0);
	ASSERT_TRUE(FFileHelper::LoadFileToString(Json, *Path));
	EXPECT_FALSE(Json.Contains(TEXT("\"result\": \"baked\"")));

	// Two machines share three assets.
	for (const int32 Agent : {0, 1})
	{
		const FString Share = FString::Printf(TEXT(" -Force -Agent=%d -Agents=2 -Report="), Agent) + Path;
		EXPECT_EQ(Commandlet->Main(Share), 0);
		ASSERT_TRUE(FFileHelper::LoadFileToString(Json, *Path));
		EXPECT_TRUE(Json.Contains(Agent == 0 ? TEXT("\"assetCount\": 2") : TEXT("\"assetCount\": 1")));
	}
	Other.SourceMesh = nullptr;
	EXPECT_EQ(Commandlet->Main(TEXT("-Folders=/Game/PropsToo -Force")), 1);
	EXPECT_EQ(Commandlet->Main(TEXT("-Folders=Props")), 2);
	EXPECT_EQ(Commandlet->Main(TEXT("-Agent=2 -Agents=2")), 2);
	EXPECT_EQ(Commandlet->Main(TEXT("-Report=/nowhere/at/all.json -Folders=/Game/None")), 1);
}

TEST_F(UnrealEditorBake, SamplesNeedNoMeshOfAnArtist)
{
	UFractureSimMaterial* const Material = NewObject<UFractureSimMaterial>(nullptr);
	Material->LoadPreset(TEXT("porcelain"));
	const TArray<FVector2D> Bowl = {FVector2D(0.0, 0.0),
		FVector2D(6.0, 0.0),
		FVector2D(12.0, 8.0),
		FVector2D(11.0, 8.0),
		FVector2D(5.5, 1.0),
		FVector2D(0.0, 1.0)};
	const TCHAR* const Path = TEXT("/Game/FractureSim/Breakables/FA_Bowl");
	UFractureSimAsset* const Asset =
		UFractureSimEditorLibrary::MakeSampleAsset(Path, FVector::ZeroVector, Bowl, Material, 2000, {}, {});
	ASSERT_NE(Asset, nullptr);
	EXPECT_EQ(Asset->Bake.MaterialName, FString(Material->GetName()));
	const auto Surface = FractureSim::Editor::TurnedSurface(Bowl, 200);
	const auto Mass = FractureCore::SolidMassProperties(Surface.positions, Surface.triangles, 1.0);
	// Two frusta outside less two inside and the disc below them, by hand.
	const auto Frustum = [](double A, double B, double H)
	{ return FractureCore::kPi * H / 3.0 * (A * A + A * B + B * B); };
	EXPECT_NEAR(Mass.volume * 1.0e6, Frustum(6.0, 12.0, 8.0) - Frustum(5.5, 11.0, 7.0), 0.5) << "outward and closed";
	EXPECT_EQ(
		UFractureSimEditorLibrary::MakeSampleAsset(Path, FVector::ZeroVector, Bowl, Material, 2000, {}, {}), Asset);
	UFractureSimAsset* const Box = UFractureSimEditorLibrary::MakeSampleAsset(
		TEXT("/Game/FractureSim/Breakables/FA_Box"), FVector(2.0, 60.0, 60.0), {}, Material, 600, {}, {});
	ASSERT_NE(Box, nullptr);
	EXPECT_EQ(Box->Bake.Anchors, 0);
	// As the demo's pane: upright, held above and below, with bands.
	FFractureSimBakeAnchor Below;
	Below.Shape = EFractureSimAnchorShape::HalfSpace;
	Below.Centre = FVector(0.0, 0.0, 0.5);
	FFractureSimBakeAnchor Above = Below;
	Above.Centre = FVector(0.0, 0.0, 59.5);
	Above.Normal = FVector(0.0, 0.0, -1.0);
	FFractureSimStrengthLayer Bands;
	Bands.Kind = EFractureSimLayerKind::Bands;
	UFractureSimAsset* const Held =
		UFractureSimEditorLibrary::MakeSampleAsset(TEXT("/Game/FractureSim/Breakables/FA_Held"),
			FVector(2.0, 60.0, 60.0),
			{},
			Material,
			600,
			{Bands},
			{Below, Above});
	ASSERT_NE(Held, nullptr);
	EXPECT_EQ(Held->Bake.Anchors, 2);
	EXPECT_EQ(Held->Bake.StrengthLayers.Num(), 1);
	EXPECT_EQ(Held->BakeSettings.Anchors.Num(), 2) << "to be seen, and changed, in its panel";
	const TArray<uint8> Bytes = Held->GetBytes();
	const auto Object = FractureCore::LoadAsset(std::span<const uint8_t>(Bytes.GetData(), size_t(Bytes.Num())));
	ASSERT_TRUE(Object);
	for (size_t Node = 0; Node < Object->heldAxes.size(); ++Node)
	{
		const double Z = Object->tets.nodes[Node].z;
		EXPECT_EQ(Object->heldAxes[Node] != 0, Z <= 0.005 || Z >= 0.595) << Z;
	}
	EXPECT_EQ(
		UFractureSimEditorLibrary::MakeSampleAsset(TEXT("/Game/Bad"), FVector::ZeroVector, {}, Material, 600, {}, {}),
		nullptr);
	StandIn::MarkAsGarbage(*Material);
}

TEST_F(UnrealEditorBake, PythonSeesTheSameVerbs)
{
	UStaticMesh& Mesh = MakeBoxMesh(TEXT("/Game/Props/Box"));
	UFractureSimAsset* const Asset = UFractureSimEditorLibrary::FindOrMakeFractureAsset(&Mesh);
	ASSERT_NE(Asset, nullptr);
	EXPECT_EQ(UFractureSimEditorLibrary::FindOrMakeFractureAsset(&Mesh), Asset) << "twice is harmless";
	EXPECT_EQ(UFractureSimEditorLibrary::FindOrMakeFractureAsset(nullptr), nullptr);
	EXPECT_LT(UFractureSimEditorLibrary::EstimateFragments(Asset, 100.0f), 0) << "not baked";
	Asset->BakeSettings.TargetTets = 1500;
	EXPECT_TRUE(UFractureSimEditorLibrary::BakeFractureAsset(Asset, false));
	EXPECT_FALSE(UFractureSimEditorLibrary::BakeFractureAsset(nullptr, false));
	EXPECT_EQ(UFractureSimEditorLibrary::GetFractureBakeState(Asset), EFractureSimBakeState::UpToDate);
	EXPECT_EQ(UFractureSimEditorLibrary::EstimateFragments(Asset, 0.0f), 1) << "laid down";
	EXPECT_GT(UFractureSimEditorLibrary::EstimateFragments(Asset, 5000.0f), 1) << "thrown off a roof";
}
