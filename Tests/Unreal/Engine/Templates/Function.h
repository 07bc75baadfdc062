// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Templates/TFunction, TFunctionRef,
// TUniqueFunction (5.5).

#include <functional>
#include <type_traits>

template <typename Signature>
using TFunction = std::function<Signature>;

template <typename Signature>
using TUniqueFunction = std::function<Signature>;

template <typename Signature>
class TFunctionRef;

/// Does not own what it calls: for parameters only.
template <typename R, typename... Args>
class TFunctionRef<R(Args...)>
{
public:
	template <typename F>
	requires(!std::is_same_v<std::remove_cvref_t<F>, TFunctionRef>) TFunctionRef(F&& Callable)
		: Object(const_cast<void*>(static_cast<const void*>(&Callable))),
		  Caller([](void* Opaque, Args... In) -> R
			  { return (*static_cast<std::remove_reference_t<F>*>(Opaque))(static_cast<Args>(In)...); })
	{
	}
	R operator()(Args... In) const { return Caller(Object, static_cast<Args>(In)...); }

private:
	void* Object;
	R (*Caller)(void*, Args...);
};
