// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace FractureTests
{
/// Largest difference of a component relative to the largest component of `b`.
inline double RelativeDifference(const std::vector<FractureCore::Sym3>& a, const std::vector<FractureCore::Sym3>& b)
{
	using FractureCore::Sym3;
	EXPECT_EQ(a.size(), b.size());
	double worst = 0.0;
	double largest = 0.0;
	for (size_t t = 0; t < a.size(); ++t)
	{
		for (const auto member : {&Sym3::xx, &Sym3::yy, &Sym3::zz, &Sym3::xy, &Sym3::yz, &Sym3::zx})
		{
			worst = std::max(worst, std::abs(a[t].*member - b[t].*member));
			largest = std::max(largest, std::abs(b[t].*member));
		}
	}
	return worst / largest;
}
} // namespace FractureTests
