// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/HostFracture.h"

#include "Run/RigidMath.h"
#include "Run/StressPaint.h"

#include "FractureCore/Bake.h"
#include "FractureCore/Contact.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;
using Clock = std::chrono::steady_clock;

constexpr int32_t kMaxPasses = 8; // of one step; what fails in the last one breaks in the next step

/// Adds the time of its life to a stage.
class StageTimer
{
public:
	StageTimer(RunTimes& times, RunStage stage) : m_total(times[static_cast<size_t>(stage)]) {}
	~StageTimer() { m_total += std::chrono::duration<double, std::milli>(Clock::now() - m_start).count(); }
	StageTimer(const StageTimer&) = delete;
	StageTimer& operator=(const StageTimer&) = delete;

private:
	double& m_total;
	Clock::time_point m_start = Clock::now();
};

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

/// 3 V / A: a ball's radius, half a cube's edge, one and a half times a thin wall's thickness.
double ContactRadius(const SurfaceMesh& mesh, double volume)
{
	double area = 0.0;
	for (const Triangle& t : mesh.triangles)
	{
		const auto at = [&](size_t k) { return mesh.positions[static_cast<size_t>(t.v[k])]; };
		area += 0.5 * Length(Cross(at(1) - at(0), at(2) - at(0)));
	}
	return area > 0.0 ? 3.0 * volume / area : 0.0;
}
} // namespace

HostFracture::HostFracture(std::unique_ptr<RigidHost> host, const HostFractureSettings& settings)
	: m_host(std::move(host)), m_settings(settings)
{
}

void HostFracture::AddMember(Member member)
{
	const WorldBody& source = member.source;
	member.contactRadius =
		source.ballRadius > 0.0 ? source.ballRadius : ContactRadius(*source.mesh, source.mass.volume);
	const int32_t number =
		m_host->Add({*source.hulls, source.ballRadius, source.mass, source.kind, source.contact, source.state});
	member.live.number = number;
	member.live.name = source.name;
	member.live.object = source.object;
	member.live.kind = source.kind;
	member.live.mesh = source.mesh;
	member.live.mass = source.mass;
	member.live.breakable = source.breakable;
	member.live.state = source.state;
	m_members.emplace(number, std::move(member));
}

Status HostFracture::Add(const WorldBody& body)
{
	if (body.ballRadius <= 0.0 && (body.hulls == nullptr || body.hulls->empty()))
	{
		return Error{ErrorCode::InvalidMesh, body.name + " has no hull"};
	}
	Member member;
	member.source = body;
	member.objectVolume = body.mass.volume;
	member.mayBreak = body.breakable != nullptr;
	member.isBaked = true;
	AddMember(std::move(member));
	return Ok{};
}

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

/// The body's pieces in its place; the impulse that it took until it broke for those that hit it.
void HostFracture::Replace(Failure& failure, TaskRunner& runner)
{
	const StageTimer timer(m_times, RunStage::Bodies);
	const Member parent = m_members.at(failure.body);
	// At the moment of the break: with the impulses at the host's own points, as the strikers have them.
	RigidState state = m_before.at(failure.body);
	BreakResult& result = failure.result;
	for (const size_t i : failure.contacts)
	{
		const HostContact& contact = m_host->Contacts()[i];
		const size_t side = contact.body[0] == failure.body ? 1 : 0;
		if (parent.live.kind == BodyKind::Dynamic)
		{
			const Vec3 own = contact.impulse * ((side == 1 ? 1.0 : -1.0) * result.impulseFraction);
			WorldInertia(parent.live.mass, state.pose, false).Apply(contact.point, own, state);
		}
		const auto striker = m_members.find(contact.body[side]);
		if (striker == m_members.end() || striker->second.live.kind != BodyKind::Dynamic)
		{
			continue;
		}
		RigidState& moved = m_before.at(striker->first);
		const Vec3 impulse = contact.impulse * ((side == 0 ? 1.0 : -1.0) * result.impulseFraction);
		WorldInertia(striker->second.live.mass, moved.pose, false).Apply(contact.point, impulse, moved);
	}
	std::set<int32_t> bornOf = {failure.body};
	for (const size_t i : failure.contacts)
	{
		const HostContact& contact = m_host->Contacts()[i];
		bornOf.insert(contact.body[contact.body[0] == failure.body ? 1 : 0]);
	}
	RecordedBreak record;
	record.body = failure.body;
	record.parent = parent.live.parent;
	record.time = m_time;
	record.pieces = static_cast<int32_t>(result.fragments.size());
	record.debris = result.debris.pieces;
	record.debrisMass = result.debris.mass;
	if (parent.live.kind == BodyKind::Dynamic && result.debris.pieces > 0)
	{
		const Vec3 centre = ToWorld(state.pose, result.debris.centre);
		const Vec3 turning = Rotated(Conjugate(state.pose.orientation), state.angularVelocity);
		record.debrisMomentum = VelocityAt(state, parent.live.mass, centre) * result.debris.mass;
		record.debrisSpin =
			Cross(centre, record.debrisMomentum) + Rotated(state.pose.orientation, result.debris.inertia * turning);
	}
	record.load = result.plan.firstFailureLoad;
	record.impulseFraction = result.impulseFraction;
	record.impulse = failure.impulse;
	m_breaks.push_back(record);

	const StressPaint paint(
		*parent.source.breakable, m_settings.paintsStress ? failure.loads : std::vector<ContactImpulse>{}, runner);
	for (size_t i = 0; i < result.fragments.size(); ++i)
	{
		Fragment& fragment = result.fragments[i];
		Member piece;
		piece.source = parent.source;
		piece.source.name = parent.live.name + "." + std::to_string(i);
		const bool isHeld =
			parent.live.kind == BodyKind::Static && IsAnchored(*parent.source.breakable, fragment.surface);
		piece.source.kind = isHeld ? BodyKind::Static : BodyKind::Dynamic;
		piece.source.mesh = std::make_shared<const SurfaceMesh>(std::move(fragment.surface));
		piece.source.hulls = std::make_shared<const std::vector<ConvexHull>>(std::move(result.hulls[i]));
		piece.source.ballRadius = 0.0;
		piece.source.mass = fragment.mass;
		piece.source.state.pose = state.pose;
		// What anchors held took none of the impulse with it.
		piece.source.state.velocity = {};
		piece.source.state.angularVelocity = {};
		if (parent.live.kind == BodyKind::Dynamic)
		{
			piece.source.state.velocity =
				VelocityAt(state, parent.live.mass, ToWorld(state.pose, fragment.mass.centre));
			piece.source.state.angularVelocity = state.angularVelocity;
		}
		piece.live.parent = failure.body;
		if (m_settings.paintsStress)
		{
			piece.live.stress = paint.Sample(piece.source.mesh->positions);
		}
		piece.generation = parent.generation + 1;
		piece.objectVolume = parent.objectVolume;
		piece.mayBreak = piece.generation < parent.source.rules.generations &&
			fragment.mass.volume >= parent.source.rules.leastVolume * parent.objectVolume;
		if (piece.mayBreak || isHeld)
		{
			piece.harmlessForce = HarmlessForce(*parent.source.breakable, *piece.source.mesh, piece.source.mass.volume);
		}
		piece.bornTime = m_time;
		piece.bornOf = bornOf;
		AddMember(std::move(piece));
	}
	m_host->Remove(failure.body);
	m_members.erase(failure.body);
	m_before.erase(failure.body);
}

Status HostFracture::Step(double seconds, TaskRunner& runner)
{
	const double parts = std::max(std::ceil(seconds / m_host->LongestStep() - 1.0e-6), 1.0);
	for (int32_t part = 0; part < parts; ++part)
	{
		if (const Status status = StepPart(seconds / parts, runner); !status)
		{
			return status.GetError();
		}
	}
	return Ok{};
}

Status HostFracture::StepPart(double seconds, TaskRunner& runner)
{
	m_before.clear();
	for (const auto& [number, member] : m_members)
	{
		m_before[number] = m_host->State(number);
	}
	for (int32_t pass = 0; pass < kMaxPasses; ++pass)
	{
		{
			const StageTimer timer(m_times, RunStage::Rigid);
			m_host->Step(seconds);
		}
		std::vector<Failure> failures;
		std::vector<CrackedBody> cracked;
		std::vector<int32_t> torn;
		if (pass + 1 < kMaxPasses)
		{
			if (const Status status = FindFailures(seconds, runner, failures, cracked); !status)
			{
				return status.GetError();
			}
			torn = FindTornOff(seconds);
		}
		if (failures.empty() && torn.empty())
		{
			for (CrackedBody& body : cracked)
			{
				Member& member = m_members.at(body.body);
				member.damage = std::move(body.damage);
				member.openArea = body.record.area;
				m_cracks.push_back(body.record);
			}
			break;
		}
		// Impulses are read from the step's contacts, so the step is taken back last.
		const std::map<int32_t, RigidState> untouched = m_before;
		for (Failure& failure : failures)
		{
			Replace(failure, runner);
		}
		m_host->TakeStepBack();
		for (const int32_t number : torn)
		{
			Member& piece = m_members.at(number);
			piece.source.kind = piece.live.kind = BodyKind::Dynamic;
			piece.mayBreak = false;
			m_host->Release(number);
		}
		for (const auto& [number, state] : m_before)
		{
			if (!(state == untouched.at(number)))
			{
				m_host->SetState(number, state);
			}
		}
		for (const auto& [number, member] : m_members)
		{
			m_before.try_emplace(number, m_host->State(number));
		}
	}
	for (auto& [number, member] : m_members)
	{
		member.live.state = m_host->State(number);
	}
	m_time += seconds;
	return Ok{};
}

std::vector<const LiveBody*> HostFracture::Bodies() const
{
	std::vector<const LiveBody*> bodies;
	for (const auto& [number, member] : m_members)
	{
		bodies.push_back(&member.live);
	}
	return bodies;
}

std::vector<RecordedBreak> HostFracture::TakeBreaks()
{
	return std::exchange(m_breaks, {});
}

std::vector<RecordedCrack> HostFracture::TakeCracks()
{
	return std::exchange(m_cracks, {});
}

RunTimes HostFracture::TakeTimes()
{
	return std::exchange(m_times, {});
}
} // namespace FractureToolkit
