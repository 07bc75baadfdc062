// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Hash.h"
#include "FractureCore/Hooks.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Random.h"
#include "FractureCore/Result.h"
#include "FractureCore/Types.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

using namespace FractureCore;
using FractureToolkit::ThreadTaskRunner;

namespace
{
std::span<const uint8_t> AsBytes(const char* text)
{
	return {reinterpret_cast<const uint8_t*>(text), std::strlen(text)};
}
} // namespace

TEST(Hash, MatchesThePublishedVectorsOfXxh64)
{
	EXPECT_EQ(Hash64(AsBytes("")), 0xEF46DB3751D8E999ull);
	EXPECT_EQ(Hash64(AsBytes("a")), 0xD24EC4F1A98C6E5Bull);
	EXPECT_EQ(Hash64(AsBytes("abc")), 0x44BC2CF5AD770999ull);
	// Longer than one stripe of 32 bytes.
	EXPECT_EQ(
		Hash64(AsBytes("Call me Ishmael. Some years ago--never mind how long precisely-")), 0x02A2E85470D6FD96ull);
}

TEST(Hash, ArraysThatJoinToTheSameBytesDiffer)
{
	const std::vector<int32_t> a{1, 2};
	const std::vector<int32_t> b{3};
	const std::vector<int32_t> c{1};
	const std::vector<int32_t> d{2, 3};
	ContentHasher first;
	first.AddArray(std::span<const int32_t>(a));
	first.AddArray(std::span<const int32_t>(b));
	ContentHasher second;
	second.AddArray(std::span<const int32_t>(c));
	second.AddArray(std::span<const int32_t>(d));
	EXPECT_NE(first.Finish(), second.Finish());
	EXPECT_EQ(ToHex({0x0123456789abcdefull, 0xfull}), "0123456789abcdef000000000000000f");
}

TEST(Random, PhiloxMatchesTheVectorsOfItsAuthors)
{
	// Known answers of Random123 1.09 for philox4x32-10.
	const std::array<uint32_t, 4> zeros = Philox4x32({0, 0, 0, 0}, {0, 0});
	EXPECT_EQ(zeros, (std::array<uint32_t, 4>{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}));
	const uint32_t ones = 0xffffffffu;
	EXPECT_EQ(Philox4x32({ones, ones, ones, ones}, {ones, ones}),
		(std::array<uint32_t, 4>{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}));
	EXPECT_EQ(Philox4x32({0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}, {0xa4093822u, 0x299f31d0u}),
		(std::array<uint32_t, 4>{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}));
}

TEST(Random, UnitsAreUniformAndStreamsIndependent)
{
	constexpr int32_t kCount = 100'000;
	double sum = 0.0;
	double sumOfSquares = 0.0;
	double product = 0.0;
	for (int32_t i = 0; i < kCount; ++i)
	{
		const double a = RandomUnit(1, static_cast<uint64_t>(i));
		const double b = RandomUnit(2, static_cast<uint64_t>(i));
		ASSERT_GE(a, 0.0);
		ASSERT_LT(a, 1.0);
		sum += a;
		sumOfSquares += a * a;
		product += (a - 0.5) * (b - 0.5);
	}
	// Five standard errors each.
	EXPECT_NEAR(sum / kCount, 0.5, 5.0 * std::sqrt(1.0 / 12.0 / kCount));
	EXPECT_NEAR(sumOfSquares / kCount, 1.0 / 3.0, 5.0 * std::sqrt(4.0 / 45.0 / kCount));
	EXPECT_NEAR(product / kCount, 0.0, 5.0 / 12.0 / std::sqrt(static_cast<double>(kCount)));
}

TEST(Parallel, EveryIndexRunsOnceForAnyNumberOfThreads)
{
	for (const int32_t threads : {1, 2, 8})
	{
		ThreadTaskRunner runner(threads);
		EXPECT_EQ(runner.WorkerCount(), threads);
		for (int32_t repeat = 0; repeat < 200; ++repeat)
		{
			std::vector<std::atomic<int32_t>> hits(1001);
			ParallelFor(runner,
				1001,
				7,
				[&](int64_t begin, int64_t end)
				{
					for (int64_t i = begin; i < end; ++i)
					{
						++hits[static_cast<size_t>(i)];
					}
				});
			for (const std::atomic<int32_t>& count : hits)
			{
				ASSERT_EQ(count.load(), 1);
			}
		}
	}
}

TEST(Parallel, SumsAreBitIdenticalForAnyNumberOfThreads)
{
	auto sumWith = [](TaskRunner& runner)
	{
		return ParallelReduce(
			runner,
			100'000,
			1000,
			0.0,
			[](int64_t begin, int64_t end)
			{
				double sum = 0.0;
				for (int64_t i = begin; i < end; ++i)
				{
					sum += std::ldexp(RandomUnit(7, static_cast<uint64_t>(i)), static_cast<int>(i % 60));
				}
				return sum;
			},
			[](double a, double b) { return a + b; });
	};
	const double serial = sumWith(SerialRunner());
	for (const int32_t threads : {1, 2, 8})
	{
		ThreadTaskRunner runner(threads);
		EXPECT_EQ(sumWith(runner), serial);
	}
}

TEST(Parallel, ATaskMayRunTasks)
{
	ThreadTaskRunner runner(4);
	std::atomic<int32_t> total{0};
	ParallelFor(runner,
		8,
		1,
		[&](int64_t, int64_t) {
			ParallelFor(runner, 10, 1, [&](int64_t begin, int64_t end) { total += static_cast<int32_t>(end - begin); });
		});
	EXPECT_EQ(total.load(), 80);
}

TEST(Result, HoldsAValueOrAnError)
{
	const Result<std::string> good(std::string("value"));
	ASSERT_TRUE(good);
	EXPECT_EQ(*good, "value");
	EXPECT_EQ(good->size(), 5u);
	const Result<std::string> bad(Error{ErrorCode::InvalidMesh, "vertex 3 is not a number", 3});
	ASSERT_FALSE(bad);
	EXPECT_EQ(bad.GetError().element, 3);
}

TEST(Hooks, LogAndAssertReachTheHost)
{
	std::string seen;
	SetLogFunction(
		[](LogLevel, const char* message, void* user) { *static_cast<std::string*>(user) = message; }, &seen);
	Log(LogLevel::Info, "hello");
	SetLogFunction(nullptr, nullptr);
	Log(LogLevel::Info, "unheard");
	EXPECT_EQ(seen, "hello");

	static int32_t failures = 0;
	SetAssertFunction([](const char*, const char*, int32_t) { ++failures; });
	FRACTURECORE_ASSERT(1 + 1 == 2);
	FRACTURECORE_ASSERT(1 + 1 == 3);
	SetAssertFunction(nullptr);
	EXPECT_EQ(failures, 1);
}

TEST(Types, CrossFollowsTheRightHand)
{
	EXPECT_EQ(Cross({1, 0, 0}, {0, 1, 0}), (Vec3{0, 0, 1}));
	const Mat3 a{{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}};
	EXPECT_EQ(a * Mat3::Identity(), a);
	EXPECT_EQ(Transposed(Transposed(a)), a);
	EXPECT_EQ(Mat3::Outer({1, 2, 3}, {4, 5, 6}) * (Vec3{1, 0, 0}), (Vec3{4, 8, 12}));
}
