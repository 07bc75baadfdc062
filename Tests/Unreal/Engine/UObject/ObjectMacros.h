// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows Unreal Engine Reflection System, Structs, Properties, UFunctions (manual, 5.7).
// Tests/Unreal/Tools/generate.py stands in for the header tool.

#include "HAL/Platform.h"

#define UCLASS(...)
#define USTRUCT(...)
#define UENUM(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define UPARAM(...)
#define STANDIN_JOIN_INNER(A, B, C) A##_##B##C
#define STANDIN_JOIN(A, B, C) STANDIN_JOIN_INNER(A, B, C)
#define GENERATED_BODY(...) STANDIN_JOIN(CURRENT_FILE_ID, __LINE__, _GENERATED_BODY)

enum EObjectFlags
{
	RF_NoFlags = 0x0,
	RF_Public = 0x1,
	RF_Standalone = 0x2,
	RF_Transactional = 0x8,
	RF_Transient = 0x40,
};
inline EObjectFlags operator|(EObjectFlags A, EObjectFlags B)
{
	return static_cast<EObjectFlags>(static_cast<int>(A) | static_cast<int>(B));
}
inline EObjectFlags& operator|=(EObjectFlags& A, EObjectFlags B)
{
	return A = static_cast<EObjectFlags>(static_cast<int>(A) | static_cast<int>(B));
}

/// What the header tool adds to a class, as far as the tests need it.
#define STANDIN_CLASS(Type, Parent)                                                                                    \
	using Super = Parent;                                                                                              \
	using ThisClass = Type;                                                                                            \
	static UClass* StaticClass()                                                                                       \
	{                                                                                                                  \
		static UClass Class(TEXT(#Type),                                                                               \
			Parent::StaticClass(),                                                                                     \
			[](const TCHAR* Name, UObject* Outer) -> UObject*                                                          \
			{ return StandIn::Construct<Type>(Type::StaticClass(), Name, Outer); });                                   \
		return &Class;                                                                                                 \
	}
