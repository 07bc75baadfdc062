// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Mesh/TriangleTree.h"
#include "Tetra/LiveTets.h"

namespace FractureCore
{
/// Moves nodes so that the worst of their tets gets better. A node on the boundary slides along the surface: it keeps
/// the distance to it that it had at first and, as far as that allows, the mesh's volume.
class NodeSmoother
{
public:
	/// `cellSize` (m) is that of the lattice at the surface.
	NodeSmoother(LiveTets& tets, const TriangleTree& surface, double cellSize);

	/// Moves every node of tets worse than `badness` once, if it can. A node on the boundary leaves the plane that
	/// keeps the volume by at most `bulge` (m). Nodes that share no tet move at the same time; the result does not
	/// depend on the number of threads. Returns the number of nodes moved.
	int64_t Smooth(double badness, double bulge, TaskRunner& runner);

private:
	std::vector<int32_t> NodesOf(std::span<const int32_t> tets) const;
	std::vector<std::vector<int32_t>> ColourNodes(std::span<const int32_t> nodes) const;
	bool Improve(int32_t node, double bulge, std::vector<int32_t>& star);
	Vec3 MoveInside(int32_t node, std::span<const int32_t> star) const;
	Vec3 SlideOnSurface(int32_t node, double bulge, std::span<const int32_t> star);
	template <typename Settle>
	Vec3 Search(int32_t node, std::span<const int32_t> star, std::span<const Vec3> directions, Settle&& settle) const;
	double WorstAt(int32_t node, std::span<const int32_t> star, const Vec3& place, double limit) const;
	Vec3 BoundaryNormal(int32_t node, std::span<const int32_t> star) const;
	double HeightOf(int32_t node, const Vec3& normal);

	LiveTets& m_tets;
	const TriangleTree& m_surface;
	double m_cellSize;
	// By node: how far it lay outside the surface at first, m; infinite: too far. NaN until somebody asks.
	std::vector<double> m_height;
};
} // namespace FractureCore
