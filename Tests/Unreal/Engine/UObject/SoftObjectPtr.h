// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/UObject/TSoftObjectPtr,
// TSoftClassPtr (5.5). What was in memory is loaded.

#include "UObject/WeakObjectPtr.h"

class UClass;

template <typename T>
class TSoftObjectPtr
{
public:
	TSoftObjectPtr() = default;
	TSoftObjectPtr(T* In) : Object(In) {}
	bool IsNull() const { return !Object.IsValid(); }
	T* Get() const { return Object.Get(); }
	T* LoadSynchronous() const { return Object.Get(); }

private:
	TWeakObjectPtr<T> Object;
};

template <typename T>
class TSoftClassPtr
{
public:
	TSoftClassPtr() = default;
	TSoftClassPtr(UClass* In) : Class(In) {}
	UClass* Get() const { return Class; }

private:
	UClass* Class = nullptr;
};
