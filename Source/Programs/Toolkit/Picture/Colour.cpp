// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/Colour.h"

#include "FractureCore/HeatMap.h"

#include <algorithm>
#include <cmath>

namespace FractureToolkit
{
namespace
{
float LinearFromSrgb(double coded)
{
	return static_cast<float>(coded <= 0.04045 ? coded / 12.92 : std::pow((coded + 0.055) / 1.055, 2.4));
}

double SrgbFromLinear(double linear)
{
	return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
}

// Gamma coding is called for every pixel; the bytes change at 255 thresholds, and between two entries of this table
// lies at most one of them.
constexpr int32_t kSrgbTableSize = 4096;

struct SrgbTable
{
	std::array<uint8_t, kSrgbTableSize + 1> bytes;
	std::array<float, 256> thresholds; // smallest linear value that rounds to byte b

	SrgbTable()
	{
		for (int32_t b = 0; b < 256; ++b)
		{
			thresholds[static_cast<size_t>(b)] = b == 0 ? 0.0f : LinearFromSrgb((b - 0.5) / 255.0);
		}
		for (int32_t i = 0; i <= kSrgbTableSize; ++i)
		{
			const double coded = SrgbFromLinear(static_cast<double>(i) / kSrgbTableSize);
			bytes[static_cast<size_t>(i)] = static_cast<uint8_t>(coded * 255.0 + 0.5);
		}
	}

	uint8_t Byte(float linear) const
	{
		const float value = linear > 0.0f ? std::min(linear, 1.0f) : 0.0f;
		size_t byte = bytes[static_cast<size_t>(value * kSrgbTableSize)];
		while (byte < 255 && value >= thresholds[byte + 1])
		{
			++byte;
		}
		return static_cast<uint8_t>(byte);
	}
};

Colour FromLinear(const FractureCore::LinearRgb& colour)
{
	return {colour.r, colour.g, colour.b};
}

Colour FromOklch(double lightness, double chroma, double hueDegrees)
{
	return FromLinear(FractureCore::RgbFromOklch({lightness, chroma, hueDegrees / 360.0}));
}
} // namespace

Colour FromSrgb(uint32_t rgb)
{
	const auto channel = [rgb](uint32_t shift) { return LinearFromSrgb(((rgb >> shift) & 0xffu) / 255.0); };
	return {channel(16), channel(8), channel(0)};
}

std::array<uint8_t, 3> ToSrgb(const Colour& colour)
{
	static const SrgbTable table;
	return {table.Byte(colour.r), table.Byte(colour.g), table.Byte(colour.b)};
}

Colour HeatColour(double t)
{
	return FromLinear(FractureCore::HeatColour(t));
}

Colour SlotColour(int32_t index)
{
	static const std::array<Colour, 8> palette = {FromOklch(0.74, 0.040, 240.0),
		FromOklch(0.72, 0.085, 50.0),
		FromOklch(0.70, 0.060, 145.0),
		FromOklch(0.76, 0.095, 85.0),
		FromOklch(0.58, 0.070, 330.0),
		FromOklch(0.60, 0.075, 195.0),
		FromOklch(0.72, 0.060, 15.0),
		FromOklch(0.62, 0.020, 260.0)};
	return palette[static_cast<size_t>(index) % palette.size()];
}

Colour SectionColour()
{
	static const Colour sand = FromOklch(0.86, 0.058, 82.0);
	return sand;
}

Colour PieceColour(int32_t index)
{
	// The golden angle spreads any number of hues evenly; two lightnesses tell neighbours in hue apart.
	const double hue = std::fmod(235.0 + 137.50776405 * index, 360.0);
	return FromOklch(index % 2 == 0 ? 0.70 : 0.76, 0.085, hue);
}
} // namespace FractureToolkit
