// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Reads and edits the bytes of a .frac file by the numbers of Docs/FileFormat.md, without the core's own layout header:
// a second reading of the document.

#include "FractureCore/Hash.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace FractureTest
{
struct SectionSpan
{
	size_t entry = 0; // where its row of the table starts
	size_t offset = 0;
	size_t size = 0;
};

template <typename T>
T GetAt(std::span<const uint8_t> bytes, size_t offset)
{
	T value{};
	std::memcpy(&value, bytes.data() + offset, sizeof(T));
	return value;
}

template <typename T>
void PutAt(std::span<uint8_t> bytes, size_t offset, T value)
{
	std::memcpy(bytes.data() + offset, &value, sizeof(T));
}

inline std::optional<SectionSpan> FindSection(std::span<const uint8_t> bytes, std::string_view id)
{
	const uint32_t count = GetAt<uint32_t>(bytes, 12);
	for (size_t i = 0; i < count; ++i)
	{
		const size_t entry = 32 + 32 * i;
		if (std::memcmp(bytes.data() + entry, id.data(), 4) == 0)
		{
			return SectionSpan{entry, GetAt<uint64_t>(bytes, entry + 8), GetAt<uint64_t>(bytes, entry + 16)};
		}
	}
	return std::nullopt;
}

/// Puts the sections where their sizes say, with zeros between them, and cuts sizes that leave the file: what remains
/// wrong is the content.
inline void FixLayout(std::span<uint8_t> bytes)
{
	constexpr uint8_t kMagic[8] = {0x89, 'F', 'R', 'A', 'C', '\r', '\n', 0x1A};
	if (bytes.size() < 32)
	{
		return;
	}
	std::memcpy(bytes.data(), kMagic, sizeof(kMagic));
	PutAt<uint32_t>(bytes, 8, 1);
	const uint64_t most = (bytes.size() - 32) / 32;
	const uint64_t count = GetAt<uint32_t>(bytes, 12) < most ? GetAt<uint32_t>(bytes, 12) : most;
	PutAt<uint32_t>(bytes, 12, static_cast<uint32_t>(count));
	uint64_t offset = 32 + 32 * count;
	for (size_t entry = 32; entry < 32 + 32 * count; entry += 32)
	{
		const uint64_t left = bytes.size() - offset;
		const uint64_t claimed = GetAt<uint64_t>(bytes, entry + 16);
		const uint64_t size = claimed < left && (claimed + 7) / 8 * 8 <= left ? claimed : left;
		PutAt<uint32_t>(bytes, entry + 4, 0);
		PutAt<uint64_t>(bytes, entry + 8, offset);
		PutAt<uint64_t>(bytes, entry + 16, size);
		for (offset += size; offset % 8 != 0 && offset < bytes.size(); ++offset)
		{
			bytes[offset] = 0;
		}
	}
}

/// Makes every checksum and the size right again, as far as the table stays inside the file.
inline void FixChecksums(std::span<uint8_t> bytes)
{
	if (bytes.size() < 32)
	{
		return;
	}
	PutAt<uint64_t>(bytes, 16, bytes.size());
	const uint64_t count = GetAt<uint32_t>(bytes, 12);
	if (count > (bytes.size() - 32) / 32)
	{
		return;
	}
	for (size_t entry = 32; entry < 32 + 32 * count; entry += 32)
	{
		const uint64_t offset = GetAt<uint64_t>(bytes, entry + 8);
		const uint64_t size = GetAt<uint64_t>(bytes, entry + 16);
		if (offset <= bytes.size() && size <= bytes.size() - offset)
		{
			PutAt<uint64_t>(bytes, entry + 24, FractureCore::Hash64(bytes.subspan(offset, size)));
		}
	}
	PutAt<uint64_t>(
		bytes, 24, FractureCore::Hash64(bytes.subspan(32, 32 * count), FractureCore::Hash64(bytes.first(24))));
}
} // namespace FractureTest
