// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/EmbeddedWorld.h"

#include "Run/StressPaint.h"
#include "Shapes.h"

#include "FractureCore/World.h"

#include <chrono>
#include <map>
#include <utility>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;
using Clock = std::chrono::steady_clock;

constexpr double kGroundDepth = 0.2; // of its extent

/// Turns the world's stages into those of a recording.
class StageClock
{
public:
	explicit StageClock(RunTimes& times) : m_times(times) {}

	StepObserver Observer()
	{
		return {[](void* user, StepStage stage) { static_cast<StageClock*>(user)->Enter(stage); }, this};
	}

private:
	void Enter(StepStage stage)
	{
		const Clock::time_point now = Clock::now();
		if (m_isRunning)
		{
			m_times[static_cast<size_t>(m_stage)] += std::chrono::duration<double, std::milli>(now - m_since).count();
		}
		m_isRunning = stage != StepStage::Done;
		m_stage = stage == StepStage::Fracture ? RunStage::Solve : RunStage::Rigid;
		m_since = now;
	}

	RunTimes& m_times;
	RunStage m_stage = RunStage::Rigid;
	bool m_isRunning = false;
	Clock::time_point m_since;
};

class EmbeddedWorld final : public SceneWorld
{
public:
	EmbeddedWorld(World world, const EmbeddedSettings& settings) : m_world(std::move(world)), m_settings(settings) {}

	const char* HostName() const override { return "embedded"; }

	Status AddGround()
	{
		if (!m_settings.ground)
		{
			return Ok{};
		}
		const double extent = m_settings.groundExtent;
		const double depth = kGroundDepth * extent;
		const Result<SurfaceMesh> block = MakeSlab(
			{.length = 2.0 * extent, .width = 2.0 * extent, .thickness = depth, .rounding = 0.0, .edge = 0.5 * extent});
		if (!block)
		{
			return block.GetError();
		}
		BodyDefinition definition;
		definition.kind = BodyKind::Static;
		definition.surface = std::make_shared<const SurfaceMesh>(std::move(*block));
		definition.pose.position.z = m_settings.ground->height - depth;
		definition.material = m_settings.ground->material;
		definition.contact = LawOf(m_settings.ground->contact);
		const Result<BodyId> added = m_world.Add(definition);
		if (!added)
		{
			return added.GetError();
		}
		return Ok{};
	}

	Status Add(const WorldBody& body) override
	{
		BodyDefinition definition;
		definition.kind = body.isFixed ? BodyKind::Static : BodyKind::Dynamic;
		definition.pose = body.state.pose;
		definition.motion = {body.state.velocity, body.state.angularVelocity};
		if (body.breakable != nullptr)
		{
			definition.breakable = body.breakable;
		}
		else
		{
			definition.surface = body.mesh;
			definition.material = body.material;
			definition.mass = std::make_shared<const MassProperties>(body.mass);
		}
		definition.contact = LawOf(body.contact);
		definition.seed = body.rules.settings.plan.seed;
		const Result<BodyId> added = m_world.Add(definition);
		if (!added)
		{
			return Error{added.GetError().code, body.name + ": " + added.GetError().message};
		}
		LiveBody live;
		live.number = *added;
		live.name = body.name;
		live.object = body.object;
		live.isFixed = body.isFixed;
		live.mesh = body.mesh;
		live.mass = body.mass;
		live.state = body.state;
		m_bodies.emplace(*added, Member{std::move(live), body.breakable});
		return Ok{};
	}

	Status Step(double seconds, TaskRunner& runner) override
	{
		StageClock clock(m_times);
		const StepReport& report = m_world.Step(seconds, runner, clock.Observer());
		if (!report.firstError.empty())
		{
			return Error{ErrorCode::InvalidSettings, report.firstError};
		}
		for (const FractureReport& fracture : report.fractures)
		{
			if (fracture.separated)
			{
				TakeFracture(fracture, report, runner);
			}
		}
		for (const RemovalReport& removal : report.removed)
		{
			m_bodies.erase(removal.body);
		}
		for (const BodyState& state : m_world.Bodies())
		{
			if (const auto found = m_bodies.find(state.id); found != m_bodies.end())
			{
				found->second.live.state = {state.pose, state.motion.velocity, state.motion.angularVelocity};
				found->second.live.isFixed = state.kind != BodyKind::Dynamic;
			}
		}
		return Ok{};
	}

	std::vector<const LiveBody*> Bodies() const override
	{
		std::vector<const LiveBody*> bodies;
		for (const auto& [number, member] : m_bodies)
		{
			bodies.push_back(&member.live);
		}
		return bodies;
	}

	std::vector<RecordedBreak> TakeBreaks() override { return std::exchange(m_breaks, {}); }
	RunTimes TakeTimes() override { return std::exchange(m_times, {}); }

private:
	struct Member
	{
		LiveBody live;
		std::shared_ptr<const Breakable> breakable; // null: it does not break
	};

	static ContactLaw LawOf(const SurfaceContact& contact)
	{
		ContactLaw law;
		law.friction = contact.friction;
		law.restitution = contact.restitution;
		return law;
	}

	void TakeFracture(const FractureReport& fracture, const StepReport& report, TaskRunner& runner)
	{
		const auto found = m_bodies.find(fracture.parent);
		if (found == m_bodies.end())
		{
			return;
		}
		const Member parent = found->second;
		RecordedBreak record;
		record.body = fracture.parent;
		record.parent = parent.live.parent;
		record.time = report.time;
		record.pieces = static_cast<int32_t>(fracture.children.size());
		for (const DebrisReport& debris : report.debris)
		{
			if (debris.source == fracture.parent)
			{
				record.debris += debris.pieces;
				record.debrisMass += debris.mass;
				record.debrisMomentum += debris.velocity * debris.mass;
			}
		}
		record.load = fracture.firstFailureLoad;
		record.impulseFraction = fracture.impulseFraction;
		for (const ContactImpulse& load : fracture.loads)
		{
			record.impulse += Length(load.impulse);
		}
		m_breaks.push_back(record);
		std::optional<StressPaint> paint;
		if (m_settings.paintsStress && parent.breakable != nullptr)
		{
			std::vector<ContactImpulse> loads = fracture.loads;
			SnapToTets(*parent.breakable, loads);
			paint.emplace(*parent.breakable, loads, runner);
		}
		for (size_t i = 0; i < fracture.children.size(); ++i)
		{
			const BodyId child = fracture.children[i];
			const BodyState* const state = m_world.Find(child);
			if (state == nullptr)
			{
				continue; // gone within the step
			}
			LiveBody live;
			live.number = child;
			live.parent = fracture.parent;
			live.name = parent.live.name + "." + std::to_string(i);
			live.object = parent.live.object;
			live.mesh = m_world.Surface(child);
			live.mass = *m_world.Mass(child);
			if (paint)
			{
				live.stress = paint->Sample(live.mesh->positions);
			}
			m_bodies.emplace(child, Member{std::move(live), m_world.BreakableOf(child)});
		}
	}

	World m_world;
	EmbeddedSettings m_settings;
	std::map<BodyId, Member> m_bodies; // without the ground
	std::vector<RecordedBreak> m_breaks;
	RunTimes m_times = {};
};
} // namespace

Result<std::unique_ptr<SceneWorld>> MakeEmbeddedWorld(const EmbeddedSettings& settings)
{
	WorldSettings world;
	world.gravity = settings.gravity;
	world.breaking = settings.rules.settings;
	Result<World> made = World::Create(world);
	if (!made)
	{
		return made.GetError();
	}
	auto embedded = std::make_unique<EmbeddedWorld>(std::move(*made), settings);
	if (const Status ground = embedded->AddGround(); !ground)
	{
		return ground.GetError();
	}
	return std::unique_ptr<SceneWorld>(std::move(embedded));
}
} // namespace FractureToolkit
