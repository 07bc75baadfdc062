// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/AssetBaker.h"

#include "AssetRegistry/AssetRegistryModule.h"
#include "Bake/BakeCache.h"
#include "Bake/MeshReader.h"
#include "Bridge/BakeBridge.h"
#include "Bridge/MaterialBridge.h"
#include "Bridge/TaskBridge.h"
#include "Bridge/UnitBridge.h"
#include "Engine/StaticMesh.h"
#include "FractureCore/Asset.h"
#include "FractureCore/Bake.h"
#include "FractureSimAsset.h"
#include "FractureSimEditorLog.h"
#include "FractureSimMaterial.h"
#include "HAL/PlatformTime.h"
#include "Misc/PackageName.h"
#include "Modules/ModuleManager.h"
#include "UObject/Package.h"

#define LOCTEXT_NAMESPACE "FractureSimBaker"

namespace FractureSim::Editor
{
using namespace FractureSim::Private;

static FText ToText(const std::string& Message)
{
	return FText::FromString(UTF8_TO_TCHAR(Message.c_str()));
}

EFractureSimBakeState FindBakeState(const UFractureSimAsset& Asset)
{
	FSourceMesh Source;
	const UStaticMesh* const Mesh = Asset.SourceMesh.LoadSynchronous();
	const bool bRead = Mesh && ReadStaticMesh(*Mesh, 1.0, Source).IsEmpty();
	return Asset.GetBakeState(bRead ? Source.Hash : FFractureSimHash());
}

/// The artist's materials in the order of the baked slots.
static void TakeMaterials(UFractureSimAsset& Asset, const UStaticMesh& Mesh, const TArray<FName>& Slots)
{
	Asset.OuterMaterials.SetNum(Slots.Num());
	for (int32 Slot = 0; Slot < Slots.Num(); ++Slot)
	{
		for (const FStaticMaterial& Material : Mesh.GetStaticMaterials())
		{
			if (Material.ImportedMaterialSlotName == Slots[Slot] || Material.MaterialSlotName == Slots[Slot])
			{
				Asset.OuterMaterials[Slot] = Material.MaterialInterface;
			}
		}
	}
}

struct FProgressBridge
{
	const FBakeProgress& Progress;

	static bool Report(void* User, const char* Stage, double Fraction)
	{
		const FBakeProgress& Told = static_cast<const FProgressBridge*>(User)->Progress;
		return !Told || Told(FText::FromString(UTF8_TO_TCHAR(Stage)), Fraction);
	}
};

/// From the cache or anew. The error is empty if OutBytes are good.
static FText MakeBytes(const FSourceMesh& Source,
	const FractureCore::BakeSettings& Settings,
	const FBakeProgress& Progress,
	FBakeReport& Report,
	TArray<uint8>& OutBytes)
{
	const FFractureSimHash Key = ToUnrealHash(FractureCore::BakeKey(Source.Surface, Settings));
	if (FindCachedBake(Key, Report.Asset, OutBytes))
	{
		const std::span<const uint8_t> Cached(OutBytes.GetData(), static_cast<size_t>(OutBytes.Num()));
		if (const auto Object = FractureCore::LoadAsset(Cached); Object && ToUnrealHash(Object->key) == Key)
		{
			Report.Result = EBakeResult::FromCache;
			for (const FractureCore::Warning& Warning : Object->warnings)
			{
				Report.Warnings.Add(ToText(Warning.message));
			}
			return FText();
		}
		UE_LOG(LogFractureSimEditor, Warning, TEXT("%s: a damaged bake in the cache was not used"), *Report.Asset);
	}
	FProgressBridge Bridge{Progress};
	const FractureCore::Result<FractureCore::BakedObject> Object =
		FractureCore::BakeObject(Source.Surface, Settings, UnrealRunner(), {&FProgressBridge::Report, &Bridge});
	if (!Object)
	{
		const bool bCancelled = Object.GetError().code == FractureCore::ErrorCode::Cancelled;
		Report.Result = bCancelled ? EBakeResult::Cancelled : EBakeResult::Failed;
		return ToText(Object.GetError().message);
	}
	for (const FractureCore::Warning& Warning : Object->warnings)
	{
		Report.Warnings.Add(ToText(Warning.message));
	}
	const std::vector<uint8_t> Bytes = FractureCore::SaveAsset(*Object);
	OutBytes.Reset();
	OutBytes.Append(Bytes.data(), static_cast<int32>(Bytes.size()));
	ShareBake(Key, Report.Asset, OutBytes);
	Report.Result = EBakeResult::Baked;
	return FText();
}

/// What the bake sees, with a place for each layer and anchor that it does not.
static FractureCore::StrengthSetup CountedStrength(const UFractureSimAsset& Asset)
{
	FractureCore::StrengthSetup Setup = ToCoreStrength(Asset.StrengthLayers, Asset.BakeSettings, true);
	for (FractureCore::StrengthLayer& Layer : Setup.layers)
	{
		if (Layer.isHidden)
		{
			Layer = FractureCore::StrengthLayer();
			Layer.source = FractureCore::NoiseLayer();
			Layer.isHidden = true;
		}
	}
	for (FractureCore::Anchor& Anchor : Setup.anchors)
	{
		if (Anchor.isHidden)
		{
			Anchor = FractureCore::Anchor();
			Anchor.region = FractureCore::HalfSpaceRegion{{}, {0.0, 0.0, 1.0}};
			Anchor.isHidden = true;
		}
	}
	return Setup;
}

/// The error of a bake that failed, with layers and anchors counted as people do and as validation does: hidden ones
/// too. The bake leaves those out, so that they change nothing of it.
static FText CountedError(const UFractureSimAsset& Asset,
	const FSourceMesh& Source,
	FractureCore::BakeSettings Settings,
	const FBakeProgress& Progress,
	const FText& Error)
{
	const size_t Seen = Settings.strength.layers.size() + Settings.strength.anchors.size();
	Settings.strength = CountedStrength(Asset);
	if (Settings.strength.layers.size() + Settings.strength.anchors.size() == Seen)
	{
		return Error;
	}
	FProgressBridge Bridge{Progress};
	const FractureCore::Result<FractureCore::BakedObject> Object =
		FractureCore::BakeObject(Source.Surface, Settings, UnrealRunner(), {&FProgressBridge::Report, &Bridge});
	const bool bSame = !Object && Object.GetError().code != FractureCore::ErrorCode::Cancelled;
	return bSame ? ToText(Object.GetError().message) : Error;
}

/// What a bake gave, before an asset has it.
struct FNewBake
{
	FSourceMesh Source;
	TArray<uint8> Bytes; // none: the asset is up to date
};

/// With the settings of an asset, which stays as it is.
static FBakeReport MakeBake(const UFractureSimAsset& Asset,
	const FString& Name,
	const UStaticMesh& Mesh,
	bool bForce,
	const FBakeProgress& Progress,
	FNewBake& OutBake)
{
	FBakeReport Report;
	Report.Asset = Name;
	Report.Error = ReadStaticMesh(Mesh, Asset.BakeSettings.UnitScale, OutBake.Source);
	const FractureCore::Result<FractureCore::BakeSettings> Settings = ToCoreBakeSettings(Asset);
	if (Report.Error.IsEmpty() && !Settings)
	{
		Report.Error = ToText(Settings.GetError().message);
	}
	if (!Report.Error.IsEmpty())
	{
		return Report;
	}
	if (!bForce && Asset.GetBakeState(OutBake.Source.Hash) == EFractureSimBakeState::UpToDate)
	{
		Report.Result = EBakeResult::UpToDate;
		Report.Tets = Asset.Bake.Tets;
		return Report;
	}
	Report.Error = MakeBytes(OutBake.Source, *Settings, Progress, Report, OutBake.Bytes);
	if (Report.Result == EBakeResult::Failed)
	{
		Report.Error = CountedError(Asset, OutBake.Source, *Settings, Progress, Report.Error);
	}
	return Report;
}

static void KeepBake(UFractureSimAsset& Asset, const UStaticMesh& Mesh, const FNewBake& Bake, FBakeReport& Report)
{
	if (!Asset.SetBakedBytes(Bake.Bytes, Bake.Source.Hash))
	{
		Report.Result = EBakeResult::Failed;
		Report.Error = LOCTEXT("BadBytes", "The bake cannot be read back; the log says why.");
		return;
	}
	TakeMaterials(Asset, Mesh, Bake.Source.Slots);
	Asset.MarkPackageDirty();
	Report.Tets = Asset.Bake.Tets;
}

FBakeReport BakeAsset(UFractureSimAsset& Asset, bool bForce, const FBakeProgress& Progress)
{
	const double Start = FPlatformTime::Seconds();
	const UStaticMesh* const Mesh = Asset.SourceMesh.LoadSynchronous();
	if (!Mesh)
	{
		FBakeReport Report;
		Report.Asset = Asset.GetPathName();
		Report.Error = LOCTEXT("NoMesh", "There is no source mesh to bake. Choose one in the asset's Source Mesh.");
		return Report;
	}
	FNewBake Bake;
	FBakeReport Report = MakeBake(Asset, Asset.GetPathName(), *Mesh, bForce, Progress, Bake);
	if (Report.IsGood() && Report.Result != EBakeResult::UpToDate)
	{
		KeepBake(Asset, *Mesh, Bake, Report);
		Report.Seconds = FPlatformTime::Seconds() - Start;
	}
	return Report;
}

static FString AssetPath(const FString& PackageName)
{
	return PackageName + TEXT(".") + FPackageName::GetShortName(PackageName);
}

/// The asset of that name in the package of that name, made if there is none.
static UFractureSimAsset& FindOrMakeIn(const FString& PackageName)
{
	if (UFractureSimAsset* const Found = ::LoadObject<UFractureSimAsset>(nullptr, *AssetPath(PackageName)))
	{
		return *Found;
	}
	UPackage* const Package = CreatePackage(*PackageName);
	// Without the last flag the editor would not undo what is changed in the asset's panel.
	UFractureSimAsset* const Asset = NewObject<UFractureSimAsset>(
		Package, FName(FPackageName::GetShortName(PackageName)), RF_Public | RF_Standalone | RF_Transactional);
	FModuleManager::LoadModuleChecked<FAssetRegistryModule>("AssetRegistry").Get().AssetCreated(Asset);
	Asset->MarkPackageDirty();
	return *Asset;
}

FString AssetPackageOf(const UStaticMesh& Mesh)
{
	const FString MeshPackage = Mesh.GetOutermost()->GetName();
	const bool bEngineContent = MeshPackage.StartsWith(TEXT("/Engine/"));
	const FString Folder =
		bEngineContent ? FString(TEXT("/Game/FractureSim")) : FPackageName::GetLongPackagePath(MeshPackage);
	return Folder + TEXT("/") + FPackageName::GetShortName(MeshPackage) + TEXT("_Fracture");
}

UFractureSimAsset& FindOrMakeAsset(UStaticMesh& Mesh)
{
	UFractureSimAsset& Asset = FindOrMakeIn(AssetPackageOf(Mesh));
	Asset.SourceMesh = Asset.SourceMesh.IsNull() ? TSoftObjectPtr<UStaticMesh>(&Mesh) : Asset.SourceMesh;
	return Asset;
}

FBakeReport BakeMesh(UStaticMesh& Mesh, const FBakeProgress& Progress, UFractureSimAsset*& OutAsset)
{
	const double Start = FPlatformTime::Seconds();
	const FString Path = AssetPath(AssetPackageOf(Mesh));
	OutAsset = ::LoadObject<UFractureSimAsset>(nullptr, *Path);
	if (OutAsset && !OutAsset->SourceMesh.IsNull())
	{
		return BakeAsset(*OutAsset, false, Progress);
	}
	// One that will be made has the settings of its class.
	FNewBake Bake;
	FBakeReport Report =
		MakeBake(OutAsset ? *OutAsset : *GetDefault<UFractureSimAsset>(), Path, Mesh, false, Progress, Bake);
	if (Report.IsGood())
	{
		OutAsset = &FindOrMakeAsset(Mesh);
	}
	if (Report.IsGood() && Report.Result != EBakeResult::UpToDate)
	{
		KeepBake(*OutAsset, Mesh, Bake, Report);
		Report.Seconds = FPlatformTime::Seconds() - Start;
	}
	return Report;
}

UFractureSimAsset* MakeShapeAsset(const FString& PackageName,
	const FractureCore::SurfaceMesh& Surface,
	UFractureSimMaterial* Material,
	const FFractureSimBakeSettings& Settings,
	const TArray<FFractureSimStrengthLayer>& Layers,
	FBakeReport& Report)
{
	Report.Asset = PackageName;
	FractureCore::BakeSettings Core;
	Core.tets.targetTets = Settings.TargetTets;
	Core.strength = ToCoreStrength(Layers, Settings);
	if (Material)
	{
		Core.material = ToCoreMaterial(*Material, Core.material);
	}
	FSourceMesh Source;
	Source.Surface = Surface;
	TArray<uint8> Bytes;
	Report.Error = MakeBytes(Source, Core, nullptr, Report, Bytes);
	if (!Report.Error.IsEmpty())
	{
		return nullptr;
	}
	UFractureSimAsset& Asset = FindOrMakeIn(PackageName);
	if (!Asset.SetBytes(Bytes))
	{
		return nullptr;
	}
	Asset.Material = Material;
	Asset.BakeSettings = Settings;
	Asset.StrengthLayers = Layers;
	Asset.MarkPackageDirty();
	return &Asset;
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
