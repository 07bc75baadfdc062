// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/Legend.h"

#include "Picture/Text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace FractureToolkit
{
namespace
{
const Colour kLegendInk = FromSrgb(0x3a3f47);

// Pixels of a picture of 1280 x 960.
constexpr double kLegendWidth = 190.0;
constexpr double kBarWidth = 20.0;
constexpr double kBarHeight = 330.0;
constexpr double kLetterSize = 15.0;
constexpr double kPadding = 10.0;

double LegendScale(int32_t width, int32_t height)
{
	return std::max(std::min(width / 1280.0, height / 960.0), 0.4);
}
} // namespace

double LegendShare(int32_t width, int32_t height)
{
	return std::min(kLegendWidth * LegendScale(width, height) / width, 0.35);
}

std::string FormatQuantity(double value, const std::string& unit)
{
	char digits[64];
	if (unit.empty() || value == 0.0 || !std::isfinite(value))
	{
		std::snprintf(digits, sizeof digits, "%.3g", value);
		return unit.empty() ? digits : std::string(digits) + " " + unit;
	}
	constexpr const char* kPrefixes[] = {"n", "u", "m", "", "k", "M", "G", "T"};
	constexpr int32_t kPlain = 3;
	int32_t prefix = 0;
	double scaled = value / 1.0e-9;
	// 999.5 would print as 1e+03.
	while (std::abs(scaled) >= 999.5 && prefix + 1 < static_cast<int32_t>(std::size(kPrefixes)))
	{
		scaled = value / std::pow(10.0, 3.0 * (++prefix - kPlain));
	}
	std::snprintf(digits, sizeof digits, "%.3g", scaled);
	return std::string(digits) + " " + kPrefixes[prefix] + unit;
}

void DrawLegend(const PictureLegend& legend, PictureImage& image)
{
	const double scale = LegendScale(image.width, image.height);
	const double letter = kLetterSize * scale;
	const double right = image.width - 40.0 * scale;
	// The bar lies on whole pixels.
	const double left = std::round(image.width - kLegendWidth * scale);
	const double barRight = left + std::round(kBarWidth * scale);
	const bool oneValue = !(legend.high > legend.low);
	const int32_t rows = static_cast<int32_t>(std::ceil((oneValue ? 2.0 * kBarWidth : kBarHeight) * scale));
	const double top = std::round(0.5 * (image.height - rows));
	const double bottom = top + rows;
	for (int32_t row = 0; row < rows; ++row)
	{
		const Colour colour = HeatColour(oneValue ? 0.5 : 1.0 - (row + 0.5) / rows);
		DrawRectangle(left, top + row, barRight, top + row + 1.0, colour, image);
	}
	const auto label = [&](double value, double y)
	{
		const double tick = 5.0 * scale;
		DrawRectangle(barRight, y - 0.5 * scale, barRight + tick, y + 0.5 * scale, kLegendInk, image);
		WriteText(FormatQuantity(value, legend.unit),
			barRight + tick + 0.6 * kPadding * scale,
			y + 0.5 * letter,
			letter,
			kLegendInk,
			image);
	};
	if (oneValue)
	{
		label(legend.low, 0.5 * (top + bottom));
	}
	else
	{
		label(legend.high, top);
		label(0.5 * (legend.low + legend.high), 0.5 * (top + bottom));
		label(legend.low, bottom);
	}
	// A title wider than the legend grows to the left.
	const double titleLeft = std::min(left, right - TextWidth(legend.title, letter));
	WriteText(legend.title, titleLeft, top - 2.2 * kPadding * scale, letter, kLegendInk, image);
}
} // namespace FractureToolkit
