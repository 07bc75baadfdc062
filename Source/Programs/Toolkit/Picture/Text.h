// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Picture/Picture.h"

#include <string_view>

namespace FractureToolkit
{
/// Writes a line of printable ASCII; other bytes become '?'. `x`, `y` is the left end of the baseline in pixels, `size`
/// the height of a capital letter. What falls outside the image is left out.
void WriteText(std::string_view text, double x, double y, double size, const Colour& colour, PictureImage& image);

/// Pixels from the first letter's left to the last one's right.
double TextWidth(std::string_view text, double size);

/// Fills a rectangle; parts of pixels are blended.
void DrawRectangle(double x0, double y0, double x1, double y1, const Colour& colour, PictureImage& image);
} // namespace FractureToolkit
