// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/UObject/UObject, UClass, NewObject,
// Cast, GetDefault (5.5).

#include "Containers/Array.h"
#include "Containers/UnrealString.h"
#include "UObject/NameTypes.h"
#include "UObject/ObjectMacros.h"
#include "UObject/WeakObjectPtr.h"

#include <type_traits>

class FArchive;
class FDataValidationContext;
class UObject;
class UPackage;
class UWorld;
struct FLifetimeProperty;
enum class EDataValidationResult : uint8
{
	Invalid,
	Valid,
	NotValidated
};

class UClass
{
public:
	using FFactory = UObject* (*)(const TCHAR*, UObject*);
	UClass(const TCHAR* InName, UClass* InSuper, FFactory InFactory) : Name(InName), Super(InSuper), Factory(InFactory)
	{
	}

	const TCHAR* StandInName() const { return Name; }
	bool IsChildOf(const UClass* Other) const { return this == Other || (Super && Super->IsChildOf(Other)); }
	UObject* GetDefaultObject()
	{
		if (!DefaultObject)
		{
			DefaultObject = Factory(TEXT("Default"), nullptr);
		}
		return DefaultObject;
	}
	UObject* StandInMake(const TCHAR* InName, UObject* Outer) { return Factory(InName, Outer); }
	FName GetFName() const { return FName(Name + 1); }
	struct FTopLevelAssetPath GetClassPathName() const;

private:
	const TCHAR* Name;
	UClass* Super;
	FFactory Factory;
	UObject* DefaultObject = nullptr;
};

namespace StandIn
{
/// What an object's constructor learns before it runs.
struct FBirth
{
	UClass* Class = nullptr;
	UObject* Outer = nullptr;
	const TCHAR* Name = nullptr;
};
FBirth& CurrentBirth();

template <typename T>
T* Construct(UClass* Class, const TCHAR* Name, UObject* Outer)
{
	CurrentBirth() = {Class, Outer, Name};
	return new T();
}

/// Deletes what was marked. The engine also collects what nobody refers to; here owners end with their world.
void CollectGarbage();

/// Objects that exist, defaults of classes not counted.
int32 LiveObjects();

void MarkAsGarbage(UObject& Object);
} // namespace StandIn

class UObject
{
public:
	UObject();
	UObject(const UObject&) = delete;
	virtual ~UObject();
	static UClass* StaticClass();
	UClass* GetClass() const { return ClassPrivate; }
	UObject* GetOuter() const { return OuterPrivate; }
	FName GetFName() const { return NamePrivate; }
	FString GetName() const { return NamePrivate.ToString(); }
	FString GetPathName() const;
	UPackage* GetOutermost() const;
	bool MarkPackageDirty() const;
	virtual bool Modify(bool bAlwaysMarkDirty = true);
	bool IsA(const UClass* Other) const { return ClassPrivate->IsChildOf(Other); }
	virtual UWorld* GetWorld() const { return OuterPrivate ? OuterPrivate->GetWorld() : nullptr; }
	virtual void Serialize(FArchive&) {}
	virtual void GetLifetimeReplicatedProps(TArray<FLifetimeProperty>&) const {}
	virtual EDataValidationResult IsDataValid(FDataValidationContext&) const
	{
		return EDataValidationResult::NotValidated;
	}

	template <typename T>
	T* CreateDefaultSubobject(FName SubobjectName)
	{
		const FString Text = SubobjectName.ToString();
		return static_cast<T*>(T::StaticClass()->StandInMake(*Text, this));
	}
	template <typename T>
	T* CreateDefaultSubobject(const TCHAR* SubobjectName)
	{
		return CreateDefaultSubobject<T>(FName(SubobjectName));
	}

	/// Copies what the class replicates to its twin in another world.
	virtual void StandInReplicate(UObject&) {}

	bool HasAnyFlags(EObjectFlags Flags) const { return (StandInFlags & Flags) != 0; }

	uint64 StandInId = 0;
	EObjectFlags StandInFlags = RF_NoFlags;

private:
	UClass* ClassPrivate = nullptr;
	UObject* OuterPrivate = nullptr;
	FName NamePrivate;
};

template <typename T>
T* NewObject(UObject* Outer)
{
	return static_cast<T*>(T::StaticClass()->StandInMake(nullptr, Outer));
}

template <typename T>
T* NewObject(UObject* Outer, FName Name, EObjectFlags Flags = RF_NoFlags)
{
	const FString Text = Name.ToString();
	T* const Object = static_cast<T*>(T::StaticClass()->StandInMake(Name.IsNone() ? nullptr : *Text, Outer));
	Object->StandInFlags = Flags;
	return Object;
}

template <typename T>
T* NewObject(UObject* Outer, const UClass* Class, FName Name = NAME_None, EObjectFlags Flags = RF_NoFlags)
{
	const FString Text = Name.ToString();
	T* const Object = static_cast<T*>(const_cast<UClass*>(Class)->StandInMake(Name.IsNone() ? nullptr : *Text, Outer));
	Object->StandInFlags = Flags;
	return Object;
}

/// What was made under that path, if it is alive.
namespace StandIn
{
UObject* FindByPath(const FString& Path);
}
template <typename T>
T* LoadObject(UObject*, const TCHAR* Name)
{
	UObject* const Found = StandIn::FindByPath(Name);
	return Found && Found->IsA(T::StaticClass()) ? static_cast<T*>(Found) : nullptr;
}

template <typename T>
class TSubclassOf
{
public:
	TSubclassOf() = default;
	TSubclassOf(UClass* In) : Class(In) {}
	UClass* Get() const { return Class; }
	operator UClass*() const { return Class; }

private:
	UClass* Class = nullptr;
};

inline bool IsValid(const UObject* Object)
{
	return Object && StandIn::IsAlive(Object->StandInId, false);
}

template <typename T>
T* Cast(UObject* Object)
{
	return Object && Object->IsA(T::StaticClass()) ? static_cast<T*>(Object) : nullptr;
}

template <typename T>
T* CastChecked(UObject* Object)
{
	check(Object && Object->IsA(T::StaticClass()));
	return static_cast<T*>(Object);
}

template <typename T>
const T* GetDefault()
{
	return static_cast<const T*>(T::StaticClass()->GetDefaultObject());
}

template <typename T>
T* GetMutableDefault()
{
	return static_cast<T*>(T::StaticClass()->GetDefaultObject());
}

template <typename T>
struct TStructOpsTypeTraitsBase2
{
};
template <typename T>
struct TStructOpsTypeTraits : public TStructOpsTypeTraitsBase2<T>
{
};
