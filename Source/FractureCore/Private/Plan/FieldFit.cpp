// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A crack wants to be normal to the largest principal direction n1 everywhere, which no surface is in general. So the
// field f minimises
//     sum of V (a |grad f - d|^2 + b |grad f - g|^2)
// where g is the unit gradient of the field so far, d = +-n1 with the sign of g, and
//     a = min(1, l1/S) (l1 - l2)/(|l1| + |l2|) (d . g)^2 exp(-(f/L)^2),  L = 0.35 (distance to the seed + thickness).
// Tension counts as far as it is tension, as far as its direction is sure, and near the surface. b keeps the field
// smooth where stress says nothing. Signs come from g, not from neighbour to neighbour, so no branch cuts arise.
// The change of f is sought among the fields of a coarse grid (FitGrid), where one tet speaks for each eighth of a
// cube; a few hundred unknowns, by conjugate gradients: the start is near and few digits are needed.
#include "Plan/FieldFit.h"

#include "Math/Exponential.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr double kFitSmoothness = 0.03;  // b
constexpr double kFitReach = 0.35;       // L over distance and thickness
constexpr double kFitBand = 1.6;         // reaches beyond which a < b, so that the field stays as it is
constexpr double kPinWeight = 30.0;      // how much a pinned node's place outweighs a direction
constexpr double kFitTolerance = 3.0e-2; // of the first residual
constexpr int32_t kFitIterations = 200;
constexpr int64_t kSamplesPerTask = 512;
constexpr int64_t kFittedNodesPerTask = 2048;

/// What some of the tets want that speak for an octant: the octant's weight and missing gradient.
void AddPulls(const FitProblem& problem,
	std::span<const FitSample> samples,
	WorkingStress& stress,
	std::span<const double> field,
	FitWorkspace& work)
{
	const FitGrid& grid = problem.lattice.fitGrid;
	for (const FitSample& sample : samples)
	{
		const double values[4] = {
			field[sample.nodes.v[0]], field[sample.nodes.v[1]], field[sample.nodes.v[2]], field[sample.nodes.v[3]]};
		const double value = 0.25 * (values[0] + values[1] + values[2] + values[3]);
		const double reach = kFitReach * (Length(sample.centroid - problem.seed) + sample.thickness);
		const double share = value / reach;
		if (std::abs(share) > kFitBand)
		{
			continue;
		}
		const int32_t t = sample.tet;
		const size_t octant = static_cast<size_t>(sample.octant);
		Vec3 gradient;
		for (int32_t k = 0; k < 4; ++k)
		{
			gradient += sample.gradient[k] * values[k];
		}
		const Vec3 g = Normalised(gradient);
		Vec3 missing = (g - gradient) * kFitSmoothness;
		if (stress.LargestBound(t) > 0.0)
		{
			const SymmetricExtremes& principal = stress.Principal(t);
			const Sym3& s = stress.Stress(t);
			const double l1 = principal.largest;
			const double l2 = s.xx + s.yy + s.zz - l1 - principal.smallest;
			if (l1 > 0.0)
			{
				const double along = Dot(principal.direction, g);
				const double sure = std::clamp((l1 - l2) / (l1 + std::abs(l2)), 0.0, 1.0);
				const double a =
					(std::min)(1.0, l1 / problem.strength[t]) * sure * DecayingExp(share * share) * along * along;
				const Vec3 d = along < 0.0 ? -principal.direction : principal.direction;
				missing += (d - gradient) * a;
				work.octantWeight[octant] += a * grid.octantVolume[octant];
			}
		}
		work.octantPull[octant] = missing * grid.octantVolume[octant];
	}
}

/// What the tets near the surface want. Each speaks for an octant of its own, and is asked for its own stress only.
void GatherPulls(const FitProblem& problem,
	WorkingStress& stress,
	std::span<const double> field,
	FitWorkspace& work,
	TaskRunner& runner)
{
	const FitGrid& grid = problem.lattice.fitGrid;
	work.octantWeight.resize(grid.octantVolume.size());
	for (size_t i = 0; i < grid.octantVolume.size(); ++i)
	{
		work.octantWeight[i] = kFitSmoothness * grid.octantVolume[i];
	}
	work.octantPull.assign(grid.octantVolume.size(), Vec3{});
	ParallelFor(runner,
		static_cast<int64_t>(grid.samples.size()),
		kSamplesPerTask,
		[&](int64_t begin, int64_t end)
		{
			const std::span<const FitSample> samples(grid.samples);
			const size_t count = static_cast<size_t>(end - begin);
			AddPulls(problem, samples.subspan(static_cast<size_t>(begin), count), stress, field, work);
		});
}

/// Products of the gradients of two corners in each eighth of a cube, rows as far as the diagonal.
const std::array<std::array<double, 64>, 8>& OctantProducts()
{
	static const std::array<std::array<double, 64>, 8> products = []
	{
		std::array<std::array<double, 64>, 8> made = {};
		for (size_t octant = 0; octant < 8; ++octant)
		{
			const std::array<Vec3, 8>& g = FitGrid::OctantGradients()[octant];
			for (size_t i = 0; i < 8; ++i)
			{
				for (size_t j = 0; j <= i; ++j)
				{
					made[octant][8 * i + j] = Dot(g[i], g[j]);
				}
			}
		}
		return made;
	}();
	return products;
}

/// Matrix and right-hand side (in `residual`) of the correction.
void AssembleFit(const FitProblem& problem, FitWorkspace& work)
{
	const FitGrid& grid = problem.lattice.fitGrid;
	const std::array<std::array<Vec3, 8>, 8>& gradients = FitGrid::OctantGradients();
	const std::array<std::array<double, 64>, 8>& products = OctantProducts();
	const double scale = 1.0 / grid.spacing;
	work.matrix.assign(grid.columns.size(), 0.0);
	work.residual.assign(static_cast<size_t>(grid.cornerCount), 0.0);
	for (size_t cube = 0; cube < grid.cubes.size(); ++cube)
	{
		double local[64] = {};
		for (int32_t octant = 0; octant < 8; ++octant)
		{
			const std::array<Vec3, 8>& g = gradients[octant];
			const double weight = work.octantWeight[8 * cube + octant] * scale * scale;
			if (!(weight > 0.0))
			{
				continue;
			}
			for (int32_t i = 0; i < 8; ++i)
			{
				work.residual[grid.cubes[cube][i]] += scale * Dot(g[i], work.octantPull[8 * cube + octant]);
			}
			for (size_t i = 0; i < 64; ++i)
			{
				local[i] += weight * products[octant][i];
			}
		}
		for (int32_t i = 0; i < 8; ++i)
		{
			for (int32_t j = 0; j < 8; ++j)
			{
				work.matrix[grid.slots[cube][8 * i + j]] += j <= i ? local[8 * i + j] : local[8 * j + i];
			}
		}
	}
}

/// Holds the correction at zero where the field is pinned.
void AddPins(const FitProblem& problem, FitWorkspace& work)
{
	const FitGrid& grid = problem.lattice.fitGrid;
	// A node stands for about a sixth of a cell; a shift by a cell there counts as much as a gradient of 1.
	const double cell = problem.lattice.cell;
	const double weight = kPinWeight * cell;
	for (int32_t node = 0; node < static_cast<int32_t>(problem.pinned.size()); ++node)
	{
		if (problem.pinned[node] == 0)
		{
			continue;
		}
		const std::array<double, 8> share = grid.WeightsAt(node);
		const std::array<int32_t, 64>& slots = grid.slots[grid.nodeCube[node]];
		for (int32_t i = 0; i < 8; ++i)
		{
			for (int32_t j = 0; j < 8; ++j)
			{
				work.matrix[slots[8 * i + j]] += weight * share[i] * share[j];
			}
		}
	}
}

/// Four sums side by side: one alone would wait for each addition.
template <typename Term>
double SumOfFour(int32_t begin, int32_t end, const Term& term)
{
	double sums[4] = {0.0, 0.0, 0.0, 0.0};
	int32_t at = begin;
	for (; at + 4 <= end; at += 4)
	{
		sums[0] += term(at);
		sums[1] += term(at + 1);
		sums[2] += term(at + 2);
		sums[3] += term(at + 3);
	}
	for (int32_t lane = 0; at < end; ++at, ++lane)
	{
		sums[lane] += term(at);
	}
	return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void MultiplyFit(const FitGrid& grid, const FitWorkspace& work, std::span<const double> x, std::span<double> y)
{
	for (int32_t row = 0; row < grid.cornerCount; ++row)
	{
		y[row] = SumOfFour(grid.rowStart[row],
			grid.rowStart[row + 1],
			[&](int32_t at) { return work.matrix[at] * x[grid.columns[at]]; });
	}
}

double FitDot(std::span<const double> a, std::span<const double> b)
{
	return SumOfFour(0, static_cast<int32_t>(a.size()), [&](int32_t i) { return a[i] * b[i]; });
}

/// Conjugate gradients from zero with the diagonal as preconditioner. Without pins the correction is free by a
/// constant, which is harmless: the right-hand side has no part along it.
void SolveFit(const FitGrid& grid, FitWorkspace& work)
{
	const size_t count = static_cast<size_t>(grid.cornerCount);
	work.correction.assign(count, 0.0);
	work.inverseDiagonal.assign(count, 0.0);
	work.preconditioned.resize(count);
	work.direction.resize(count);
	work.product.resize(count);
	for (int32_t row = 0; row < grid.cornerCount; ++row)
	{
		const auto begin = grid.columns.begin() + grid.rowStart[row];
		const auto at = std::lower_bound(begin, grid.columns.begin() + grid.rowStart[row + 1], row);
		const double diagonal = work.matrix[static_cast<size_t>(at - grid.columns.begin())];
		work.inverseDiagonal[row] = diagonal > 0.0 ? 1.0 / diagonal : 0.0; // a corner without material stays
		work.preconditioned[row] = work.residual[row] * work.inverseDiagonal[row];
		work.direction[row] = work.preconditioned[row];
	}
	double rz = FitDot(work.residual, work.preconditioned);
	const double enough = kFitTolerance * kFitTolerance * rz;
	for (int32_t step = 0; step < kFitIterations && rz > enough; ++step)
	{
		MultiplyFit(grid, work, work.direction, work.product);
		const double curvature = FitDot(work.direction, work.product);
		if (!(curvature > 0.0))
		{
			break;
		}
		const double alpha = rz / curvature;
		for (size_t i = 0; i < count; ++i)
		{
			work.correction[i] += alpha * work.direction[i];
			work.residual[i] -= alpha * work.product[i];
			work.preconditioned[i] = work.residual[i] * work.inverseDiagonal[i];
		}
		const double next = FitDot(work.residual, work.preconditioned);
		const double beta = next / rz;
		rz = next;
		for (size_t i = 0; i < count; ++i)
		{
			work.direction[i] = work.preconditioned[i] + beta * work.direction[i];
		}
	}
}
} // namespace

void FitField(const FitProblem& problem,
	WorkingStress& stress,
	std::span<double> field,
	FitWorkspace& workspace,
	TaskRunner& runner)
{
	const FitGrid& grid = problem.lattice.fitGrid;
	GatherPulls(problem, stress, field, workspace, runner);
	AssembleFit(problem, workspace);
	AddPins(problem, workspace);
	SolveFit(grid, workspace);
	ParallelFor(runner,
		problem.lattice.NodeCount(),
		kFittedNodesPerTask,
		[&](int64_t begin, int64_t end)
		{
			for (int32_t node = static_cast<int32_t>(begin); node < static_cast<int32_t>(end); ++node)
			{
				if (problem.pinned.empty() || problem.pinned[node] == 0)
				{
					field[node] += grid.ValueAt(node, workspace.correction);
				}
			}
		});
}
} // namespace FractureCore
