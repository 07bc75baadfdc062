// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimBakeCommandlet.h"

#include "AssetRegistry/AssetRegistryModule.h"
#include "Bake/AssetBaker.h"
#include "Bake/BakeDialog.h"
#include "FractureSimAsset.h"
#include "FractureSimEditorLog.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Misc/Parse.h"
#include "Modules/ModuleManager.h"
#include "Serialization/JsonWriter.h"
#include "UObject/Package.h"
#include "UObject/SavePackage.h"

#define LOCTEXT_NAMESPACE "FractureSimBakeCommandlet"

namespace FractureSim::Editor
{
struct FBatch
{
	TArray<FString> Folders;
	FString ReportPath;
	int32 Agent = 0;
	int32 Agents = 1;
	bool bForce = false;
	bool bCheck = false;
};

/// False: the log says what is wrong.
static bool ParseBatch(const FString& Params, FBatch& Batch)
{
	FString Folders;
	FParse::Value(*Params, TEXT("Folders="), Folders);
	Folders.ParseIntoArray(Batch.Folders, TEXT("+"));
	if (Batch.Folders.Num() == 0)
	{
		Batch.Folders.Add(TEXT("/Game"));
	}
	FParse::Value(*Params, TEXT("Report="), Batch.ReportPath);
	FParse::Value(*Params, TEXT("Agents="), Batch.Agents);
	FParse::Value(*Params, TEXT("Agent="), Batch.Agent);
	Batch.bForce = FParse::Param(*Params, TEXT("Force"));
	Batch.bCheck = FParse::Param(*Params, TEXT("Check"));
	for (const FString& Folder : Batch.Folders)
	{
		if (!Folder.StartsWith(TEXT("/")))
		{
			UE_LOG(LogFractureSimEditor, Error, TEXT("-Folders: '%s' does not start with /"), *Folder);
			return false;
		}
	}
	if (Batch.Agents < 1 || Batch.Agent < 0 || Batch.Agent >= Batch.Agents)
	{
		UE_LOG(LogFractureSimEditor,
			Error,
			TEXT("-Agent=%d -Agents=%d: agents count from 0 to one less than their number"),
			Batch.Agent,
			Batch.Agents);
		return false;
	}
	return true;
}

/// By path, so that all agents see the same order.
static TArray<UFractureSimAsset*> FindAssets(const FBatch& Batch)
{
	FARFilter Filter;
	for (const FString& Folder : Batch.Folders)
	{
		Filter.PackagePaths.Add(FName(Folder));
	}
	Filter.bRecursivePaths = true;
	Filter.ClassPaths.Add(UFractureSimAsset::StaticClass()->GetClassPathName());
	IAssetRegistry& Registry = FModuleManager::LoadModuleChecked<FAssetRegistryModule>("AssetRegistry").Get();
	Registry.SearchAllAssets(true);
	TArray<FAssetData> Found;
	Registry.GetAssets(Filter, Found);
	Found.Sort(
		[](const FAssetData& A, const FAssetData& B) { return A.PackageName.ToString() < B.PackageName.ToString(); });
	TArray<UFractureSimAsset*> Assets;
	for (int32 I = Batch.Agent; I < Found.Num(); I += Batch.Agents)
	{
		if (UFractureSimAsset* const Asset = Cast<UFractureSimAsset>(Found[I].GetAsset()))
		{
			Assets.Add(Asset);
		}
	}
	return Assets;
}

static bool SaveAssetPackage(UFractureSimAsset& Asset)
{
	UPackage* const Package = Asset.GetOutermost();
	const FString File =
		FPackageName::LongPackageNameToFilename(Package->GetName(), FPackageName::GetAssetPackageExtension());
	FSavePackageArgs Arguments;
	Arguments.TopLevelFlags = RF_Public | RF_Standalone;
	return UPackage::SavePackage(Package, &Asset, *File, Arguments);
}

static FBakeReport RunOne(UFractureSimAsset& Asset, const FBatch& Batch)
{
	if (Batch.bCheck)
	{
		FBakeReport Report;
		Report.Asset = Asset.GetPathName();
		Report.Tets = Asset.Bake.Tets;
		const EFractureSimBakeState State = FindBakeState(Asset);
		const bool bGood = State == EFractureSimBakeState::UpToDate || State == EFractureSimBakeState::Imported;
		Report.Result = bGood ? EBakeResult::UpToDate : EBakeResult::Failed;
		Report.Error = bGood ? FText() : LOCTEXT("Stale", "It is stale or not baked. Bake it and submit it.");
		return Report;
	}
	// One that was imported has nothing to be baked from.
	if (Asset.GetBakeState(FFractureSimHash()) == EFractureSimBakeState::Imported && Asset.SourceMesh.IsNull())
	{
		FBakeReport Report;
		Report.Asset = Asset.GetPathName();
		Report.Result = EBakeResult::UpToDate;
		Report.Tets = Asset.Bake.Tets;
		return Report;
	}
	FBakeReport Report = BakeAsset(Asset, Batch.bForce);
	if ((Report.Result == EBakeResult::Baked || Report.Result == EBakeResult::FromCache) && !SaveAssetPackage(Asset))
	{
		Report.Result = EBakeResult::Failed;
		Report.Error = LOCTEXT("NotSaved", "Its package cannot be saved. Is it checked out and writable?");
	}
	return Report;
}

static const TCHAR* ResultName(EBakeResult Result)
{
	switch (Result)
	{
	case EBakeResult::Baked:
		return TEXT("baked");
	case EBakeResult::FromCache:
		return TEXT("cached");
	case EBakeResult::UpToDate:
		return TEXT("up-to-date");
	case EBakeResult::Cancelled:
		return TEXT("cancelled");
	case EBakeResult::Failed:
		break;
	}
	return TEXT("failed");
}

static FString ToJson(const TArray<FBakeReport>& Reports, int32 Failures)
{
	FString Text;
	const TSharedRef<TJsonWriter<TCHAR>> Writer = TJsonWriterFactory<TCHAR>::Create(&Text);
	Writer->WriteObjectStart();
	Writer->WriteValue(TEXT("assetCount"), Reports.Num());
	Writer->WriteValue(TEXT("failures"), Failures);
	Writer->WriteArrayStart(TEXT("assets"));
	for (const FBakeReport& Report : Reports)
	{
		Writer->WriteObjectStart();
		Writer->WriteValue(TEXT("asset"), Report.Asset);
		Writer->WriteValue(TEXT("result"), ResultName(Report.Result));
		Writer->WriteValue(TEXT("tets"), Report.Tets);
		Writer->WriteValue(TEXT("seconds"), Report.Seconds);
		Writer->WriteValue(TEXT("error"), Report.Error.ToString());
		Writer->WriteArrayStart(TEXT("warnings"));
		for (const FText& Warning : Report.Warnings)
		{
			Writer->WriteValue(Warning.ToString());
		}
		Writer->WriteArrayEnd();
		Writer->WriteObjectEnd();
	}
	Writer->WriteArrayEnd();
	Writer->WriteObjectEnd();
	Writer->Close();
	return Text;
}
} // namespace FractureSim::Editor

using namespace FractureSim::Editor;

UFractureSimBakeCommandlet::UFractureSimBakeCommandlet()
{
	IsClient = false;
	IsServer = false;
	IsEditor = true;
	LogToConsole = true;
}

int32 UFractureSimBakeCommandlet::Main(const FString& Params)
{
	FBatch Batch;
	if (!ParseBatch(Params, Batch))
	{
		return 2;
	}
	TArray<FBakeReport> Reports;
	int32 Failures = 0;
	for (UFractureSimAsset* const Asset : FindAssets(Batch))
	{
		Reports.Add(RunOne(*Asset, Batch));
		const FBakeReport& Report = Reports.Last();
		if (Report.IsGood())
		{
			UE_LOG(LogFractureSimEditor, Display, TEXT("%s"), *DescribeReport(Report).ToString());
		}
		else
		{
			UE_LOG(LogFractureSimEditor, Error, TEXT("%s"), *DescribeReport(Report).ToString());
			++Failures;
		}
	}
	if (!Batch.ReportPath.IsEmpty() && !FFileHelper::SaveStringToFile(ToJson(Reports, Failures), *Batch.ReportPath))
	{
		UE_LOG(LogFractureSimEditor, Error, TEXT("the report %s cannot be written"), *Batch.ReportPath);
		return 1;
	}
	return Failures == 0 ? 0 : 1;
}

#undef LOCTEXT_NAMESPACE
