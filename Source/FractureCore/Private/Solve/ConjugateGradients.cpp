// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/ConjugateGradients.h"

#include "FractureCore/Hooks.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr int64_t kVectorGrain = 2048;

double DotProduct(std::span<const Vec3> a, std::span<const Vec3> b, TaskRunner& runner)
{
	return ParallelReduce(
		runner,
		static_cast<int64_t>(a.size()),
		kVectorGrain,
		0.0,
		[&](int64_t begin, int64_t end)
		{
			double sum = 0.0;
			for (int64_t i = begin; i < end; ++i)
			{
				sum += Dot(a[static_cast<size_t>(i)], b[static_cast<size_t>(i)]);
			}
			return sum;
		},
		[](double x, double y) { return x + y; });
}

std::span<const double> Flat(std::span<const Vec3> values)
{
	static_assert(sizeof(Vec3) == 3 * sizeof(double));
	return {&values.data()->x, 3 * values.size()};
}

std::span<double> Flat(std::span<Vec3> values)
{
	return {&values.data()->x, 3 * values.size()};
}

Mat3 InverseOf(const Mat3& a)
{
	const Vec3 rows[3] = {
		{a.m[0][0], a.m[0][1], a.m[0][2]}, {a.m[1][0], a.m[1][1], a.m[1][2]}, {a.m[2][0], a.m[2][1], a.m[2][2]}};
	const Vec3 columns[3] = {Cross(rows[1], rows[2]), Cross(rows[2], rows[0]), Cross(rows[0], rows[1])};
	const double determinant = Dot(rows[0], columns[0]);
	Mat3 inverse;
	for (int32_t j = 0; j < 3; ++j)
	{
		inverse.m[0][j] = columns[j].x / determinant;
		inverse.m[1][j] = columns[j].y / determinant;
		inverse.m[2][j] = columns[j].z / determinant;
	}
	return inverse;
}
} // namespace

std::vector<Mat3> MakeBlockJacobi(const BlockMatrix& matrix)
{
	std::vector<Mat3> inverses(static_cast<size_t>(matrix.NodeCount()));
	for (int32_t i = 0; i < matrix.NodeCount(); ++i)
	{
		inverses[static_cast<size_t>(i)] = InverseOf(matrix.blocks[static_cast<size_t>(matrix.Find(i, i))]);
	}
	return inverses;
}

CgReport SolveConjugateGradients(const BlockMatrix& matrix,
	std::span<const Mat3> blockJacobi,
	const RigidModes& freeMotions,
	std::span<const Vec3> nodes,
	std::span<const Vec3> forces,
	std::span<Vec3> u,
	double tolerance,
	int32_t maxIterations,
	CgWorkspace& workspace,
	TaskRunner& runner)
{
	const size_t count = nodes.size();
	FRACTURECORE_ASSERT(forces.size() == count && u.size() == count && blockJacobi.size() == count);
	for (std::vector<Vec3>* vector :
		{&workspace.residual, &workspace.preconditioned, &workspace.direction, &workspace.product})
	{
		vector->resize(count);
	}
	std::vector<Vec3>& r = workspace.residual;
	std::vector<Vec3>& z = workspace.preconditioned;
	std::vector<Vec3>& d = workspace.direction;
	std::vector<Vec3>& q = workspace.product;
	auto forEach = [&](auto&& body)
	{
		ParallelFor(runner,
			static_cast<int64_t>(count),
			kVectorGrain,
			[&](int64_t begin, int64_t end)
			{
				for (int64_t i = begin; i < end; ++i)
				{
					body(static_cast<size_t>(i));
				}
			});
	};
	auto project = [&](std::vector<Vec3>& values) { RemoveUnitMotion(freeMotions, nodes, values, workspace.rigid); };

	CgReport report;
	const double target = tolerance * std::sqrt(DotProduct(forces, forces, runner));
	Multiply(matrix, Flat(std::span<const Vec3>(u.data(), count)), Flat(std::span<Vec3>(q)), runner);
	forEach([&](size_t i) { r[i] = forces[i] - q[i]; });
	project(r);
	double rz = 0.0;
	for (;; ++report.iterations)
	{
		const double norm = std::sqrt(DotProduct(r, r, runner));
		report.relativeResidual = target > 0.0 ? tolerance * norm / target : 0.0;
		report.converged = norm <= target;
		if (report.converged || report.iterations == maxIterations)
		{
			return report;
		}
		forEach([&](size_t i) { z[i] = blockJacobi[i] * r[i]; });
		project(z);
		const double next = DotProduct(r, z, runner);
		const double beta = report.iterations == 0 ? 0.0 : next / rz;
		rz = next;
		forEach([&](size_t i) { d[i] = z[i] + d[i] * beta; });
		Multiply(matrix, Flat(std::span<const Vec3>(d)), Flat(std::span<Vec3>(q)), runner);
		const double curvature = DotProduct(d, q, runner);
		if (!(curvature > 0.0))
		{
			return report; // the matrix is not positive on what is left: rounding has the last word
		}
		const double alpha = rz / curvature;
		forEach(
			[&](size_t i)
			{
				u[i] += d[i] * alpha;
				r[i] -= q[i] * alpha;
			});
		// K d has no part along the motions but for rounding, which would pile up.
		if (report.iterations % 25 == 24)
		{
			project(r);
		}
	}
}
} // namespace FractureCore
