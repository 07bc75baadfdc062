// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Templates/TSharedPtr, TSharedRef, TWeakPtr,
// MakeShared (5.5). Thread-safe, as the default mode is.

#include "Misc/AssertionMacros.h"
#include "Templates/UnrealTemplate.h"

#include <memory>

template <typename T>
class TSharedPtr;

template <typename T>
class TSharedRef
{
public:
	template <typename U>
	TSharedRef(const TSharedRef<U>& Other) : Pointer(Other.Pointer)
	{
	}

	T& operator*() const { return *Pointer; }
	T* operator->() const { return Pointer.get(); }
	T& Get() const { return *Pointer; }

	std::shared_ptr<T> Pointer; // the stand-in's own

private:
	template <typename U, typename... ArgTypes>
	friend TSharedRef<U> MakeShared(ArgTypes&&... Args);
	explicit TSharedRef(std::shared_ptr<T> In) : Pointer(std::move(In)) {}
};

template <typename T>
class TSharedPtr
{
public:
	TSharedPtr() = default;
	TSharedPtr(std::nullptr_t) {}
	template <typename U>
	TSharedPtr(const TSharedRef<U>& Other) : Pointer(Other.Pointer)
	{
	}
	template <typename U>
	TSharedPtr(const TSharedPtr<U>& Other) : Pointer(Other.Pointer)
	{
	}

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
	void Reset() { Pointer.reset(); }
	friend bool operator==(const TSharedPtr& A, const TSharedPtr& B) { return A.Pointer == B.Pointer; }

	std::shared_ptr<T> Pointer; // the stand-in's own
};

/// Keeps nothing alive.
template <typename T>
class TWeakPtr
{
public:
	TWeakPtr() = default;
	template <typename U>
	TWeakPtr(const TSharedRef<U>& Other) : Pointer(Other.Pointer)
	{
	}
	template <typename U>
	TWeakPtr(const TSharedPtr<U>& Other) : Pointer(Other.Pointer)
	{
	}

	/// Null: it is gone.
	TSharedPtr<T> Pin() const
	{
		TSharedPtr<T> Result;
		Result.Pointer = Pointer.lock();
		return Result;
	}
	bool IsValid() const { return !Pointer.expired(); }

private:
	std::weak_ptr<T> Pointer;
};

/// Takes a raw pointer over.
template <typename T>
TSharedPtr<T> MakeShareable(T* Object)
{
	TSharedPtr<T> Result;
	Result.Pointer.reset(Object);
	return Result;
}

template <typename T, typename... ArgTypes>
TSharedRef<T> MakeShared(ArgTypes&&... Args)
{
	return TSharedRef<T>(std::make_shared<T>(std::forward<ArgTypes>(Args)...));
}
