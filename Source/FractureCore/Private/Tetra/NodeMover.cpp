// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/NodeMover.h"

#include "Tetra/CompassSearch.h"

#include <algorithm>
#include <numeric>

namespace FractureCore
{
NodeTets::NodeTets(const TetMesh& mesh, const std::vector<uint8_t>& wanted) : m_first(mesh.nodes.size() + 1, 0)
{
	for (const Tet& tet : mesh.tets)
	{
		for (const int32_t node : tet.v)
		{
			m_first[static_cast<size_t>(node) + 1] += wanted[node];
		}
	}
	std::partial_sum(m_first.begin(), m_first.end(), m_first.begin());
	m_tets.resize(static_cast<size_t>(m_first.back()));
	std::vector<int32_t> cursor(m_first.begin(), m_first.end() - 1);
	for (size_t i = 0; i < mesh.tets.size(); ++i)
	{
		for (const int32_t node : mesh.tets[i].v)
		{
			if (wanted[node] != 0)
			{
				m_tets[cursor[node]++] = static_cast<int32_t>(i);
			}
		}
	}
}

double WorstAround(const TetMesh& mesh, std::span<const int32_t> tets, int32_t node, const Vec3& position, double limit)
{
	double worst = -1.0;
	for (const int32_t index : tets)
	{
		const Tet& tet = mesh.tets[index];
		const auto at = [&](int32_t k) -> const Vec3& { return tet.v[k] == node ? position : mesh.nodes[tet.v[k]]; };
		worst = std::max(worst, MeasureDihedrals(at(0), at(1), at(2), at(3)).Badness());
		if (worst > limit)
		{
			break;
		}
	}
	return worst;
}

void ImproveNode(TetMesh& mesh, std::span<const int32_t> tets, int32_t node, const Vec3& normal, double reach)
{
	constexpr int32_t kHalvings = 5;
	const auto worstAt = [&](const Vec3& place, double limit) { return WorstAround(mesh, tets, node, place, limit); };
	const auto stay = [](const Vec3&) {};
	const std::array<Vec3, 4> tangents = TangentDirections(normal);
	const bool isInner = normal == Vec3{};
	const std::span<const Vec3> directions = isInner ? std::span<const Vec3>(kInnerDirections) : tangents;
	mesh.nodes[node] = SearchByCompass(mesh.nodes[node], directions, {reach, kHalvings}, worstAt, stay);
}
} // namespace FractureCore
