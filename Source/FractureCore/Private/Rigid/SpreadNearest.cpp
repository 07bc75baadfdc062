// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/SpreadNearest.h"

namespace FractureCore
{
namespace
{
/// The arrays from one node on.
struct OffsetRow
{
	float* x;
	float* y;
	float* z;
	float* squared;
};

/// `size` nodes learn from as many others, which are (sx, sy, sz) cells away. The two do not overlap.
void LearnRow(const OffsetRow& to, const OffsetRow& from, int64_t size, float sx, float sy, float sz)
{
	float* const toX = to.x;
	float* const toY = to.y;
	float* const toZ = to.z;
	float* const toSquared = to.squared;
	const float* const fromX = from.x;
	const float* const fromY = from.y;
	const float* const fromZ = from.z;
	const float* const fromSquared = from.squared;
	for (int64_t i = 0; i < size; ++i)
	{
		const float dx = fromX[i] + sx;
		const float dy = fromY[i] + sy;
		const float dz = fromZ[i] + sz;
		const float length = dx * dx + dy * dy + dz * dz;
		// What nobody knows yet stays so.
		const float squared = fromSquared[i] < NearestOffsets::kUnknown ? length : NearestOffsets::kUnknown;
		const bool isNearer = squared < toSquared[i];
		toX[i] = isNearer ? dx : toX[i];
		toY[i] = isNearer ? dy : toY[i];
		toZ[i] = isNearer ? dz : toZ[i];
		toSquared[i] = isNearer ? squared : toSquared[i];
	}
}

/// Along a row, one after the other.
void LearnAlong(const OffsetRow& row, int64_t size, int64_t side)
{
	int64_t at = side > 0 ? 1 : size - 2;
	int64_t last = at - side;
	float dx = row.x[last];
	float dy = row.y[last];
	float dz = row.z[last];
	float squared = row.squared[last];
	for (; at >= 0 && at < size; at += side)
	{
		dx -= static_cast<float>(side);
		const float length = dx * dx + dy * dy + dz * dz;
		if (squared < NearestOffsets::kUnknown && length < row.squared[at])
		{
			row.x[at] = dx;
			row.y[at] = dy;
			row.z[at] = dz;
			row.squared[at] = length;
			squared = length;
			continue;
		}
		dx = row.x[at];
		dy = row.y[at];
		dz = row.z[at];
		squared = row.squared[at];
	}
}
} // namespace

void SpreadNearest(NearestOffsets& offsets, const int32_t (&count)[3])
{
	const int64_t row = count[0];
	const int64_t sheet = row * count[1];
	const auto at = [&](int64_t node) -> OffsetRow {
		return {
			offsets.x.data() + node, offsets.y.data() + node, offsets.z.data() + node, offsets.squared.data() + node};
	};
	const auto learnRows = [&](int64_t first, int64_t side)
	{
		for (int64_t k = 0; k < count[1]; ++k)
		{
			const OffsetRow here = at(first + (side > 0 ? k : count[1] - 1 - k) * row);
			if (k > 0)
			{
				const int64_t back = -side * row;
				LearnRow(here,
					{here.x + back, here.y + back, here.z + back, here.squared + back},
					row,
					0.0F,
					static_cast<float>(-side),
					0.0F);
			}
			LearnAlong(here, row, 1);
			LearnAlong(here, row, -1);
		}
	};
	for (const int64_t side : {1, -1})
	{
		for (int64_t k = 0; k < count[2]; ++k)
		{
			const int64_t first = (side > 0 ? k : count[2] - 1 - k) * sheet;
			if (k > 0)
			{
				LearnRow(at(first), at(first - side * sheet), sheet, 0.0F, 0.0F, static_cast<float>(-side));
			}
			learnRows(first, 1);
			learnRows(first, -1);
		}
	}
}
} // namespace FractureCore
