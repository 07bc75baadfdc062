// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Preview/RunShapes.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace FractureSim::Editor
{
/// Of the ball: 8 times 4 to the power of it triangles.
static constexpr int32_t BallSubdivisions = 3;

FractureCore::SurfaceMesh BallSurface(double Radius)
{
	FractureCore::SurfaceMesh Mesh;
	Mesh.slotNames.push_back("outer");
	Mesh.positions = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
	Mesh.triangles = {
		{{0, 2, 4}}, {{2, 1, 4}}, {{1, 3, 4}}, {{3, 0, 4}}, {{2, 0, 5}}, {{1, 2, 5}}, {{3, 1, 5}}, {{0, 3, 5}}};
	for (int32_t Level = 0; Level < BallSubdivisions; ++Level)
	{
		std::map<std::pair<int32_t, int32_t>, int32_t> Middles;
		const auto Middle = [&](int32_t A, int32_t B)
		{
			const auto [Place, bNew] =
				Middles.try_emplace(std::minmax(A, B), static_cast<int32_t>(Mesh.positions.size()));
			if (bNew)
			{
				Mesh.positions.push_back(
					Normalised(Mesh.positions[static_cast<size_t>(A)] + Mesh.positions[static_cast<size_t>(B)]));
			}
			return Place->second;
		};
		std::vector<FractureCore::Triangle> Finer;
		for (const FractureCore::Triangle& T : Mesh.triangles)
		{
			const int32_t M[3] = {Middle(T.v[0], T.v[1]), Middle(T.v[1], T.v[2]), Middle(T.v[2], T.v[0])};
			Finer.insert(Finer.end(),
				{{{T.v[0], M[0], M[2]}}, {{M[0], T.v[1], M[1]}}, {{M[2], M[1], T.v[2]}}, {{M[0], M[1], M[2]}}});
		}
		Mesh.triangles = std::move(Finer);
	}
	for (FractureCore::Vec3& Position : Mesh.positions)
	{
		Position *= Radius;
	}
	return Mesh;
}

FractureCore::SurfaceMesh FloorSurface(double HalfWidth, double Depth)
{
	FractureCore::SurfaceMesh Mesh;
	Mesh.slotNames.push_back("outer");
	for (int32_t K = 0; K < 8; ++K)
	{
		Mesh.positions.push_back({(K & 1) != 0 ? HalfWidth : -HalfWidth,
			(K & 2) != 0 ? HalfWidth : -HalfWidth,
			(K & 4) != 0 ? 0.0 : -Depth});
	}
	const int32_t Quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
	for (const auto& Q : Quads)
	{
		Mesh.triangles.push_back({{Q[0], Q[1], Q[2]}});
		Mesh.triangles.push_back({{Q[0], Q[2], Q[3]}});
	}
	return Mesh;
}
} // namespace FractureSim::Editor
