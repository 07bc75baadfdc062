// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Linear elasticity on linear tetrahedra: [Bao07], section 4, linearised about the rest shape. The paper's internal
// force P B_m lacks a sign: a restoring force is -P B_m, and K = -df/du is then positive semidefinite.
#include "Solve/LinearTet.h"

#include "FractureCore/Hooks.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace FractureCore
{
namespace
{
// Volumes below this share of the longest edge cubed are rounding noise of flat tets.
constexpr double kFlatTet = 1.0e-12;
constexpr int64_t kStressTetsPerTask = 2048;
} // namespace

LameConstants ComputeLameConstants(const Material& material)
{
	const double E = material.youngModulus;
	const double nu = material.poissonRatio;
	return {E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)), E / (2.0 * (1.0 + nu))};
}

Result<std::vector<TetShape>> ComputeTetShapes(const TetMesh& mesh)
{
	std::vector<TetShape> shapes(mesh.tets.size());
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		Vec3 x[4];
		for (int32_t a = 0; a < 4; ++a)
		{
			const int32_t node = mesh.tets[t].v[a];
			if (node < 0 || node >= static_cast<int32_t>(mesh.nodes.size()))
			{
				return Error{ErrorCode::InvalidMesh,
					"Tet " + std::to_string(t) + " refers to node " + std::to_string(node) + ", which does not exist.",
					static_cast<int64_t>(t)};
			}
			x[a] = mesh.nodes[node];
		}
		double longest = 0.0; // squared
		for (int32_t a = 0; a < 4; ++a)
		{
			for (int32_t b = 0; b < a; ++b)
			{
				longest = std::max(longest, LengthSquared(x[a] - x[b]));
			}
		}
		TetShape& shape = shapes[t];
		shape.volume = SignedVolume(x[0], x[1], x[2], x[3]);
		if (!(shape.volume > kFlatTet * longest * std::sqrt(longest)))
		{
			return Error{ErrorCode::InvalidMesh,
				"Tet " + std::to_string(t) + " has no volume or is turned inside out.",
				static_cast<int64_t>(t)};
		}
		const double scale = 1.0 / (6.0 * shape.volume);
		shape.gradient[1] = scale * Cross(x[2] - x[0], x[3] - x[0]);
		shape.gradient[2] = scale * Cross(x[3] - x[0], x[1] - x[0]);
		shape.gradient[3] = scale * Cross(x[1] - x[0], x[2] - x[0]);
		shape.gradient[0] = -(shape.gradient[1] + shape.gradient[2] + shape.gradient[3]);
	}
	return shapes;
}

Mat3 StiffnessBlock(const TetShape& shape, const LameConstants& lame, int32_t a, int32_t b)
{
	const double ga[3] = {shape.gradient[a].x, shape.gradient[a].y, shape.gradient[a].z};
	const double gb[3] = {shape.gradient[b].x, shape.gradient[b].y, shape.gradient[b].z};
	const double lambda = lame.lambda * shape.volume;
	const double mu = lame.mu * shape.volume;
	const double isotropic = mu * (ga[0] * gb[0] + ga[1] * gb[1] + ga[2] * gb[2]);
	Mat3 block;
	for (int32_t i = 0; i < 3; ++i)
	{
		for (int32_t j = 0; j < 3; ++j)
		{
			block.m[i][j] = lambda * (ga[i] * gb[j]) + mu * (gb[i] * ga[j]); // symmetric to the last bit for a = b
		}
		block.m[i][i] += isotropic;
	}
	return block;
}

Sym3 TetStress(const TetShape& shape, const LameConstants& lame, const Vec3 (&u)[4])
{
	Mat3 gradient; // of the displacement
	for (int32_t a = 0; a < 4; ++a)
	{
		gradient += Mat3::Outer(u[a], shape.gradient[a]);
	}
	const auto& F = gradient.m;
	const double pressure = lame.lambda * Trace(gradient);
	return {2.0 * lame.mu * F[0][0] + pressure,
		2.0 * lame.mu * F[1][1] + pressure,
		2.0 * lame.mu * F[2][2] + pressure,
		lame.mu * (F[0][1] + F[1][0]),
		lame.mu * (F[1][2] + F[2][1]),
		lame.mu * (F[2][0] + F[0][2])};
}

void ComputeStresses(std::span<const Tet> tets,
	std::span<const TetShape> shapes,
	const LameConstants& lame,
	std::span<const double> u,
	std::span<Sym3> stresses,
	TaskRunner& runner)
{
	FRACTURECORE_ASSERT(tets.size() == shapes.size() && tets.size() == stresses.size());
	ParallelFor(runner,
		static_cast<int64_t>(tets.size()),
		kStressTetsPerTask,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t t = begin; t < end; ++t)
			{
				Vec3 corners[4];
				for (int32_t a = 0; a < 4; ++a)
				{
					const double* at = u.data() + 3 * static_cast<ptrdiff_t>(tets[t].v[a]);
					corners[a] = {at[0], at[1], at[2]};
				}
				stresses[t] = TetStress(shapes[t], lame, corners);
			}
		});
}

std::vector<double> ComputeLumpedMasses(
	const TetMesh& mesh, std::span<const TetShape> shapes, double density, std::span<const double> fraction)
{
	std::vector<double> masses(mesh.nodes.size(), 0.0);
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		const double quarter = 0.25 * density * shapes[t].volume * (fraction.empty() ? 1.0 : fraction[t]);
		for (const int32_t node : mesh.tets[t].v)
		{
			masses[node] += quarter;
		}
	}
	return masses;
}
} // namespace FractureCore
