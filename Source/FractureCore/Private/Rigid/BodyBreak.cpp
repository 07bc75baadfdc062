// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/BodyBreak.h"

#include "Rigid/GiveBack.h"
#include "Rigid/PieceSpawn.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
double EnergyOf(std::span<const RigidBody> bodies, std::span<const int32_t> which)
{
	double sum = 0.0;
	for (const int32_t body : which)
	{
		sum += bodies[body].inverseMass > 0.0 ? bodies[body].KineticEnergy() : 0.0;
	}
	return sum;
}

/// The energy that the loading took is stored in the contacts, but for what the cracks cost (Irwin: K^2 (1 - nu^2) / E
/// a square metre).
void StoreEnergy(World::Data& world,
	const BodyImpact& impact,
	const BreakResult& result,
	double lostEnergy,
	std::span<const ContactRow> rows)
{
	const RigidBody& body = world.bodies[impact.body];
	const Material& material = body.breakable->Object().material;
	const double toughness = material.fractureToughness;
	const double perArea =
		toughness * toughness * (1.0 - material.poissonRatio * material.poissonRatio) / material.youngModulus;
	const double left = lostEnergy - perArea * result.plan.openArea;
	double sum = 0.0;
	for (const int32_t row : impact.rows)
	{
		sum += row != kNoIndex ? rows[row].normalImpulse : 0.0;
	}
	if (!(left > 0.0) || !(sum > 0.0))
	{
		return;
	}
	for (const int32_t index : impact.rows)
	{
		if (index != kNoIndex)
		{
			const ContactRow& row = rows[index];
			const BodyId striker = world.bodies[row.a == impact.body ? row.b : row.a].id;
			world.stored.push_back({striker, body.id, world.bodies[row.a].x + row.rA, left * row.normalImpulse / sum});
		}
	}
}

FractureReport ReportOfImpact(const World::Data& world, const BodyImpact& impact, std::span<const ContactRow> rows)
{
	const RigidBody& body = world.bodies[impact.body];
	FractureReport report;
	report.parent = body.id;
	report.pose = PoseOf(body);
	report.closingSpeed = impact.closingSpeed;
	report.loads = impact.loads;
	report.breakable = body.breakable;
	report.damage = body.damage;
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

void ReplaceByPieces(World::Data& world,
	int32_t body,
	BreakResult& result,
	double share,
	std::vector<BodyId> strikers,
	FractureReport report)
{
	report.separated = true;
	report.impulse *= share;
	report.impulseFraction = share;
	report.firstFailureLoad = result.plan.firstFailureLoad;
	report.crackArea = result.plan.openArea;
	report.solves = result.plan.solves;
	report.hash = result.hash;
	SpawnPieces(world, body, result, std::move(strikers), report);
	world.report.fractures.push_back(std::move(report));
}

/// Whose contact was the most violent in an impact whose rows are gone.
BodyId StrongestStriker(const World::Data& world, const OpenEvent& open)
{
	const BlowPart* strongest = nullptr;
	for (const BlowPart& part : open.parts)
	{
		if (strongest == nullptr || LengthSquared(part.impulse) > LengthSquared(strongest->impulse))
		{
			strongest = &part;
		}
	}
	return strongest != nullptr && world.IndexOf(strongest->other) != kNoIndex ? strongest->other : kNoIndex;
}
} // namespace

void ApplyCracks(
	World::Data& world, const BodyImpact& impact, const BreakResult& result, std::span<const ContactRow> rows)
{
	FractureReport report = ReportOfImpact(world, impact, rows);
	report.firstFailureLoad = result.plan.firstFailureLoad;
	report.crackArea = result.plan.openArea;
	report.solves = result.plan.solves;
	report.hash = result.hash;
	world.report.fractures.push_back(std::move(report));
	RigidBody& body = world.bodies[impact.body];
	body.damage = std::make_shared<const CrackSet>(result.plan.cracks);
	body.openArea = result.plan.openArea;
}

void ApplyBreak(
	World::Data& world, const BodyImpact& impact, BreakResult& result, double share, std::span<const ContactRow> rows)
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
		world.Wake(world.bodies[row.a]);
		world.Wake(world.bodies[row.b]);
		world.bodies[row.a].Push(row.rA, -impulse);
		world.bodies[row.b].Push(row.rB, impulse);
	}
	report.lostEnergy = before - EnergyOf(world.bodies, involved);
	StoreEnergy(world, impact, result, report.lostEnergy, rows);
	std::vector<BodyId> strikers;
	strikers.reserve(involved.size());
	for (const int32_t other : involved)
	{
		strikers.push_back(world.bodies[other].id);
	}
	ReplaceByPieces(world, impact.body, result, share, std::move(strikers), std::move(report));
}

void ApplyLateCracks(World::Data& world, OpenEvent& open)
{
	open.impact.body = world.IndexOf(open.body);
	ApplyCracks(world, open.impact, open.result, {});
	world.report.fractures.back().striker = StrongestStriker(world, open);
}

void ApplyLateBreak(World::Data& world, OpenEvent& open)
{
	open.impact.body = world.IndexOf(open.body);
	RigidBody& body = world.bodies[open.impact.body];
	world.Wake(body);
	world.WakeAround(body);
	FractureReport report = ReportOfImpact(world, open.impact, {});
	report.striker = StrongestStriker(world, open);
	const double share = open.impact.isResting ? 0.0 : open.result.impulseFraction;
	report.lostEnergy = GiveBack(world, open, 1.0 - open.result.impulseFraction);
	std::vector<BodyId> strikers = {open.body};
	for (const BlowPart& part : open.parts)
	{
		if (part.other != kNoIndex && std::find(strikers.begin(), strikers.end(), part.other) == strikers.end())
		{
			strikers.push_back(part.other);
		}
	}
	ReplaceByPieces(world, open.impact.body, open.result, share, std::move(strikers), std::move(report));
}
} // namespace FractureCore
