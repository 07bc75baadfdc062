// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Random.h"

namespace FractureCore
{
std::array<uint32_t, 4> Philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key)
{
	// Multipliers and Weyl increments of [Salmon11], table 2 and section 5.
	constexpr uint64_t kMultiplier0 = 0xD2511F53u;
	constexpr uint64_t kMultiplier1 = 0xCD9E8D57u;
	constexpr uint32_t kWeyl0 = 0x9E3779B9u;
	constexpr uint32_t kWeyl1 = 0xBB67AE85u;
	constexpr int32_t kRounds = 10;
	for (int32_t round = 0; round < kRounds; ++round)
	{
		const uint64_t product0 = kMultiplier0 * counter[0];
		const uint64_t product1 = kMultiplier1 * counter[2];
		counter = {static_cast<uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
			static_cast<uint32_t>(product1),
			static_cast<uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
			static_cast<uint32_t>(product0)};
		key[0] += kWeyl0;
		key[1] += kWeyl1;
	}
	return counter;
}

uint64_t RandomBits(uint64_t seed, uint64_t counter)
{
	const std::array<uint32_t, 4> bits =
		Philox4x32({static_cast<uint32_t>(counter), static_cast<uint32_t>(counter >> 32), 0u, 0u},
			{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)});
	return (static_cast<uint64_t>(bits[1]) << 32) | bits[0];
}

double RandomUnit(uint64_t seed, uint64_t counter)
{
	return static_cast<double>(RandomBits(seed, counter) >> 11) * 0x1.0p-53;
}
} // namespace FractureCore
