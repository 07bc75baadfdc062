// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// XXH64 by Yann Collet, written from its specification (github.com/Cyan4973/xxHash, doc/xxhash_spec.md).
#include "FractureCore/Hash.h"

#include <bit>
#include <cstring>

namespace FractureCore
{
static_assert(std::endian::native == std::endian::little, "hashes and files are defined on little-endian bytes");

namespace
{
constexpr uint64_t kPrime1 = 0x9E3779B185EBCA87ull;
constexpr uint64_t kPrime2 = 0xC2B2AE3D27D4EB4Full;
constexpr uint64_t kPrime3 = 0x165667B19E3779F9ull;
constexpr uint64_t kPrime4 = 0x85EBCA77C2B2AE63ull;
constexpr uint64_t kPrime5 = 0x27D4EB2F165667C5ull;

template <typename T>
T ReadWord(const uint8_t* bytes)
{
	T word;
	std::memcpy(&word, bytes, sizeof(T));
	return word;
}

uint64_t HashRound(uint64_t lane, uint64_t input)
{
	return std::rotl(lane + input * kPrime2, 31) * kPrime1;
}

uint64_t MergeLane(uint64_t hash, uint64_t lane)
{
	return (hash ^ HashRound(0, lane)) * kPrime1 + kPrime4;
}
} // namespace

uint64_t Hash64(std::span<const uint8_t> bytes, uint64_t seed)
{
	const uint8_t* p = bytes.data();
	size_t left = bytes.size();
	uint64_t hash = seed + kPrime5;
	if (left >= 32)
	{
		uint64_t lanes[4] = {seed + kPrime1 + kPrime2, seed + kPrime2, seed, seed - kPrime1};
		for (; left >= 32; left -= 32, p += 32)
		{
			for (int32_t i = 0; i < 4; ++i)
			{
				lanes[i] = HashRound(lanes[i], ReadWord<uint64_t>(p + 8 * i));
			}
		}
		hash = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) + std::rotl(lanes[3], 18);
		for (const uint64_t lane : lanes)
		{
			hash = MergeLane(hash, lane);
		}
	}
	hash += bytes.size();
	for (; left >= 8; left -= 8, p += 8)
	{
		hash = std::rotl(hash ^ HashRound(0, ReadWord<uint64_t>(p)), 27) * kPrime1 + kPrime4;
	}
	if (left >= 4)
	{
		hash = std::rotl(hash ^ (ReadWord<uint32_t>(p) * kPrime1), 23) * kPrime2 + kPrime3;
		left -= 4;
		p += 4;
	}
	for (; left > 0; --left, ++p)
	{
		hash = std::rotl(hash ^ (*p * kPrime5), 11) * kPrime1;
	}
	hash = (hash ^ (hash >> 33)) * kPrime2;
	hash = (hash ^ (hash >> 29)) * kPrime3;
	return hash ^ (hash >> 32);
}

std::string ToHex(const ContentHash& hash)
{
	constexpr char kDigits[] = "0123456789abcdef";
	std::string text(32, '0');
	for (int32_t i = 0; i < 16; ++i)
	{
		text[static_cast<size_t>(i)] = kDigits[(hash.high >> (60 - 4 * i)) & 15u];
		text[static_cast<size_t>(16 + i)] = kDigits[(hash.low >> (60 - 4 * i)) & 15u];
	}
	return text;
}

void ContentHasher::AddBytes(const void* bytes, size_t size)
{
	const std::span<const uint8_t> view(static_cast<const uint8_t*>(bytes), size);
	m_high = Hash64(view, m_high);
	m_low = Hash64(view, m_low);
}

void ContentHasher::AddText(const std::string& text)
{
	AddArray(std::span<const char>(text.data(), text.size()));
}
} // namespace FractureCore
