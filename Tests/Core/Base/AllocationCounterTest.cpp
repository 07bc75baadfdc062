// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AllocationCounter.h"

#include <gtest/gtest.h>

#include <memory>

namespace
{
// A compiler may leave out an allocation that nobody can see, and clang does. A volatile pointer is seen.
const void* volatile g_seen = nullptr;
} // namespace

TEST(AllocationCounter, SeesAnAllocation)
{
	struct alignas(64) Line
	{
		char bytes[64];
	};
	const FractureCore::AllocationCounter counter;
	const auto before = counter.Count();
	const auto number = std::make_unique<int>(1);
	g_seen = number.get();
	const auto between = counter.Count();
	const auto line = std::make_unique<Line>();
	g_seen = line.get();
	const auto after = counter.Count();
	// Told only now: a failing check allocates its message.
	EXPECT_EQ(before, 0);
	EXPECT_EQ(between, 1);
	EXPECT_EQ(after, 2);
}

TEST(AllocationCounter, RemembersTheMostHeldAtOnce)
{
	constexpr int64_t kHeld = 1000;
	const FractureCore::AllocationCounter counter;
	for (int32_t i = 0; i < 3; ++i)
	{
		const auto bytes = std::make_unique<char[]>(kHeld);
		g_seen = bytes.get();
	}
	const auto peak = counter.PeakBytes();
	const FractureCore::AllocationCounter later;
	const auto afterwards = later.PeakBytes();
	EXPECT_EQ(peak, kHeld);
	EXPECT_EQ(afterwards, 0);
}
