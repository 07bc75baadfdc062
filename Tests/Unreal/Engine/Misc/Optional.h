// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Misc/TOptional (5.5): IsSet, GetValue,
// Get(Default).

#include "Misc/AssertionMacros.h"

#include <optional>
#include <utility>

template <typename T>
class TOptional
{
public:
	TOptional() = default;
	TOptional(const T& In) : Value(In) {}
	TOptional(T&& In) : Value(std::move(In)) {}

	bool IsSet() const { return Value.has_value(); }
	explicit operator bool() const { return IsSet(); }
	const T& GetValue() const
	{
		check(IsSet());
		return *Value;
	}
	const T& operator*() const { return GetValue(); }
	const T* operator->() const { return &GetValue(); }
	const T& Get(const T& Default) const { return Value ? *Value : Default; }
	void Reset() { Value.reset(); }

private:
	std::optional<T> Value;
};
