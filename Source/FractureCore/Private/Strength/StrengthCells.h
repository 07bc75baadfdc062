// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// What has a strength of its own: the tets of a solid, or the triangles of a shell.
class StrengthCells
{
public:
	StrengthCells(const BakedObject& object, TaskRunner& runner);

	bool IsSolid() const { return m_object.kind == BakedKind::Solid; }
	const BakedObject& Object() const { return m_object; }

	int64_t Count() const { return static_cast<int64_t>(m_centres.size()); }
	std::span<const Vec3> Points() const { return IsSolid() ? m_object.tets.nodes : m_object.surface.positions; }
	std::span<const int32_t> Corners(int64_t cell) const
	{
		return IsSolid() ? std::span<const int32_t>(m_object.tets.tets[cell].v)
						 : std::span<const int32_t>(m_object.surface.triangles[cell].v);
	}
	std::span<const Vec3> Centres() const { return m_centres; }
	double Volume(int64_t cell) const { return m_volumes[cell]; } // m^3
	double MeanVolume() const { return m_meanVolume; }

	/// The box around all points.
	const Vec3& Low() const { return m_low; }
	const Vec3& High() const { return m_high; }

private:
	const BakedObject& m_object;
	std::vector<Vec3> m_centres;
	std::vector<double> m_volumes;
	double m_meanVolume = 0.0;
	Vec3 m_low;
	Vec3 m_high;
};

inline constexpr int64_t kCellGrain = 1024;
} // namespace FractureCore
