// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Misc/TAttribute (5.5).

#include <functional>
#include <type_traits>
#include <utility>

template <typename T>
class TAttribute
{
public:
	TAttribute() = default;
	template <typename U>
	requires std::is_convertible_v<U, T> TAttribute(const U& In) : Value(In) {}

	template <typename LambdaType>
	static TAttribute CreateLambda(LambdaType&& Lambda)
	{
		TAttribute Result;
		Result.Getter = std::forward<LambdaType>(Lambda);
		return Result;
	}
	T Get() const { return Getter ? Getter() : Value; }

private:
	T Value = T();
	std::function<T()> Getter;
};
