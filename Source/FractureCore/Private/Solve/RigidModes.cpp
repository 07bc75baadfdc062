// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// [Bao07] section 5 fixes three points of a free body. That alone is wrong for loads that are not in balance: the pins
// then carry the rest as point loads. So loads are first balanced by inertia relief, and the pins only choose one of
// the displacement fields that differ by a rigid motion; the stress does not depend on them.
#include "Solve/RigidModes.h"

#include "FractureCore/Hooks.h"
#include "Math/EigenConfig.h"

#include <algorithm>
#include <array>

namespace FractureCore
{
namespace
{
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

// Supports that resist a motion less than this, relative to the best resisted one, do not count as resisting it: a bar
// held at two points 1e-5 of its length apart is still held.
constexpr double kFreeModeThreshold = 1.0e-11;

/// Displacement along `axis` of a point at r (in units of the part's size) under the six unit rigid motions.
Vector6 UnitMotions(const Vec3& r, int32_t axis)
{
	Vector6 motions = Vector6::Zero();
	motions[axis] = 1.0;
	// e_axis . (w x r) = w . (r x e_axis)
	const Vec3 e{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
	const Vec3 moment = Cross(r, e);
	motions[3] = moment.x;
	motions[4] = moment.y;
	motions[5] = moment.z;
	return motions;
}

Vec3 ModeAt(const RigidModes::Part& part, int32_t mode, const Vec3& x)
{
	return part.translation[mode] + Cross(part.rotation[mode], x - part.centre);
}

struct PartSums
{
	double mass = 0.0;
	Vec3 weighted;
	double radius = 0.0;                // of gyration
	Matrix6 gram = Matrix6::Zero();     // R^T M R of the unit motions
	Matrix6 resisted = Matrix6::Zero(); // the same sum over held degrees of freedom, unweighted
};

/// Adds, to `modes.pins`, one degree of freedom for every mode: a pivoted QR of the modes' values, row by row.
void ChoosePins(RigidModes& modes,
	std::span<const Vec3> nodes,
	std::span<const uint8_t> fixedAxes,
	std::span<const int32_t> pinNodes)
{
	std::vector<std::vector<int32_t>> partNodes(modes.parts.size());
	auto offer = [&](int32_t node)
	{ partNodes[static_cast<size_t>(modes.nodePart[static_cast<size_t>(node)])].push_back(node); };
	for (const int32_t node : pinNodes)
	{
		offer(node);
	}
	for (size_t i = 0; i < (pinNodes.empty() ? nodes.size() : 0); ++i)
	{
		offer(static_cast<int32_t>(i));
	}
	for (size_t p = 0; p < modes.parts.size(); ++p)
	{
		const RigidModes::Part& part = modes.parts[p];
		std::array<Vector6, 6> chosen; // orthonormal rows found so far
		for (int32_t found = 0; found < part.modeCount; ++found)
		{
			double bestSquare = -1.0;
			int32_t best = kNoIndex;
			Vector6 bestRow = Vector6::Zero();
			for (const int32_t node : partNodes[p])
			{
				Vec3 motion[6];
				for (int32_t j = 0; j < part.modeCount; ++j)
				{
					motion[j] = ModeAt(part, j, nodes[static_cast<size_t>(node)]);
				}
				for (int32_t axis = 0; axis < 3; ++axis)
				{
					if (!fixedAxes.empty() && (fixedAxes[static_cast<size_t>(node)] >> axis & 1) != 0)
					{
						continue;
					}
					Vector6 row = Vector6::Zero();
					for (int32_t j = 0; j < part.modeCount; ++j)
					{
						row[j] = Component(motion[j], axis);
					}
					for (int32_t k = 0; k < found; ++k)
					{
						row -= chosen[static_cast<size_t>(k)] * chosen[static_cast<size_t>(k)].dot(row);
					}
					const double square = row.squaredNorm();
					if (square > bestSquare)
					{
						bestSquare = square;
						best = 3 * node + axis;
						bestRow = row;
					}
				}
			}
			FRACTURECORE_ASSERT(best != kNoIndex);
			chosen[static_cast<size_t>(found)] = bestRow.normalized();
			modes.pins.push_back(best);
		}
	}
	std::sort(modes.pins.begin(), modes.pins.end());
}
} // namespace

RigidModes FindRigidMotions(std::span<const Vec3> nodes,
	std::span<const double> masses,
	std::span<const int32_t> nodePart,
	int32_t partCount,
	std::span<const uint8_t> fixedAxes)
{
	FRACTURECORE_ASSERT(masses.size() == nodes.size() && nodePart.size() == nodes.size());
	std::vector<PartSums> sums(static_cast<size_t>(partCount));
	auto sumsOf = [&](size_t node) -> PartSums& { return sums[static_cast<size_t>(nodePart[node])]; };
	for (size_t i = 0; i < nodes.size(); ++i)
	{
		sumsOf(i).mass += masses[i];
		sumsOf(i).weighted += nodes[i] * masses[i];
	}
	RigidModes modes;
	modes.nodePart.assign(nodePart.begin(), nodePart.end());
	modes.parts.resize(sums.size());
	for (size_t p = 0; p < sums.size(); ++p)
	{
		modes.parts[p].centre = sums[p].weighted / sums[p].mass;
	}
	auto offset = [&](size_t node) { return nodes[node] - modes.parts[static_cast<size_t>(nodePart[node])].centre; };
	for (size_t i = 0; i < nodes.size(); ++i)
	{
		sumsOf(i).radius += masses[i] * LengthSquared(offset(i));
	}
	for (PartSums& s : sums)
	{
		s.radius = std::sqrt(s.radius / s.mass);
	}
	for (size_t i = 0; i < nodes.size(); ++i)
	{
		PartSums& s = sumsOf(i);
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			const Vector6 motions = UnitMotions(offset(i) / s.radius, axis);
			s.gram += masses[i] * motions * motions.transpose();
			if (!fixedAxes.empty() && (fixedAxes[i] >> axis & 1) != 0)
			{
				s.resisted += motions * motions.transpose();
			}
		}
	}
	for (size_t p = 0; p < sums.size(); ++p)
	{
		const PartSums& s = sums[p];
		RigidModes::Part& part = modes.parts[p];
		const Eigen::SelfAdjointEigenSolver<Matrix6> held(s.resisted);
		const double threshold = kFreeModeThreshold * std::max(held.eigenvalues()[5], 0.0);
		std::array<Vector6, 6> basis;
		for (int32_t j = 0; j < 6; ++j)
		{
			if (held.eigenvalues()[j] > threshold)
			{
				continue;
			}
			// Gram-Schmidt in the masses, twice for accuracy.
			Vector6 mode = held.eigenvectors().col(j);
			for (int32_t pass = 0; pass < 2; ++pass)
			{
				for (int32_t k = 0; k < part.modeCount; ++k)
				{
					mode -= basis[static_cast<size_t>(k)] * basis[static_cast<size_t>(k)].dot(s.gram * mode);
				}
			}
			mode /= std::sqrt(mode.dot(s.gram * mode));
			basis[static_cast<size_t>(part.modeCount)] = mode;
			part.translation[part.modeCount] = {mode[0], mode[1], mode[2]};
			part.rotation[part.modeCount] = Vec3{mode[3], mode[4], mode[5]} / s.radius;
			++part.modeCount;
		}
	}
	return modes;
}

RigidModes FindRigidModes(std::span<const Vec3> nodes,
	std::span<const double> masses,
	std::span<const int32_t> nodePart,
	int32_t partCount,
	std::span<const uint8_t> fixedAxes,
	std::span<const int32_t> pinNodes)
{
	RigidModes modes = FindRigidMotions(nodes, masses, nodePart, partCount, fixedAxes);
	ChoosePins(modes, nodes, fixedAxes, pinNodes);
	return modes;
}

namespace
{
/// Sets scratch.projections: per part and mode, the sum over nodes of weight(i) times value_i . mode(x_i).
template <typename Weight>
void ProjectOnModes(const RigidModes& modes,
	std::span<const Vec3> nodes,
	std::span<const Vec3> values,
	const Weight& weight,
	RigidScratch& scratch)
{
	// Through net force and moment about the centre, so that the cost does not grow with the number of modes.
	scratch.sums.assign(2 * modes.parts.size(), Vec3{});
	scratch.projections.assign(modes.parts.size(), {});
	for (size_t i = 0; i < nodes.size(); ++i)
	{
		const size_t p = static_cast<size_t>(modes.nodePart[i]);
		const Vec3 value = values[i] * weight(i);
		scratch.sums[2 * p] += value;
		scratch.sums[2 * p + 1] += Cross(nodes[i] - modes.parts[p].centre, value);
	}
	for (size_t p = 0; p < modes.parts.size(); ++p)
	{
		for (int32_t j = 0; j < modes.parts[p].modeCount; ++j)
		{
			scratch.projections[p][static_cast<size_t>(j)] = Dot(modes.parts[p].translation[j], scratch.sums[2 * p]) +
				Dot(modes.parts[p].rotation[j], scratch.sums[2 * p + 1]);
		}
	}
}

/// Subtracts weight(i) sum_j projection_j mode_j(x_i) from every value.
template <typename Weight>
void SubtractModes(const RigidModes& modes,
	std::span<const Vec3> nodes,
	const Weight& weight,
	std::span<Vec3> values,
	RigidScratch& scratch)
{
	scratch.sums.assign(2 * modes.parts.size(), Vec3{}); // now translation and rotation of each part
	for (size_t p = 0; p < modes.parts.size(); ++p)
	{
		for (int32_t j = 0; j < modes.parts[p].modeCount; ++j)
		{
			const double projection = scratch.projections[p][static_cast<size_t>(j)];
			scratch.sums[2 * p] += modes.parts[p].translation[j] * projection;
			scratch.sums[2 * p + 1] += modes.parts[p].rotation[j] * projection;
		}
	}
	for (size_t i = 0; i < nodes.size(); ++i)
	{
		const size_t p = static_cast<size_t>(modes.nodePart[i]);
		const Vec3 motion = scratch.sums[2 * p] + Cross(scratch.sums[2 * p + 1], nodes[i] - modes.parts[p].centre);
		values[i] -= motion * weight(i);
	}
}

double UnitWeight(size_t)
{
	return 1.0;
}
} // namespace

void RelieveInertia(const RigidModes& modes,
	std::span<const Vec3> nodes,
	std::span<const double> masses,
	std::span<Vec3> forces,
	RigidScratch& scratch)
{
	// f_b = f - M R (R^T M R)^-1 R^T f; the modes are orthonormal, so the middle is the identity. Twice: the second
	// pass removes what rounding left of the first.
	for (int32_t pass = 0; pass < 2; ++pass)
	{
		ProjectOnModes(modes, nodes, forces, UnitWeight, scratch);
		SubtractModes(
			modes, nodes, [&](size_t i) { return masses[i]; }, forces, scratch);
	}
}

void RemoveRigidMotion(const RigidModes& modes,
	std::span<const Vec3> nodes,
	std::span<const double> masses,
	std::span<Vec3> displacements,
	RigidScratch& scratch)
{
	ProjectOnModes(
		modes, nodes, displacements, [&](size_t i) { return masses[i]; }, scratch);
	SubtractModes(modes, nodes, UnitWeight, displacements, scratch);
}

void RemoveUnitMotion(
	const RigidModes& modes, std::span<const Vec3> nodes, std::span<Vec3> values, RigidScratch& scratch)
{
	ProjectOnModes(modes, nodes, values, UnitWeight, scratch);
	SubtractModes(modes, nodes, UnitWeight, values, scratch);
}

LoadImbalance FindLoadImbalance(
	const RigidModes& modes, std::span<const Vec3> nodes, std::span<const Vec3> forces, RigidScratch& scratch)
{
	ProjectOnModes(modes, nodes, forces, UnitWeight, scratch); // for the net forces and moments
	LoadImbalance worst;
	for (size_t p = 0; p < modes.parts.size(); ++p)
	{
		const RigidModes::Part& part = modes.parts[p];
		for (int32_t j = 0; j < part.modeCount; ++j)
		{
			// Of a free part the motions along and about the axes, which people know.
			RigidModes::Part motion;
			motion.centre = part.centre;
			motion.translation[0] = part.translation[j];
			motion.rotation[0] = part.rotation[j];
			if (part.modeCount == 6)
			{
				const Vec3 axis{j % 3 == 0 ? 1.0 : 0.0, j % 3 == 1 ? 1.0 : 0.0, j % 3 == 2 ? 1.0 : 0.0};
				motion.translation[0] = j < 3 ? axis : Vec3{};
				motion.rotation[0] = j < 3 ? Vec3{} : axis;
			}
			double most = 0.0;
			double reach = 0.0;
			for (size_t i = 0; i < nodes.size(); ++i)
			{
				if (static_cast<size_t>(modes.nodePart[i]) == p)
				{
					most += Length(forces[i]) * Length(ModeAt(motion, 0, nodes[i]));
					reach = std::max(reach, Length(nodes[i] - part.centre));
				}
			}
			const Vec3& t = motion.translation[0];
			const Vec3& w = motion.rotation[0];
			const double work = Dot(t, scratch.sums[2 * p]) + Dot(w, scratch.sums[2 * p + 1]);
			if (!(most > 0.0) || std::abs(work) <= worst.share * most)
			{
				continue;
			}
			constexpr double kPlainTranslation = 1.0e-6; // less turning than this is rounding
			worst.share = std::abs(work) / most;
			worst.part = static_cast<int32_t>(p);
			worst.isTurn = Length(w) * reach > kPlainTranslation * Length(t);
			worst.direction = worst.isTurn ? w / Length(w) : t / Length(t);
			worst.amount = work / Length(worst.isTurn ? w : t);
			// Where t + w x (x - centre) is along w.
			worst.point = worst.isTurn ? part.centre + Cross(w, t) / LengthSquared(w) : part.centre;
		}
	}
	return worst;
}
} // namespace FractureCore
