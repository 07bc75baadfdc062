// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/HostFracture.h"

#include "Run/RigidMath.h"
#include "Run/StageTimer.h"
#include "Run/StressPaint.h"

#include <algorithm>
#include <cmath>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;

constexpr int32_t kMaxPasses = 8; // of one step; what fails in the last one breaks in the next step

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

/// The impulse that the body took until it broke, for itself and for those that hit it, at the host's own points.
void HostFracture::SpendImpulse(const Failure& failure)
{
	for (const size_t i : failure.contacts)
	{
		const HostContact& contact = m_host->Contacts()[i];
		for (size_t side = 0; side < 2; ++side)
		{
			const auto member = m_members.find(contact.body[side]);
			if (member == m_members.end() || member->second.live.kind != BodyKind::Dynamic)
			{
				continue;
			}
			RigidState& moved = m_before.at(member->first);
			const Vec3 impulse = contact.impulse * ((side == 0 ? 1.0 : -1.0) * failure.result.impulseFraction);
			WorldInertia(member->second.live.mass, moved.pose, false).Apply(contact.point, impulse, moved);
		}
	}
}

/// The body's pieces in its place.
void HostFracture::Replace(Failure& failure, TaskRunner& runner)
{
	const StageTimer timer(m_times, RunStage::Bodies);
	const Member parent = m_members.at(failure.body);
	const RigidState state = m_before.at(failure.body); // at the moment of the break
	BreakResult& result = failure.result;
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
		// What hits a body that breaks may break, too: its pieces have its share of the impulse.
		for (const Failure& failure : failures)
		{
			SpendImpulse(failure);
		}
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
