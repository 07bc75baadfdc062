// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Picture/Camera.h"
#include "Picture/LightRig.h"

#include <functional>
#include <vector>

namespace FractureToolkit
{
/// The shadow that the scene throws on the ground, as a factor for the paper's colour, over the whole picture. Shadows
/// of soft light change little from pixel to pixel, so it is known at every few pixels and blended between them.
class GroundShade
{
public:
	/// `nearness` is that of the ground behind the picture's pixels.
	GroundShade(const LightRig& rig,
		const Projection& projection,
		const AffineNearness& nearness,
		int32_t width,
		int32_t height,
		FractureCore::TaskRunner& runner);

	/// At a place of the picture in pixels; 1 is no shadow.
	Colour At(double x, double y) const;

private:
	Colour ShadeAt(const LightRig& rig,
		const Projection& projection,
		const AffineNearness& nearness,
		const Colour& open,
		int32_t column,
		int32_t row) const;
	void FillBlock(int32_t column, int32_t row, const std::function<void(int32_t, int32_t)>& light);
	Colour& Shade(int32_t column, int32_t row)
	{
		return m_shade[static_cast<size_t>(row) * static_cast<size_t>(m_columns) + static_cast<size_t>(column)];
	}

	double m_spacing = 1.0; // pixels
	int32_t m_columns = 0;
	int32_t m_rows = 0;
	std::vector<Colour> m_shade;
};
} // namespace FractureToolkit
