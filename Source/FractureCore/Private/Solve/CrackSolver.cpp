// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Conjugate gradients with two subspaces as preconditioner, one after the other (multiplicative Schwarz). Let P hand
// the motion of an intact node to its copies. P^T K P is the intact stiffness K0, so G = P K0^-1 P^T solves exactly
// among the motions that do not open a crack, and L, the inverse of K in the region, among those that move only the
// region. After L the residual is zero in the region. It stays so, because every direction below keeps it; so each
// iteration is G, then L, and (I - L K) G is symmetric where it is used.
#include "Solve/CrackSolver.h"

#include "FractureCore/Hooks.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Share of the nodes beyond which a factor of the whole body costs less: at 40 % the region's factor and a solve took
// as long as a float factor and a solve, on scanned bodies of five and ten thousand tets.
constexpr double kLargestRegion = 0.4;

// Iterations beyond which it costs less too, measured there and at twenty thousand tets; and how many the copies of
// nodes make: 1.4 to 1.7 over the cube root of the nodes, for cracks from the surface of scanned bodies.
constexpr double kMostIterations = 11.0;
constexpr double kIterationsPerCopy = 1.6;

double DotOf(std::span<const double> a, std::span<const double> b)
{
	double sum = 0.0;
	for (size_t i = 0; i < a.size(); ++i)
	{
		sum += a[i] * b[i];
	}
	return sum;
}

/// y = x + s y
void ScaleAndAdd(std::span<double> y, double s, std::span<const double> x)
{
	for (size_t i = 0; i < y.size(); ++i)
	{
		y[i] = x[i] + s * y[i];
	}
}

/// y += s x
void AddTimes(std::span<double> y, double s, std::span<const double> x)
{
	for (size_t i = 0; i < y.size(); ++i)
	{
		y[i] += s * x[i];
	}
}
} // namespace

void CrackSolver::FindRegion(const RigidModes& modes)
{
	const int32_t count = m_stiffness->NodeCount();
	std::vector<int32_t> copies(static_cast<size_t>(m_intact.nodeCount), 0);
	for (const int32_t node : m_intact.copiedOf)
	{
		++copies[node];
	}
	std::vector<uint8_t> inside(static_cast<size_t>(count), 0);
	std::vector<int32_t> front;
	for (int32_t node = 0; node < count; ++node)
	{
		if (copies[m_intact.copiedOf[node]] > 1)
		{
			inside[node] = 1;
			front.push_back(node);
		}
	}
	std::vector<int32_t> next;
	for (int32_t layer = 0; layer < m_settings.layers; ++layer)
	{
		next.clear();
		for (const int32_t node : front)
		{
			for (const int32_t neighbour : m_stiffness->Graph().Row(node))
			{
				if (inside[neighbour] == 0)
				{
					inside[neighbour] = 1;
					next.push_back(neighbour);
				}
			}
		}
		std::swap(front, next);
	}
	// A part with only a few nodes outside would hang on them loosely; it is taken whole.
	constexpr int32_t kFewNodes = 12;
	std::vector<int32_t> outside(modes.parts.size(), 0);
	for (int32_t node = 0; node < count; ++node)
	{
		outside[modes.nodePart[node]] += inside[node] == 0 ? 1 : 0;
	}
	m_region.clear();
	std::vector<int32_t> regionIndex(static_cast<size_t>(count), kNoIndex);
	for (int32_t node = 0; node < count; ++node)
	{
		if (inside[node] != 0 || outside[modes.nodePart[node]] <= kFewNodes)
		{
			regionIndex[node] = static_cast<int32_t>(m_region.size());
			m_region.push_back(node);
		}
	}
	m_regionPins.clear();
	for (const int32_t pin : modes.pins)
	{
		if (outside[modes.nodePart[pin / 3]] <= kFewNodes)
		{
			m_regionPins.push_back(3 * regionIndex[pin / 3] + pin % 3);
		}
	}
}

BlockMatrix CrackSolver::RegionMatrix() const
{
	std::vector<int32_t> regionIndex(static_cast<size_t>(m_stiffness->NodeCount()), kNoIndex);
	for (size_t i = 0; i < m_region.size(); ++i)
	{
		regionIndex[m_region[i]] = static_cast<int32_t>(i);
	}
	BlockMatrix matrix;
	for (const int32_t node : m_region)
	{
		for (int32_t k = m_stiffness->rowStart[node]; k < m_stiffness->rowStart[node + 1]; ++k)
		{
			const int32_t column = regionIndex[m_stiffness->columns[k]];
			if (column != kNoIndex)
			{
				matrix.columns.push_back(column);
				matrix.blocks.push_back(m_stiffness->blocks[k]);
			}
		}
		matrix.rowStart.push_back(static_cast<int32_t>(matrix.columns.size()));
	}
	for (const int32_t pin : m_regionPins)
	{
		PinComponent(matrix, pin / 3, pin % 3);
	}
	return matrix;
}

bool CrackSolver::Prepare(const BlockMatrix& stiffness,
	IntactBody intact,
	const RigidModes& modes,
	const CrackSolveSettings& settings,
	TaskRunner& runner)
{
	FRACTURECORE_ASSERT(intact.copiedOf.size() == static_cast<size_t>(stiffness.NodeCount()));
	m_stiffness = &stiffness;
	m_intact = std::move(intact);
	m_settings = settings;
	const double nodes = static_cast<double>(m_intact.nodeCount);
	const double copies = static_cast<double>(m_intact.copiedOf.size()) - nodes;
	const double share = kIterationsPerCopy * copies / kMostIterations;
	if (share * share * share > nodes) // a library's cube root may round the other way elsewhere
	{
		return false;
	}
	FindRegion(modes);
	if (m_region.size() > kLargestRegion * m_intact.copiedOf.size())
	{
		return false;
	}
	CholeskySettings regionSettings;
	regionSettings.precision = FactorPrecision::Double; // the region's residual must vanish
	CholeskyWorkspace workspace;
	return static_cast<bool>(m_regionFactor.Factor(RegionMatrix(), {}, regionSettings, workspace, runner));
}

void CrackSolver::SolveIntact(
	std::span<const double> right, std::span<double> x, CrackWorkspace& workspace, TaskRunner& runner) const
{
	std::vector<double>& joined = workspace.joined;
	joined.assign(3 * static_cast<size_t>(m_intact.nodeCount), 0.0);
	for (size_t node = 0; node < m_intact.copiedOf.size(); ++node)
	{
		for (size_t axis = 0; axis < 3; ++axis)
		{
			joined[3 * static_cast<size_t>(m_intact.copiedOf[node]) + axis] += right[3 * node + axis];
		}
	}
	for (const int32_t pin : m_intact.pins)
	{
		joined[static_cast<size_t>(pin)] = 0.0;
	}
	m_intact.factor->SolveOnce(joined, joined, workspace.intact, runner);
	for (size_t node = 0; node < m_intact.copiedOf.size(); ++node)
	{
		std::copy_n(joined.data() + 3 * static_cast<size_t>(m_intact.copiedOf[node]), 3, x.data() + 3 * node);
	}
}

void CrackSolver::AddRegion(
	std::span<const double> right, std::span<double> x, CrackWorkspace& workspace, TaskRunner& runner) const
{
	if (m_region.empty())
	{
		return;
	}
	std::vector<double>& values = workspace.regionValues;
	values.resize(3 * m_region.size());
	for (size_t i = 0; i < m_region.size(); ++i)
	{
		std::copy_n(right.data() + 3 * static_cast<size_t>(m_region[i]), 3, values.data() + 3 * i);
	}
	for (const int32_t pin : m_regionPins)
	{
		values[static_cast<size_t>(pin)] = 0.0;
	}
	m_regionFactor.SolveOnce(values, values, workspace.region, runner);
	for (size_t i = 0; i < m_region.size(); ++i)
	{
		for (size_t axis = 0; axis < 3; ++axis)
		{
			x[3 * static_cast<size_t>(m_region[i]) + axis] += values[3 * i + axis];
		}
	}
}

RefinementReport CrackSolver::Solve(
	std::span<const double> right, std::span<double> x, CrackWorkspace& workspace, TaskRunner& runner) const
{
	FRACTURECORE_ASSERT(right.size() == x.size() && right.size() == 3 * m_intact.copiedOf.size());
	for (std::vector<double>* vector : {&workspace.correction,
			 &workspace.correctionProduct,
			 &workspace.direction,
			 &workspace.directionProduct,
			 &workspace.residual})
	{
		vector->resize(right.size());
	}
	const std::span<double> z = workspace.correction;
	const std::span<double> kz = workspace.correctionProduct;
	const std::span<double> d = workspace.direction;
	const std::span<double> kd = workspace.directionProduct;
	const std::span<double> r = workspace.residual;
	// z = (I - L K) G r with its product; kz serves as scratch in between.
	auto correct = [&]
	{
		SolveIntact(r, z, workspace, runner);
		Multiply(*m_stiffness, z, kz, runner);
		for (size_t i = 0; i < kz.size(); ++i)
		{
			kz[i] = r[i] - kz[i];
		}
		AddRegion(kz, z, workspace, runner);
		Multiply(*m_stiffness, z, kz, runner);
	};
	std::copy(right.begin(), right.end(), r.begin());
	correct();
	std::copy(z.begin(), z.end(), x.begin());
	AddTimes(r, -1.0, kz);

	RefinementReport report;
	std::fill(d.begin(), d.end(), 0.0);
	std::fill(kd.begin(), kd.end(), 0.0);
	double energy = 1.0; // of no direction
	for (;;)
	{
		correct();
		const double next = DotOf(r, z);
		const double reference = DotOf(x, right);
		report.relativeError = next > 0.0 ? std::sqrt(next / std::max(reference, 1.0e-300)) : 0.0;
		report.converged = report.relativeError <= m_settings.tolerance && std::isfinite(next);
		if (report.converged || report.iterations == m_settings.maxIterations || !std::isfinite(next))
		{
			AddTimes(x, 1.0, z); // all eigenvalues lie in (0, 1]: it can only gain
			return report;
		}
		++report.iterations;
		ScaleAndAdd(d, next / energy, z);
		ScaleAndAdd(kd, next / energy, kz);
		energy = next;
		const double curvature = DotOf(d, kd);
		if (!(curvature > 0.0))
		{
			return report;
		}
		AddTimes(x, energy / curvature, d);
		AddTimes(r, -energy / curvature, kd);
	}
}
} // namespace FractureCore
