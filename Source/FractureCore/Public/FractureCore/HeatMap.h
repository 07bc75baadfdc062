// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace FractureCore
{
// One heat map for pictures, the studio and Unreal, so that a colour means the same in all of them.

/// Linear light with sRGB primaries, 0 to 1: what shaders and Unreal's FLinearColor take.
struct LinearRgb
{
	float r = 0.0f;
	float g = 0.0f;
	float b = 0.0f;

	friend bool operator==(const LinearRgb&, const LinearRgb&) = default;
};

/// A colour of the OKLab space [Ottosson20], in which equal steps look equally large.
struct Oklch
{
	double lightness = 0.0; // 0 to 1
	double chroma = 0.0;
	double hue = 0.0; // turns

	friend bool operator==(const Oklch&, const Oklch&) = default;
};

FRACTURECORE_API LinearRgb RgbFromOklch(const Oklch& colour);

/// Dark indigo over teal to bright yellow for t from 0 to 1 (clamped; NaN is 0). Lightness rises in even steps
/// [Ottosson20], so that the order of values shows in print and with any kind of colour vision.
FRACTURECORE_API LinearRgb HeatColour(double t);

/// The same as gamma-coded bytes.
FRACTURECORE_API std::array<uint8_t, 3> HeatBytes(double t);

/// Which value has which colour.
struct HeatScale
{
	double low = 0.0;
	double high = 1.0;
	bool isLogarithmic = false; // both above 0

	friend bool operator==(const HeatScale&, const HeatScale&) = default;
};

/// From the least to the greatest finite value; logarithmic if all are above 0 and a factor of 20 apart. A single value
/// gets the middle of the scale.
FRACTURECORE_API HeatScale FitHeatScale(std::span<const double> values);

/// Place of a value on the scale, 0 to 1, clamped.
FRACTURECORE_API double HeatPlace(const HeatScale& scale, double value);

enum class HeatUnit : uint8_t
{
	Megapascal,   // for values in Pa
	NewtonSecond, // for values in N s
	Factor,       // no unit
};

struct HeatTick
{
	double value = 0.0; // in the values' unit, Pa or N s
	double place = 0.0; // 0 to 1
	std::string text;   // "12.5", in the legend's unit

	friend bool operator==(const HeatTick&, const HeatTick&) = default;
};

struct HeatLegend
{
	std::string unit; // "MPa"
	std::vector<HeatTick> ticks;

	friend bool operator==(const HeatLegend&, const HeatLegend&) = default;
};

/// Ticks at round numbers (1, 2 or 5 times a power of ten), ascending: at least two, at most `mostTicks` (2 to 20).
/// Where a scale is too narrow for two round numbers they are its ends.
FRACTURECORE_API HeatLegend MakeHeatLegend(const HeatScale& scale, HeatUnit unit, int32_t mostTicks = 6);
} // namespace FractureCore
