// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Picture/Picture.h"

#include <string>

namespace FractureToolkit
{
/// The share of the picture's width, at its right, that a legend takes.
double LegendShare(int32_t width, int32_t height);

void DrawLegend(const PictureLegend& legend, PictureImage& image);

/// Three digits and an SI prefix: 50 MPa, 1.25 kPa. Plain digits if there is no unit.
std::string FormatQuantity(double value, const std::string& unit);
} // namespace FractureToolkit
