// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/Types.h"
#include "Rigid/SurfaceBand.h"
#include "Rigid/SurfaceField.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Signed distance to a closed surface on the nodes of a grid, interpolated between them [Bao07] section 7: exact
/// distances at nodes near the triangles, signs by flood fill, the rest of the box by handing on the nearest points
/// [Danielsson80]. Walls must be some cells thick. Mesh frame.
class LevelSet
{
public:
	LevelSet(const SurfaceMesh& surface, double spacing);
	/// The band is that of the surface, and so are the signs, of FindSigns.
	LevelSet(const SurfaceMesh& surface, SurfaceBand band);
	LevelSet(const SurfaceMesh& surface, SurfaceBand band, std::span<const int8_t> signs);

	/// Which nodes of a surface's band are inside (-1) and outside (1).
	static std::vector<int8_t> FindSigns(const SurfaceMesh& surface, const SurfaceBand& band);

	/// Beyond the grid the distance is a lower bound.
	FieldSample Sample(const Vec3& point, double maxDistance) const;

	const LevelGrid& Grid() const { return m_grid; }
	/// m, by place in the grid.
	double At(int32_t x, int32_t y, int32_t z) const { return m_distance[m_grid.IndexOf(x, y, z)]; }
	/// Point-triangle distances that it took to find those near the surface.
	int64_t Looks() const { return m_looks; }

private:
	void Fill(const SurfaceMesh& surface, std::span<const int32_t> nearest);

	LevelGrid m_grid;
	std::vector<float> m_distance; // m, 1 a node
	int64_t m_looks = 0;
};
} // namespace FractureCore
