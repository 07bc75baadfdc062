// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Serialization/FArchive (5.5): IsLoading,
// UsingCustomVersion, Serialize.

#include "CoreMinimal.h"

class FArchive
{
public:
	bool IsLoading() const { return bLoading; }
	void UsingCustomVersion(const FGuid&) { ++StandInVersionsUsed; }
	void Serialize(void* Data, int64 Count);

	TArray<uint8> StandInBytes;
	bool bLoading = false;
	int32 StandInVersionsUsed = 0;

private:
	int32 Position = 0;
};
