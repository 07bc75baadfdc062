// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/BakeDialog.h"

#include "Engine/StaticMesh.h"
#include "FractureSimAsset.h"
#include "FractureSimEditorLog.h"
#include "Framework/Notifications/NotificationManager.h"
#include "IAssetTools.h"
#include "Misc/PackageName.h"
#include "Misc/ScopedSlowTask.h"
#include "UObject/Package.h"
#include "Widgets/Notifications/SNotificationList.h"

#define LOCTEXT_NAMESPACE "FractureSimBakeDialog"

namespace FractureSim::Editor
{
/// Long enough to read a sentence and reach the link, in seconds.
static constexpr float ToastDuration = 8.0f;

static FText ShortName(const FBakeReport& Report)
{
	TArray<FString> Parts;
	Report.Asset.ParseIntoArray(Parts, TEXT("."));
	return FText::FromString(FPackageName::GetShortName(Parts.Num() > 0 ? Parts[0] : Report.Asset));
}

FText DescribeReport(const FBakeReport& Report)
{
	const FText Name = ShortName(Report);
	switch (Report.Result)
	{
	case EBakeResult::Failed:
		return FText::Format(LOCTEXT("Failed", "{0} was not baked. {1}"), Name, Report.Error);
	case EBakeResult::Cancelled:
		return FText::Format(LOCTEXT("Cancelled", "{0}: cancelled, nothing changed"), Name);
	case EBakeResult::UpToDate:
		return FText::Format(LOCTEXT("UpToDate", "{0} is up to date"), Name);
	case EBakeResult::FromCache:
	case EBakeResult::Baked:
		break;
	}
	const FText Cached =
		Report.Result == EBakeResult::FromCache ? LOCTEXT("FromCache", ", from the derived data cache") : FText();
	const FText Warned = Report.Warnings.Num() == 0
		? FText()
		: FText::Format(LOCTEXT("Warnings", ", warnings: {0}"), FText::AsNumber(Report.Warnings.Num()));
	return FText::Format(LOCTEXT("Baked", "{0}: {1} tets in {2} s{3}{4}"),
		Name,
		FText::AsNumber(Report.Tets),
		FText::AsNumber(Report.Seconds),
		Cached,
		Warned);
}

static void ShowToast(const FText& Text, const FText& SubText, bool bGood, const TArray<UObject*>& Assets)
{
	FNotificationInfo Info(Text);
	Info.SubText = SubText;
	Info.ExpireDuration = ToastDuration;
	Info.bUseSuccessFailIcons = true;
	TArray<TWeakObjectPtr<UObject>> Weak;
	for (UObject* const Asset : Assets)
	{
		Weak.Add(Asset);
	}
	if (Weak.Num() > 0)
	{
		Info.Hyperlink.BindLambda(
			[Weak]
			{
				TArray<UObject*> Alive;
				for (const TWeakObjectPtr<UObject>& Asset : Weak)
				{
					if (Asset.IsValid())
					{
						Alive.Add(Asset.Get());
					}
				}
				IAssetTools::Get().SyncBrowserToAssets(Alive);
			});
		Info.HyperlinkText = LOCTEXT("Show", "Show in the Content Browser");
	}
	if (const TSharedPtr<SNotificationItem> Item = FSlateNotificationManager::Get().AddNotification(Info))
	{
		Item->SetCompletionState(bGood ? SNotificationItem::CS_Success : SNotificationItem::CS_Fail);
	}
}

/// One note for one asset; one for all of many, or they would cover the screen.
static void ShowResult(const TArray<FBakeReport>& Reports, int32 Wanted, const TArray<UObject*>& Assets)
{
	int32 Good = 0;
	FText Details;
	for (const FBakeReport& Report : Reports)
	{
		Good += Report.IsGood() ? 1 : 0;
		if (Details.IsEmpty() && !Report.IsGood())
		{
			Details = DescribeReport(Report);
		}
		if (Details.IsEmpty() && Report.Warnings.Num() > 0)
		{
			Details = Report.Warnings[0];
		}
	}
	const FText Text = Reports.Num() == 1
		? DescribeReport(Reports[0])
		: FText::Format(
			  LOCTEXT("Many", "{0} of {1} fracture assets baked"), FText::AsNumber(Good), FText::AsNumber(Wanted));
	const bool bSaysAll = Reports.Num() == 1 && !Reports[0].IsGood();
	ShowToast(Text, bSaysAll ? FText() : Details, Good == Wanted, Assets);
}

/// One bake of several.
struct FBakeJob
{
	FString Name; // of the asset
	TFunction<FBakeReport(const FBakeProgress&)> Bake;
};

/// In their order, up to one that is cancelled.
static TArray<FBakeReport> RunInDialog(const TArray<FBakeJob>& Jobs)
{
	TArray<FBakeReport> Reports;
	// Stages of one bake do not tell their share of the time: each asset is one unit, and its last stage fills it.
	FScopedSlowTask Task(static_cast<float>(Jobs.Num()), LOCTEXT("Title", "Baking fracture assets"));
	Task.MakeDialog(true);
	for (const FBakeJob& Job : Jobs)
	{
		const FText Name = FText::FromString(Job.Name);
		float Entered = 0.0f;
		FText LastStage;
		const FBakeReport Report = Job.Bake(
			[&](const FText& Stage, double)
			{
				if (!(Stage.ToString() == LastStage.ToString()) && Entered < 0.8f)
				{
					LastStage = Stage;
					Entered += 0.2f;
					Task.EnterProgressFrame(0.2f, FText::Format(LOCTEXT("Stage", "{0}: {1}"), Name, Stage));
				}
				return !Task.ShouldCancel();
			});
		Task.EnterProgressFrame(1.0f - Entered, Name);
		UE_LOG(LogFractureSimEditor, Display, TEXT("%s"), *DescribeReport(Report).ToString());
		for (const FText& Warning : Report.Warnings)
		{
			UE_LOG(LogFractureSimEditor, Warning, TEXT("%s: %s"), *Report.Asset, *Warning.ToString());
		}
		Reports.Add(Report);
		if (Report.Result == EBakeResult::Cancelled)
		{
			break;
		}
	}
	return Reports;
}

TArray<FBakeReport> BakeWithDialog(const TArray<UFractureSimAsset*>& Assets, bool bForce)
{
	TArray<FBakeJob> Jobs;
	TArray<UObject*> Shown;
	for (UFractureSimAsset* const Asset : Assets)
	{
		Jobs.Add({Asset->GetName(),
			[Asset, bForce](const FBakeProgress& Progress) { return BakeAsset(*Asset, bForce, Progress); }});
		Shown.Add(Asset);
	}
	if (Jobs.Num() == 0)
	{
		return {};
	}
	const TArray<FBakeReport> Reports = RunInDialog(Jobs);
	ShowResult(Reports, Jobs.Num(), Shown);
	return Reports;
}

TArray<UFractureSimAsset*> BakeMeshesWithDialog(const TArray<UStaticMesh*>& Meshes)
{
	TArray<UFractureSimAsset*> Assets;
	Assets.Init(nullptr, Meshes.Num());
	TArray<FBakeJob> Jobs;
	for (int32 I = 0; I < Meshes.Num(); ++I)
	{
		UStaticMesh* const Mesh = Meshes[I];
		Jobs.Add({FPackageName::GetShortName(AssetPackageOf(*Mesh)),
			[Mesh, &Asset = Assets[I]](const FBakeProgress& Progress) { return BakeMesh(*Mesh, Progress, Asset); }});
	}
	if (Jobs.Num() == 0)
	{
		return Assets;
	}
	const TArray<FBakeReport> Reports = RunInDialog(Jobs);
	TArray<UObject*> Shown;
	for (int32 I = 0; I < Meshes.Num(); ++I)
	{
		if (Assets[I])
		{
			Shown.Add(Assets[I]);
		}
		Assets[I] = Reports.IsValidIndex(I) && Reports[I].IsGood() ? Assets[I] : nullptr;
	}
	ShowResult(Reports, Jobs.Num(), Shown);
	return Assets;
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
