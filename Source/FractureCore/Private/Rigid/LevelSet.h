// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/Types.h"
#include "Rigid/SurfaceField.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// The nodes of a grid are multiples of its spacing: a body and its pieces, which stay in its mesh frame, have the
/// same.
struct LevelGrid
{
	double spacing = 0.0; // m
	int32_t first[3] = {0, 0, 0};
	int32_t count[3] = {0, 0, 0};

	size_t Size() const { return static_cast<size_t>(count[0]) * count[1] * count[2]; }
	/// By place in the grid, x fastest.
	size_t IndexOf(int32_t x, int32_t y, int32_t z) const
	{
		return (static_cast<size_t>(z) * count[1] + y) * count[0] + x;
	}
	Vec3 NodeAt(int32_t x, int32_t y, int32_t z) const
	{
		return Vec3{static_cast<double>(first[0] + x),
				   static_cast<double>(first[1] + y),
				   static_cast<double>(first[2] + z)} *
			spacing;
	}
};

/// The surface of a piece, and which of its triangles are those of the body that it broke off.
struct PieceSurface
{
	const SurfaceMesh* surface = nullptr;
	std::span<const int32_t> sourceTriangle; // 1 for each of the first triangles; those behind them are crack faces
};

/// Signed distance to a closed surface on the nodes of a grid, interpolated between them [Bao07] section 7: exact
/// distances at nodes near the triangles, signs by flood fill, the rest of the box by fast marching [Sethian96]. Walls
/// must be some cells thick. Mesh frame.
class LevelSet
{
public:
	LevelSet(const SurfaceMesh& surface, double spacing);

	/// Of a piece: nodes that were nearest to a triangle of the whole which is now the piece's keep their distance;
	/// only crack faces and clipped triangles are new. The same as made from the piece's triangles alone.
	LevelSet(const LevelSet& whole, const SurfaceMesh& wholeSurface, const PieceSurface& piece);

	/// Beyond the grid the distance is a lower bound.
	FieldSample Sample(const Vec3& point, double maxDistance) const;

	const LevelGrid& Grid() const { return m_grid; }
	/// m, by place in the grid.
	double At(int32_t x, int32_t y, int32_t z) const { return m_distance[m_grid.IndexOf(x, y, z)]; }
	/// Point-triangle distances that it took to make.
	int64_t Looks() const { return m_looks; }

private:
	void Measure(const SurfaceMesh& surface, std::span<const uint8_t> isKnown, std::span<const uint8_t> isOpen);
	void Sign(const SurfaceMesh& surface);

	LevelGrid m_grid;
	std::vector<float> m_distance;  // m, 1 a node
	std::vector<int32_t> m_nearest; // the triangle that a node near the surface is nearest to; kNoIndex: marched
	int64_t m_looks = 0;
};
} // namespace FractureCore
