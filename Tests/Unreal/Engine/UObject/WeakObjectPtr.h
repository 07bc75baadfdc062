// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/UObject/TWeakObjectPtr, TObjectPtr
// (5.5): both read null once the object is gone.

#include "HAL/Platform.h"
#include "Misc/AssertionMacros.h"

class UObject;

namespace StandIn
{
/// For types that are only declared so far: UObject is their first base.
template <typename T>
const UObject* AsObject(const T* Object)
{
	return reinterpret_cast<const UObject*>(Object);
}

/// A number that names an object for ever, also after its memory serves another one.
uint64 IdOf(const UObject* Object);

/// Whether that object exists and, unless asked otherwise, is not about to be collected.
bool IsAlive(uint64 Id, bool bEvenIfGarbage);
} // namespace StandIn

template <typename T = UObject>
class TWeakObjectPtr
{
public:
	TWeakObjectPtr() = default;
	TWeakObjectPtr(std::nullptr_t) {}
	template <typename U>
	TWeakObjectPtr(U* In) : Object(In), Id(StandIn::IdOf(StandIn::AsObject(In)))
	{
	}
	template <typename U>
	TWeakObjectPtr(const TWeakObjectPtr<U>& Other) : TWeakObjectPtr(Other.Get())
	{
	}

	T* Get() const { return IsValid() ? Object : nullptr; }
	bool IsValid() const { return Id != 0 && StandIn::IsAlive(Id, false); }
	T* operator->() const
	{
		check(IsValid());
		return Object;
	}
	explicit operator bool() const { return IsValid(); }
	friend bool operator==(const TWeakObjectPtr& A, const TWeakObjectPtr& B) { return A.Id == B.Id; }

private:
	T* Object = nullptr;
	uint64 Id = 0;
};

template <typename T>
class TObjectPtr
{
public:
	TObjectPtr() = default;
	TObjectPtr(std::nullptr_t) {}
	TObjectPtr(T* In) : Object(In), Id(StandIn::IdOf(StandIn::AsObject(In))) {}

	T* Get() const { return Id != 0 && StandIn::IsAlive(Id, true) ? Object : nullptr; }
	operator T*() const { return Get(); }
	T* operator->() const
	{
		check(Get() != nullptr);
		return Object;
	}
	T& operator*() const { return *operator->(); }
	explicit operator bool() const { return Get() != nullptr; }

private:
	T* Object = nullptr;
	uint64 Id = 0;
};
