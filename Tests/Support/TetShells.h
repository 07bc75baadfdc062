// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/TetMesh.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace FractureTests
{
struct SphereSurface
{
	std::vector<FractureCore::Vec3> points; // on the unit sphere
	std::vector<FractureCore::Triangle> triangles;
};

/// An octahedron, each triangle split into four `levels` times, with every point pushed to the unit sphere.
inline SphereSurface MakeUnitSphere(int32_t levels)
{
	SphereSurface sphere;
	sphere.points = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
	sphere.triangles = {
		{{0, 2, 4}}, {{2, 1, 4}}, {{1, 3, 4}}, {{3, 0, 4}}, {{2, 0, 5}}, {{1, 2, 5}}, {{3, 1, 5}}, {{0, 3, 5}}};
	for (int32_t level = 0; level < levels; ++level)
	{
		std::map<std::pair<int32_t, int32_t>, int32_t> middles;
		auto middle = [&](int32_t a, int32_t b)
		{
			const auto [it, isNew] = middles.try_emplace(std::minmax(a, b), static_cast<int32_t>(sphere.points.size()));
			if (isNew)
			{
				sphere.points.push_back(FractureCore::Normalised(
					sphere.points[static_cast<size_t>(a)] + sphere.points[static_cast<size_t>(b)]));
			}
			return it->second;
		};
		std::vector<FractureCore::Triangle> finer;
		for (const FractureCore::Triangle& t : sphere.triangles)
		{
			const int32_t a = middle(t.v[0], t.v[1]);
			const int32_t b = middle(t.v[1], t.v[2]);
			const int32_t c = middle(t.v[2], t.v[0]);
			finer.insert(finer.end(), {{{t.v[0], a, c}}, {{a, t.v[1], b}}, {{c, b, t.v[2]}}, {{a, b, c}}});
		}
		sphere.triangles = finer;
	}
	return sphere;
}

/// The space between two spheres: each triangle becomes a stack of prisms, each prism three tets. Diagonals run from
/// the lower node of the smaller number to the upper node of the larger, so neighbours agree. Node = layer * points +
/// point.
inline FractureCore::TetMesh MakeHollowSphere(const SphereSurface& sphere, double inner, double outer, int32_t layers)
{
	FractureCore::TetMesh mesh;
	const int32_t count = static_cast<int32_t>(sphere.points.size());
	for (int32_t layer = 0; layer <= layers; ++layer)
	{
		for (const FractureCore::Vec3& point : sphere.points)
		{
			mesh.nodes.push_back(point * (inner + (outer - inner) * layer / layers));
		}
	}
	for (int32_t layer = 0; layer < layers; ++layer)
	{
		for (const FractureCore::Triangle& t : sphere.triangles)
		{
			int32_t v[3] = {t.v[0], t.v[1], t.v[2]};
			std::sort(v, v + 3);
			int32_t low[3];
			int32_t high[3];
			for (int32_t k = 0; k < 3; ++k)
			{
				low[k] = layer * count + v[k];
				high[k] = low[k] + count;
			}
			for (FractureCore::Tet tet : {FractureCore::Tet{{low[0], low[1], low[2], high[2]}},
					 FractureCore::Tet{{low[0], low[1], high[1], high[2]}},
					 FractureCore::Tet{{low[0], high[0], high[1], high[2]}}})
			{
				if (FractureCore::SignedVolume(mesh, tet) < 0.0)
				{
					std::swap(tet.v[0], tet.v[1]);
				}
				mesh.tets.push_back(tet);
			}
		}
	}
	return mesh;
}
} // namespace FractureTests
