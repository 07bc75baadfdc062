// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/BodyBreak.h"

#include "Rigid/PieceSpawn.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
/// Whether an impact may be passed over without a solve.
bool IsHarmless(const World::Data& world, const RigidBody& body, const BodyImpact& impact)
{
	if (body.fragility == nullptr)
	{
		const bool isFromHost = impact.rows[impact.strongest] == kNoIndex;
		return !isFromHost && impact.closingSpeed < world.settings.harmlessSpeed;
	}
	const Result<double> bound = BoundLoadRatio(body.breakable->Stress(), *body.fragility, impact.loads);
	return bound && *bound < 1.0;
}

double EnergyOf(std::span<const RigidBody> bodies, std::span<const int32_t> which)
{
	double sum = 0.0;
	for (const int32_t body : which)
	{
		sum += bodies[body].inverseMass > 0.0 ? bodies[body].KineticEnergy() : 0.0;
	}
	return sum;
}

FractureReport ReportOfImpact(const World::Data& world, const BodyImpact& impact, std::span<const ContactRow> rows)
{
	const RigidBody& body = world.bodies[impact.body];
	FractureReport report;
	report.parent = body.id;
	report.pose = PoseOf(body);
	report.closingSpeed = impact.closingSpeed;
	report.loads = impact.loads;
	const ContactImpulse& load = impact.loads[impact.strongest];
	report.point = ToWorld(report.pose, load.point);
	report.impulse = body.rotation * load.impulse;
	const int32_t row = impact.rows[impact.strongest];
	if (row != kNoIndex)
	{
		report.striker = world.bodies[rows[row].a == impact.body ? rows[row].b : rows[row].a].id;
	}
	return report;
}
} // namespace

FractureAllowance::FractureAllowance(const FractureBudget& budget)
	: m_events(budget.eventsPerStep), m_tets(budget.solvedTetsPerStep)
{
}

bool FractureAllowance::Has(const Breakable& breakable) const
{
	return m_events > 0 && (!m_hasBegun || static_cast<int64_t>(breakable.Object().tets.tets.size()) <= m_tets);
}

void FractureAllowance::Take(const Breakable& breakable, int32_t solves)
{
	--m_events;
	m_tets -= static_cast<int64_t>(breakable.Object().tets.tets.size()) * std::max(solves, 1);
	m_hasBegun = true;
}

ImpactVerdict TryToBreak(World::Data& world,
	const BodyImpact& impact,
	const BodyMotion& motion,
	FractureAllowance& allowance,
	BreakResult& result,
	TaskRunner& runner)
{
	const RigidBody& body = world.bodies[impact.body];
	if (IsHarmless(world, body, impact))
	{
		++world.report.harmlessImpacts;
		return ImpactVerdict::Harmless;
	}
	if (!allowance.Has(*body.breakable))
	{
		return ImpactVerdict::Waits;
	}
	Impact event;
	event.loads.collision = impact.loads;
	event.restitution = impact.restitution;
	event.motion = {Transposed(body.rotation) * motion.velocity, Transposed(body.rotation) * motion.angularVelocity};
	BreakSettings settings = world.settings.breaking;
	settings.plan.seed ^= body.seed;
	Result<BreakResult> broken = BreakBody(*body.breakable, event, settings, runner);
	++world.report.stressEvents;
	if (!broken)
	{
		if (world.report.firstError.empty())
		{
			world.report.firstError = "body " + std::to_string(body.id) + ": " + broken.GetError().message;
		}
		allowance.Take(*body.breakable, 1);
		return ImpactVerdict::Survived;
	}
	allowance.Take(*body.breakable, broken->plan.solves);
	result = std::move(*broken);
	return result.separated && !result.fragments.empty() ? ImpactVerdict::Broken : ImpactVerdict::Survived;
}

void ApplyBreak(World::Data& world,
	const BodyImpact& impact,
	const BreakResult& result,
	double share,
	std::span<const ContactRow> rows)
{
	FractureReport report = ReportOfImpact(world, impact, rows);
	std::vector<int32_t> involved = {impact.body};
	for (const int32_t row : impact.rows)
	{
		if (row != kNoIndex)
		{
			involved.push_back(rows[row].a == impact.body ? rows[row].b : rows[row].a);
		}
	}
	std::sort(involved.begin(), involved.end());
	involved.erase(std::unique(involved.begin(), involved.end()), involved.end());
	const double before = EnergyOf(world.bodies, involved);
	for (size_t i = 0; i < impact.rows.size(); ++i)
	{
		if (impact.rows[i] == kNoIndex)
		{
			RigidBody& body = world.bodies[impact.body];
			const Vec3 r = body.rotation * (impact.loads[i].point - body.shape->mass.centre);
			body.Push(r, body.rotation * impact.loads[i].impulse * share);
			continue;
		}
		const ContactRow& row = rows[impact.rows[i]];
		const Vec3 impulse = RowImpulse(row) * share;
		world.bodies[row.a].Push(row.rA, -impulse);
		world.bodies[row.b].Push(row.rB, impulse);
	}
	report.lostEnergy = before - EnergyOf(world.bodies, involved);
	report.separated = true;
	report.impulse *= share;
	report.impulseFraction = share;
	report.firstFailureLoad = result.plan.firstFailureLoad;
	report.crackArea = result.plan.openArea;
	report.solves = result.plan.solves;
	report.hash = result.hash;
	SpawnPieces(world, impact.body, result, report);
	world.report.fractures.push_back(std::move(report));
}
} // namespace FractureCore
