// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/Types.h"

#include <span>
#include <utility>
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

/// Distances, without sign, at the nodes of a grid round a surface that are near it. What a level set begins with.
class SurfaceBand
{
public:
	// Cells: nodes as near as that to the surface have exact distances. More than the diagonal of a cell, so that all
	// corners of the cells that the surface goes through do.
	static constexpr double kExactCells = 1.75;

	// Cells between the surface and the end of the grid: the outermost nodes are outside and not near.
	static constexpr int32_t kPadCells = 2;

	SurfaceBand(const SurfaceMesh& surface, double spacing);
	/// Nothing of it is measured yet.
	static SurfaceBand Begin(const SurfaceMesh& surface, double spacing);

	/// Of a piece: nodes that were nearest to a triangle of the whole which is now the piece's keep their distance;
	/// only crack faces and clipped triangles are new. The same as made from the piece's triangles alone.
	SurfaceBand(const SurfaceBand& whole, const SurfaceMesh& wholeSurface, const PieceSurface& piece);

	/// Measures so many triangles more of what was begun. True: those were the last.
	bool MeasureNext(const SurfaceMesh& surface, size_t triangles);

	const LevelGrid& Grid() const { return m_grid; }
	/// The triangle that a node is nearest to; kNoIndex: it is not near the surface.
	std::span<const int32_t> Nearest() const { return m_nearest; }
	/// m, 1 a node; infinite where the surface is not near.
	std::span<const float> Distances() const { return m_distance; }
	std::vector<float> TakeDistances() { return std::move(m_distance); }
	/// Point-triangle distances that it took to make.
	int64_t Looks() const { return m_looks; }

private:
	explicit SurfaceBand(const LevelGrid& grid);
	void Measure(
		const SurfaceMesh& surface, size_t end, std::span<const uint8_t> isKnown, std::span<const uint8_t> isOpen);

	LevelGrid m_grid;
	std::vector<float> m_distance;
	std::vector<int32_t> m_nearest;
	int64_t m_looks = 0;
	size_t m_measured = 0; // triangles
};
} // namespace FractureCore
