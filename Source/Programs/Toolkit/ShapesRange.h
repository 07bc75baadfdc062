// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"

#include <initializer_list>
#include <optional>
#include <string_view>

namespace FractureToolkit::ShapeDetail
{
/// An option's value with what it may be.
struct LengthRange
{
	std::string_view option;
	double value = 0.0; // m
	double low = 0.0;
	double high = 0.0;
	std::string_view reason; // where the limits come from, "" for plain limits
};

/// The error for the first length that is out of its range (NaN always is).
std::optional<FractureCore::Error> FindOutOfRange(std::string_view shape, std::initializer_list<LengthRange> ranges);

/// The limits of a shape's first length, m: a glass bead to a bridge.
inline constexpr double kSmallestLength = 1.0e-3;
inline constexpr double kLargestLength = 1.0e3;
} // namespace FractureToolkit::ShapeDetail
