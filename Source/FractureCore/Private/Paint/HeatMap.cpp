// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/HeatMap.h"

#include "FractureCore/Types.h"
#include "Math/Elementary.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
/// A spiral inside the sRGB gamut, which is narrow at teal, where the parabola has its foot.
Oklch SpiralAt(double t)
{
	return {0.27 + 0.64 * t, 0.09 + 0.29 * (t - 0.42) * (t - 0.42), (290.0 - 182.0 * t) / 360.0};
}

constexpr int32_t kHeatSteps = 256;

/// The spiral in steps of equal length.
std::array<LinearRgb, kHeatSteps + 1> MakeHeatTable()
{
	constexpr int32_t kFine = 4096;
	std::array<double, kFine + 1> walked{};
	for (int32_t i = 1; i <= kFine; ++i)
	{
		const Oklch a = SpiralAt(static_cast<double>(i - 1) / kFine);
		const Oklch b = SpiralAt(static_cast<double>(i) / kFine);
		const double turn = (b.hue - a.hue) * 2.0 * kPi * 0.5 * (a.chroma + b.chroma);
		walked[static_cast<size_t>(i)] =
			walked[static_cast<size_t>(i - 1)] + Length({b.lightness - a.lightness, b.chroma - a.chroma, turn});
	}
	std::array<LinearRgb, kHeatSteps + 1> table;
	int32_t fine = 0;
	for (int32_t i = 0; i <= kHeatSteps; ++i)
	{
		while (fine < kFine && walked[static_cast<size_t>(fine)] < walked[kFine] * i / kHeatSteps)
		{
			++fine;
		}
		table[static_cast<size_t>(i)] = RgbFromOklch(SpiralAt(static_cast<double>(fine) / kFine));
	}
	return table;
}

uint8_t SrgbByte(float linear)
{
	const double value = std::clamp(static_cast<double>(linear), 0.0, 1.0);
	const double coded = value <= 0.0031308 ? 12.92 * value : 1.055 * PortablePow(value, 1.0 / 2.4) - 0.055;
	return static_cast<uint8_t>(std::lround(coded * 255.0));
}
} // namespace

LinearRgb RgbFromOklch(const Oklch& colour)
{
	const double a = colour.chroma * SinOfTurns(colour.hue + 0.25);
	const double b = colour.chroma * SinOfTurns(colour.hue);
	const double lRoot = colour.lightness + 0.3963377774 * a + 0.2158037573 * b;
	const double mRoot = colour.lightness - 0.1055613458 * a - 0.0638541728 * b;
	const double sRoot = colour.lightness - 0.0894841775 * a - 1.2914855480 * b;
	const double l = lRoot * lRoot * lRoot;
	const double m = mRoot * mRoot * mRoot;
	const double s = sRoot * sRoot * sRoot;
	return {static_cast<float>(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
		static_cast<float>(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
		static_cast<float>(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

LinearRgb HeatColour(double t)
{
	static const std::array<LinearRgb, kHeatSteps + 1> table = MakeHeatTable();
	const double place = (t > 0.0 ? std::min(t, 1.0) : 0.0) * kHeatSteps;
	const size_t step = std::min(static_cast<size_t>(place), static_cast<size_t>(kHeatSteps - 1));
	const float share = static_cast<float>(place - static_cast<double>(step));
	const LinearRgb& a = table[step];
	const LinearRgb& b = table[step + 1];
	return {a.r * (1.0f - share) + b.r * share, a.g * (1.0f - share) + b.g * share, a.b * (1.0f - share) + b.b * share};
}

std::array<uint8_t, 3> HeatBytes(double t)
{
	const LinearRgb colour = HeatColour(t);
	return {SrgbByte(colour.r), SrgbByte(colour.g), SrgbByte(colour.b)};
}

HeatScale FitHeatScale(std::span<const double> values)
{
	double low = HUGE_VAL;
	double high = -HUGE_VAL;
	for (const double value : values)
	{
		if (std::isfinite(value))
		{
			low = std::min(low, value);
			high = std::max(high, value);
		}
	}
	if (!(low <= high))
	{
		return {};
	}
	if (low == high)
	{
		const double half = low != 0.0 ? 0.5 * std::abs(low) : 0.5;
		return {low - half, high + half, false};
	}
	return {low, high, low > 0.0 && high >= 20.0 * low};
}

double HeatPlace(const HeatScale& scale, double value)
{
	double place = 0.0;
	if (scale.isLogarithmic)
	{
		place = value > 0.0 && std::isfinite(value)
			? PortableLog(value / scale.low) / PortableLog(scale.high / scale.low)
			: (value > 0.0 ? 1.0 : 0.0);
	}
	else
	{
		place = (value - scale.low) / (scale.high - scale.low);
	}
	return place > 0.0 ? std::min(place, 1.0) : 0.0;
}
} // namespace FractureCore
