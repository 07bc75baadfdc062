// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Fragility.h"

#include "Solve/LoadRatios.h"
#include "Solve/StressModel.h"
#include "Solve/StressRecovery.h"
#include "Solve/UnitLoadBatches.h"

#include <limits>

namespace FractureCore
{
namespace
{
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
	if (const Status valid = CheckFragilityInput(tetStrength, data.mesh.tets.size(), "tet", pulse); !valid)
	{
		return valid.GetError();
	}
	const std::span<const int32_t> surface = data.loads->SurfaceNodes();
	FragilityMap map;
	map.peakRate = pulse.peakRate;
	map.node.resize(surface.size());
	map.impulse.resize(surface.size());
	map.ratio.resize(surface.size());

	const size_t count = data.mesh.nodes.size();
	std::vector<Vec3> solutions;
	CholeskyWorkspace workspace;
	RigidScratch scratch;
	const Status done = ForEachUnitLoad(
		*data.loads,
		count,
		runner,
		progress,
		[&](std::span<Vec3> loads, size_t columns)
		{
			for (size_t k = 0; k < columns; ++k)
			{
				PrepareLoads(data, loads.subspan(k * count, count), scratch);
			}
			solutions.resize(loads.size());
			const std::span<const double> right(&loads.data()->x, 3 * loads.size());
			const std::span<double> x(&solutions.data()->x, right.size());
			data.factor->Solve(
				data.stiffness, right, x, static_cast<int32_t>(columns), workspace, runner, data.modes.pins);
		},
		[&](size_t first, size_t node, size_t at)
		{
			std::span<const Vec3> displacements[3];
			for (size_t axis = 0; axis < 3; ++axis)
			{
				displacements[axis] = std::span(solutions).subspan((first + axis) * count, count);
			}
			const Vec3 inward = -Normalised(data.loads->AreaNormals()[node]);
			const NodeResult result = Evaluate(data, displacements, inward, tetStrength, material);
			map.node[at] = data.mesh.sourceNode[node];
			map.ratio[at] = result.ratio;
			map.impulse[at] = 1.0 / (pulse.peakRate * result.inward);
		});
	if (!done)
	{
		return done.GetError();
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
	return BoundByMap(*data.loads, map, impulses);
}
} // namespace FractureCore
