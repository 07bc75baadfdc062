// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Base/Text.h"

#include <cstdio>

namespace FractureCore
{
namespace
{
/// Length in bytes of the well-formed character at the front, 0 if there is none.
size_t Utf8CharacterLength(std::string_view text)
{
	const auto byte = [text](size_t i) { return static_cast<uint8_t>(text[i]); };
	if (text.empty())
	{
		return 0;
	}
	const uint8_t lead = byte(0);
	if (lead < 0x80)
	{
		return 1;
	}
	if (lead < 0xC2 || lead > 0xF4)
	{
		return 0;
	}
	const size_t length = lead < 0xE0 ? 2 : (lead < 0xF0 ? 3 : 4);
	if (text.size() < length)
	{
		return 0;
	}
	// The second byte's range excludes overlong forms, surrogates and what lies beyond U+10FFFF.
	const uint8_t low = lead == 0xE0 ? 0xA0 : (lead == 0xF0 ? 0x90 : 0x80);
	const uint8_t high = lead == 0xED ? 0x9F : (lead == 0xF4 ? 0x8F : 0xBF);
	if (byte(1) < low || byte(1) > high)
	{
		return 0;
	}
	for (size_t i = 2; i < length; ++i)
	{
		if ((byte(i) & 0xC0) != 0x80)
		{
			return 0;
		}
	}
	return length;
}
} // namespace

size_t ValidUtf8Prefix(std::string_view text)
{
	size_t valid = 0;
	while (const size_t length = Utf8CharacterLength(text.substr(valid)))
	{
		valid += length;
	}
	return valid;
}

std::string ToValidUtf8(std::string_view text)
{
	constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
	std::string result;
	while (!text.empty())
	{
		const size_t length = Utf8CharacterLength(text);
		const std::string_view next = length > 0 ? text.substr(0, length) : kReplacement;
		if (result.size() + next.size() > static_cast<size_t>(kMaxTextBytes))
		{
			break;
		}
		result += next;
		text.remove_prefix(length > 0 ? length : 1);
	}
	return result;
}

std::string FormatNumber(double value)
{
	char buffer[32];
	std::snprintf(buffer, sizeof(buffer), "%.9g", value);
	return buffer;
}

std::string FormatShort(double value)
{
	char buffer[32];
	std::snprintf(buffer, sizeof(buffer), "%.3g", value);
	return buffer;
}
} // namespace FractureCore
