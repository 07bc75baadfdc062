// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/Serialization/TBulkDataScopedReadLock
// (5.5).

#include "Serialization/BulkData.h"

template <typename ElementType>
class TBulkDataScopedReadLock
{
public:
	explicit TBulkDataScopedReadLock(const TBulkData<ElementType>& In)
		: Bulk(In), Data(static_cast<const ElementType*>(In.LockReadOnly()))
	{
	}
	~TBulkDataScopedReadLock() { Bulk.Unlock(); }
	TBulkDataScopedReadLock(const TBulkDataScopedReadLock&) = delete;
	const ElementType* GetData() const { return Data; }
	int64 Num() const { return Bulk.GetBulkDataSize(); }

private:
	const TBulkData<ElementType>& Bulk;
	const ElementType* Data;
};
