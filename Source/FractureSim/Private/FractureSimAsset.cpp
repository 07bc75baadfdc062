// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimAsset.h"

#include "Break/RestShape.h"
#include "Bridge/BakeBridge.h"
#include "Bridge/MaterialBridge.h"
#include "Bridge/MeshBridge.h"
#include "Bridge/TaskBridge.h"
#include "Bridge/UnitBridge.h"
#include "FractureCore/Asset.h"
#include "FractureCore/Breakable.h"
#include "FractureCore/Hull.h"
#include "FractureSimLog.h"
#include "FractureSimMaterial.h"
#include "FractureSimTrace.h"
#include "Misc/FileHelper.h"
#include "Serialization/BulkDataScopedLock.h"
#include "Serialization/CustomVersion.h"
#include "UObject/Package.h"
#if WITH_EDITOR
#include "Misc/DataValidation.h"
#endif

#include <iterator>
#include <variant>

namespace FractureSim::Private
{
/// Of what this module adds to the bytes; they carry a version of their own. Never reorder.
enum class EAssetVersion : int32
{
	Initial = 0,

	OnePastLatest,
	Latest = OnePastLatest - 1
};

static const FGuid AssetVersionGuid(0x6b1f2c54, 0x9d0e4f37, 0xa3c8517e, 0x24f0b9d1);
static FCustomVersionRegistration AssetVersionRegistration(
	AssetVersionGuid, static_cast<int32>(EAssetVersion::Latest), TEXT("FractureSim"));

/// Of a concave body: enough for a bowl.
static constexpr int32 RestHulls = 8;

/// Where blasts press.
static constexpr int32 RestSamples = 48;

static FractureCore::Result<FractureCore::BakedObject> LoadObject(TConstArrayView<uint8> Bytes)
{
	return FractureCore::LoadAsset(std::span<const uint8_t>(Bytes.GetData(), static_cast<size_t>(Bytes.Num())));
}

static FFractureSimBakeInfo DescribeBake(const FractureCore::BakedObject& Object)
{
	// In the order of StrengthSource.
	static constexpr const TCHAR* LayerNames[] = {TEXT("painted"),
		TEXT("noise"),
		TEXT("cleaving plane"),
		TEXT("nodules"),
		TEXT("bands"),
		TEXT("geometry"),
		TEXT("grains"),
		TEXT("scatter"),
		TEXT("seeds")};
	static_assert(std::size(LayerNames) == std::variant_size_v<FractureCore::StrengthSource>);
	FFractureSimBakeInfo Info;
	Info.Tets = static_cast<int32>(Object.tets.tets.size());
	Info.CellSize = static_cast<float>(Object.cellSize * CentimetresPerMetre);
	Info.ShellThickness = static_cast<float>(Object.shellThickness * CentimetresPerMetre);
	Info.MaterialName = UTF8_TO_TCHAR(Object.material.name.c_str());
	for (const FractureCore::StrengthLayer& Layer : Object.strengthSetup.layers)
	{
		Info.StrengthLayers.Add(LayerNames[Layer.source.index()]);
	}
	Info.Anchors = static_cast<int32>(Object.strengthSetup.anchors.size());
	return Info;
}

/// Twelve triangles; corner k is high along x, y, z where its bits 1, 2, 4 are set.
static FractureCore::SurfaceMesh BoxSurface(const FractureCore::Vec3& Size)
{
	FractureCore::SurfaceMesh Mesh;
	for (int32 K = 0; K < 8; ++K)
	{
		Mesh.positions.push_back({((K & 1) != 0 ? 0.5 : -0.5) * Size.x,
			((K & 2) != 0 ? 0.5 : -0.5) * Size.y,
			((K & 4) != 0 ? 0.5 : -0.5) * Size.z});
	}
	const int32 Quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
	for (const auto& Q : Quads)
	{
		Mesh.triangles.push_back({{Q[0], Q[1], Q[2]}});
		Mesh.triangles.push_back({{Q[0], Q[2], Q[3]}});
	}
	Mesh.slotNames.push_back("box");
	return Mesh;
}
} // namespace FractureSim::Private

using namespace FractureSim::Private;

bool UFractureSimAsset::SetBytes(TConstArrayView<uint8> Bytes)
{
	const FractureCore::Result<FractureCore::BakedObject> Object = LoadObject(Bytes);
	if (!Object)
	{
		UE_LOG(LogFractureSim, Error, TEXT("%s: %s"), *GetName(), UTF8_TO_TCHAR(Object.GetError().message.c_str()));
		return false;
	}
	Bulk.Lock(LOCK_READ_WRITE);
	FMemory::Memcpy(Bulk.Realloc(Bytes.Num()), Bytes.GetData(), static_cast<size_t>(Bytes.Num()));
	Bulk.Unlock();
	// The bake's own key names mesh and settings; the bytes' hash also tells two versions of the baker apart.
	FractureCore::ContentHasher Hasher;
	Hasher.AddBytes(Bytes.GetData(), static_cast<size_t>(Bytes.Num()));
	Key = ToUnrealHash(Hasher.Finish());
	SourceKey = ToUnrealHash(Object->key);
	SourceHash = FFractureSimHash();
	SettingsHash = FFractureSimHash();
	Bake = DescribeBake(*Object);
	RestShape.Reset();
	return true;
}

bool UFractureSimAsset::SetBakedBytes(TConstArrayView<uint8> Bytes, const FFractureSimHash& MeshHash)
{
	if (!SetBytes(Bytes))
	{
		return false;
	}
	SourceHash = MeshHash;
	SettingsHash = HashSettings();
	return true;
}

FFractureSimHash UFractureSimAsset::HashSettings() const
{
	const FractureCore::Result<FractureCore::BakeSettings> Settings = ToCoreBakeSettings(*this);
	if (!Settings)
	{
		return FFractureSimHash();
	}
	// The scale is the one setting that the core sees in the mesh only.
	FractureCore::ContentHasher Hasher;
	const FractureCore::ContentHash Rest = FractureCore::BakeKey(FractureCore::SurfaceMesh(), *Settings);
	Hasher.AddValue(Rest.high);
	Hasher.AddValue(Rest.low);
	Hasher.AddValue(BakeSettings.UnitScale);
	return ToUnrealHash(Hasher.Finish());
}

EFractureSimBakeState UFractureSimAsset::GetBakeState(const FFractureSimHash& MeshHash) const
{
	if (!IsBaked())
	{
		return EFractureSimBakeState::NotBaked;
	}
	if (SourceHash.IsZero())
	{
		return EFractureSimBakeState::Imported;
	}
	if (!MeshHash.IsZero() && MeshHash != SourceHash)
	{
		return EFractureSimBakeState::SourceChanged;
	}
	return HashSettings() == SettingsHash ? EFractureSimBakeState::UpToDate : EFractureSimBakeState::SettingsChanged;
}

TArray<uint8> UFractureSimAsset::GetBytes() const
{
	TArray<uint8> Bytes;
	if (Bulk.GetBulkDataSize() > 0)
	{
		TBulkDataScopedReadLock<uint8> Lock(Bulk);
		Bytes.Append(Lock.GetData(), static_cast<int32>(Lock.Num()));
	}
	return Bytes;
}

bool UFractureSimAsset::LoadFromFile(const FString& Path)
{
	TArray<uint8> Bytes;
	if (!FFileHelper::LoadFileToArray(Bytes, *Path))
	{
		UE_LOG(LogFractureSim, Error, TEXT("%s: the file %s cannot be read"), *GetName(), *Path);
		return false;
	}
	return SetBytes(Bytes);
}

bool UFractureSimAsset::SaveToFile(const FString& Path) const
{
	return IsBaked() && FFileHelper::SaveArrayToFile(GetBytes(), *Path);
}

UFractureSimAsset* UFractureSimAsset::BakeBox(
	UObject* Outer, FVector Size, UFractureSimMaterial* BoxMaterial, int32 Tets)
{
	FractureCore::BakeSettings Settings;
	if (BoxMaterial)
	{
		Settings.material = ToCoreMaterial(*BoxMaterial, Settings.material);
	}
	Settings.tets.targetTets = Tets;
	const FractureCore::Vec3 Metres = ToMetres(Size);
	const FractureCore::Result<FractureCore::BakedObject> Object =
		FractureCore::BakeObject(BoxSurface({Metres.x, -Metres.y, Metres.z}), Settings, UnrealRunner());
	if (!Object)
	{
		UE_LOG(LogFractureSim,
			Error,
			TEXT("a box of %s cm cannot be baked: %s"),
			*Size.ToString(),
			UTF8_TO_TCHAR(Object.GetError().message.c_str()));
		return nullptr;
	}
	const std::vector<uint8_t> Bytes = FractureCore::SaveAsset(*Object);
	UFractureSimAsset* Asset = NewObject<UFractureSimAsset>(Outer ? Outer : GetTransientPackage());
	Asset->SetBytes(TConstArrayView<uint8>(Bytes.data(), static_cast<int32>(Bytes.size())));
	return Asset;
}

TSharedPtr<const FRestShape> UFractureSimAsset::GetRestShape() const
{
	if (RestShape || !IsBaked())
	{
		return RestShape;
	}
	FRACTURESIM_SCOPE(FractureSim_RestShape);
	FractureCore::Result<FractureCore::BakedObject> Object = LoadObject(GetBytes());
	if (Object && Object->kind == FractureCore::BakedKind::Shell)
	{
		// With its thickness, so that it looks the same before and after, and has something to collide with.
		FractureCore::Result<FractureCore::SurfaceMesh> Surface = FractureCore::ShellSurface(*Object);
		if (Surface)
		{
			Object->surface = MoveTemp(*Surface);
		}
		else
		{
			Object = Surface.GetError();
		}
	}
	if (!Object)
	{
		UE_LOG(LogFractureSim, Error, TEXT("%s: %s"), *GetName(), UTF8_TO_TCHAR(Object.GetError().message.c_str()));
		return nullptr;
	}
	FractureCore::DecompositionSettings Decomposition;
	Decomposition.maxHulls = RestHulls;
	const std::vector<FractureCore::ConvexHull> Hulls =
		FractureCore::DecomposeConvex(Object->surface.positions, Object->surface.triangles, Decomposition);
	TSharedPtr<FRestShape> Shape = MakeShared<FRestShape>();
	Shape->Mesh = ToDynamicMesh(Object->surface, FractureCore::Vec3());
	Shape->Shapes = ToCollisionShapes(Hulls, FractureCore::Vec3());
	Shape->Slots = FMath::Max(1, static_cast<int32>(Object->surface.slotNames.size()));
	Shape->Mass = Object->mass.mass;
	Shape->Density = Object->material.density;
	Shape->YoungModulus = Object->material.youngModulus;
	Shape->PoissonRatio = Object->material.poissonRatio;
	Shape->Samples = SampleSurface(Object->surface, RestSamples);
	RestShape = Shape;
	return RestShape;
}

void UFractureSimAsset::Serialize(FArchive& Ar)
{
	Super::Serialize(Ar);
	Ar.UsingCustomVersion(AssetVersionGuid);
	Bulk.Serialize(Ar, this);
	if (Ar.IsLoading())
	{
		RestShape.Reset();
	}
}

#if WITH_EDITOR
EDataValidationResult UFractureSimAsset::IsDataValid(FDataValidationContext& Context) const
{
	const EDataValidationResult Result = Super::IsDataValid(Context);
	const FractureCore::Result<FractureCore::BakedObject> Object = LoadObject(GetBytes());
	if (Object)
	{
		return Result;
	}
	Context.AddError(FText::FromString(UTF8_TO_TCHAR(Object.GetError().message.c_str())));
	return EDataValidationResult::Invalid;
}
#endif
