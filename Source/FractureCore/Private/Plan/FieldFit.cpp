// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A crack wants to be normal to the largest principal direction n1 everywhere, which no surface is in general. So the
// field f minimises
//     sum of V (a |grad f - d|^2 + b |grad f - g|^2)
// where g is the unit gradient of the field so far, d = +-n1 with the sign of g, and
//     a = min(1, l1/S) (l1 - l2)/(|l1| + |l2|) (d . g)^2 exp(-(f/L)^2),  L = 0.35 (distance to the seed + thickness).
// Tension counts as far as it is tension, as far as its direction is sure, and near the surface. b keeps the field
// smooth where stress says nothing. Signs come from g, not from neighbour to neighbour, so no branch cuts arise.
// A scalar system of one unknown a node, by conjugate gradients: the start is near and few digits are needed.
#include "Plan/FieldFit.h"

#include "Math/Exponential.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr double kFitSmoothness = 0.03;  // b
constexpr double kFitReach = 0.35;       // L over distance and thickness
constexpr double kFitTolerance = 1.0e-2; // of the first residual
constexpr int32_t kFitIterations = 200;

/// a and d of one tet.
struct Pull
{
	double weight = 0.0;
	Vec3 direction;
};

Pull PullOf(const FitProblem& problem, WorkingStress& stress, int32_t tet, double value, const Vec3& g)
{
	const PlanLattice& lattice = problem.lattice;
	const double reach = kFitReach * (Length(lattice.centroid[tet] - problem.seed) + lattice.thickness[tet]);
	const double square = value * value / (reach * reach);
	if (square > 7.0 || !(stress.LargestBound(tet) > 0.0)) // e^-7 is below b's share
	{
		return {};
	}
	const SymmetricExtremes& principal = stress.Principal(tet);
	const Sym3& s = stress.Stress(tet);
	const double l1 = principal.largest;
	const double l2 = s.xx + s.yy + s.zz - l1 - principal.smallest;
	if (!(l1 > 0.0))
	{
		return {};
	}
	const double along = Dot(principal.direction, g);
	const double sure = (l1 - l2) / (std::abs(l1) + std::abs(l2));
	const double weight = (std::min)(1.0, l1 / problem.strength[tet]) * sure * DecayingExp(square) * along * along;
	return {weight, along < 0.0 ? -principal.direction : principal.direction};
}

void AssembleFit(const FitProblem& problem, WorkingStress& stress, std::span<const double> field, FitWorkspace& work)
{
	const PlanLattice& lattice = problem.lattice;
	work.matrix.assign(lattice.columns.size(), 0.0);
	work.right.assign(lattice.nodes.size(), 0.0);
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		const Tet& tet = lattice.tets[t];
		const std::array<Vec3, 4>& gradient = lattice.gradient[t];
		const Vec3 g = Normalised(lattice.Gradient(t, field));
		const double value = 0.25 * (field[tet.v[0]] + field[tet.v[1]] + field[tet.v[2]] + field[tet.v[3]]);
		const Pull pull = PullOf(problem, stress, t, value, g);
		const double weight = lattice.volume[t] * (pull.weight + kFitSmoothness);
		const Vec3 target = (pull.direction * pull.weight + g * kFitSmoothness) * lattice.volume[t];
		const std::array<int32_t, 16>& slots = lattice.slots[t];
		for (int32_t i = 0; i < 4; ++i)
		{
			work.right[tet.v[i]] += Dot(target, gradient[i]);
			for (int32_t j = 0; j < 4; ++j)
			{
				work.matrix[slots[4 * i + j]] += weight * Dot(gradient[i], gradient[j]);
			}
		}
	}
}

/// y = A x over the free nodes.
void MultiplyFit(const FitProblem& problem, const FitWorkspace& work, std::span<const double> x, std::span<double> y)
{
	const PlanLattice& lattice = problem.lattice;
	for (int32_t row = 0; row < lattice.NodeCount(); ++row)
	{
		double sum = 0.0;
		for (int32_t at = lattice.rowStart[row]; at < lattice.rowStart[row + 1]; ++at)
		{
			sum += work.matrix[at] * x[lattice.columns[at]];
		}
		y[row] = sum;
	}
	for (size_t row = 0; row < problem.pinned.size(); ++row)
	{
		y[row] = problem.pinned[row] != 0 ? 0.0 : y[row];
	}
}

double FitDot(std::span<const double> a, std::span<const double> b)
{
	double sum = 0.0;
	for (size_t i = 0; i < a.size(); ++i)
	{
		sum += a[i] * b[i];
	}
	return sum;
}

/// Conjugate gradients with the diagonal as preconditioner. A field without pins is free by a constant, which is
/// harmless: the right-hand side has no part along it.
void SolveFit(const FitProblem& problem, std::span<double> field, FitWorkspace& work)
{
	const PlanLattice& lattice = problem.lattice;
	const size_t count = lattice.nodes.size();
	work.inverseDiagonal.resize(count);
	work.residual.resize(count);
	work.product.resize(count);
	work.preconditioned.resize(count);
	for (int32_t row = 0; row < lattice.NodeCount(); ++row)
	{
		const auto begin = lattice.columns.begin() + lattice.rowStart[row];
		const auto found = std::lower_bound(begin, lattice.columns.begin() + lattice.rowStart[row + 1], row);
		const bool fixed = !problem.pinned.empty() && problem.pinned[row] != 0;
		const double diagonal =
			found != lattice.columns.end() && *found == row ? work.matrix[found - lattice.columns.begin()] : 0.0;
		work.inverseDiagonal[row] = fixed || !(diagonal > 0.0) ? 0.0 : 1.0 / diagonal;
	}
	MultiplyFit(problem, work, field, work.product);
	for (size_t i = 0; i < count; ++i)
	{
		work.residual[i] = work.inverseDiagonal[i] > 0.0 ? work.right[i] - work.product[i] : 0.0;
		work.preconditioned[i] = work.residual[i] * work.inverseDiagonal[i];
	}
	work.direction = work.preconditioned;
	double rz = FitDot(work.residual, work.preconditioned);
	const double enough = kFitTolerance * kFitTolerance * rz;
	for (int32_t step = 0; step < kFitIterations && rz > enough; ++step)
	{
		MultiplyFit(problem, work, work.direction, work.product);
		const double curvature = FitDot(work.direction, work.product);
		if (!(curvature > 0.0))
		{
			break;
		}
		const double alpha = rz / curvature;
		for (size_t i = 0; i < count; ++i)
		{
			field[i] += alpha * work.direction[i];
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

void FitField(const FitProblem& problem, WorkingStress& stress, std::span<double> field, FitWorkspace& workspace)
{
	AssembleFit(problem, stress, field, workspace);
	SolveFit(problem, field, workspace);
}
} // namespace FractureCore
