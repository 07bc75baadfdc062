// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace FractureToolkit
{
/// Linear light with sRGB primaries: 1 is the white of the screen. Light adds up in these numbers; bytes of a PNG are
/// gamma-coded and do not.
struct Colour
{
	float r = 0.0f;
	float g = 0.0f;
	float b = 0.0f;

	Colour& operator+=(const Colour& c)
	{
		r += c.r;
		g += c.g;
		b += c.b;
		return *this;
	}
	friend Colour operator+(Colour a, const Colour& c) { return a += c; }
	friend Colour operator*(const Colour& a, const Colour& c) { return {a.r * c.r, a.g * c.g, a.b * c.b}; }
	friend Colour operator*(const Colour& a, float s) { return {a.r * s, a.g * s, a.b * s}; }
	friend bool operator==(const Colour&, const Colour&) = default;
};

inline Colour Mix(const Colour& a, const Colour& b, float t)
{
	return a * (1.0f - t) + b * t;
}

/// From a web colour, 0xrrggbb.
Colour FromSrgb(uint32_t rgb);

/// Gamma-coded bytes, clamped.
std::array<uint8_t, 3> ToSrgb(const Colour& colour);

/// The core's heat map, FractureCore/HeatMap.h.
Colour HeatColour(double t);

/// Material slot `index`: a quiet palette that repeats after eight.
Colour SlotColour(int32_t index);

/// Where a cut goes through the material: sand, which no slot has.
Colour SectionColour();

/// Piece `index` of a broken object: neighbours in number are far apart in hue, all are equally light.
Colour PieceColour(int32_t index);
} // namespace FractureToolkit
