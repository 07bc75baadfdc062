// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace FractureTests
{
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif
#else
inline constexpr bool kIsSanitized = false;
#endif

/// How far a sweep goes. The sanitizers look at what code does to memory, which a few cases show as well as many, at
/// five times the price each; what results are right is found out without them.
template <typename T>
constexpr T Thinned(T many, std::type_identity_t<T> few)
{
	return kIsSanitized ? few : many;
}

/// The cases of a sweep, or its first few.
template <typename T>
std::vector<T> Cases(std::initializer_list<T> all, size_t few)
{
	return {all.begin(), all.begin() + Thinned(all.size(), few)};
}

/// The cases of a sweep over a list that others made, or a few from all over it.
template <typename T>
std::vector<T> Spread(const std::vector<T>& all, size_t few)
{
	const size_t count = Thinned(all.size(), few);
	std::vector<T> result;
	for (size_t i = 0; i < count; ++i)
	{
		result.push_back(all[i * all.size() / count]);
	}
	return result;
}
} // namespace FractureTests
