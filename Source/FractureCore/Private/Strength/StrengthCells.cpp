// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Strength/StrengthCells.h"

#include <algorithm>

namespace FractureCore
{
StrengthCells::StrengthCells(const BakedObject& object, TaskRunner& runner) : m_object(object)
{
	const int64_t count = static_cast<int64_t>(IsSolid() ? object.tets.tets.size() : object.surface.triangles.size());
	m_centres.resize(static_cast<size_t>(count));
	m_volumes.resize(static_cast<size_t>(count));
	const std::span<const Vec3> points = Points();
	ParallelFor(runner,
		count,
		kCellGrain,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t cell = begin; cell < end; ++cell)
			{
				const std::span<const int32_t> corners = Corners(cell);
				Vec3 sum;
				for (const int32_t corner : corners)
				{
					sum += points[corner];
				}
				m_centres[cell] = sum / static_cast<double>(corners.size());
				m_volumes[cell] = IsSolid() ? SignedVolume(m_object.tets, m_object.tets.tets[cell])
											: 0.5 * m_object.shellThickness *
						Length(Cross(points[corners[1]] - points[corners[0]], points[corners[2]] - points[corners[0]]));
			}
		});
	for (const double volume : m_volumes)
	{
		m_meanVolume += volume / static_cast<double>(count);
	}
	m_low = points.empty() ? Vec3{} : points[0];
	m_high = m_low;
	for (const Vec3& point : points)
	{
		m_low = {std::min(m_low.x, point.x), std::min(m_low.y, point.y), std::min(m_low.z, point.z)};
		m_high = {std::max(m_high.x, point.x), std::max(m_high.y, point.y), std::max(m_high.z, point.z)};
	}
}
} // namespace FractureCore
