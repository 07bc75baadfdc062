// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Dent/DentStep.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace FractureCore
{
namespace
{
/// A cell may not shrink below this part of its volume: a flat one has no stress worth the name.
constexpr double kLeastDentedVolume = 0.1;
constexpr int32_t kMostDentHalvings = 20;

/// Volumes of tets, m^3, or areas of triangles, m^2: weights of means, so that a common factor does not count.
std::vector<double> CellSizes(const DentInput& input)
{
	std::vector<double> sizes;
	sizes.reserve(input.vonMises.size());
	for (size_t begin = 0; begin < input.cells.size(); begin += input.corners)
	{
		const auto place = [&](int32_t k) { return input.nodes[input.cells[begin + k]]; };
		sizes.push_back(input.corners == 4 ? SignedVolume(place(0), place(1), place(2), place(3))
										   : 0.5 * Length(Cross(place(1) - place(0), place(2) - place(0))));
	}
	return sizes;
}

/// An equal share of a cell to each of its corners.
std::vector<double> NodeSizes(const DentInput& input, std::span<const double> cellSizes)
{
	std::vector<double> sizes(input.nodes.size(), 0.0);
	for (size_t i = 0; i < input.cells.size(); ++i)
	{
		sizes[input.cells[i]] += cellSizes[i / input.corners] / input.corners;
	}
	return sizes;
}

/// Mean over the cells around a node of the part of the stress that exceeds the yield strength.
std::vector<double> YieldWeights(
	const DentInput& input, std::span<const double> cellSizes, std::span<const double> nodeSizes, int32_t& yieldedCells)
{
	std::vector<double> weights(input.nodes.size(), 0.0);
	for (size_t cell = 0; cell < cellSizes.size(); ++cell)
	{
		if (!(input.vonMises[cell] > input.yieldStrength))
		{
			continue;
		}
		++yieldedCells;
		const double excess = 1.0 - input.yieldStrength / input.vonMises[cell];
		for (int32_t k = 0; k < input.corners; ++k)
		{
			const int32_t node = input.cells[cell * input.corners + k];
			weights[node] += excess * cellSizes[cell] / (input.corners * nodeSizes[node]);
		}
	}
	return weights;
}

std::vector<double> ShortestEdges(const DentInput& input)
{
	std::vector<double> shortest(input.nodes.size(), std::numeric_limits<double>::infinity());
	for (size_t begin = 0; begin < input.cells.size(); begin += input.corners)
	{
		for (int32_t a = 0; a < input.corners; ++a)
		{
			for (int32_t b = 0; b < a; ++b)
			{
				const int32_t i = input.cells[begin + a];
				const int32_t j = input.cells[begin + b];
				const double length = Length(input.nodes[i] - input.nodes[j]);
				shortest[i] = std::min(shortest[i], length);
				shortest[j] = std::min(shortest[j], length);
			}
		}
	}
	return shortest;
}

/// Solves A x = b for a symmetric positive definite A by its adjugate.
Vec3 SolveSmall(const Mat3& A, const Vec3& b)
{
	const Vec3 rows[3] = {
		{A.m[0][0], A.m[0][1], A.m[0][2]}, {A.m[1][0], A.m[1][1], A.m[1][2]}, {A.m[2][0], A.m[2][1], A.m[2][2]}};
	const Vec3 first = Cross(rows[1], rows[2]);
	const double determinant = Dot(rows[0], first);
	return (b.x * first + b.y * Cross(rows[2], rows[0]) + b.z * Cross(rows[0], rows[1])) / determinant;
}

/// Takes out the rigid motion, so that R^T M d = 0 over translations and rotations: the dent carries no momentum.
void RemoveRigidPart(const DentInput& input, std::span<const double> nodeSizes, std::span<Vec3> dent)
{
	double total = 0.0;
	Vec3 centre;
	Vec3 drift;
	for (size_t i = 0; i < dent.size(); ++i)
	{
		total += nodeSizes[i];
		centre += nodeSizes[i] * input.nodes[i];
		drift += nodeSizes[i] * dent[i];
	}
	centre = centre / total;
	drift = drift / total;
	Mat3 inertia;
	Vec3 angular;
	for (size_t i = 0; i < dent.size(); ++i)
	{
		const Vec3 r = input.nodes[i] - centre;
		inertia += (Mat3::Identity() * LengthSquared(r) + Mat3::Outer(r, r) * -1.0) * nodeSizes[i];
		angular += nodeSizes[i] * Cross(r, dent[i]);
	}
	const Vec3 spin = SolveSmall(inertia, angular);
	for (size_t i = 0; i < dent.size(); ++i)
	{
		dent[i] -= drift + Cross(spin, input.nodes[i] - centre);
	}
}

bool IsCellGood(const DentInput& input, size_t begin, std::span<const Vec3> dent, double scale)
{
	const auto place = [&](int32_t k, double s)
	{ return input.nodes[input.cells[begin + k]] + s * dent[input.cells[begin + k]]; };
	if (input.corners == 4)
	{
		const double before = SignedVolume(place(0, 0.0), place(1, 0.0), place(2, 0.0), place(3, 0.0));
		const double after = SignedVolume(place(0, scale), place(1, scale), place(2, scale), place(3, scale));
		return after > kLeastDentedVolume * before;
	}
	const Vec3 before = Cross(place(1, 0.0) - place(0, 0.0), place(2, 0.0) - place(0, 0.0));
	const Vec3 after = Cross(place(1, scale) - place(0, scale), place(2, scale) - place(0, scale));
	return Dot(before, after) > kLeastDentedVolume * LengthSquared(before);
}

/// 1, or half of it and half again, until no cell is inverted.
double UninvertedScale(const DentInput& input, std::span<const Vec3> dent, int32_t& halvings)
{
	for (double scale = 1.0; halvings < kMostDentHalvings; scale *= 0.5, ++halvings)
	{
		size_t begin = 0;
		while (begin < input.cells.size() && IsCellGood(input, begin, dent, scale))
		{
			begin += input.corners;
		}
		if (begin >= input.cells.size())
		{
			return scale;
		}
	}
	return 0.0;
}
} // namespace

std::vector<Vec3> DentStep(const DentInput& input, DentReport& report)
{
	const std::vector<double> cellSizes = CellSizes(input);
	const std::vector<double> nodeSizes = NodeSizes(input, cellSizes);
	const std::vector<double> weights = YieldWeights(input, cellSizes, nodeSizes, report.yieldedCells);
	if (report.yieldedCells == 0)
	{
		return {};
	}
	const std::vector<double> shortest = ShortestEdges(input);
	std::vector<Vec3> dent(input.nodes.size());
	bool isHeld = false;
	for (size_t i = 0; i < dent.size(); ++i)
	{
		dent[i] = input.dentFactor * weights[i] * input.displacement[i];
		const double length = Length(dent[i]);
		const double most = input.maxStep * shortest[i];
		dent[i] *= length > most ? most / length : 1.0;
		isHeld = isHeld || (!input.heldAxes.empty() && input.heldAxes[i] != 0);
	}
	if (!isHeld)
	{
		RemoveRigidPart(input, nodeSizes, dent);
	}
	const double scale = UninvertedScale(input, dent, report.halvings);
	for (Vec3& d : dent)
	{
		d *= scale;
		report.largest = std::max(report.largest, Length(d));
	}
	return dent;
}
} // namespace FractureCore
