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

/// Within which distance of the zero set the stress of a tet counts, m.
double ReachOf(const FitProblem& problem, int32_t tet)
{
	const PlanLattice& lattice = problem.lattice;
	return kFitReach * (Length(lattice.centroid[tet] - problem.seed) + lattice.thickness[tet]);
}

double MeanOf(const Tet& tet, std::span<const double> field)
{
	return 0.25 * (field[tet.v[0]] + field[tet.v[1]] + field[tet.v[2]] + field[tet.v[3]]);
}

/// a and d of one tet.
struct Pull
{
	double weight = 0.0;
	Vec3 direction;
};

Pull PullOf(const FitProblem& problem, WorkingStress& stress, int32_t tet, double value, const Vec3& g)
{
	if (!(stress.LargestBound(tet) > 0.0))
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
	const double share = value / ReachOf(problem, tet);
	const double along = Dot(principal.direction, g);
	const double sure = (l1 - l2) / (std::abs(l1) + std::abs(l2));
	const double weight =
		(std::min)(1.0, l1 / problem.strength[tet]) * sure * DecayingExp(share * share) * along * along;
	return {weight, along < 0.0 ? -principal.direction : principal.direction};
}

/// Tets near the zero set, and their nodes that are not pinned.
void FindBand(const FitProblem& problem, std::span<const double> field, FitWorkspace& work)
{
	constexpr double kLeastBand = 1.5; // cells
	const PlanLattice& lattice = problem.lattice;
	work.tets.clear();
	work.rows.clear();
	work.isActive.assign(lattice.nodes.size(), 0);
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		const double value = std::abs(MeanOf(lattice.tets[t], field));
		if (value < problem.band * ReachOf(problem, t) + kLeastBand * lattice.cell)
		{
			work.tets.push_back(t);
			for (const int32_t node : lattice.tets[t].v)
			{
				work.isActive[node] = 1;
			}
		}
	}
	for (int32_t node = 0; node < lattice.NodeCount(); ++node)
	{
		if (work.isActive[node] != 0 && (problem.pinned.empty() || problem.pinned[node] == 0))
		{
			work.rows.push_back(node);
		}
	}
}

void AssembleFit(const FitProblem& problem, WorkingStress& stress, std::span<const double> field, FitWorkspace& work)
{
	const PlanLattice& lattice = problem.lattice;
	work.matrix.assign(lattice.columns.size(), 0.0);
	work.right.assign(lattice.nodes.size(), 0.0);
	work.inverseDiagonal.assign(lattice.nodes.size(), 0.0);
	for (const int32_t t : work.tets)
	{
		const Tet& tet = lattice.tets[t];
		const std::array<Vec3, 4>& gradient = lattice.gradient[t];
		const Vec3 g = Normalised(lattice.Gradient(t, field));
		const Pull pull = PullOf(problem, stress, t, MeanOf(tet, field), g);
		const double weight = lattice.volume[t] * (pull.weight + kFitSmoothness);
		const Vec3 target = (pull.direction * pull.weight + g * kFitSmoothness) * lattice.volume[t];
		const std::array<int32_t, 16>& slots = lattice.slots[t];
		for (int32_t i = 0; i < 4; ++i)
		{
			work.right[tet.v[i]] += Dot(target, gradient[i]);
			work.inverseDiagonal[tet.v[i]] += weight * Dot(gradient[i], gradient[i]); // inverted below
			for (int32_t j = 0; j < 4; ++j)
			{
				work.matrix[slots[4 * i + j]] += weight * Dot(gradient[i], gradient[j]);
			}
		}
	}
	for (const int32_t row : work.rows)
	{
		work.inverseDiagonal[row] = 1.0 / work.inverseDiagonal[row];
	}
}

/// y = A x in the rows that may move.
void MultiplyFit(const PlanLattice& lattice, const FitWorkspace& work, std::span<const double> x, std::span<double> y)
{
	for (const int32_t row : work.rows)
	{
		double sum = 0.0;
		for (int32_t at = lattice.rowStart[row]; at < lattice.rowStart[row + 1]; ++at)
		{
			sum += work.matrix[at] * x[lattice.columns[at]];
		}
		y[row] = sum;
	}
}

double FitDot(std::span<const int32_t> rows, std::span<const double> a, std::span<const double> b)
{
	double sum = 0.0;
	for (const int32_t row : rows)
	{
		sum += a[row] * b[row];
	}
	return sum;
}

/// Conjugate gradients with the diagonal as preconditioner. A field without pins is free by a constant, which is
/// harmless: the right-hand side has no part along it.
void SolveFit(const PlanLattice& lattice, std::span<double> field, FitWorkspace& work)
{
	const size_t count = lattice.nodes.size();
	work.residual.resize(count);
	work.product.resize(count);
	work.preconditioned.resize(count);
	work.direction.assign(count, 0.0); // zero where nothing moves
	MultiplyFit(lattice, work, field, work.product);
	for (const int32_t i : work.rows)
	{
		work.residual[i] = work.right[i] - work.product[i];
		work.preconditioned[i] = work.residual[i] * work.inverseDiagonal[i];
		work.direction[i] = work.preconditioned[i];
	}
	double rz = FitDot(work.rows, work.residual, work.preconditioned);
	double size = 0.0; // of the right-hand side: a residual that is only rounding beside it leads nowhere
	for (const int32_t i : work.rows)
	{
		size += work.right[i] * work.right[i] * work.inverseDiagonal[i];
	}
	const double enough = (std::max)(kFitTolerance * kFitTolerance * rz, 1.0e-20 * size);
	for (int32_t step = 0; step < kFitIterations && rz > enough; ++step)
	{
		MultiplyFit(lattice, work, work.direction, work.product);
		const double curvature = FitDot(work.rows, work.direction, work.product);
		if (!(curvature > 0.0))
		{
			break;
		}
		const double alpha = rz / curvature;
		for (const int32_t i : work.rows)
		{
			field[i] += alpha * work.direction[i];
			work.residual[i] -= alpha * work.product[i];
			work.preconditioned[i] = work.residual[i] * work.inverseDiagonal[i];
		}
		const double next = FitDot(work.rows, work.residual, work.preconditioned);
		const double beta = next / rz;
		rz = next;
		for (const int32_t i : work.rows)
		{
			work.direction[i] = work.preconditioned[i] + beta * work.direction[i];
		}
	}
}
} // namespace

void FitField(const FitProblem& problem, WorkingStress& stress, std::span<double> field, FitWorkspace& workspace)
{
	FindBand(problem, field, workspace);
	AssembleFit(problem, stress, field, workspace);
	SolveFit(problem.lattice, field, workspace);
}
} // namespace FractureCore
