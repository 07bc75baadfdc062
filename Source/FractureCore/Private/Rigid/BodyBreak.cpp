// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/BodyBreak.h"

#include "Mesh/TriangleTree.h"
#include "Rigid/PieceSpawn.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Of the harmless force: weaker loads at rest are not worth a second solve.
constexpr double kMattersAtRest = 0.1;

/// Whether an impact may be passed over without a solve.
bool IsHarmless(const World::Data& world, const RigidBody& body, const BodyImpact& impact)
{
	if (impact.isResting && impact.totalForce < body.harmlessForce)
	{
		return true;
	}
	const bool isFromHost = impact.rows[impact.strongest] == kNoIndex;
	const bool isSlow = !isFromHost && impact.closingSpeed < world.settings.harmlessSpeed;
	if (body.breakable == nullptr)
	{
		return isSlow || impact.totalForce < body.harmlessForce;
	}
	// The map is of the body without its cracks, and knows nothing of dents.
	if (body.fragility == nullptr || body.damage != nullptr || body.MayDent())
	{
		return isSlow;
	}
	const Result<double> bound = BoundLoadRatio(*body.breakable, *body.fragility, impact.loads);
	if (!bound || !(*bound < 1.0))
	{
		return false;
	}
	if (impact.isResting || body.resting.empty())
	{
		return true;
	}
	const Result<double> atRest = BoundLoadRatio(*body.breakable, *body.fragility, body.resting);
	return atRest && *bound + *atRest < 1.0;
}

/// Makes a piece breakable. One that cannot be meshed stays whole for good.
bool MakeReady(World::Data& world, RigidBody& body, FractureAllowance& allowance, TaskRunner& runner)
{
	Fragment piece;
	piece.surface = *body.shape->surface;
	piece.mass = body.shape->mass;
	Result<Breakable> made = MakeBreakable(*body.origin, piece, body.breaking->pieces.baking, runner);
	body.origin.reset();
	++world.report.piecesMadeReady;
	if (!made)
	{
		allowance.Spend(kReadySolves * body.breaking->pieces.baking.minTets);
		return false;
	}
	allowance.Spend(kReadySolves * static_cast<int64_t>(made->Object().tets.tets.size()));
	body.breakable = std::make_shared<const Breakable>(std::move(*made));
	return true;
}

/// Tets of the next event on a body, as far as that is known.
int64_t TetsOf(const RigidBody& body)
{
	if (body.breakable != nullptr)
	{
		return static_cast<int64_t>(body.breakable->Object().tets.tets.size());
	}
	return kReadySolves * body.breaking->pieces.baking.minTets;
}

/// Pieces collide as hulls, which stand off from what is hollow, and what rests has moved a little since its contacts
/// were found: they go to the nearest place of the surface.
void MoveOntoSurface(const SurfaceMesh& surface, std::span<ContactImpulse> loads)
{
	const TriangleTree tree(surface.positions, surface.triangles, SerialRunner());
	for (ContactImpulse& load : loads)
	{
		load.point = tree.Closest(load.point, HUGE_VAL).point;
	}
}

StepStage StageOfEvent(BreakStage stage)
{
	switch (stage)
	{
	case BreakStage::Solve:
		return StepStage::Solve;
	case BreakStage::Plan:
		return StepStage::Plan;
	case BreakStage::Cut:
		return StepStage::Cut;
	case BreakStage::Surface:
		return StepStage::Surface;
	case BreakStage::Bodies:
	case BreakStage::Done:
		break;
	}
	return StepStage::Pieces;
}

/// Whether a plan leaves a body as it was, with `openBefore` m^2 of cracks.
bool IsUnharmed(const CrackPlan& plan, double openBefore)
{
	return plan.firstFailureLoad > 1.0 && static_cast<int32_t>(plan.cracks.cracks.size()) == plan.damageCracks &&
		plan.openArea <= openBefore;
}

/// BreakBody, stage by stage for those who measure, and no farther than to the plan where that breaks nothing.
Result<BreakResult> RunEvent(const World::Data& world,
	const Breakable& breakable,
	const Impact& impact,
	const BreakSettings& settings,
	double openBefore,
	TaskRunner& runner)
{
	Result<BreakEvent> event = BreakEvent::Create(breakable, impact, settings);
	if (!event)
	{
		return event.GetError();
	}
	while (event->Stage() != BreakStage::Done)
	{
		if (const CrackPlan* plan = event->Plan(); plan != nullptr && IsUnharmed(*plan, openBefore))
		{
			BreakResult result; // without its surface, which is as it was
			result.plan = *plan;
			return result;
		}
		world.Enter(StageOfEvent(event->Stage()));
		if (const Status status = event->Step(runner); !status)
		{
			return status.GetError();
		}
	}
	return event->TakeResult();
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
} // namespace

FractureAllowance::FractureAllowance(const FractureBudget& budget)
	: m_events(budget.eventsPerStep), m_tets(budget.solvedTetsPerStep)
{
}

bool FractureAllowance::Has(int64_t tets) const
{
	return m_events > 0 && (!m_hasBegun || tets <= m_tets);
}

void FractureAllowance::Begin()
{
	--m_events;
	m_hasBegun = true;
}

ImpactVerdict TryToBreak(World::Data& world,
	BodyImpact& impact,
	const BodyMotion& motion,
	FractureAllowance& allowance,
	BreakResult& result,
	TaskRunner& runner)
{
	RigidBody& body = world.bodies[impact.body];
	if (IsHarmless(world, body, impact))
	{
		++world.report.harmlessImpacts;
		return ImpactVerdict::Harmless;
	}
	if (!allowance.Has(TetsOf(body)))
	{
		return ImpactVerdict::Waits;
	}
	allowance.Begin();
	world.Enter(StepStage::Pieces);
	if (body.breakable == nullptr && !MakeReady(world, body, allowance, runner))
	{
		return ImpactVerdict::Survived;
	}
	if (body.generation > 0 || impact.isResting)
	{
		MoveOntoSurface(*body.shape->surface, impact.loads);
	}
	Impact event;
	event.loads.collision = impact.loads;
	double resting = 0.0;
	for (const ContactImpulse& load : body.resting)
	{
		resting += load.pulse.peakRate * Length(load.impulse);
	}
	if (!impact.isResting && resting > kMattersAtRest * body.harmlessForce)
	{
		MoveOntoSurface(*body.shape->surface, body.resting);
		event.loads.resting = body.resting;
	}
	event.restitution = impact.restitution;
	event.closingEnergy = impact.closingEnergy;
	event.motion = {Transposed(body.rotation) * motion.velocity, Transposed(body.rotation) * motion.angularVelocity};
	event.damage = body.damage.get();
	BreakSettings settings = body.breaking->settings;
	settings.plan.seed ^= body.seed;
	Result<BreakResult> broken = RunEvent(world, *body.breakable, event, settings, body.openArea, runner);
	world.Enter(StepStage::Fracture);
	++world.report.stressEvents;
	allowance.Spend(TetsOf(body) * std::max(broken ? broken->plan.solves : 1, 1));
	if (!broken)
	{
		if (world.report.firstError.empty())
		{
			world.report.firstError = "body " + std::to_string(body.id) + ": " + broken.GetError().message;
		}
		return ImpactVerdict::Survived;
	}
	result = std::move(*broken);
	if (result.separated && !result.fragments.empty())
	{
		return ImpactVerdict::Broken;
	}
	const size_t grainsBefore = body.damage != nullptr ? body.damage->grains.seeds.size() : 0;
	const bool hasGrown = result.plan.openArea > body.openArea || result.plan.cracks.grains.seeds.size() > grainsBefore;
	if (hasGrown)
	{
		return ImpactVerdict::Cracked;
	}
	return !impact.isResting && body.MayDent() ? ImpactVerdict::Yields : ImpactVerdict::Survived;
}

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
	StoreEnergy(world, impact, result, report.lostEnergy, rows);
	report.separated = true;
	report.impulse *= share;
	report.impulseFraction = share;
	report.firstFailureLoad = result.plan.firstFailureLoad;
	report.crackArea = result.plan.openArea;
	report.solves = result.plan.solves;
	report.hash = result.hash;
	std::vector<BodyId> strikers;
	strikers.reserve(involved.size());
	for (const int32_t other : involved)
	{
		strikers.push_back(world.bodies[other].id);
	}
	SpawnPieces(world, impact.body, result, std::move(strikers), report);
	world.report.fractures.push_back(std::move(report));
}
} // namespace FractureCore
