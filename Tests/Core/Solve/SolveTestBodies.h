// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Random.h"
#include "FractureCore/TetMesh.h"
#include "Solve/Assembly.h"

#include <vector>

namespace FractureCore
{
/// nx by ny by nz boxes of that size, six tets each around the box's diagonal.
inline TetMesh MakeBoxBody(int32_t nx, int32_t ny, int32_t nz, Vec3 size = {1.0, 1.0, 1.0})
{
	TetMesh mesh;
	for (int32_t k = 0; k <= nz; ++k)
	{
		for (int32_t j = 0; j <= ny; ++j)
		{
			for (int32_t i = 0; i <= nx; ++i)
			{
				mesh.nodes.push_back({size.x * i, size.y * j, size.z * k});
			}
		}
	}
	auto node = [&](int32_t i, int32_t j, int32_t k) { return (k * (ny + 1) + j) * (nx + 1) + i; };
	constexpr int32_t kAxes[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
	for (int32_t k = 0; k < nz; ++k)
	{
		for (int32_t j = 0; j < ny; ++j)
		{
			for (int32_t i = 0; i < nx; ++i)
			{
				for (int32_t p = 0; p < 6; ++p)
				{
					int32_t at[3] = {i, j, k};
					Tet tet;
					tet.v[0] = node(at[0], at[1], at[2]);
					for (int32_t step = 0; step < 3; ++step)
					{
						++at[kAxes[p][step]];
						tet.v[step + 1] = node(at[0], at[1], at[2]);
					}
					if (p >= 3)
					{
						std::swap(tet.v[1], tet.v[2]); // odd permutations turn the tet inside out
					}
					mesh.tets.push_back(tet);
				}
			}
		}
	}
	return mesh;
}

/// Moves every node by up to `amount` a component, the same way each time.
inline void Jitter(TetMesh& mesh, double amount, uint64_t seed)
{
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		auto draw = [&](uint64_t axis) { return amount * (2.0 * RandomUnit(seed, 3 * i + axis) - 1.0); };
		mesh.nodes[i] += {draw(0), draw(1), draw(2)};
	}
}

inline BlockMatrix AssembleBody(const TetMesh& mesh, const LameConstants& lame = {1.0, 1.0})
{
	const StiffnessAssembly assembly(mesh.tets, static_cast<int32_t>(mesh.nodes.size()));
	BlockMatrix matrix = assembly.Pattern();
	assembly.Assemble(*ComputeTetShapes(mesh), lame, {}, matrix, SerialRunner());
	return matrix;
}

inline void PinNode(BlockMatrix& matrix, int32_t node)
{
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		PinComponent(matrix, node, axis);
	}
}

/// Pins all nodes with x <= 0.
inline void ClampLeftEnd(BlockMatrix& matrix, const TetMesh& mesh)
{
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		if (mesh.nodes[i].x <= 0.0)
		{
			PinNode(matrix, static_cast<int32_t>(i));
		}
	}
}

/// Numbers in [-1, 1).
inline std::vector<double> RandomVector(size_t size, uint64_t seed)
{
	std::vector<double> values(size);
	for (size_t i = 0; i < size; ++i)
	{
		values[i] = 2.0 * RandomUnit(seed, i) - 1.0;
	}
	return values;
}
} // namespace FractureCore
