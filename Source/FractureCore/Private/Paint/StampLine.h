// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Paint.h"

#include <vector>

namespace FractureCore
{
/// Turns the points of a stroke into stamps at equal distances along the line through them.
class StampLine
{
public:
	StampLine(const PaintSurface& surface, const Brush& brush);

	/// Goes on to `hit`; answers the stamps on the way, on the surface.
	std::vector<PaintHit> GoTo(PaintHit hit);

	/// The stamp and its reflections that lie on the surface, each as a hit.
	std::vector<PaintHit> Images(const PaintHit& stamp) const;

	/// Vertices that a stamp and its reflections reach, ascending, and the largest share there: a stamp on the mirror
	/// is not laid twice.
	struct Shares
	{
		std::vector<int32_t> vertices;
		std::vector<double> shares;
	};
	Shares SharesOf(const PaintHit& stamp) const;

private:
	PaintHit Snapped(PaintHit hit) const;

	PaintSurface m_surface;
	Brush m_brush;
	bool m_hasPoint = false;
	PaintHit m_last;
	double m_walked = 0.0; // m
	int64_t m_stamps = 0;  // laid so far
};
} // namespace FractureCore
