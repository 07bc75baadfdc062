// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/EventWork.h"

#include "Mesh/TriangleTree.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Of the harmless force: weaker loads at rest are not worth a second solve.
constexpr double kMattersAtRest = 0.1;

int64_t CountTets(const Breakable& breakable)
{
	return static_cast<int64_t>(breakable.Object().tets.tets.size());
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

int64_t WorkOfStage(const OpenEvent& open)
{
	const int64_t tets = CountTets(*open.breakable);
	switch (open.event->Stage())
	{
	case BreakStage::Solve:
		return open.solves == 0 ? tets : kLaterSolves * tets;
	case BreakStage::Cut:
		return kCutSolves * tets;
	case BreakStage::Surface:
		return kSurfaceSolves * tets;
	case BreakStage::Bodies:
		return kBodiesSolves * tets;
	case BreakStage::Plan:
	case BreakStage::Done:
		break;
	}
	return tets;
}

/// Whether a plan leaves a body as it was, with `openBefore` m^2 of cracks.
bool IsUnharmed(const CrackPlan& plan, double openBefore)
{
	return plan.firstFailureLoad > 1.0 && static_cast<int32_t>(plan.cracks.cracks.size()) == plan.damageCracks &&
		plan.openArea <= openBefore;
}

bool EndEvent(OpenEvent& open, ImpactVerdict verdict)
{
	open.event.reset();
	open.verdict = verdict;
	open.isDone = true;
	return true;
}

bool EndWithError(World::Data& world, OpenEvent& open, const Error& error)
{
	if (world.report.firstError.empty())
	{
		world.report.firstError = "body " + std::to_string(open.body) + ": " + error.message;
	}
	return EndEvent(open, ImpactVerdict::Survived);
}

/// Makes a piece breakable, bit by bit. One that cannot be meshed stays whole for good. True: the event may go on,
/// unless it is done.
bool MakeReady(World::Data& world, RigidBody& body, OpenEvent& open, FractureAllowance& allowance, TaskRunner& runner)
{
	const PieceSettings& how = body.breaking->pieces.baking;
	world.Enter(StepStage::Pieces);
	if (!open.maker)
	{
		if (!allowance.Has(kBakeSolves * how.minTets))
		{
			return false;
		}
		Fragment piece;
		piece.surface = *body.shape->surface;
		piece.mass = body.shape->mass;
		Result<BakedObject> baked = BakePiece(*body.origin, piece, how, runner);
		++world.report.piecesMadeReady;
		allowance.Spend(kBakeSolves * (baked ? static_cast<int64_t>(baked->tets.tets.size()) : how.minTets));
		if (!baked)
		{
			body.origin.reset();
			return EndEvent(open, ImpactVerdict::Survived);
		}
		std::vector<double> strength = baked->strength;
		std::vector<uint8_t> held = baked->heldAxes;
		Result<BreakableMaker> maker =
			BreakableMaker::Create(std::move(*baked), std::move(strength), std::move(held), how.breakable);
		if (!maker)
		{
			body.origin.reset();
			return EndEvent(open, ImpactVerdict::Survived);
		}
		open.maker.emplace(std::move(*maker));
	}
	while (true)
	{
		const int64_t tets = open.maker->TetCount();
		const int64_t work = open.maker->IsPlanning() ? kPlanBodyWork : kPrepareSolves * tets;
		if (!allowance.Has(work))
		{
			return false;
		}
		allowance.Spend(work);
		const Result<bool> isDone = open.maker->Step(runner);
		if (!isDone)
		{
			open.maker.reset();
			body.origin.reset();
			return EndEvent(open, ImpactVerdict::Survived);
		}
		if (*isDone)
		{
			break;
		}
	}
	body.breakable = std::make_shared<const Breakable>(open.maker->Take());
	open.maker.reset();
	body.origin.reset();
	return true;
}

/// Loads and damage as they are now.
Status CreateEvent(RigidBody& body, OpenEvent& open)
{
	BodyImpact& impact = open.impact;
	open.breakable = body.breakable;
	open.damage = body.damage;
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
		open.resting = body.resting;
		event.loads.resting = open.resting;
	}
	event.restitution = impact.restitution;
	event.closingEnergy = impact.closingEnergy;
	event.motion = open.motion;
	event.damage = open.damage.get();
	BreakSettings settings = body.breaking->settings;
	settings.plan.seed ^= body.seed;
	Result<BreakEvent> created = BreakEvent::Create(*open.breakable, event, settings);
	if (!created)
	{
		return created.GetError();
	}
	open.event.emplace(std::move(*created));
	return Ok{};
}

ImpactVerdict VerdictOf(const RigidBody& body, const OpenEvent& open)
{
	const BreakResult& result = open.result;
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
	return !open.impact.isResting && body.MayDent() ? ImpactVerdict::Yields : ImpactVerdict::Survived;
}

/// Stage by stage, and no farther than to the plan where that breaks nothing.
bool RunStages(
	World::Data& world, const RigidBody& body, OpenEvent& open, FractureAllowance& allowance, TaskRunner& runner)
{
	while (open.event->Stage() != BreakStage::Done)
	{
		if (const CrackPlan* plan = open.event->Plan(); plan != nullptr && IsUnharmed(*plan, body.openArea))
		{
			open.result.plan = *plan; // without its surface, which is as it was
			return EndEvent(open, VerdictOf(body, open));
		}
		const int64_t work = WorkOfStage(open);
		if (!allowance.Has(work))
		{
			return false;
		}
		open.solves += open.event->Stage() == BreakStage::Solve ? 1 : 0;
		allowance.Spend(work);
		world.Enter(StageOfEvent(open.event->Stage()));
		if (const Status status = open.event->Step(runner); !status)
		{
			return EndWithError(world, open, status.GetError());
		}
	}
	open.result = open.event->TakeResult();
	return EndEvent(open, VerdictOf(body, open));
}
} // namespace

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

OpenEvent MakeEvent(const World::Data& world, BodyImpact impact, const BodyMotion& motion)
{
	const RigidBody& body = world.bodies[impact.body];
	OpenEvent open;
	open.body = body.id;
	open.impact = std::move(impact);
	open.motion = {Transposed(body.rotation) * motion.velocity, Transposed(body.rotation) * motion.angularVelocity};
	open.bornStep = world.steps;
	return open;
}

bool WorkOnEvent(World::Data& world, OpenEvent& open, FractureAllowance& allowance, TaskRunner& runner)
{
	RigidBody& body = world.bodies[world.IndexOf(open.body)];
	if (!open.hasBegun)
	{
		const int64_t first =
			body.breakable != nullptr ? CountTets(*body.breakable) : kBakeSolves * body.breaking->pieces.baking.minTets;
		if (!allowance.MayBegin(first))
		{
			return false;
		}
		allowance.Begin();
		open.hasBegun = true;
	}
	bool isDone = false;
	if (!open.event)
	{
		if (body.breakable == nullptr && (!MakeReady(world, body, open, allowance, runner) || open.isDone))
		{
			world.Enter(StepStage::Fracture);
			return open.isDone;
		}
		++world.report.stressEvents;
		if (const Status created = CreateEvent(body, open); !created)
		{
			return EndWithError(world, open, created.GetError());
		}
	}
	isDone = RunStages(world, body, open, allowance, runner);
	world.Enter(StepStage::Fracture);
	return isDone;
}

void KeepForLater(World::Data& world, OpenEvent open)
{
	if (world.settings.budget.eventsPerStep == 0)
	{
		return;
	}
	std::vector<OpenEvent>& all = world.openEvents;
	const auto weaker = std::find_if(
		all.begin(), all.end(), [&](const OpenEvent& event) { return event.body == open.body && !event.hasBegun; });
	if (weaker != all.end() && !open.hasBegun)
	{
		all.erase(weaker);
	}
	open.impact.rows.assign(open.impact.rows.size(), kNoIndex);
	const auto at = std::find_if(all.begin(),
		all.end(),
		[&](const OpenEvent& event)
		{ return !event.hasBegun && (open.hasBegun || event.impact.peakForce < open.impact.peakForce); });
	all.insert(at, std::move(open));
}

bool IsCovered(const World::Data& world, const BodyImpact& impact, bool& hasOpen)
{
	double strongest = 0.0;
	hasOpen = false;
	for (const OpenEvent& open : world.openEvents)
	{
		if (open.body == world.bodies[impact.body].id)
		{
			hasOpen = true;
			strongest = std::max(strongest, open.impact.peakForce);
		}
	}
	return hasOpen && impact.peakForce <= kNewBlow * strongest;
}
} // namespace FractureCore
