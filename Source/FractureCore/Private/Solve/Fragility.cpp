// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Fragility.h"

#include "Math/StressAlgebra.h"
#include "Solve/StressModel.h"
#include "Solve/StressRecovery.h"

#include <algorithm>
#include <limits>

namespace FractureCore
{
namespace
{
// Nodes solved together: 3 x 8 right-hand sides are three full passes over the factor.
constexpr int32_t kBatchNodes = 8;

Sym3 Combine(const Sym3 parts[3], const Vec3& weights)
{
	auto sum = [&](auto field)
	{ return weights.x * parts[0].*field + weights.y * parts[1].*field + weights.z * parts[2].*field; };
	return {sum(&Sym3::xx), sum(&Sym3::yy), sum(&Sym3::zz), sum(&Sym3::xy), sum(&Sym3::yz), sum(&Sym3::zx)};
}

/// How far a stress, and its opposite, go towards the strength: tension counts fully, on the plane that bears it least,
/// compression by the material's factor less.
struct LoadRatios
{
	double positive = 0.0;
	double negative = 0.0;
};

/// Raises `most` to the ratios of a stress. The worst plane of a material with an axis takes long to find, so it is
/// looked for only where the worst that it can be would count.
void RaiseRatios(const Sym3& stress, double strength, const Material& material, LoadRatios& most)
{
	// No principal value is larger than the matrix's norm: most tets are far from the worst and end here.
	const double easing = std::max(1.0, 1.0 / material.axisFactor);
	const double reached = std::min(most.positive, most.negative) * strength;
	const double squares = stress.xx * stress.xx + stress.yy * stress.yy + stress.zz * stress.zz +
		2.0 * (stress.xy * stress.xy + stress.yz * stress.yz + stress.zx * stress.zx);
	if (easing * easing * squares <= reached * reached)
	{
		return;
	}
	const SymmetricExtremes extremes = FindExtremes(stress);
	const double crush = strength * material.compressiveFactor;
	most.positive = std::max(most.positive, -extremes.smallest / crush);
	most.negative = std::max(most.negative, extremes.largest / crush);
	if (easing * extremes.largest > most.positive * strength)
	{
		most.positive = std::max(most.positive, FindCriticalPlane(stress, material).tension / strength);
	}
	if (easing * -extremes.smallest > most.negative * strength)
	{
		const CriticalPlane plane = FindCriticalPlane(Scaled(stress, -1.0), material);
		most.negative = std::max(most.negative, plane.tension / strength);
	}
}

/// What one surface node's three unit loads do.
struct NodeResult
{
	std::array<double, 6> ratio{};
	double inward = 0.0; // of 1 N along the inward normal
};

NodeResult Evaluate(const StressModel::Data& model,
	std::span<const Vec3> displacements[3],
	const Vec3& inward,
	std::span<const double> tetStrength,
	const Material& material)
{
	std::vector<Sym3> tetStress;
	std::vector<Sym3> nodeStress;
	std::vector<Sym3> axes[3];
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		ComputeTetStress(model, displacements[axis], tetStress, SerialRunner());
		AverageStress(model, tetStress, nodeStress, axes[axis], SerialRunner());
	}
	LoadRatios along[3];
	LoadRatios inwards;
	for (size_t t = 0; t < model.mesh.tets.size(); ++t)
	{
		const double strength = tetStrength.empty() ? material.tensileStrength : tetStrength[t];
		const Sym3 parts[3] = {axes[0][t], axes[1][t], axes[2][t]};
		for (size_t axis = 0; axis < 3; ++axis)
		{
			RaiseRatios(parts[axis], strength, material, along[axis]);
		}
		RaiseRatios(Combine(parts, inward), strength, material, inwards);
	}
	NodeResult result;
	for (size_t axis = 0; axis < 3; ++axis)
	{
		result.ratio[2 * axis] = along[axis].positive;
		result.ratio[2 * axis + 1] = along[axis].negative;
	}
	result.inward = inwards.positive;
	return result;
}
} // namespace

Result<FragilityMap> ComputeFragility(const StressModel& model,
	const Material& material,
	std::span<const double> tetStrength,
	const ContactPulse& pulse,
	TaskRunner& runner,
	const ProgressSink& progress)
{
	const StressModel::Data& data = model.GetData();
	if (data.factor == nullptr || !data.copiedOf.empty() || data.settings.freeBody != FreeBody::InertiaRelief)
	{
		return Error{ErrorCode::InvalidSettings,
			"a fragility map needs an intact body with the direct solver and inertia relief"};
	}
	if (!tetStrength.empty() && tetStrength.size() != data.mesh.tets.size())
	{
		return Error{ErrorCode::InvalidSettings, "strengths must be given for every tet or for none"};
	}
	for (size_t t = 0; t < tetStrength.size(); ++t)
	{
		if (!(tetStrength[t] > 0.0))
		{
			return Error{ErrorCode::InvalidSettings,
				"the strength of tet " + std::to_string(t) + " is not above zero",
				static_cast<int64_t>(t)};
		}
	}
	if (!(pulse.peakRate > 0.0))
	{
		return Error{ErrorCode::InvalidSettings, "the pulse has no duration"};
	}
	const std::span<const int32_t> surface = data.loads->SurfaceNodes();
	FragilityMap map;
	map.peakRate = pulse.peakRate;
	map.node.resize(surface.size());
	map.impulse.resize(surface.size());
	map.ratio.resize(surface.size());

	const size_t count = data.mesh.nodes.size();
	std::vector<Vec3> loads;
	std::vector<Vec3> solutions;
	CholeskyWorkspace workspace;
	RigidScratch scratch;
	for (size_t begin = 0; begin < surface.size(); begin += kBatchNodes)
	{
		if (!progress.Report("fragility", static_cast<double>(begin) / static_cast<double>(surface.size())))
		{
			return Error{ErrorCode::Cancelled, "cancelled"};
		}
		const size_t nodes = std::min<size_t>(kBatchNodes, surface.size() - begin);
		loads.assign(3 * nodes * count, Vec3{});
		for (size_t k = 0; k < 3 * nodes; ++k)
		{
			const std::span<Vec3> forces = std::span(loads).subspan(k * count, count);
			const size_t axis = k % 3;
			data.loads->AddPatch(surface[begin + k / 3],
				{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0},
				{},
				0.0,
				forces);
			PrepareLoads(data, forces, scratch);
		}
		solutions.resize(loads.size());
		const std::span<const double> right(&loads.data()->x, 3 * loads.size());
		const std::span<double> x(&solutions.data()->x, right.size());
		data.factor->Solve(
			data.stiffness, right, x, static_cast<int32_t>(3 * nodes), workspace, runner, data.modes.pins);
		ParallelFor(runner,
			static_cast<int64_t>(nodes),
			1,
			[&](int64_t first, int64_t last)
			{
				for (size_t i = static_cast<size_t>(first); i < static_cast<size_t>(last); ++i)
				{
					std::span<const Vec3> displacements[3];
					for (size_t axis = 0; axis < 3; ++axis)
					{
						displacements[axis] = std::span(solutions).subspan((3 * i + axis) * count, count);
					}
					const size_t node = static_cast<size_t>(surface[begin + i]);
					const Vec3 inward = -Normalised(data.loads->AreaNormals()[node]);
					const NodeResult result = Evaluate(data, displacements, inward, tetStrength, material);
					map.node[begin + i] = data.mesh.sourceNode[node];
					map.ratio[begin + i] = result.ratio;
					map.impulse[begin + i] = 1.0 / (pulse.peakRate * result.inward);
				}
			});
	}
	return map;
}

Result<double> BoundLoadRatio(
	const StressModel& model, const FragilityMap& map, std::span<const ContactImpulse> impulses)
{
	const StressModel::Data& data = model.GetData();
	if (!data.copiedOf.empty())
	{
		return std::numeric_limits<double>::infinity();
	}
	const std::span<const int32_t> surface = data.loads->SurfaceNodes();
	constexpr double kNoOffset = 1.0e-9; // of a patch's radius
	constexpr double kMargin = 1.0e-6;
	double bound = 0.0;
	for (size_t i = 0; i < impulses.size(); ++i)
	{
		const ContactImpulse& contact = impulses[i];
		const Result<SurfaceLoads::Site> site = data.loads->Locate(contact.point, static_cast<int64_t>(i));
		if (!site)
		{
			return site.GetError();
		}
		if (site->IsInside())
		{
			return std::numeric_limits<double>::infinity();
		}
		const Vec3 force = contact.impulse * contact.pulse.peakRate;
		// A point off the surface adds a moment, of which the map knows nothing. What rounding leaves of one for points
		// on the surface is covered by the margin below.
		const double moment = Length(Cross(site->offset, force));
		for (int32_t k = 0; k < 3; ++k)
		{
			const double radius = data.loads->LeastRadius(site->nodes[k]);
			if (contact.pulse.patchRadius > radius || moment > kNoOffset * radius * Length(force))
			{
				return std::numeric_limits<double>::infinity();
			}
			const size_t at =
				static_cast<size_t>(std::lower_bound(surface.begin(), surface.end(), site->nodes[k]) - surface.begin());
			for (int32_t axis = 0; axis < 3; ++axis)
			{
				const double component = site->shares[k] * Component(force, axis);
				bound += std::abs(component) * map.ratio[at][static_cast<size_t>(2 * axis + (component < 0.0 ? 1 : 0))];
			}
		}
	}
	return bound * (1.0 + kMargin);
}
} // namespace FractureCore
