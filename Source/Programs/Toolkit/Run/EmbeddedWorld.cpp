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
	static RunStage StageOf(StepStage stage)
	{
		switch (stage)
		{
		case StepStage::Solve:
			return RunStage::Solve;
		case StepStage::Plan:
			return RunStage::Plan;
		case StepStage::Cut:
			return RunStage::Cut;
		case StepStage::Surface:
			return RunStage::Surface;
		case StepStage::Fracture:
		case StepStage::Pieces:
			return RunStage::Bodies;
		case StepStage::BroadPhase:
		case StepStage::NarrowPhase:
		case StepStage::Collisions:
		case StepStage::Contacts:
		case StepStage::Positions:
		case StepStage::Done:
			break;
		}
		return RunStage::Rigid;
	}

	void Enter(StepStage stage)
	{
		const Clock::time_point now = Clock::now();
		if (m_isRunning)
		{
			m_times[static_cast<size_t>(m_stage)] += std::chrono::duration<double, std::milli>(now - m_since).count();
		}
		m_isRunning = stage != StepStage::Done;
		m_stage = StageOf(stage);
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
		definition.kind = body.kind;
		definition.pose = body.state.pose;
		definition.motion = {body.state.velocity, body.state.angularVelocity};
		if (body.breakable != nullptr)
		{
			definition.breakable = body.breakable;
			BodyBreaking breaking;
			breaking.settings = body.rules.settings;
			breaking.pieces.generations = body.rules.generations;
			breaking.pieces.leastVolume = body.rules.leastVolume;
			breaking.pieces.baking = body.rules.Baking();
			definition.breaking = std::make_shared<const BodyBreaking>(breaking);
		}
		else
		{
			definition.surface = body.mesh;
			definition.material = body.material;
			definition.mass = std::make_shared<const MassProperties>(body.mass);
		}
		definition.contact = LawOf(body.contact);
		const Result<BodyId> added = m_world.Add(definition);
		if (!added)
		{
			return Error{added.GetError().code, body.name + ": " + added.GetError().message};
		}
		LiveBody live;
		live.number = *added;
		live.name = body.name;
		live.object = body.object;
		live.kind = body.kind;
		live.mesh = body.mesh;
		live.mass = body.mass;
		live.breakable = body.breakable;
		live.state = body.state;
		m_bodies.emplace(*added, std::move(live));
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
		m_brief.clear();
		for (const FractureReport& fracture : report.fractures)
		{
			if (fracture.separated)
			{
				TakeFracture(fracture, report, runner);
			}
			else
			{
				m_cracks.push_back({fracture.parent,
					report.time,
					fracture.crackArea,
					fracture.firstFailureLoad,
					SumOf(fracture.loads)});
			}
		}
		for (const DentedReport& dent : report.dents)
		{
			if (const auto found = m_bodies.find(dent.body);
				found != m_bodies.end() && m_world.Surface(dent.body) != nullptr)
			{
				found->second.mesh = m_world.Surface(dent.body);
				found->second.mass = *m_world.Mass(dent.body);
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
				found->second.state = {state.pose, state.motion.velocity, state.motion.angularVelocity};
				found->second.kind = state.kind;
			}
		}
		return Ok{};
	}

	std::vector<const LiveBody*> Bodies() const override
	{
		std::vector<const LiveBody*> bodies;
		for (const auto& [number, body] : m_bodies)
		{
			bodies.push_back(&body);
		}
		return bodies;
	}

	std::vector<RecordedBreak> TakeBreaks() override { return std::exchange(m_breaks, {}); }
	std::vector<RecordedCrack> TakeCracks() override { return std::exchange(m_cracks, {}); }
	RunTimes TakeTimes() override { return std::exchange(m_times, {}); }

private:
	/// N s
	static double SumOf(std::span<const ContactImpulse> loads)
	{
		double sum = 0.0;
		for (const ContactImpulse& load : loads)
		{
			sum += Length(load.impulse);
		}
		return sum;
	}

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
		const auto brief = m_brief.find(fracture.parent);
		if (found == m_bodies.end() && brief == m_brief.end())
		{
			return;
		}
		const LiveBody parent = found != m_bodies.end() ? found->second : brief->second;
		RecordedBreak record;
		record.body = fracture.parent;
		record.parent = parent.parent;
		record.time = report.time;
		record.pieces = static_cast<int32_t>(fracture.children.size());
		for (const DebrisReport& debris : report.debris)
		{
			if (debris.source == fracture.parent)
			{
				record.debris += debris.pieces;
				record.debrisMass += debris.mass;
				record.debrisMomentum += debris.velocity * debris.mass;
				record.debrisSpin += debris.spin;
			}
		}
		record.load = fracture.firstFailureLoad;
		record.impulseFraction = fracture.impulseFraction;
		record.impulse = SumOf(fracture.loads);
		m_breaks.push_back(record);
		std::optional<StressPaint> paint;
		if (m_settings.paintsStress)
		{
			std::vector<ContactImpulse> loads = fracture.loads;
			SnapToTets(*fracture.breakable, loads);
			paint.emplace(*fracture.breakable, loads, runner);
		}
		for (size_t i = 0; i < fracture.children.size(); ++i)
		{
			const BodyId child = fracture.children[i];
			const BodyState* const state = m_world.Find(child);
			LiveBody live;
			live.number = child;
			live.parent = fracture.parent;
			live.name = parent.name + "." + std::to_string(i);
			live.object = parent.object;
			if (state == nullptr)
			{
				m_brief.insert_or_assign(child, std::move(live));
				continue;
			}
			live.mesh = m_world.Surface(child);
			live.mass = *m_world.Mass(child);
			live.breakable = fracture.breakable;
			if (paint)
			{
				live.stress = paint->Sample(live.mesh->positions);
			}
			m_bodies.emplace(child, std::move(live));
		}
	}

	World m_world;
	EmbeddedSettings m_settings;
	std::map<BodyId, LiveBody> m_bodies; // without the ground
	std::map<BodyId, LiveBody> m_brief;  // pieces that were gone within the step that made them, most by breaking again
	std::vector<RecordedBreak> m_breaks;
	std::vector<RecordedCrack> m_cracks;
	RunTimes m_times = {};
};
} // namespace

Result<std::unique_ptr<SceneWorld>> MakeEmbeddedWorld(const EmbeddedSettings& settings)
{
	WorldSettings world;
	world.gravity = settings.gravity;
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
