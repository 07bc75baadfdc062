// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/HeatMap.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace FractureCore
{
namespace
{
/// A round number's multiple of its power of ten and that power.
struct RoundNumber
{
	int32_t digit; // 1, 2 or 5
	int32_t exponent;
};

double ValueOf(const RoundNumber& number)
{
	double power = 1.0;
	for (int32_t i = 0; i < std::abs(number.exponent); ++i)
	{
		power *= 10.0;
	}
	// 0.1 is 1 / 10, to the last bit; 10^-1 by a product of tenths would not be.
	return number.exponent < 0 ? number.digit / power : number.digit * power;
}

RoundNumber NextRound(const RoundNumber& number)
{
	switch (number.digit)
	{
	case 1:
		return {2, number.exponent};
	case 2:
		return {5, number.exponent};
	default:
		return {1, number.exponent + 1};
	}
}

/// The smallest power of ten's exponent with 10^e > value / 10.
int32_t DecadeOf(double value)
{
	int32_t exponent = static_cast<int32_t>(std::floor(std::log10(value)));
	while (ValueOf({1, exponent}) > value)
	{
		--exponent;
	}
	while (ValueOf({1, exponent + 1}) <= value)
	{
		++exponent;
	}
	return exponent;
}

std::string Printed(double value, int32_t decimals)
{
	char text[64];
	std::snprintf(text, sizeof(text), "%.*f", decimals, value);
	return text;
}

std::string PrintedShort(double value)
{
	char text[64];
	std::snprintf(text, sizeof(text), "%.3g", value);
	return text;
}

/// Whole multiples of the smallest round step of which not too many fit.
std::vector<HeatTick> EvenTicks(double low, double high, int32_t most)
{
	RoundNumber step = {1, DecadeOf((high - low) / most)};
	int64_t first = 0;
	int64_t last = 0;
	// Ends that are round numbers count as such whatever their last bit.
	const double slack = 1.0e-9 * (high - low);
	for (;; step = NextRound(step))
	{
		first = static_cast<int64_t>(std::ceil((low - slack) / ValueOf(step)));
		last = static_cast<int64_t>(std::floor((high + slack) / ValueOf(step)));
		if (last - first + 1 <= most)
		{
			break;
		}
	}
	std::vector<HeatTick> ticks;
	for (int64_t i = first; i <= last; ++i)
	{
		const double value = static_cast<double>(i) * ValueOf(step);
		const int32_t decimals = std::max(0, -step.exponent);
		ticks.push_back({value, 0.0, decimals > 9 ? PrintedShort(value) : Printed(value, decimals)});
	}
	return ticks;
}

/// Round numbers, or powers of ten, or every so many powers, so that not too many fit.
std::vector<HeatTick> DecadeTicks(double low, double high, int32_t most)
{
	for (int32_t stride = 0;; ++stride)
	{
		std::vector<HeatTick> ticks;
		const int32_t start = DecadeOf(low);
		for (RoundNumber number = {1, start}; ValueOf(number) <= high * (1.0 + 1.0e-9); number = NextRound(number))
		{
			const bool isTick =
				stride == 0 || (number.digit == 1 && ((number.exponent % stride) + stride) % stride == 0);
			if (isTick && ValueOf(number) >= low * (1.0 - 1.0e-9))
			{
				const bool isPlain = number.exponent > -5 && number.exponent < 6;
				ticks.push_back({ValueOf(number),
					0.0,
					isPlain ? Printed(ValueOf(number), std::max(0, -number.exponent)) : PrintedShort(ValueOf(number))});
			}
		}
		if (static_cast<int32_t>(ticks.size()) <= most)
		{
			return ticks;
		}
	}
}
} // namespace

HeatLegend MakeHeatLegend(const HeatScale& scale, HeatUnit unit, int32_t mostTicks)
{
	const double perUnit = unit == HeatUnit::Megapascal ? 1.0e6 : 1.0;
	const double low = scale.low / perUnit;
	const double high = scale.high / perUnit;
	const int32_t most = std::clamp(mostTicks, 2, 20);
	HeatLegend legend;
	legend.unit = unit == HeatUnit::Megapascal ? "MPa" : (unit == HeatUnit::NewtonSecond ? "N s" : "");
	if (!(high > low) || !std::isfinite(high - low))
	{
		return legend;
	}
	if (scale.isLogarithmic)
	{
		legend.ticks = DecadeTicks(low, high, most);
	}
	if (legend.ticks.size() < 2)
	{
		legend.ticks = EvenTicks(low, high, most);
	}
	if (legend.ticks.size() < 2)
	{
		legend.ticks = {{low, 0.0, PrintedShort(low)}, {high, 1.0, PrintedShort(high)}};
	}
	for (HeatTick& tick : legend.ticks)
	{
		tick.value *= perUnit;
		tick.place = HeatPlace(scale, tick.value);
	}
	return legend;
}
} // namespace FractureCore
