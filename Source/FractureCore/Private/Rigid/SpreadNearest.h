// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace FractureCore
{
/// From each node of a grid to the nearest point of a surface, in cells, x fastest. A coordinate an array, so that
/// whole rows are worked on at once.
struct NearestOffsets
{
	std::vector<float> x;
	std::vector<float> y;
	std::vector<float> z;
	std::vector<float> squared; // infinite: not known

	explicit NearestOffsets(size_t nodes) : x(nodes, 0.0F), y(nodes, 0.0F), z(nodes, 0.0F), squared(nodes, kUnknown) {}
	void Set(size_t node, float dx, float dy, float dz)
	{
		x[node] = dx;
		y[node] = dy;
		z[node] = dz;
		squared[node] = dx * dx + dy * dy + dz * dz;
	}

	static constexpr float kUnknown = std::numeric_limits<float>::infinity();
};

/// Nodes learn from their neighbours along the axes, in scans up and down the grid of `count` nodes a side
/// [Danielsson80]: at some nodes between several points a little farther ones are taken.
void SpreadNearest(NearestOffsets& offsets, const int32_t (&count)[3]);
} // namespace FractureCore
