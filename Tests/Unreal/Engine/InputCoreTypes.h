// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/InputCore/FKey, EKeys (5.5).

#include "CoreMinimal.h"

struct FKey
{
	FKey() = default;
	explicit FKey(const TCHAR* InName) : Name(InName) {}
	FName Name;
	friend bool operator==(const FKey& A, const FKey& B) { return A.Name == B.Name; }
};

struct EKeys
{
	inline static const FKey LeftMouseButton{TEXT("LeftMouseButton")};
	inline static const FKey E{TEXT("E")};
	inline static const FKey F{TEXT("F")};
	inline static const FKey K{TEXT("K")};
	inline static const FKey L{TEXT("L")};
	inline static const FKey P{TEXT("P")};
	inline static const FKey R{TEXT("R")};
	inline static const FKey S{TEXT("S")};
	inline static const FKey X{TEXT("X")};
	inline static const FKey Period{TEXT("Period")};
	inline static const FKey Comma{TEXT("Comma")};
	inline static const FKey LeftBracket{TEXT("LeftBracket")};
	inline static const FKey RightBracket{TEXT("RightBracket")};
};

namespace EModifierKey
{
enum Type : uint8
{
	None = 0,
	Control = 1 << 0,
	Alt = 1 << 1,
	Shift = 1 << 2,
};
}
