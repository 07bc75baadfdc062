// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace FractureCore
{
/// Names and messages in assets are at most this long, in bytes.
inline constexpr int32_t kMaxTextBytes = 4096;

/// Bytes of `text` before the first one that is not well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates).
size_t ValidUtf8Prefix(std::string_view text);

inline bool IsValidUtf8(std::string_view text)
{
	return ValidUtf8Prefix(text) == text.size();
}

/// `text` with every bad byte as U+FFFD, cut between characters to kMaxTextBytes. Good text comes back as it is.
std::string ToValidUtf8(std::string_view text);

/// For messages: nine digits tell any two floats apart.
std::string FormatNumber(double value);

/// For measured numbers, of which nobody wants more than three digits.
std::string FormatShort(double value);
} // namespace FractureCore
