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

/// How a node may move: anywhere, or in the plane across a boundary normal. `place` puts a position where it belongs.
struct NodeFreedom
{
	bool onBoundary = false;
	Vec3 normal; // unit length
};

/// Moves the node, by compass search with steps from `reach` (m) down, so that the worst of its tets gets better; never
/// worse. `settle(position)` may move a trial onto the surface. True if the node moved.
template <typename Settle>
bool ImproveNode(TetMesh& mesh,
	std::span<const int32_t> tets,
	int32_t node,
	const NodeFreedom& freedom,
	double reach,
	Settle&& settle)
{
	constexpr int32_t kHalvings = 5;
	constexpr double kLeastGain = 1.0e-4;
	Vec3 directions[7];
	int32_t count = 0;
	if (freedom.onBoundary)
	{
		const Vec3& n = freedom.normal;
		const Vec3 aside = std::abs(n.x) < 0.6 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0};
		const Vec3 u = Normalised(Cross(n, aside));
		const Vec3 v = Cross(n, u);
		directions[count++] = u;
		directions[count++] = v;
		directions[count++] = (u + v) * 0.7071067811865476;
		directions[count++] = (u - v) * 0.7071067811865476;
	}
	else
	{
		constexpr double kDiagonal = 0.5773502691896258;
		directions[count++] = {1.0, 0.0, 0.0};
		directions[count++] = {0.0, 1.0, 0.0};
		directions[count++] = {0.0, 0.0, 1.0};
		directions[count++] = Vec3{1.0, 1.0, 1.0} * kDiagonal;
		directions[count++] = Vec3{1.0, 1.0, -1.0} * kDiagonal;
		directions[count++] = Vec3{1.0, -1.0, 1.0} * kDiagonal;
		directions[count++] = Vec3{1.0, -1.0, -1.0} * kDiagonal;
	}
	Vec3& place = mesh.nodes[node];
	double worst = WorstAround(mesh, tets, node, place, 2.0);
	bool moved = false;
	double step = reach;
	for (int32_t halving = 0; halving < kHalvings;)
	{
		Vec3 best = place;
		double bestWorst = worst - kLeastGain;
		for (int32_t i = 0; i < 2 * count; ++i)
		{
			const Vec3 trial = settle(place + directions[i / 2] * (i % 2 == 0 ? step : -step));
			const double trialWorst = WorstAround(mesh, tets, node, trial, bestWorst);
			if (trialWorst < bestWorst)
			{
				bestWorst = trialWorst;
				best = trial;
			}
		}
		if (bestWorst < worst - kLeastGain)
		{
			place = best;
			worst = bestWorst;
			moved = true;
		}
		else
		{
			step *= 0.5;
			++halving;
		}
	}
	return moved;
}
} // namespace FractureCore
