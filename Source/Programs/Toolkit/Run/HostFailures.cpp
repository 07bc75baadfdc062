// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Which bodies the contacts of the step just taken break, crack or tear off.
#include "Run/HostFracture.h"
#include "Run/RigidMath.h"
#include "Run/StageTimer.h"
#include "Run/StressPaint.h"

#include "FractureCore/Bake.h"
#include "FractureCore/Contact.h"

#include <algorithm>
#include <limits>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;

RunStage StageOf(BreakStage stage)
{
	switch (stage)
	{
	case BreakStage::Solve:
		return RunStage::Solve;
	case BreakStage::Plan:
		return RunStage::Plan;
	case BreakStage::Cut:
		return RunStage::Cut;
	case BreakStage::Surface:
		return RunStage::Surface;
	case BreakStage::Bodies:
	case BreakStage::Done:
		break;
	}
	return RunStage::Bodies;
}
} // namespace

/// The contacts of a body in the axes of its mesh, before the step. A contact is part of a collision if its closing
/// speed, or the speed that its impulse amounts to where others push behind it, is more than a resting body's.
HostFracture::Loads HostFracture::GatherLoads(
	const Member& member, std::span<const size_t> contacts, double seconds) const
{
	Loads loads;
	const double gravitySpeed = Length(m_settings.gravity) * seconds;
	const double least = std::max(m_settings.leastSpeed, 8.0 * gravitySpeed);
	const Pose& pose = m_before.at(member.live.number).pose;
	for (const size_t i : contacts)
	{
		const HostContact& contact = m_host->Contacts()[i];
		const bool isFirst = contact.body[0] == member.live.number;
		double inverseMass = 0.0;
		double closing = 0.0;
		double restitution = 0.0;
		Collision collision;
		for (size_t side = 0; side < 2; ++side)
		{
			const double sign = side == 0 ? -1.0 : 1.0;
			if (contact.body[side] == kNoIndex)
			{
				const GroundPlane ground = m_settings.ground.value_or(GroundPlane{});
				restitution = std::max(restitution, ground.contact.restitution);
				collision.youngModulus[side] = ground.material.youngModulus;
				collision.poissonRatio[side] = ground.material.poissonRatio;
				collision.radius[side] = std::numeric_limits<double>::infinity();
				continue;
			}
			const Member& other = m_members.at(contact.body[side]);
			const RigidState& state = m_before.at(contact.body[side]);
			inverseMass += WorldInertia(other.live.mass, state.pose, other.live.kind != BodyKind::Dynamic)
							   .InverseMassAlong(contact.point, contact.normal);
			closing += sign * Dot(contact.normal, VelocityAt(state, other.live.mass, contact.point));
			restitution = std::max(restitution, other.source.contact.restitution);
			collision.youngModulus[side] = other.source.material.youngModulus;
			collision.poissonRatio[side] = other.source.material.poissonRatio;
			collision.radius[side] = other.contactRadius;
		}
		ContactImpulse load;
		load.point = ToMesh(pose, contact.point);
		load.impulse = Rotated(Conjugate(pose.orientation), contact.impulse * (isFirst ? 1.0 : -1.0));
		const double normalImpulse = Dot(contact.impulse, contact.normal);
		if (!(inverseMass > 0.0) || !(normalImpulse > 0.0))
		{
			continue;
		}
		collision.effectiveMass = 1.0 / inverseMass;
		collision.restitution = restitution;
		collision.closingSpeed = std::max(closing, normalImpulse * inverseMass / (1.0 + collision.restitution));
		const Result<ContactPulse> pulse = EstimateCollisionPulse(collision);
		if (collision.closingSpeed < least || !pulse)
		{
			load.pulse = RestingPulse(seconds);
			loads.resting.push_back(load);
			continue;
		}
		load.pulse = *pulse;
		loads.collision.push_back(load);
		loads.contacts.push_back(i);
		loads.restitution = std::max(loads.restitution, collision.restitution);
		const double force = load.pulse.peakRate * Length(load.impulse);
		loads.force += force;
		loads.peakForce = closing >= least ? std::max(loads.peakForce, force) : loads.peakForce;
		loads.isViolent = true;
	}
	return loads;
}

/// A piece is baked when it is first hit hard: few ever are.
Status HostFracture::MakePieceBreakable(Member& member, TaskRunner& runner) const
{
	Fragment piece;
	piece.surface = *member.source.mesh;
	piece.mass = member.source.mass;
	Result<Breakable> made =
		FractureCore::MakeBreakable(*member.source.breakable, piece, member.source.rules.Baking(), runner);
	if (!made)
	{
		return made.GetError();
	}
	member.source.breakable = std::make_shared<const Breakable>(std::move(*made));
	member.isBaked = true;
	return Ok{};
}

Status HostFracture::TryToBreak(Member& member,
	const Loads& loads,
	TaskRunner& runner,
	std::vector<Failure>& failures,
	std::vector<CrackedBody>& cracked)
{
	const RigidState& state = m_before.at(member.live.number);
	// A host's hulls may stand off farther than an event looks for the surface.
	std::vector<ContactImpulse> collision = loads.collision;
	std::vector<ContactImpulse> resting = loads.resting;
	SnapToTets(*member.source.breakable, collision);
	SnapToTets(*member.source.breakable, resting);
	Impact impact;
	impact.loads.collision = collision;
	impact.loads.resting = resting;
	impact.restitution = loads.restitution;
	impact.damage = member.damage.get();
	const Quat toMesh = Conjugate(state.pose.orientation);
	impact.motion = {Rotated(toMesh, state.velocity), Rotated(toMesh, state.angularVelocity)};
	Result<BreakEvent> event = BreakEvent::Create(*member.source.breakable, impact, member.source.rules.settings);
	if (!event)
	{
		return event.GetError();
	}
	while (event->Stage() != BreakStage::Done)
	{
		const StageTimer timer(m_times, StageOf(event->Stage()));
		if (const Status status = event->Step(runner); !status)
		{
			return status.GetError();
		}
	}
	Failure failure{member.live.number, event->TakeResult(), loads.contacts, std::move(collision), 0.0};
	for (const ContactImpulse& load : failure.loads)
	{
		failure.impulse += Length(load.impulse);
	}
	if (failure.result.separated && !failure.result.fragments.empty())
	{
		failures.push_back(std::move(failure));
		return Ok{};
	}
	const CrackPlan& plan = failure.result.plan;
	const size_t grains = member.damage != nullptr ? member.damage->grains.seeds.size() : 0;
	if (plan.openArea > member.openArea || plan.cracks.grains.seeds.size() > grains)
	{
		cracked.push_back({member.live.number,
			std::make_shared<const CrackSet>(plan.cracks),
			{member.live.number, m_time, plan.openArea, plan.firstFailureLoad, failure.impulse}});
	}
	return Ok{};
}

/// Whether a piece is hit by its like, or by what made it, while the blow that did so lasts: it has broken what there
/// is to break.
bool HostFracture::IsSameBlow(const Member& piece, int32_t other, double seconds) const
{
	if (piece.bornOf.empty() || !IsBlowLasting(m_time - piece.bornTime, seconds))
	{
		return false;
	}
	const auto member = m_members.find(other);
	return piece.bornOf.contains(other) ||
		(member != m_members.end() && member->second.live.parent != kNoIndex &&
			piece.bornOf.contains(member->second.live.parent));
}

Status HostFracture::FindFailures(
	double seconds, TaskRunner& runner, std::vector<Failure>& failures, std::vector<CrackedBody>& cracked)
{
	std::map<int32_t, std::vector<size_t>> contactsOf;
	for (size_t i = 0; i < m_host->Contacts().size(); ++i)
	{
		const HostContact& contact = m_host->Contacts()[i];
		for (size_t side = 0; side < 2; ++side)
		{
			const int32_t number = contact.body[side];
			if (number != kNoIndex && m_members.at(number).mayBreak &&
				!IsSameBlow(m_members.at(number), contact.body[1 - side], seconds))
			{
				contactsOf[number].push_back(i);
			}
		}
	}
	for (const auto& [number, contacts] : contactsOf)
	{
		Member& member = m_members.at(number);
		const Loads loads = GatherLoads(member, contacts, seconds);
		if (!loads.isViolent || (!member.isBaked && loads.force < member.harmlessForce))
		{
			continue;
		}
		Status status = Ok{};
		if (!member.isBaked)
		{
			const StageTimer timer(m_times, RunStage::Bodies);
			status = MakePieceBreakable(member, runner);
			member.mayBreak = status.HasValue();
		}
		if (status)
		{
			status = TryToBreak(member, loads, runner, failures, cracked);
		}
		if (!status && member.generation == 0)
		{
			return Error{status.GetError().code, member.live.name + ": " + status.GetError().message};
		}
	}
	// The weakest first; none that shares a contact with one before it.
	std::stable_sort(failures.begin(),
		failures.end(),
		[](const Failure& a, const Failure& b)
		{ return a.result.plan.firstFailureLoad < b.result.plan.firstFailureLoad; });
	std::set<size_t> taken;
	std::vector<Failure> kept;
	for (Failure& failure : failures)
	{
		const bool isFree = std::none_of(
			failure.contacts.begin(), failure.contacts.end(), [&](size_t contact) { return taken.contains(contact); });
		if (isFree)
		{
			taken.insert(failure.contacts.begin(), failure.contacts.end());
			kept.push_back(std::move(failure));
		}
	}
	failures = std::move(kept);
	return Ok{};
}

/// Held pieces that what has just hit them tears off.
std::vector<int32_t> HostFracture::FindTornOff(double seconds) const
{
	std::map<int32_t, std::vector<size_t>> contactsOf;
	for (size_t i = 0; i < m_host->Contacts().size(); ++i)
	{
		const HostContact& contact = m_host->Contacts()[i];
		for (size_t side = 0; side < 2; ++side)
		{
			const auto found = m_members.find(contact.body[side]);
			if (found != m_members.end() && found->second.IsHeldPiece() &&
				(!found->second.mayBreak || IsSameBlow(found->second, contact.body[1 - side], seconds)))
			{
				contactsOf[found->first].push_back(i);
			}
		}
	}
	std::vector<int32_t> torn;
	for (const auto& [number, contacts] : contactsOf)
	{
		const Member& piece = m_members.at(number);
		HeldLoad load;
		load.peakForce = GatherLoads(piece, contacts, seconds).peakForce;
		load.mass = piece.live.mass.mass;
		for (const size_t i : contacts)
		{
			const HostContact& contact = m_host->Contacts()[i];
			load.impulse += contact.impulse * (contact.body[0] == number ? 1.0 : -1.0);
		}
		if (TearsOff(load, piece.harmlessForce, seconds))
		{
			torn.push_back(number);
		}
	}
	return torn;
}
} // namespace FractureToolkit
