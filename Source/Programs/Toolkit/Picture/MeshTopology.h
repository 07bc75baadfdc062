// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <span>
#include <vector>

namespace FractureToolkit
{
/// How triangles hang together for the eye: vertices at the same place are one, whatever the file says. Indices must be
/// in range and positions finite.
class MeshTopology
{
public:
	MeshTopology(std::span<const FractureCore::Vec3> positions, std::span<const FractureCore::Triangle> triangles);

	/// Every edge is passed as often in one direction as in the other.
	bool IsClosed() const { return m_closed; }

	/// 1 a triangle: the number of its connected part, counted in order of their first triangles.
	std::vector<int32_t> Components() const;

	/// 3 a triangle: the mean of the faces around the vertex that lie within `creaseDegrees` of the corner's own face,
	/// weighted by their angles there.
	std::vector<FractureCore::Vec3f> SmoothNormals(double creaseDegrees) const;

	/// 1 a triangle: bit k for an edge from corner k to k + 1 that is sharper than `creaseDegrees`, has only one
	/// triangle, or has different `labels` (1 a triangle, or empty) on its sides. Connected creases that are together
	/// shorter than `shortest` (m) are left out: they are the folds of a rough surface, not its shape.
	std::vector<uint8_t> FeatureEdges(double creaseDegrees, double shortest, std::span<const int32_t> labels) const;

private:
	struct EdgeUse
	{
		uint64_t key = 0; // both ends, lower number first
		int32_t use = 0;  // 3 t + k

		friend auto operator<=>(const EdgeUse&, const EdgeUse&) = default;
	};

	FractureCore::Vec3 FaceNormal(size_t triangle) const;
	bool RunsUpward(int32_t use) const;

	std::span<const FractureCore::Vec3> m_positions;
	std::vector<FractureCore::Triangle> m_triangles; // welded
	std::vector<EdgeUse> m_edges;                    // sorted, so that uses of an edge are neighbours
	bool m_closed = false;
};
} // namespace FractureToolkit
