// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "EditorLevel.h"

#include "AssetRegistry/IAssetRegistry.h"
#include "DerivedDataCacheModule.h"
#include "Framework/Notifications/NotificationManager.h"
#include "IAssetTools.h"
#include "Misc/PackageName.h"
#include "Misc/ScopedSlowTask.h"
#include "UObject/Package.h"

namespace FractureTests
{
static TArray<UPackage*>& Packages()
{
	static TArray<UPackage*> All;
	return All;
}

UStaticMesh& MakeBoxMesh(const TCHAR* Package, const FVector& Size)
{
	UPackage* const Outer = CreatePackage(Package);
	Packages().Add(Outer);
	UStaticMesh* const Mesh = NewObject<UStaticMesh>(Outer, FName(FPackageName::GetShortName(Package)));
	FMeshDescription& Description = Mesh->StandInDescription;
	const FPolygonGroupID Sides = Description.StandInAddGroup(FName("Sides"));
	const FPolygonGroupID Top = Description.StandInAddGroup(FName("Top"));
	for (int32 Axis = 0; Axis < 3; ++Axis)
	{
		for (const double Sign : {-1.0, 1.0})
		{
			// Two directions along the face; with the left hand, their turn is outward.
			const auto At = [&](double U, double V)
			{
				double P[3];
				P[Axis] = Sign;
				P[(Axis + 1) % 3] = Sign * U;
				P[(Axis + 2) % 3] = V;
				return FVector3f(static_cast<float>(0.5 * P[0] * Size.X),
					static_cast<float>(0.5 * P[1] * Size.Y),
					static_cast<float>(0.5 * P[2] * Size.Z));
			};
			const FVertexID V[4] = {Description.StandInAddVertex(At(-1.0, -1.0), 1),
				Description.StandInAddVertex(At(1.0, -1.0)),
				Description.StandInAddVertex(At(1.0, 1.0)),
				Description.StandInAddVertex(At(-1.0, 1.0))};
			const float N[3] = {Axis == 0 ? 1.0f : 0.0f, Axis == 1 ? 1.0f : 0.0f, Axis == 2 ? 1.0f : 0.0f};
			const float S = static_cast<float>(Sign);
			const FVector3f Normal(S * N[0], S * N[1], S * N[2]);
			const FPolygonGroupID Group = Axis == 2 && Sign > 0.0 ? Top : Sides;
			Description.StandInAddTriangle(Group, {V[0], V[2], V[1]}, Normal);
			Description.StandInAddTriangle(Group, {V[0], V[3], V[2]}, Normal);
		}
	}
	for (const TCHAR* Slot : {TEXT("Sides"), TEXT("Top")})
	{
		FStaticMaterial Material;
		Material.MaterialInterface = NewObject<UMaterialInterface>(Outer);
		Material.MaterialSlotName = FName(Slot);
		Material.ImportedMaterialSlotName = FName(Slot);
		Mesh->StandInMaterials.Add(Material);
	}
	return *Mesh;
}

void CleanEditor()
{
	IAssetRegistry& Registry = IAssetRegistry::StandInGet();
	for (const TWeakObjectPtr<UObject>& Asset : Registry.StandInAssets)
	{
		if (Asset.IsValid() && Asset->GetOutermost())
		{
			StandIn::MarkAsGarbage(*Asset->GetOutermost());
		}
	}
	for (UPackage* const Package : Packages())
	{
		if (IsValid(Package))
		{
			StandIn::MarkAsGarbage(*Package);
		}
	}
	Packages().Empty();
	Registry.StandInAssets.Empty();
	(*FModuleManager::LoadModuleChecked<IDerivedDataCacheModule>("DerivedDataCache").CreateOrGetCache())
		->StandInData.Empty();
	FSlateNotificationManager::Get().StandInShown.Empty();
	FSlateNotificationManager::Get().StandInItems.Empty();
	FScopedSlowTask::StandInCancelAfter() = -1;
	FScopedSlowTask::StandInMessages().Empty();
	IAssetTools::Get().StandInShown.Empty();
	StandIn::CollectGarbage();
}
} // namespace FractureTests
