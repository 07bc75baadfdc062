// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// From impulses to stress, [Bao07] sections 4 to 6: K (integral of u dt) = integral of f dt = J, one linear solve. A
// force's peak is peakRate times its impulse, so K u = sum of peakRate J gives the stress at the peak, in Pa, whatever
// the time step was.
#include "FractureCore/Stress.h"

#include "Solve/StressModel.h"
#include "Solve/StressRecovery.h"

#include <string>

namespace FractureCore
{
namespace
{
/// Displacements of the loads in workspace.forces, which are balanced and zeroed at supports on the way.
SolveReport SolveForDisplacements(const StressModel::Data& model,
	const StressSettings& settings,
	StressWorkspace::Data& workspace,
	TaskRunner& runner)
{
	PrepareLoads(model, workspace.forces, workspace.rigid);
	SolveReport report;
	report.solver = model.settings.solver;
	if (model.settings.solver == SolverKind::ConjugateGradients)
	{
		workspace.displacements.assign(model.mesh.nodes.size(), Vec3{});
		const CgReport cg = SolveConjugateGradients(model.stiffness,
			model.blockJacobi,
			model.motions,
			model.mesh.nodes,
			workspace.forces,
			workspace.displacements,
			settings.cgTolerance,
			settings.cgMaxIterations,
			workspace.cg,
			runner);
		report.iterations = cg.iterations;
		report.relativeResidual = cg.relativeResidual;
		report.converged = cg.converged;
	}
	else
	{
		static_assert(sizeof(Vec3) == 3 * sizeof(double));
		workspace.displacements = workspace.forces;
		const std::span<double> x(&workspace.displacements.data()->x, 3 * workspace.displacements.size());
		SolveWithFactor<double>(model.factor, x, x, 1, workspace.solve, runner);
	}
	RemoveRigidMotion(model.modes, model.mesh.nodes, model.masses, workspace.displacements, workspace.rigid);
	return report;
}

/// What supports add: internal forces minus loads, at held components. Both are summed from unaveraged stresses.
void ComputeReactions(const StressModel::Data& model,
	std::span<const Vec3> loads,
	const StressWorkspace::Data& workspace,
	StressField& field)
{
	field.reaction.clear();
	if (model.heldAxes.empty())
	{
		return;
	}
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
			for (size_t t = static_cast<size_t>(begin); t < static_cast<size_t>(end); ++t)
			{
				const SymmetricEigen3 eigen = DecomposeSymmetric(field.stress[t]);
				field.principal[t] = {eigen.values[0], eigen.values[2], eigen.vectors[0]};
			}
		});
}

void SolveForces(const StressModel::Data& model,
	const StressSettings& settings,
	StressWorkspace::Data& workspace,
	StressField& field,
	TaskRunner& runner)
{
	if (!model.heldAxes.empty())
	{
		workspace.appliedForces = workspace.forces;
	}
	field.report = SolveForDisplacements(model, settings, workspace, runner);
	ComputeTetStress(model, workspace.displacements, workspace.tetStress, runner);
	if (settings.average)
	{
		AverageStress(model, workspace.tetStress, workspace.nodeStress, field.stress, runner);
	}
	else
	{
		field.stress = workspace.tetStress;
	}
	ComputePrincipal(field, runner);
	ComputeReactions(model, workspace.appliedForces, workspace, field);
	field.displacement.assign(static_cast<size_t>(model.sourceNodeCount), Vec3{});
	for (size_t node = model.mesh.nodes.size(); node-- > 0;) // backwards: of a split node the first copy stays
	{
		field.displacement[static_cast<size_t>(model.mesh.sourceNode[node])] = workspace.displacements[node];
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
	if (const Status added = AddImpulses(*data.loads, impulses, settings.quantity, work.forces); !added)
	{
		return added;
	}
	SolveForces(data, settings, work, field, runner);
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
	std::vector<double> sourceMass(nodeForces.size(), 0.0);
	for (size_t node = 0; node < data.mesh.nodes.size(); ++node)
	{
		sourceMass[static_cast<size_t>(data.mesh.sourceNode[node])] += data.masses[node];
	}
	work.forces.resize(data.mesh.nodes.size());
	for (size_t node = 0; node < data.mesh.nodes.size(); ++node)
	{
		const size_t source = static_cast<size_t>(data.mesh.sourceNode[node]);
		work.forces[node] = nodeForces[source] * (data.masses[node] / sourceMass[source]);
	}
	if (const Status balanced = RequireBalance(data.modes, data.mesh.nodes, work.forces); !balanced)
	{
		return balanced;
	}
	SolveForces(data, settings, work, field, runner);
	return Ok{};
}
} // namespace FractureCore
