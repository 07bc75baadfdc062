// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/GroundShade.h"

#include <algorithm>
#include <cmath>

namespace FractureToolkit
{
using namespace FractureCore;

namespace
{
// The shadow ends softly between these distances from the scene, in its radii.
constexpr double kFadeFrom = 2.5;
constexpr double kFadeTo = 5.0;

constexpr int32_t kBlock = 4;        // grid cells along a block's side
constexpr float kEvenShade = 0.012f; // a block whose corners differ less is blended from them
} // namespace

GroundShade::GroundShade(const LightRig& rig,
	const Projection& projection,
	const AffineNearness& nearness,
	int32_t width,
	int32_t height,
	TaskRunner& runner)
	: m_spacing(std::max(1.0, height / 480.0))
{
	const auto blocksOver = [&](int32_t size) { return static_cast<int32_t>(size / m_spacing / kBlock) + 1; };
	const int32_t blockColumns = blocksOver(width);
	const int32_t blockRows = blocksOver(height);
	m_columns = blockColumns * kBlock + 1;
	m_rows = blockRows * kBlock + 1;
	m_shade.resize(static_cast<size_t>(m_columns) * static_cast<size_t>(m_rows));
	const Colour open = rig.LightOnGround(1.0e3, 0.0);
	const auto light = [&](int32_t column, int32_t row)
	{ Shade(column, row) = ShadeAt(rig, projection, nearness, open, column, row); };

	ParallelFor(runner,
		blockRows + 1,
		2,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t blockRow = begin; blockRow < end; ++blockRow)
			{
				for (int32_t blockColumn = 0; blockColumn <= blockColumns; ++blockColumn)
				{
					light(blockColumn * kBlock, static_cast<int32_t>(blockRow) * kBlock);
				}
			}
		});
	// Each block fills what it does not share with the next ones.
	ParallelFor(runner,
		blockRows + 1,
		2,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t blockRow = begin; blockRow < end; ++blockRow)
			{
				for (int32_t blockColumn = 0; blockColumn <= blockColumns; ++blockColumn)
				{
					FillBlock(blockColumn * kBlock, static_cast<int32_t>(blockRow) * kBlock, light);
				}
			}
		});
}

void GroundShade::FillBlock(int32_t column, int32_t row, const std::function<void(int32_t, int32_t)>& light)
{
	const int32_t right = std::min(column + kBlock, m_columns - 1);
	const int32_t below = std::min(row + kBlock, m_rows - 1);
	const Colour corners[4] = {Shade(column, row), Shade(right, row), Shade(column, below), Shade(right, below)};
	const auto [least, most] = std::minmax({corners[0].g, corners[1].g, corners[2].g, corners[3].g});
	const bool blend = most - least <= kEvenShade;
	for (int32_t y = row; y < std::min(row + kBlock, m_rows); ++y)
	{
		for (int32_t x = column; x < std::min(column + kBlock, m_columns); ++x)
		{
			if (x == column && y == row)
			{
				continue;
			}
			if (!blend)
			{
				light(x, y);
				continue;
			}
			const float alongX = static_cast<float>(x - column) / kBlock;
			const float alongY = static_cast<float>(y - row) / kBlock;
			Shade(x, y) = Mix(Mix(corners[0], corners[1], alongX), Mix(corners[2], corners[3], alongX), alongY);
		}
	}
}

Colour GroundShade::ShadeAt(const LightRig& rig,
	const Projection& projection,
	const AffineNearness& nearness,
	const Colour& open,
	int32_t column,
	int32_t row) const
{
	constexpr Colour kUnshaded = {1.0f, 1.0f, 1.0f};
	const double x = column * m_spacing;
	const double y = row * m_spacing;
	const double groundNearness = nearness.At(x, y);
	if (!projection.IsParallel() && groundNearness <= 0.0)
	{
		return kUnshaded;
	}
	const ViewRay ray = projection.Ray(x, y);
	const Vec3 point = ray.origin + ray.direction * projection.DepthOf(groundNearness);
	const double beyond = (std::hypot(point.x, point.y) - kFadeFrom) / (kFadeTo - kFadeFrom);
	if (!(beyond < 1.0))
	{
		return kUnshaded;
	}
	const float fade = beyond > 0.0 ? static_cast<float>(beyond * beyond * (3.0 - 2.0 * beyond)) : 0.0f;
	const Colour light = rig.LightOnGround(point.x, point.y);
	return Mix({light.r / open.r, light.g / open.g, light.b / open.b}, kUnshaded, fade);
}

Colour GroundShade::At(double x, double y) const
{
	const double gridX = std::clamp(x / m_spacing, 0.0, m_columns - 1.001);
	const double gridY = std::clamp(y / m_spacing, 0.0, m_rows - 1.001);
	const size_t column = static_cast<size_t>(gridX);
	const size_t row = static_cast<size_t>(gridY);
	const float alongX = static_cast<float>(gridX - static_cast<double>(column));
	const float alongY = static_cast<float>(gridY - static_cast<double>(row));
	const Colour* const upper = &m_shade[row * static_cast<size_t>(m_columns) + column];
	const Colour* const lower = upper + m_columns;
	return Mix(Mix(upper[0], upper[1], alongX), Mix(lower[0], lower[1], alongX), alongY);
}
} // namespace FractureToolkit
