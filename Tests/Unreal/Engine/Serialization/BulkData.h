// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/Serialization/FBulkData, TBulkData
// (5.5): Realloc only under a read-write lock.

#include "CoreMinimal.h"
#include "Serialization/Archive.h"

class UObject;

enum EBulkDataLockFlags
{
	LOCK_READ_ONLY = 1,
	LOCK_READ_WRITE = 2,
};

template <typename ElementType>
class TBulkData
{
public:
	void* Lock(uint32 Flags)
	{
		check(Locked == 0);
		Locked = Flags;
		return Bytes.GetData();
	}
	const void* LockReadOnly() const
	{
		check(Locked == 0);
		Locked = LOCK_READ_ONLY;
		return Bytes.GetData();
	}
	void Unlock() const
	{
		check(Locked != 0);
		Locked = 0;
	}
	ElementType* Realloc(int64 Count)
	{
		check(Locked == LOCK_READ_WRITE);
		Bytes.SetNum(static_cast<int32>(Count));
		return Bytes.GetData();
	}
	int64 GetBulkDataSize() const { return Bytes.Num(); }
	void Serialize(FArchive& Ar, UObject*)
	{
		check(Locked == 0);
		int64 Count = Bytes.Num();
		Ar.Serialize(&Count, sizeof(Count));
		Bytes.SetNum(static_cast<int32>(Count));
		Ar.Serialize(Bytes.GetData(), Count);
	}

private:
	TArray<ElementType> Bytes;
	mutable uint32 Locked = 0;
};
using FByteBulkData = TBulkData<uint8>;
