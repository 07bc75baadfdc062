// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/TetShape.h"

#include "FractureCore/Parallel.h"
#include "FractureCore/TetMesh.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// The tets around some nodes of a mesh.
class NodeTets
{
public:
	/// `wanted` is 1 for nodes whose tets are listed; 1 entry a node.
	NodeTets(const TetMesh& mesh, const std::vector<uint8_t>& wanted);

	std::span<const int32_t> Around(int32_t node) const
	{
		const auto begin = static_cast<size_t>(m_first[node]);
		return {m_tets.data() + begin, static_cast<size_t>(m_first[static_cast<size_t>(node) + 1]) - begin};
	}

private:
	std::vector<int32_t> m_first; // 1 a node + 1
	std::vector<int32_t> m_tets;
};

inline double BadnessOf(const TetMesh& mesh, const Tet& tet)
{
	return MeasureDihedrals(mesh.nodes[tet.v[0]], mesh.nodes[tet.v[1]], mesh.nodes[tet.v[2]], mesh.nodes[tet.v[3]])
		.Badness();
}

/// The largest Badness of the given tets with `node` moved to `position`; stops early above `limit`.
double WorstAround(
	const TetMesh& mesh, std::span<const int32_t> tets, int32_t node, const Vec3& position, double limit);

/// Moves the node, by steps from `reach` (m) down, so that the worst of its tets gets better; never worse. `normal` is
/// that of the boundary there, along which the node does not move, or zero inside.
void ImproveNode(TetMesh& mesh, std::span<const int32_t> tets, int32_t node, const Vec3& normal, double reach);
} // namespace FractureCore
