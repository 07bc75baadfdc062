// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/PrincipalStresses.h"

#include "FractureCore/Random.h"
#include "Math/SymmetricEigen.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace FractureCore;

namespace
{
void ExpectSameAsOneByOne(const std::vector<Sym3>& stresses)
{
	for (const SolvePath path : {SolvePath::Portable, SolvePath::Avx2})
	{
		if (!IsAvailable(path))
		{
			continue;
		}
		std::vector<PrincipalStress> found(stresses.size());
		FindPrincipalStresses(stresses, found, path);
		for (size_t i = 0; i < stresses.size(); ++i)
		{
			const SymmetricExtremes expected = FindExtremes(stresses[i]);
			ASSERT_EQ(found[i].largest, expected.largest) << i;
			ASSERT_EQ(found[i].smallest, expected.smallest) << i;
			ASSERT_EQ(found[i].direction, expected.direction) << i;
		}
	}
}
} // namespace

TEST(PrincipalStresses, AreThoseOfOneMatrixAfterAnotherBitForBit)
{
	std::vector<Sym3> stresses;
	for (uint64_t i = 0; i < 4003; ++i) // not a multiple of four
	{
		auto draw = [&](uint64_t k)
		{ return std::pow(10.0, 8.0 * RandomUnit(3, 12 * i + k)) * (2.0 * RandomUnit(3, 12 * i + k + 6) - 1.0); };
		stresses.push_back({draw(0), draw(1), draw(2), draw(3), draw(4), draw(5)});
	}
	ExpectSameAsOneByOne(stresses);
}

TEST(PrincipalStresses, HoldForEqualZeroTinyAndHugeValuesToo)
{
	// Small integers give equal eigenvalues, zero matrices and zeros in every place; then scaled to the ends of double.
	std::vector<Sym3> stresses;
	for (const double scale : {1.0, -3.0, 1.0e-310, 1.0e-160, 1.0e150, 1.0e300})
	{
		for (int32_t code = 0; code < 729; ++code)
		{
			auto digit = [&](int32_t place) { return scale * (code / place % 3 - 1); };
			stresses.push_back({digit(1), digit(3), digit(9), digit(27), digit(81), digit(243)});
		}
	}
	stresses.push_back({5.0, 5.0, 5.0, 0.0, 0.0, 0.0});
	ExpectSameAsOneByOne(stresses);
}
