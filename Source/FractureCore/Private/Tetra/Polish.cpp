// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/Polish.h"

#include "Mesh/FaceTable.h"
#include "Tetra/NodeMover.h"

#include <algorithm>
#include <vector>

namespace FractureCore
{
namespace
{
constexpr double kPolishBelow = 0.9455185755993168; // cos 19 degrees
constexpr int32_t kPolishSweeps = 3;
constexpr double kPolishReach = 0.08; // of a cell

std::vector<int32_t> FindBadTets(const TetMesh& mesh, TaskRunner& runner)
{
	constexpr int64_t kTetsPerTask = 16'384;
	return ParallelReduce(
		runner,
		static_cast<int64_t>(mesh.tets.size()),
		kTetsPerTask,
		std::vector<int32_t>{},
		[&](int64_t begin, int64_t end)
		{
			std::vector<int32_t> bad;
			for (int64_t i = begin; i < end; ++i)
			{
				if (BadnessOf(mesh, mesh.tets[i]) > kPolishBelow)
				{
					bad.push_back(static_cast<int32_t>(i));
				}
			}
			return bad;
		},
		[](std::vector<int32_t> all, std::vector<int32_t> next)
		{
			all.insert(all.end(), next.begin(), next.end());
			return all;
		});
}

// Sum of area vectors of the boundary faces around a node: faces between listed tets cancel, as they are seen from both
// sides. Zero for an inner node.
Vec3 AreaVectorAround(const TetMesh& mesh, std::span<const int32_t> tets, int32_t node)
{
	Vec3 sum;
	for (const int32_t index : tets)
	{
		const Tet& tet = mesh.tets[index];
		for (int32_t face = 0; face < 4; ++face)
		{
			if (tet.v[face] != node)
			{
				const Triangle t = TetFace(tet, face);
				const Vec3& a = mesh.nodes[t.v[0]];
				sum += Cross(mesh.nodes[t.v[1]] - a, mesh.nodes[t.v[2]] - a);
			}
		}
	}
	return sum;
}
} // namespace

void PolishWorstTets(TetMesh& mesh, double cellSize, TaskRunner& runner)
{
	std::vector<int32_t> bad = FindBadTets(mesh, runner);
	if (bad.empty())
	{
		return;
	}
	std::vector<uint8_t> wanted(mesh.nodes.size(), 0);
	for (const int32_t tet : bad)
	{
		for (const int32_t node : mesh.tets[tet].v)
		{
			wanted[node] = 1;
		}
	}
	const NodeTets around(mesh, wanted);
	for (int32_t sweep = 0; sweep < kPolishSweeps; ++sweep)
	{
		for (const int32_t index : bad)
		{
			const Tet tet = mesh.tets[index];
			for (const int32_t node : tet.v)
			{
				if (BadnessOf(mesh, tet) <= kPolishBelow)
				{
					break;
				}
				const std::span<const int32_t> tets = around.Around(node);
				const Vec3 area = AreaVectorAround(mesh, tets, node);
				// What is left where inner faces cancel is rounding.
				const bool onBoundary = Length(area) > 1.0e-6 * cellSize * cellSize;
				ImproveNode(mesh, tets, node, onBoundary ? Normalised(area) : Vec3{}, kPolishReach * cellSize);
			}
		}
	}
}
} // namespace FractureCore
