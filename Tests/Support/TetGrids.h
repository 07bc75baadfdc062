// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Random.h"
#include "FractureCore/TetMesh.h"

#include <functional>

namespace FractureTests
{
/// A box [0, size] of nx x ny x nz cubes, six tets each around the cube's diagonal.
inline FractureCore::TetMesh MakeTetGrid(int32_t nx, int32_t ny, int32_t nz, FractureCore::Vec3 size)
{
	FractureCore::TetMesh mesh;
	for (int32_t k = 0; k <= nz; ++k)
	{
		for (int32_t j = 0; j <= ny; ++j)
		{
			for (int32_t i = 0; i <= nx; ++i)
			{
				mesh.nodes.push_back({size.x * i / nx, size.y * j / ny, size.z * k / nz});
			}
		}
	}
	auto node = [&](int32_t i, int32_t j, int32_t k) { return (k * (ny + 1) + j) * (nx + 1) + i; };
	constexpr int32_t kPaths[6][2] = {{1, 3}, {3, 2}, {2, 6}, {6, 4}, {4, 5}, {5, 1}};
	for (int32_t k = 0; k < nz; ++k)
	{
		for (int32_t j = 0; j < ny; ++j)
		{
			for (int32_t i = 0; i < nx; ++i)
			{
				auto corner = [&](int32_t c) { return node(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)); };
				for (const auto& path : kPaths)
				{
					mesh.tets.push_back({{corner(0), corner(path[0]), corner(path[1]), corner(7)}});
				}
			}
		}
	}
	return mesh;
}

/// The tets whose middles `isKept` likes, on all of the nodes.
template <typename IsKept>
FractureCore::TetMesh KeepTets(FractureCore::TetMesh mesh, const IsKept& isKept)
{
	std::erase_if(mesh.tets,
		[&](const FractureCore::Tet& tet)
		{
			FractureCore::Vec3 middle;
			for (const int32_t v : tet.v)
			{
				middle += mesh.nodes[static_cast<size_t>(v)] / 4.0;
			}
			return !isKept(middle);
		});
	return mesh;
}

/// Moves every inner node of MakeTetGrid's box at random, by up to `amount` of a cube's side.
inline void JitterInside(FractureCore::TetMesh& mesh, FractureCore::Vec3 size, FractureCore::Vec3 cube, double amount)
{
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		FractureCore::Vec3& x = mesh.nodes[i];
		auto inside = [](double value, double end) { return value > 1e-9 * end && value < (1.0 - 1e-9) * end; };
		if (inside(x.x, size.x) && inside(x.y, size.y) && inside(x.z, size.z))
		{
			auto draw = [&](uint64_t k) { return amount * (2.0 * FractureCore::RandomUnit(5, 3 * i + k) - 1.0); };
			x += {cube.x * draw(0), cube.y * draw(1), cube.z * draw(2)};
		}
	}
}
} // namespace FractureTests
