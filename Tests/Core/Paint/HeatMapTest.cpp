// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/HeatMap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace FractureCore;

namespace
{
/// Lightness as an eye has it, CIE L*, of light that reaches the eye with weights for red, green and blue.
double LightnessOf(const LinearRgb& c, double r, double g, double b)
{
	const double light = r * c.r + g * c.g + b * c.b;
	return light > 0.008856 ? 116.0 * std::cbrt(light) - 16.0 : 903.3 * light;
}

std::vector<std::string> TickTexts(const HeatLegend& legend)
{
	std::vector<std::string> texts;
	for (const HeatTick& tick : legend.ticks)
	{
		texts.push_back(tick.text);
	}
	return texts;
}

using Texts = std::vector<std::string>;
} // namespace

TEST(HeatMap, GetsLighterInEvenStepsForEveryEye)
{
	// Weights of normal sight, and of sight without the cones for red or for green, to a few per cent; and how even the
	// steps must be: for the latter two it is the order that counts.
	const double eyes[3][4] = {{0.2126, 0.7152, 0.0722, 0.4}, {0.05, 0.87, 0.08, 0.2}, {0.33, 0.59, 0.08, 0.2}};
	for (const auto& eye : eyes)
	{
		double last = LightnessOf(HeatColour(0.0), eye[0], eye[1], eye[2]);
		const double whole = LightnessOf(HeatColour(1.0), eye[0], eye[1], eye[2]) - last;
		EXPECT_GT(whole, 55.0);
		for (int32_t i = 1; i <= 32; ++i)
		{
			const double next = LightnessOf(HeatColour(i / 32.0), eye[0], eye[1], eye[2]);
			EXPECT_GT(next - last, eye[3] * whole / 32.0) << i;
			EXPECT_LT(next - last, 2.0 * whole / 32.0) << i;
			last = next;
		}
	}
}

TEST(HeatMap, StaysOnTheScreenAndClamps)
{
	for (int32_t i = 0; i <= 256; ++i)
	{
		const LinearRgb colour = HeatColour(i / 256.0);
		for (const float channel : {colour.r, colour.g, colour.b})
		{
			EXPECT_GE(channel, 0.0f);
			EXPECT_LE(channel, 1.0f);
		}
	}
	EXPECT_EQ(HeatColour(-3.0), HeatColour(0.0));
	EXPECT_EQ(HeatColour(7.0), HeatColour(1.0));
	EXPECT_EQ(HeatColour(std::numeric_limits<double>::quiet_NaN()), HeatColour(0.0));
	const std::array<uint8_t, 3> dark = HeatBytes(0.0);
	const std::array<uint8_t, 3> bright = HeatBytes(1.0);
	EXPECT_GT(dark[2], dark[1]); // indigo
	EXPECT_GT(bright[0], 200);   // yellow
	EXPECT_GT(bright[1], 200);
	EXPECT_LT(bright[2], bright[0]);
}

TEST(HeatMap, AScaleFitsTheFiniteValues)
{
	const std::vector<double> values = {3.0e6, HUGE_VAL, 5.0e6, -HUGE_VAL, 4.0e6};
	EXPECT_EQ(FitHeatScale(values), (HeatScale{3.0e6, 5.0e6, false}));
	EXPECT_EQ(FitHeatScale(std::vector<double>{1.0, 20.0}), (HeatScale{1.0, 20.0, true}));
	EXPECT_EQ(FitHeatScale(std::vector<double>{0.0, 20.0}), (HeatScale{0.0, 20.0, false}));
	EXPECT_EQ(HeatPlace(FitHeatScale(std::vector<double>{8.0, 8.0}), 8.0), 0.5);
	EXPECT_EQ(HeatPlace(FitHeatScale(std::vector<double>{0.0}), 0.0), 0.5);
	EXPECT_EQ(FitHeatScale({}), HeatScale{});
}

TEST(HeatMap, PlacesAreLinearOrLogarithmic)
{
	EXPECT_DOUBLE_EQ(HeatPlace({2.0, 6.0, false}, 3.0), 0.25);
	EXPECT_DOUBLE_EQ(HeatPlace({1.0, 10000.0, true}, 10.0), 0.25);
	EXPECT_EQ(HeatPlace({1.0, 10000.0, true}, 0.0), 0.0);
	EXPECT_EQ(HeatPlace({1.0, 10000.0, true}, HUGE_VAL), 1.0);
	EXPECT_EQ(HeatPlace({2.0, 6.0, false}, -1.0), 0.0);
	EXPECT_EQ(HeatPlace({2.0, 6.0, false}, 9.0), 1.0);
	EXPECT_EQ(HeatPlace({2.0, 6.0, false}, std::numeric_limits<double>::quiet_NaN()), 0.0);
}

TEST(HeatMap, ALegendHasRoundNumbersInMegapascals)
{
	const HeatLegend legend = MakeHeatLegend({0.0, 50.0e6, false}, HeatUnit::Megapascal);
	EXPECT_EQ(legend.unit, "MPa");
	EXPECT_EQ(TickTexts(legend), (Texts{"0", "10", "20", "30", "40", "50"}));
	EXPECT_DOUBLE_EQ(legend.ticks[2].value, 20.0e6);
	EXPECT_DOUBLE_EQ(legend.ticks[2].place, 0.4);
	EXPECT_EQ(TickTexts(MakeHeatLegend({0.31e6, 1.27e6, false}, HeatUnit::Megapascal)),
		(Texts{"0.4", "0.6", "0.8", "1.0", "1.2"}));
	EXPECT_EQ(TickTexts(MakeHeatLegend({0.05e6, 50.0e6, true}, HeatUnit::Megapascal, 12)),
		(Texts{"0.05", "0.1", "0.2", "0.5", "1", "2", "5", "10", "20", "50"}));
	EXPECT_EQ(TickTexts(MakeHeatLegend({0.05e6, 50.0e6, true}, HeatUnit::Megapascal)), (Texts{"0.1", "1", "10"}));
	EXPECT_EQ(TickTexts(MakeHeatLegend({1.0e-3, 1.0e3, true}, HeatUnit::NewtonSecond, 4)), (Texts{"0.01", "1", "100"}));
	// Too narrow for two round numbers on a logarithmic scale.
	EXPECT_EQ(
		TickTexts(MakeHeatLegend({2.1, 4.9, true}, HeatUnit::Factor)), (Texts{"2.5", "3.0", "3.5", "4.0", "4.5"}));
	EXPECT_EQ(MakeHeatLegend({2.1, 4.9, true}, HeatUnit::Factor).unit, "");
}

TEST(HeatMap, EveryLegendHasTwoTicksOrMoreWithinTheScale)
{
	for (const double low : {-3.0e7, 0.0, 1.0e-9, 0.123, 17.0, 4.999e7})
	{
		for (const double width : {1.0e-6, 0.01, 0.7, 1.0, 123.0, 9.9e6, 1.0e12})
		{
			for (const bool isLogarithmic : {false, true})
			{
				const HeatScale scale = {low, low + width, isLogarithmic && low > 0.0};
				for (const int32_t most : {2, 5, 6, 11})
				{
					const HeatLegend legend = MakeHeatLegend(scale, HeatUnit::Megapascal, most);
					ASSERT_GE(legend.ticks.size(), 2u) << low << " " << width << " " << most;
					ASSERT_LE(static_cast<int32_t>(legend.ticks.size()), most) << low << " " << width;
					for (size_t i = 0; i < legend.ticks.size(); ++i)
					{
						const double value = legend.ticks[i].value;
						const double slack = 1.0e-8 * width + 1.0e-15 * std::abs(low); // and the last bit
						EXPECT_GE(value, scale.low - slack);
						EXPECT_LE(value, scale.high + slack);
						EXPECT_TRUE(i == 0 || value > legend.ticks[i - 1].value);
					}
				}
			}
		}
	}
	EXPECT_TRUE(MakeHeatLegend({1.0, 1.0, false}, HeatUnit::Factor).ticks.empty());
}
