// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The editor's registries, as lists that tests can look at.
#include "Editor.h"
#include "AssetRegistry/IAssetRegistry.h"
#include "DerivedDataCacheInterface.h"
#include "Framework/Notifications/NotificationManager.h"
#include "IAssetTools.h"
#include "Interfaces/IPluginManager.h"
#include "MeshDescription.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Misc/Parse.h"
#include "Misc/Paths.h"
#include "Misc/ScopedSlowTask.h"
#include "Serialization/JsonWriter.h"
#include "Styling/SlateStyleRegistry.h"
#include "ToolMenus.h"

#include <cwchar>
#include <filesystem>

UEditorEngine* GEditor = nullptr;

int32& FScopedSlowTask::StandInCancelAfter()
{
	static int32 Questions = -1;
	return Questions;
}

int32& FScopedSlowTask::StandInOpen()
{
	static int32 Open = 0;
	return Open;
}

TArray<FString>& FScopedSlowTask::StandInMessages()
{
	static TArray<FString> Messages;
	return Messages;
}

FSlateNotificationManager& FSlateNotificationManager::Get()
{
	static FSlateNotificationManager Manager;
	return Manager;
}

TArray<const ISlateStyle*>& FSlateStyleRegistry::StandInAll()
{
	static TArray<const ISlateStyle*> All;
	return All;
}

IAssetTools& IAssetTools::Get()
{
	static IAssetTools Tools;
	return Tools;
}

FString& IPlugin::StandInDir()
{
	static FString Dir;
	return Dir;
}

IPluginManager& IPluginManager::Get()
{
	static IPluginManager Manager;
	return Manager;
}

TSharedPtr<IPlugin> IPluginManager::FindPlugin(const FString& Name)
{
	return Name == TEXT("FractureSim") ? TSharedPtr<IPlugin>(MakeShared<IPlugin>()) : nullptr;
}

// Menus.

TArray<void*>& UToolMenus::StandInOwners()
{
	static TArray<void*> Owners;
	return Owners;
}

int32& UToolMenus::StandInCallbacks()
{
	static int32 Callbacks = 0;
	return Callbacks;
}

UToolMenus* UToolMenus::Get()
{
	return GetMutableDefault<UToolMenus>();
}

FDelegateHandle UToolMenus::RegisterStartupCallback(const FSimpleDelegate& InDelegate)
{
	++StandInCallbacks();
	InDelegate.Execute();
	return FDelegateHandle();
}

void UToolMenus::UnRegisterStartupCallback(const void*)
{
	--StandInCallbacks();
}

void UToolMenus::UnregisterOwner(FToolMenuOwner Owner)
{
	for (UToolMenu* const Menu : Get()->StandInMenus)
	{
		for (const TSharedPtr<FToolMenuSection>& Section : Menu->Sections)
		{
			Section->Entries.RemoveAll(
				[&Owner](const FToolMenuEntry& Entry) { return Entry.StandInOwner == Owner.Pointer; });
		}
	}
}

UToolMenu* UToolMenus::ExtendMenu(const FName Name)
{
	for (UToolMenu* const Menu : StandInMenus)
	{
		if (Menu->MenuName == Name)
		{
			return Menu;
		}
	}
	UToolMenu* const Menu = NewObject<UToolMenu>(this);
	Menu->MenuName = Name;
	StandInMenus.Add(Menu);
	return Menu;
}

FToolMenuSection& UToolMenu::FindOrAddSection(const FName SectionName)
{
	for (const TSharedPtr<FToolMenuSection>& Section : Sections)
	{
		if (Section->Name == SectionName)
		{
			return *Section;
		}
	}
	Sections.Add(MakeShared<FToolMenuSection>());
	Sections.Last()->Name = SectionName;
	return *Sections.Last();
}

FToolMenuEntry& FToolMenuSection::AddMenuEntry(const FName InName,
	const TAttribute<FText>& InLabel,
	const TAttribute<FText>& InToolTip,
	const TAttribute<FSlateIcon>& InIcon,
	const FToolMenuExecuteAction& InAction)
{
	check(UToolMenus::StandInOwners().Num() > 0); // an entry without an owner cannot be taken out
	return Entries.Add_GetRef(
		{InName, InLabel.Get(), InToolTip.Get(), InIcon.Get(), InAction, UToolMenus::StandInOwners().Last()});
}

int32 UToolMenus::StandInEntries()
{
	int32 Count = 0;
	for (const UToolMenu* const Menu : Get()->StandInMenus)
	{
		for (const TSharedPtr<FToolMenuSection>& Section : Menu->Sections)
		{
			Count += Section->Entries.Num();
		}
	}
	return Count;
}

const FToolMenuEntry* UToolMenus::StandInFind(const FName Menu, const FName Entry)
{
	for (const TSharedPtr<FToolMenuSection>& Section : Get()->ExtendMenu(Menu)->Sections)
	{
		for (const FToolMenuEntry& Candidate : Section->Entries)
		{
			if (Candidate.Name == Entry)
			{
				return &Candidate;
			}
		}
	}
	return nullptr;
}

// Assets.

FAssetData::FAssetData(UObject* InAsset) : Asset(InAsset)
{
	if (InAsset)
	{
		const FString Package = InAsset->GetOutermost() ? InAsset->GetOutermost()->GetName() : FString();
		PackageName = FName(Package);
		PackagePath = FName(FPackageName::GetLongPackagePath(Package));
		AssetName = InAsset->GetFName();
	}
}

IAssetRegistry& IAssetRegistry::StandInGet()
{
	static IAssetRegistry Registry;
	return Registry;
}

void IAssetRegistry::AssetCreated(UObject* NewAsset)
{
	StandInAssets.Add(NewAsset);
}

bool IAssetRegistry::GetAssets(const FARFilter& Filter, TArray<FAssetData>& OutAssetData, bool) const
{
	for (const TWeakObjectPtr<UObject>& Weak : StandInAssets)
	{
		UObject* const Asset = Weak.Get();
		if (!Asset)
		{
			continue;
		}
		const FAssetData Data(Asset);
		bool bInside = Filter.PackagePaths.Num() == 0;
		for (const FName& Path : Filter.PackagePaths)
		{
			const FString Folder = Path.ToString();
			const FString Own = Data.PackagePath.ToString();
			bInside |= Own == Folder || (Filter.bRecursivePaths && Own.StartsWith(*(Folder + TEXT("/"))));
		}
		bool bOfClass = Filter.ClassPaths.Num() == 0;
		for (const FTopLevelAssetPath& Class : Filter.ClassPaths)
		{
			bOfClass |= Class == Asset->GetClass()->GetClassPathName();
		}
		if (bInside && bOfClass)
		{
			OutAssetData.Add(Data);
		}
	}
	return true;
}

bool UPackage::SavePackage(UPackage* InOuter, UObject* InAsset, const TCHAR* Filename, const FSavePackageArgs& SaveArgs)
{
	check((SaveArgs.TopLevelFlags & RF_Standalone) != 0);
	std::filesystem::create_directories(std::filesystem::path(Filename).parent_path());
	InOuter->bDirty = false;
	return FFileHelper::SaveStringToFile(InAsset->GetPathName(), Filename);
}

UPackage* CreatePackage(const TCHAR* PackageName)
{
	if (UObject* const Found = StandIn::FindByPath(PackageName))
	{
		return CastChecked<UPackage>(Found);
	}
	return NewObject<UPackage>(nullptr, FName(PackageName));
}

FString FPackageName::LongPackageNameToFilename(const FString& LongPackageName, const FString& Extension)
{
	return FPaths::ProjectSavedDir() + TEXT("/fracturesim-content") + LongPackageName + Extension;
}

const FString& FPackageName::GetAssetPackageExtension()
{
	static const FString Extension(TEXT(".uasset"));
	return Extension;
}

FString FPackageName::GetShortName(const FString& LongName)
{
	const size_t Slash = LongName.StandInText().rfind(L'/');
	return Slash == std::wstring::npos ? LongName : FString(LongName.StandInText().substr(Slash + 1));
}

FString FPackageName::GetLongPackagePath(const FString& LongPackageName)
{
	const size_t Slash = LongPackageName.StandInText().rfind(L'/');
	return Slash == std::wstring::npos ? FString() : FString(LongPackageName.StandInText().substr(0, Slash));
}

// The cache.

FString FDerivedDataCacheInterface::BuildCacheKey(
	const TCHAR* PluginName, const TCHAR* VersionString, const TCHAR* Suffix)
{
	for (const TCHAR* C = Suffix; *C; ++C)
	{
		check(std::iswalnum(static_cast<wint_t>(*C)) || *C == L'_');
	}
	return FString(PluginName) + TEXT("_") + VersionString + TEXT("_") + Suffix;
}

bool FDerivedDataCacheInterface::GetSynchronous(const TCHAR* CacheKey, TArray<uint8>& OutData, FStringView)
{
	const TArray<uint8>* const Found = StandInData.Find(CacheKey);
	if (Found)
	{
		OutData = *Found;
	}
	return Found != nullptr;
}

void FDerivedDataCacheInterface::Put(
	const TCHAR* CacheKey, TArrayView64<const uint8> Data, FStringView, bool bPutEvenIfExists)
{
	if (bPutEvenIfExists || !StandInData.Find(CacheKey))
	{
		TArray<uint8> Copy;
		Copy.Append(Data.GetData(), static_cast<int32>(Data.Num()));
		StandInData.Add(CacheKey, Copy);
	}
}

// Command lines: words parted by spaces; "Name=" is part of the match.

bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, FString& Value, bool)
{
	const std::wstring Line(Stream);
	const size_t At = Line.find(Match);
	if (At == std::wstring::npos)
	{
		return false;
	}
	const size_t Start = At + std::wcslen(Match);
	const bool bQuoted = Start < Line.size() && Line[Start] == L'"';
	const size_t End = Line.find(bQuoted ? L'"' : L' ', Start + (bQuoted ? 1 : 0));
	Value = FString(Line.substr(
		Start + (bQuoted ? 1 : 0), End == std::wstring::npos ? std::wstring::npos : End - Start - (bQuoted ? 1 : 0)));
	return true;
}

bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, int32& Value)
{
	FString Text;
	if (!FParse::Value(Stream, Match, Text))
	{
		return false;
	}
	Value = static_cast<int32>(std::wcstol(*Text, nullptr, 10));
	return true;
}

bool FParse::Param(const TCHAR* Stream, const TCHAR* Param)
{
	const std::wstring Line = L" " + std::wstring(Stream) + L" ";
	return Line.find(L" -" + std::wstring(Param) + L" ") != std::wstring::npos;
}

// Meshes.

FVertexID FMeshDescription::StandInAddVertex(const FVector3f& Position, int32 Gap)
{
	const FVertexID Vertex = AllVertices.Add(Gap);
	Positions.SetNum(AllVertices.GetArraySize());
	Positions[Vertex.GetValue()] = Position;
	return Vertex;
}

FPolygonGroupID FMeshDescription::StandInAddGroup(FName Slot)
{
	GroupSlots.Add(Slot);
	return AllGroups.Add(0);
}

FTriangleID FMeshDescription::StandInAddTriangle(
	FPolygonGroupID Group, const FVertexID (&Vertices)[3], const FVector3f& Normal)
{
	for (const FVertexID& Vertex : Vertices)
	{
		Corners.Add(FVertexInstanceID(InstanceVertices.Num()));
		InstanceVertices.Add(Vertex);
		InstanceNormals.Add(Normal);
		InstanceUvs.Add(FVector2f(0.25f, 0.125f));
	}
	TriangleGroups.Add(Group);
	return AllTriangles.Add(0);
}

// JSON.

FString FStandInJsonWriter::Quoted(const FString& Value)
{
	std::wstring Result = L"\"";
	for (const wchar_t C : Value.StandInText())
	{
		if (C == L'"' || C == L'\\')
		{
			Result += L'\\';
		}
		Result += C == L'\n' ? L' ' : C;
	}
	return FString(Result + L"\"");
}

void FStandInJsonWriter::Comma()
{
	Text += bFirst ? TEXT("") : TEXT(",\n");
	bFirst = false;
}

void FStandInJsonWriter::Put(const FString* Name, const FString& Value)
{
	Comma();
	Text += (Name ? Quoted(*Name) + TEXT(": ") : FString()) + Value;
}

void FStandInJsonWriter::Open(const FString* Name, const TCHAR* Bracket)
{
	Put(Name, Bracket);
	++Depth;
	bFirst = true;
}

void FStandInJsonWriter::Close_(const TCHAR* Bracket)
{
	check(Depth > 0);
	--Depth;
	Text += Bracket;
	bFirst = false;
}
