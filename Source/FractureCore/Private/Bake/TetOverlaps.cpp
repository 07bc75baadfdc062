// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/TetOverlaps.h"

#include "Mesh/FaceTable.h"
#include "Mesh/TetFrame.h"
#include "Mesh/TetTree.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace FractureCore
{
namespace
{
// Barycentric: parts of a mesh that lie on each other to the digits of their file do not overlap.
constexpr double kOverlapDepth = 1.0e-3;

constexpr int64_t kOverlapGrain = 256;

bool IsDeepInside(const TetMesh& mesh, int32_t tet, const Vec3& point)
{
	const Vec3 w = MakeTetFrame(mesh, mesh.tets[tet]).Map(point);
	return std::min({w.x, w.y, w.z, 1.0 - w.x - w.y - w.z}) > kOverlapDepth;
}

// The lowest tet, other than `tet`, that has the point inside.
int32_t FindTetAround(
	const TetMesh& mesh, const TetTree& tree, int32_t tet, const Vec3& point, std::vector<int32_t>& places)
{
	tree.Collect(TetTree::BoxOf(std::array{tree.ToUnit(point)}), std::numeric_limits<size_t>::max(), places);
	int32_t found = kNoIndex;
	for (const int32_t place : places)
	{
		const int32_t other = tree.TetAt(place);
		if (other != tet && (found == kNoIndex || other < found) && IsDeepInside(mesh, other, point))
		{
			found = other;
		}
	}
	return found;
}
} // namespace

TetOverlaps FindTetOverlaps(const TetMesh& mesh, TaskRunner& runner)
{
	const FaceTable faces = BuildFaceTable(mesh);
	const TetTree tree(mesh, runner);
	return ParallelReduce(
		runner,
		static_cast<int64_t>(mesh.tets.size()),
		kOverlapGrain,
		TetOverlaps{},
		[&](int64_t begin, int64_t end)
		{
			TetOverlaps found;
			std::vector<int32_t> places;
			std::vector<Vec3> points;
			for (int64_t t = begin; t < end; ++t)
			{
				const auto at = [&](int32_t node) { return mesh.nodes[node]; };
				points.clear();
				for (int32_t face = 0; face < 4; ++face)
				{
					if (faces.neighbour[4 * t + face] != kNoIndex)
					{
						continue;
					}
					const Triangle f = TetFace(mesh.tets[t], face);
					points.insert(points.end(),
						{(at(f.v[0]) + at(f.v[1]) + at(f.v[2])) / 3.0, at(f.v[0]), at(f.v[1]), at(f.v[2])});
				}
				if (!points.empty())
				{
					const Tet& tet = mesh.tets[t];
					points.push_back(0.25 * (at(tet.v[0]) + at(tet.v[1]) + at(tet.v[2]) + at(tet.v[3])));
				}
				for (const Vec3& point : points)
				{
					const int32_t other = FindTetAround(mesh, tree, static_cast<int32_t>(t), point, places);
					if (other != kNoIndex)
					{
						found = found.tets > 0 ? found : TetOverlaps{0, static_cast<int32_t>(t), other};
						++found.tets;
						break;
					}
				}
			}
			return found;
		},
		[](const TetOverlaps& a, const TetOverlaps& b) {
			return a.tets > 0 ? TetOverlaps{a.tets + b.tets, a.first, a.other} : b;
		});
}
} // namespace FractureCore
