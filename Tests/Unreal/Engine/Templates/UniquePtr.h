// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Templates/TUniquePtr, MakeUnique (5.5).

#include "Misc/AssertionMacros.h"

#include <memory>

template <typename T>
class TUniquePtr
{
public:
	TUniquePtr() = default;
	TUniquePtr(std::nullptr_t) {}
	explicit TUniquePtr(T* In) : Pointer(In) {}

	T& operator*() const
	{
		check(Pointer != nullptr);
		return *Pointer;
	}
	T* operator->() const
	{
		check(Pointer != nullptr);
		return Pointer.get();
	}
	T* Get() const { return Pointer.get(); }
	bool IsValid() const { return Pointer != nullptr; }
	explicit operator bool() const { return IsValid(); }
	void Reset(T* In = nullptr) { Pointer.reset(In); }
	T* Release() { return Pointer.release(); }
	template <typename U>
	TUniquePtr(TUniquePtr<U>&& Other) : Pointer(Other.Release())
	{
	}

private:
	std::unique_ptr<T> Pointer;
};

template <typename T, typename... ArgTypes>
TUniquePtr<T> MakeUnique(ArgTypes&&... Args)
{
	return TUniquePtr<T>(new T(std::forward<ArgTypes>(Args)...));
}
