// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows nothing of the engine: calls between an object and its twin in another world of one program. As over a
// network, they arrive later, in order, and not at all where there is no twin.

#include "UObject/Object.h"

#include <functional>
#include <limits>

namespace StandIn
{
void MakeTwins(UObject& A, UObject& B);

/// Null: the object is not known over there.
UObject* TwinOf(const UObject* Object);

/// What a parameter is over there.
template <typename T>
const T& OverThere(const T& Value)
{
	return Value;
}
template <typename T>
T* OverThere(T* Object)
{
	return reinterpret_cast<T*>(TwinOf(AsObject(Object)));
}

void CallRemote(UObject& From, std::function<void(UObject&)> Call);

/// Brings what is under way, and what that brings about, until there is nothing left or so many were brought. The
/// answer is how many calls.
int32 DeliverCalls(int32 Most = std::numeric_limits<int32>::max());

/// At one moment, since this was asked last.
int32 MostCallsUnderWay();
} // namespace StandIn
