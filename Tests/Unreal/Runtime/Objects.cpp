// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Modules/ModuleManager.h"
#include "Net/UnrealNetwork.h"
#include "Serialization/Archive.h"
#include "StandIn/Connection.h"
#include "UObject/Object.h"
#include "UObject/Package.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace
{
struct FObjects
{
	struct FEntry
	{
		UObject* Object = nullptr;
		bool bGarbage = false;
		bool bDefault = false; // of a class: lives as long as the program
	};
	std::map<uint64, FEntry> Alive;
	uint64 LastId = 0;
	int32 DefaultsBeingMade = 0;
};

FObjects& Objects()
{
	static FObjects* const All = new FObjects();
	return *All;
}

int32 GEnsureFailures = 0;
} // namespace

namespace StandIn
{
FBirth& CurrentBirth()
{
	static FBirth Birth;
	return Birth;
}

uint64 IdOf(const UObject* Object)
{
	return Object ? Object->StandInId : 0;
}

bool IsAlive(uint64 Id, bool bEvenIfGarbage)
{
	const auto Found = Objects().Alive.find(Id);
	return Found != Objects().Alive.end() && (bEvenIfGarbage || !Found->second.bGarbage);
}

void MarkAsGarbage(UObject& Object)
{
	Objects().Alive.at(Object.StandInId).bGarbage = true;
}

void CollectGarbage()
{
	// What an object owns goes before it.
	for (bool bFound = true; bFound;)
	{
		bFound = false;
		for (auto Entry = Objects().Alive.rbegin(); Entry != Objects().Alive.rend(); ++Entry)
		{
			UObject* const Object = Entry->second.Object;
			const UObject* const Outer = Object->GetOuter();
			const bool bOuterGoes = Outer && Objects().Alive.at(Outer->StandInId).bGarbage;
			if (bOuterGoes && !Entry->second.bGarbage)
			{
				Entry->second.bGarbage = true;
				bFound = true;
			}
		}
	}
	std::vector<UObject*> Dead;
	for (auto Entry = Objects().Alive.rbegin(); Entry != Objects().Alive.rend(); ++Entry)
	{
		if (Entry->second.bGarbage)
		{
			Dead.push_back(Entry->second.Object);
		}
	}
	for (UObject* Object : Dead)
	{
		delete Object;
	}
}

int32 LiveObjects()
{
	int32 Count = 0;
	for (const auto& [Id, Entry] : Objects().Alive)
	{
		Count += Entry.bDefault ? 0 : 1;
	}
	return Count;
}

bool IsLifetimeProperty(const UObject& Object, const TCHAR* Name)
{
	TArray<FLifetimeProperty> Properties;
	Object.GetLifetimeReplicatedProps(Properties);
	return Properties.FindByPredicate([Name](const FLifetimeProperty& Property) { return Property.Name == Name; });
}

void CheckFailed(const char* Expression, const char* File, int Line)
{
	std::fprintf(stderr, "%s:%d: check failed: %s\n", File, Line, Expression);
	std::abort();
}

bool EnsureFailed(const char* Expression, const char* File, int Line)
{
	std::fprintf(stderr, "%s:%d: ensure failed: %s\n", File, Line, Expression);
	++GEnsureFailures;
	return false;
}

int32 EnsureFailures()
{
	return GEnsureFailures;
}

namespace
{
struct FModule
{
	const char* Name;
	IModuleInterface* (*Make)();
	std::unique_ptr<IModuleInterface> Instance;
};

std::vector<FModule>& Modules()
{
	static std::vector<FModule> All;
	return All;
}
} // namespace

FModuleRegistration::FModuleRegistration(const char* Name, IModuleInterface* (*Make)())
{
	Modules().push_back({Name, Make, nullptr});
}

void StartModules()
{
	// In the order of their loading phases, which is that of their names here.
	std::sort(Modules().begin(),
		Modules().end(),
		[](const FModule& A, const FModule& B) { return std::string_view(A.Name) < B.Name; });
	for (FModule& Module : Modules())
	{
		Module.Instance.reset(Module.Make());
		Module.Instance->StartupModule();
	}
}

void StopModules()
{
	for (auto Module = Modules().rbegin(); Module != Modules().rend(); ++Module)
	{
		Module->Instance->ShutdownModule();
		Module->Instance.reset();
	}
}
} // namespace StandIn

UClass* UObject::StaticClass()
{
	static UClass Class(TEXT("UObject"), nullptr, nullptr);
	return &Class;
}

UObject::UObject()
{
	const StandIn::FBirth Birth = StandIn::CurrentBirth();
	StandIn::CurrentBirth() = {};
	check(Birth.Class != nullptr); // made on the stack or by new: not allowed
	check(IsInGameThread());
	ClassPrivate = Birth.Class;
	OuterPrivate = Birth.Outer;
	StandInId = ++Objects().LastId;
	const bool bDefault = Birth.Name && std::wcscmp(Birth.Name, TEXT("Default")) == 0;
	NamePrivate = FName(Birth.Name
			? Birth.Name
			: *FString::Printf(TEXT("%s_%d"), ClassPrivate->StandInName() + 1, static_cast<int32>(StandInId)));
	const bool bOfDefault = OuterPrivate && Objects().Alive.at(OuterPrivate->StandInId).bDefault;
	Objects().Alive[StandInId] = {this, false, bDefault || bOfDefault};
}

UObject::~UObject()
{
	Objects().Alive.erase(StandInId);
}

FString UObject::GetPathName() const
{
	// Parts of an asset are behind a colon in the engine; nothing here asks for those.
	return OuterPrivate ? OuterPrivate->GetPathName() + TEXT(".") + GetName() : GetName();
}

UPackage* UObject::GetOutermost() const
{
	const UObject* Top = this;
	while (Top->OuterPrivate)
	{
		Top = Top->OuterPrivate;
	}
	return Cast<UPackage>(const_cast<UObject*>(Top));
}

bool UObject::MarkPackageDirty() const
{
	UPackage* const Package = GetOutermost();
	if (Package)
	{
		Package->bDirty = true;
	}
	return Package != nullptr;
}

bool UObject::Modify(bool bAlwaysMarkDirty)
{
	return bAlwaysMarkDirty && MarkPackageDirty();
}

namespace StandIn
{
UObject* FindByPath(const FString& Path)
{
	for (const auto& [Id, Entry] : Objects().Alive)
	{
		if (!Entry.bGarbage && !Entry.bDefault && Entry.Object->GetPathName() == Path)
		{
			return Entry.Object;
		}
	}
	return nullptr;
}
} // namespace StandIn

void FArchive::Serialize(void* Data, int64 Count)
{
	if (!bLoading)
	{
		StandInBytes.Append(static_cast<const uint8*>(Data), static_cast<int32>(Count));
		return;
	}
	check(Position + Count <= StandInBytes.Num());
	FMemory::Memcpy(Data, StandInBytes.GetData() + Position, static_cast<SIZE_T>(Count));
	Position += static_cast<int32>(Count);
}
