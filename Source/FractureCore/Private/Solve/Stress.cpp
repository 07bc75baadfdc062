// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// From impulses to stress, [Bao07] sections 4 to 6: K (integral of u dt) = integral of f dt = J, one linear solve. A
// force's peak is peakRate times its impulse, so K u = sum of peakRate J gives the stress at the peak, in Pa, whatever
// the time step was.
#include "FractureCore/Stress.h"

#include "Solve/PrincipalStresses.h"
#include "Solve/StressModel.h"
#include "Solve/StressRecovery.h"

#include <algorithm>
#include <string>

namespace FractureCore
{
namespace
{
// Impacts that share a pass; more would only cost memory.
constexpr size_t kImpactsTogether = kRhsBlock;

template <typename T>
std::span<T> SliceOf(std::vector<T>& vectors, const StressModel::Data& model, size_t impact)
{
	return std::span(vectors).subspan(impact * model.mesh.nodes.size(), model.mesh.nodes.size());
}

void SolveDirectly(const StressModel::Data& model,
	size_t count,
	StressWorkspace::Data& workspace,
	SolveReport& report,
	TaskRunner& runner)
{
	static_assert(sizeof(Vec3) == 3 * sizeof(double));
	const std::span<const double> right(&workspace.forces.data()->x, 3 * workspace.forces.size());
	const std::span<double> x(&workspace.displacements.data()->x, right.size());
	auto take = [&](const RefinementReport& refined)
	{
		report.iterations = std::max(report.iterations, refined.iterations);
		report.converged = report.converged && refined.converged;
	};
	if (model.factor != nullptr)
	{
		take(model.factor->Solve(
			model.stiffness, right, x, static_cast<int32_t>(count), workspace.solve, runner, model.modes.pins));
		return;
	}
	const size_t size = right.size() / count;
	for (size_t i = 0; i < count; ++i)
	{
		take(model.crack->Solve(right.subspan(i * size, size), x.subspan(i * size, size), workspace.crack, runner));
	}
}

/// Adds impulses to the nodes; copies of a split node share what the intact one would get.
Status AddModelImpulses(const StressModel::Data& model,
	std::span<const ContactImpulse> impulses,
	StressQuantity quantity,
	std::span<Vec3> forces,
	StressWorkspace::Data& workspace)
{
	if (model.copiedOf.empty())
	{
		return AddImpulses(*model.loads, impulses, quantity, forces);
	}
	workspace.intactForces.assign(static_cast<size_t>(model.intactNodeCount), Vec3{});
	if (const Status added = AddImpulses(*model.loads, impulses, quantity, workspace.intactForces); !added)
	{
		return added;
	}
	for (size_t node = 0; node < forces.size(); ++node)
	{
		forces[node] = workspace.intactForces[static_cast<size_t>(model.copiedOf[node])] * model.loadShare[node];
	}
	return Ok{};
}

/// Displacements of the loads of `count` impacts in workspace.forces, which are balanced and zeroed at supports on the
/// way.
SolveReport SolveForDisplacements(const StressModel::Data& model,
	const StressSettings& settings,
	size_t count,
	StressWorkspace::Data& workspace,
	TaskRunner& runner)
{
	workspace.displacements.assign(workspace.forces.size(), Vec3{});
	SolveReport report;
	report.solver = model.settings.solver;
	for (size_t i = 0; i < count; ++i)
	{
		PrepareLoads(model, SliceOf(workspace.forces, model, i), workspace.rigid);
	}
	for (size_t i = 0; i < count && report.solver == SolverKind::ConjugateGradients; ++i)
	{
		const CgReport cg = SolveConjugateGradients(model.stiffness,
			model.blockJacobi,
			model.motions,
			model.mesh.nodes,
			SliceOf(workspace.forces, model, i),
			SliceOf(workspace.displacements, model, i),
			settings.cgTolerance,
			settings.cgMaxIterations,
			workspace.cg,
			runner);
		report.iterations = std::max(report.iterations, cg.iterations);
		report.relativeResidual = std::max(report.relativeResidual, cg.relativeResidual);
		report.converged = report.converged && cg.converged;
	}
	if (report.solver == SolverKind::Direct)
	{
		SolveDirectly(model, count, workspace, report, runner);
	}
	for (size_t i = 0; i < count; ++i)
	{
		RemoveRigidMotion(
			model.modes, model.mesh.nodes, model.masses, SliceOf(workspace.displacements, model, i), workspace.rigid);
	}
	return report;
}

/// What supports add: internal forces minus loads, at held components. Both are summed from unaveraged stresses.
void ComputeReactions(const StressModel::Data& model,
	std::span<const Vec3> loads,
	const StressWorkspace::Data& workspace,
	StressField& field)
{
	field.reaction.assign(static_cast<size_t>(model.sourceNodeCount), Vec3{});
	for (size_t node = 0; node < model.mesh.nodes.size(); ++node)
	{
		const uint8_t held = model.heldAxes[node];
		if (held == 0)
		{
			continue;
		}
		Vec3 force = -loads[node];
		for (int32_t at = model.nodeTetStart[node]; at < model.nodeTetStart[node + 1]; ++at)
		{
			const size_t t = static_cast<size_t>(model.nodeTets[static_cast<size_t>(at)]);
			const Tet& tet = model.mesh.tets[t];
			for (int32_t k = 0; k < 4; ++k)
			{
				if (static_cast<size_t>(tet.v[k]) == node)
				{
					const Sym3& s = workspace.tetStress[t];
					const Vec3 g = model.shapes[t].gradient[k] * model.shapes[t].volume;
					force += {s.xx * g.x + s.xy * g.y + s.zx * g.z,
						s.xy * g.x + s.yy * g.y + s.yz * g.z,
						s.zx * g.x + s.yz * g.y + s.zz * g.z};
				}
			}
		}
		field.reaction[static_cast<size_t>(model.mesh.sourceNode[node])] +=
			{(held & 1) != 0 ? force.x : 0.0, (held & 2) != 0 ? force.y : 0.0, (held & 4) != 0 ? force.z : 0.0};
	}
}

void ComputePrincipal(StressField& field, TaskRunner& runner)
{
	field.principal.resize(field.stress.size());
	ParallelFor(runner,
		static_cast<int64_t>(field.stress.size()),
		kStressGrain,
		[&](int64_t begin, int64_t end)
		{
			const size_t count = static_cast<size_t>(end - begin);
			FindPrincipalStresses(std::span(field.stress).subspan(static_cast<size_t>(begin), count),
				std::span(field.principal).subspan(static_cast<size_t>(begin), count));
		});
}

/// Everything of one impact that follows from its displacements.
void FillField(const StressModel::Data& model,
	const StressSettings& settings,
	size_t impact,
	StressWorkspace::Data& workspace,
	StressField& field,
	TaskRunner& runner)
{
	const std::span<const Vec3> displacements = SliceOf(workspace.displacements, model, impact);
	ComputeTetStress(model, displacements, workspace.tetStress, runner);
	RelieveOpenTets(model, displacements, workspace.tetStress);
	if (settings.average)
	{
		AverageStress(model, workspace.tetStress, workspace.nodeStress, field.stress, runner);
	}
	else
	{
		field.stress = workspace.tetStress;
	}
	ComputePrincipal(field, runner);
	field.reaction.clear();
	if (!model.heldAxes.empty())
	{
		ComputeReactions(model, SliceOf(workspace.appliedForces, model, impact), workspace, field);
	}
	field.displacement.assign(static_cast<size_t>(model.sourceNodeCount), Vec3{});
	for (size_t node = model.mesh.nodes.size(); node-- > 0;) // backwards: of a split node the first copy stays
	{
		field.displacement[static_cast<size_t>(model.mesh.sourceNode[node])] = displacements[node];
	}
}

void SolveForces(const StressModel::Data& model,
	const StressSettings& settings,
	StressWorkspace::Data& workspace,
	std::span<StressField> fields,
	TaskRunner& runner)
{
	if (!model.heldAxes.empty())
	{
		workspace.appliedForces = workspace.forces;
	}
	const SolveReport report = SolveForDisplacements(model, settings, fields.size(), workspace, runner);
	for (size_t i = 0; i < fields.size(); ++i)
	{
		FillField(model, settings, i, workspace, fields[i], runner);
		fields[i].report = report;
	}
}
} // namespace

Status SolveImpact(const StressModel& model,
	std::span<const ContactImpulse> impulses,
	const StressSettings& settings,
	StressWorkspace& workspace,
	StressField& field,
	TaskRunner& runner)
{
	const StressModel::Data& data = model.GetData();
	StressWorkspace::Data& work = workspace.GetData();
	work.forces.assign(data.mesh.nodes.size(), Vec3{});
	if (const Status added = AddModelImpulses(data, impulses, settings.quantity, work.forces, work); !added)
	{
		return added;
	}
	SolveForces(data, settings, work, {&field, 1}, runner);
	return Ok{};
}

Status SolveImpacts(const StressModel& model,
	std::span<const std::span<const ContactImpulse>> impacts,
	const StressSettings& settings,
	StressWorkspace& workspace,
	std::span<StressField> fields,
	TaskRunner& runner)
{
	const StressModel::Data& data = model.GetData();
	StressWorkspace::Data& work = workspace.GetData();
	if (fields.size() != impacts.size())
	{
		return Error{ErrorCode::InvalidSettings,
			"there are " + std::to_string(impacts.size()) + " impacts, but fields for " +
				std::to_string(fields.size())};
	}
	for (size_t begin = 0; begin < impacts.size(); begin += kImpactsTogether)
	{
		const size_t count = std::min(impacts.size() - begin, kImpactsTogether);
		work.forces.assign(count * data.mesh.nodes.size(), Vec3{});
		for (size_t i = 0; i < count; ++i)
		{
			const Status added =
				AddModelImpulses(data, impacts[begin + i], settings.quantity, SliceOf(work.forces, data, i), work);
			if (!added)
			{
				return Error{added.GetError().code,
					"impact " + std::to_string(begin + i) + ": " + added.GetError().message,
					static_cast<int64_t>(begin + i)};
			}
		}
		SolveForces(data, settings, work, fields.subspan(begin, count), runner);
	}
	return Ok{};
}

Status SolveStaticLoads(const StressModel& model,
	std::span<const Vec3> nodeForces,
	const StressSettings& settings,
	StressWorkspace& workspace,
	StressField& field,
	TaskRunner& runner)
{
	const StressModel::Data& data = model.GetData();
	StressWorkspace::Data& work = workspace.GetData();
	if (const Status valid = ValidateLoads(nodeForces, data.sourceNodeCount); !valid)
	{
		return valid;
	}
	// Copies of a split node share its load by their masses.
	work.sourceMass.assign(nodeForces.size(), 0.0);
	for (size_t node = 0; node < data.mesh.nodes.size(); ++node)
	{
		work.sourceMass[static_cast<size_t>(data.mesh.sourceNode[node])] += data.masses[node];
	}
	work.forces.resize(data.mesh.nodes.size());
	for (size_t node = 0; node < data.mesh.nodes.size(); ++node)
	{
		const size_t source = static_cast<size_t>(data.mesh.sourceNode[node]);
		work.forces[node] = nodeForces[source] * (data.masses[node] / work.sourceMass[source]);
	}
	if (const Status balanced = RequireBalance(data.modes, data.mesh.nodes, work.forces, work.rigid); !balanced)
	{
		return balanced;
	}
	SolveForces(data, settings, work, {&field, 1}, runner);
	return Ok{};
}
} // namespace FractureCore
