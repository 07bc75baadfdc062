// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/EventTask.h"

#include "Mesh/TriangleTree.h"
#include "Rigid/FractureAllowance.h"
#include "Rigid/PieceShape.h"

#include <cmath>
#include <string>

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

/// Pieces collide as hulls, which stand off from what is hollow; what rests has moved a little since its contacts were
/// found; and contacts that look far ahead, or lie deep, may be in the plane of a side, but beside it: they go to the
/// nearest place of the surface.
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
		return kHullWork;
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

bool EndWithError(OpenEvent& open, const Error& error)
{
	open.error = "body " + std::to_string(open.body) + ": " + error.message;
	return EndEvent(open, ImpactVerdict::Survived);
}

/// A piece that cannot be made breakable stays whole for good.
void StayWhole(RigidBody& body, OpenEvent& open)
{
	open.baker.reset();
	open.maker.reset();
	body.origin.reset();
	EndEvent(open, ImpactVerdict::Survived);
}

void BakeBody(RigidBody& body, OpenEvent& open, TaskRunner& runner)
{
	const PieceSettings& how = body.breaking->pieces.baking;
	if (!open.baker)
	{
		Fragment piece;
		piece.surface = *body.shape->surface;
		piece.mass = body.shape->mass;
		open.breakable = body.origin; // the baker looks into it
		Result<PieceBaker> baker = PieceBaker::Create(*open.breakable, piece, how);
		if (!baker)
		{
			StayWhole(body, open);
			return;
		}
		open.baker.emplace(std::move(*baker));
	}
	const Result<bool> isDone = open.baker->Step(runner);
	if (!isDone)
	{
		StayWhole(body, open);
		return;
	}
	if (!*isDone)
	{
		return;
	}
	BakedObject baked = open.baker->Take();
	open.baker.reset();
	std::vector<double> strength = baked.strength;
	std::vector<uint8_t> held = baked.heldAxes;
	Result<BreakableMaker> maker =
		BreakableMaker::Create(std::move(baked), std::move(strength), std::move(held), how.breakable);
	if (!maker)
	{
		StayWhole(body, open);
		return;
	}
	open.maker.emplace(std::move(*maker));
}

/// Of the next part of baking.
int64_t WorkOfBaking(const RigidBody& body, const OpenEvent& open)
{
	if (!open.baker)
	{
		return kMeshSolves * body.breaking->pieces.baking.minTets;
	}
	return (open.baker->IsMeshing() ? kMeshSolves : kEmbedSolves) * open.baker->TetCount();
}

void PreparePiece(RigidBody& body, OpenEvent& open, TaskRunner& runner)
{
	const Result<bool> isDone = open.maker->Step(runner);
	if (!isDone)
	{
		StayWhole(body, open);
		return;
	}
	if (*isDone)
	{
		body.breakable = std::make_shared<const Breakable>(open.maker->Take());
		open.maker.reset();
		body.origin.reset();
	}
}

/// Loads and damage as they are now.
Status CreateEvent(RigidBody& body, OpenEvent& open)
{
	BodyImpact& impact = open.impact;
	open.breakable = body.breakable;
	open.damage = body.damage;
	const bool isFromHost = impact.rows[impact.strongest] == kNoIndex && !impact.isResting && open.parts.empty();
	if (body.generation > 0 || !isFromHost)
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

void BeginShapes(RigidBody& body, OpenEvent& open)
{
	body.pieceLevels = std::make_shared<PieceLevels>(open.breakable->Object().surface, body.wholeVolume, open.result);
	open.shapesPieces = !body.pieceLevels->IsDone();
	open.isDone = !open.shapesPieces;
}

void ShapeNextPiece(RigidBody& body, OpenEvent& open)
{
	body.pieceLevels->MakeNext(open.breakable->Object().surface, open.result);
	open.shapesPieces = !body.pieceLevels->IsDone();
	open.isDone = !open.shapesPieces;
}

/// One stage, and no farther than to the plan where that breaks nothing.
void RunStage(RigidBody& body, OpenEvent& open, TaskRunner& runner)
{
	open.solves += open.event->Stage() == BreakStage::Solve ? 1 : 0;
	if (const Status status = open.event->Step(runner); !status)
	{
		EndWithError(open, status.GetError());
		return;
	}
	if (open.event->Stage() == BreakStage::Done)
	{
		open.result = open.event->TakeResult();
		EndEvent(open, VerdictOf(body, open));
		if (open.verdict == ImpactVerdict::Broken)
		{
			BeginShapes(body, open);
		}
	}
	else if (const CrackPlan* plan = open.event->Plan(); plan != nullptr && IsUnharmed(*plan, body.openArea))
	{
		open.result.plan = *plan; // without its surface, which is as it was
		EndEvent(open, VerdictOf(body, open));
	}
}
} // namespace

EventTask NextTask(const RigidBody& body, const OpenEvent& open)
{
	if (open.shapesPieces)
	{
		return {EventTaskKind::Shape, StepStage::Pieces, kLevelSetWork};
	}
	if (open.event)
	{
		return {EventTaskKind::Stage, StageOfEvent(open.event->Stage()), WorkOfStage(open)};
	}
	if (body.breakable != nullptr)
	{
		return {EventTaskKind::Begin, StepStage::Solve, CountTets(*body.breakable)};
	}
	if (!open.maker)
	{
		return {EventTaskKind::Bake, StepStage::Pieces, WorkOfBaking(body, open)};
	}
	return {EventTaskKind::Prepare,
		StepStage::Pieces,
		open.maker->IsPlanning() ? kPlanBodyWork : kPrepareSolves * open.maker->TetCount()};
}

int64_t DoTask(RigidBody& body, OpenEvent& open, TaskRunner& runner)
{
	const EventTask task = NextTask(body, open);
	switch (task.kind)
	{
	case EventTaskKind::Bake:
		BakeBody(body, open, runner);
		break;
	case EventTaskKind::Prepare:
		PreparePiece(body, open, runner);
		break;
	case EventTaskKind::Begin:
		if (const Status created = CreateEvent(body, open); !created)
		{
			EndWithError(open, created.GetError());
			return 0;
		}
		RunStage(body, open, runner);
		break;
	case EventTaskKind::Stage:
		RunStage(body, open, runner);
		break;
	case EventTaskKind::Shape:
		ShapeNextPiece(body, open);
		break;
	}
	return task.work;
}
} // namespace FractureCore
