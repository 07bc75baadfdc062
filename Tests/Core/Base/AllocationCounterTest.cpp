// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AllocationCounter.h"

#include <gtest/gtest.h>

#include <memory>

TEST(AllocationCounter, SeesAnAllocation)
{
	const FractureCore::AllocationCounter counter;
	EXPECT_EQ(counter.Count(), 0);
	const auto number = std::make_unique<int>(1);
	EXPECT_EQ(counter.Count(), 1);
	struct alignas(64) Line
	{
		char bytes[64];
	};
	const auto line = std::make_unique<Line>();
	EXPECT_EQ(counter.Count(), 2);
}
