// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Whole steps of a world in which things break: rigid bodies, stress, cracks, cuts and pieces. Times are processor
// times of all the threads that the command line gives.
#include "Bench.h"
#include "Shapes.h"
#include "Support/RigidScenes.h"

#include "FractureCore/Random.h"
#include "FractureCore/World.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace FractureBench
{
namespace
{
using namespace FractureCore;

constexpr size_t kStages = static_cast<size_t>(StepStage::Done);
constexpr double kStep = 1.0 / 60.0;

/// Time of each stage, and of each step.
class StepClock
{
public:
	StepObserver Observer()
	{
		return {[](void* user, StepStage stage) { static_cast<StepClock*>(user)->Enter(stage); }, this};
	}

	double Mean(StepStage stage) const
	{
		return m_ms[static_cast<size_t>(stage)] / static_cast<double>(m_steps.size());
	}
	double Mean() const
	{
		double sum = 0.0;
		for (const double step : m_steps)
		{
			sum += step;
		}
		return sum / static_cast<double>(m_steps.size());
	}
	/// ms, of all steps.
	double Breaking() const
	{
		double sum = 0.0;
		for (const StepStage stage : {StepStage::Fracture,
				 StepStage::Solve,
				 StepStage::Plan,
				 StepStage::Cut,
				 StepStage::Surface,
				 StepStage::Pieces})
		{
			sum += m_ms[static_cast<size_t>(stage)];
		}
		return sum;
	}
	double Quantile(double q) const
	{
		std::vector<double> sorted = m_steps;
		std::sort(sorted.begin(), sorted.end());
		return sorted[static_cast<size_t>(q * static_cast<double>(sorted.size() - 1))];
	}

private:
	void Enter(StepStage stage)
	{
		const double now = ProcessorTime();
		if (m_stage != StepStage::Done)
		{
			const double ms = now - m_since;
			m_ms[static_cast<size_t>(m_stage)] += ms;
			m_step += ms;
		}
		if (stage == StepStage::Done)
		{
			m_steps.push_back(m_step);
			m_step = 0.0;
		}
		m_stage = stage;
		m_since = now;
	}

	std::array<double, kStages> m_ms = {};
	std::vector<double> m_steps;
	double m_step = 0.0;
	StepStage m_stage = StepStage::Done;
	double m_since = 0.0;
};

Result<std::shared_ptr<const Breakable>> Prepare(
	const SurfaceMesh& surface, const Material& material, int32_t tets, bool isHeldBelow, TaskRunner& runner)
{
	BakeSettings bake;
	bake.tets.targetTets = tets;
	bake.material = material;
	Result<BakedObject> object = BakeObject(surface, bake, runner);
	if (!object)
	{
		return object.GetError();
	}
	std::vector<uint8_t> held;
	if (isHeldBelow)
	{
		for (const Vec3& x : object->tets.nodes)
		{
			held.push_back(x.z < 0.03 ? 7 : 0);
		}
		object->heldAxes = held;
	}
	Result<Breakable> made = Breakable::Create(std::move(*object), {}, std::move(held), {}, runner);
	if (!made)
	{
		return made.GetError();
	}
	return std::make_shared<const Breakable>(std::move(*made));
}

void AddWorldRow(const std::string& label,
	double tets,
	const World& world,
	const StepClock& clock,
	double mark,
	bool usesTail,
	BenchTable& table)
{
	const double judged = usesTail ? clock.Quantile(0.99) : clock.Mean();
	table.labels.push_back(label);
	table.rows.push_back({tets,
		static_cast<double>(world.Bodies().size()),
		clock.Mean(StepStage::BroadPhase) + clock.Mean(StepStage::NarrowPhase),
		clock.Mean(StepStage::Collisions) + clock.Mean(StepStage::Contacts) + clock.Mean(StepStage::Positions),
		clock.Mean(StepStage::Solve),
		clock.Mean(StepStage::Plan),
		clock.Mean(StepStage::Cut),
		clock.Mean(StepStage::Surface),
		clock.Mean(StepStage::Pieces) + clock.Mean(StepStage::Fracture),
		clock.Mean(),
		clock.Quantile(0.99),
		clock.Quantile(1.0),
		judged / mark});
}

/// A block of 2 t at 60 m/s against a panel of 3 x 3 x 0.3 m on a fixed base, for two seconds.
Status AddPanel(int32_t tets, double mark, const BenchOptions& options, BenchTable& table)
{
	Material material;
	material.name = "panel";
	material.density = 1'000.0;
	material.youngModulus = 4.0e6;
	material.poissonRatio = 0.3;
	material.tensileStrength = 0.5e6;
	const auto surface = FractureToolkit::MakeWall({.length = 3.0, .height = 3.0, .thickness = 0.3, .edge = 0.3});
	const auto panel = Prepare(*surface, material, tets, true, *options.runner);
	if (!panel)
	{
		return panel.GetError();
	}
	const double count = static_cast<double>((*panel)->Object().tets.tets.size());
	struct Variant
	{
		const char* name;
		bool isHit;
		int32_t generations;
	};
	for (const auto& [name, isHit, generations] :
		{Variant{"panel", true, 1}, Variant{"panel, its pieces too", true, 2}, Variant{"panel, flying", false, 1}})
	{
		WorldSettings settings;
		settings.pieces.generations = generations;
		World world = std::move(*World::Create(settings));
		BodyDefinition body;
		body.breakable = *panel;
		body.kind = isHit ? BodyKind::Static : BodyKind::Dynamic;
		body.pose.position.z = isHit ? 0.0 : 100.0;
		body.motion.angularVelocity = isHit ? Vec3{} : Vec3{0.3, 0.5, 0.2};
		BodyDefinition floor;
		floor.kind = BodyKind::Static;
		floor.surface = FractureTests::BoxMesh({100.0, 100.0, 5.0});
		floor.pose.position.z = -2.5;
		BodyDefinition block;
		block.surface = FractureTests::BoxMesh({1.0, 1.0, 1.0});
		block.material.density = 2'000.0;
		block.pose.position = {0.0, -0.75, 1.5};
		block.motion.velocity = {0.0, 60.0, 0.0};
		if (!world.Add(body) || (isHit && (!world.Add(floor) || !world.Add(block))))
		{
			return Error{ErrorCode::InvalidSettings, "the panel scene cannot be set up"};
		}
		StepClock clock;
		for (int32_t i = 0; i < 120; ++i)
		{
			world.Step(kStep, *options.runner, clock.Observer());
		}
		AddWorldRow(name, count, world, clock, isHit ? mark : 0.3, false, table);
	}
	return Ok{};
}

/// A blow at some point of some body that may break, piece or whole, which gives it so many m/s.
void Strike(World& world, uint64_t number, double speed)
{
	std::vector<BodyId> targets;
	for (const BodyState& body : world.Bodies())
	{
		if (body.breakable)
		{
			targets.push_back(body.id);
		}
	}
	if (targets.empty())
	{
		return;
	}
	const BodyId target =
		targets[static_cast<size_t>(RandomUnit(11, 2 * number) * static_cast<double>(targets.size()))];
	const SurfaceMesh& surface = *world.Surface(target);
	const Triangle& t = surface.triangles[static_cast<size_t>(
		RandomUnit(11, 2 * number + 1) * static_cast<double>(surface.triangles.size()))];
	const Vec3& a = surface.positions[t.v[0]];
	const Vec3& b = surface.positions[t.v[1]];
	const Vec3& c = surface.positions[t.v[2]];
	const Pose& pose = world.Find(target)->pose;
	const Vec3 inward = Rotated(pose.orientation, -Normalised(Cross(b - a, c - a)));
	world.ApplyImpulse(target,
		ToWorld(pose, (a + b + c) / 3.0),
		inward * (speed * world.Mass(target)->mass),
		GivenPulse(5.0e-4, PulseShape::HalfSine));
}

/// 50 bowls on a floor and ten blows a second for 20 s; four milliseconds of a step are for breaking.
Status AddCrowd(int32_t tets, const BenchOptions& options, BenchTable& table)
{
	constexpr double kBudget = 4.0; // ms
	constexpr double kMark = 8.0;   // ms, 99 of 100 steps
	constexpr double kBlow = 3.0;   // m/s: more than half of the blows on whole bowls break them
	const auto surface = FractureToolkit::MakeBowl({.diameter = 0.2, .thickness = 0.015, .edge = 0.01});
	const auto bowl = Prepare(*surface, *FindMaterialPreset("ceramic"), tets, false, *options.runner);
	if (!bowl)
	{
		return bowl.GetError();
	}
	const auto build = [&](int64_t allowance) -> Result<World>
	{
		WorldSettings settings;
		settings.breaking.plan = OneSolvePlan();
		settings.budget.workPerStep = allowance;
		settings.maxBodies = 500;
		World world = std::move(*World::Create(settings));
		BodyDefinition floor;
		floor.kind = BodyKind::Static;
		floor.surface = FractureTests::BoxMesh({100.0, 100.0, 5.0});
		floor.pose.position.z = -2.5;
		if (!world.Add(floor))
		{
			return Error{ErrorCode::InvalidSettings, "no floor"};
		}
		for (int32_t i = 0; i < 50; ++i)
		{
			BodyDefinition body;
			body.breakable = *bowl;
			body.pose.position = {0.5 * (i % 10), 0.5 * (i / 10), 0.001};
			if (!world.Add(body))
			{
				return Error{ErrorCode::InvalidSettings, "no bowl"};
			}
		}
		return world;
	};
	// What a millisecond is worth here.
	Result<World> trial = build(INT64_MAX);
	if (!trial)
	{
		return trial.GetError();
	}
	StepClock trialClock;
	int64_t work = 0;
	for (int32_t i = 0; i < 60; ++i)
	{
		if (i % 6 == 0)
		{
			Strike(*trial, static_cast<uint64_t>(1000 + i / 6), kBlow);
		}
		work += trial->Step(kStep, *options.runner, trialClock.Observer()).fractureWork;
	}
	const double count = static_cast<double>((*bowl)->Object().tets.tets.size());
	const double perMs = static_cast<double>(work) / trialClock.Breaking();
	Result<World> world = build(static_cast<int64_t>(kBudget * perMs));
	if (!world)
	{
		return world.GetError();
	}
	StepClock clock;
	size_t breaks = 0;
	for (int32_t i = 0; i < 20 * 60; ++i)
	{
		if (i % 6 == 0)
		{
			Strike(*world, static_cast<uint64_t>(i / 6), kBlow);
		}
		breaks += world->Step(kStep, *options.runner, clock.Observer()).fractures.size();
	}
	AddWorldRow("crowd of 50, " + std::to_string(breaks) + " breaks", count, *world, clock, kMark, true, table);
	return Ok{};
}
/// 10,000 blocks that may break lie on a floor and sleep; then a ball rolls among them.
Status AddSleepers(const BenchOptions& options, BenchTable& table)
{
	constexpr int32_t kAcross = 100;
	constexpr double kMark = 0.3; // ms, with one awake
	const auto block =
		Prepare(*FractureTests::BoxMesh({0.2, 0.2, 0.1}), *FindMaterialPreset("concrete"), 500, false, *options.runner);
	if (!block)
	{
		return block.GetError();
	}
	World world = std::move(*World::Create({}));
	BodyDefinition floor;
	floor.kind = BodyKind::Static;
	floor.surface = FractureTests::BoxMesh({200.0, 200.0, 5.0});
	floor.pose.position.z = -2.5;
	if (!world.Add(floor))
	{
		return Error{ErrorCode::InvalidSettings, "no floor"};
	}
	for (int32_t i = 0; i < kAcross * kAcross; ++i)
	{
		BodyDefinition body;
		body.breakable = *block;
		body.pose.position = {0.8 * (i % kAcross), 0.8 * (i / kAcross), 0.0502};
		if (!world.Add(body))
		{
			return Error{ErrorCode::InvalidSettings, "no block"};
		}
	}
	for (int32_t i = 0; i < 300 && world.Step(kStep, *options.runner).awake > 0; ++i)
	{
	}
	for (const bool isOneAwake : {false, true})
	{
		if (isOneAwake)
		{
			BodyDefinition ball;
			ball.surface = FractureTests::BallMesh(0.1, 0.02);
			ball.pose.position = {0.8 * 50 + 0.4, 2.0, 0.1};
			ball.motion.velocity = {0.0, 3.0, 0.0};
			if (!world.Add(ball))
			{
				return Error{ErrorCode::InvalidSettings, "no ball"};
			}
		}
		StepClock clock;
		for (int32_t i = 0; i < 120; ++i)
		{
			world.Step(kStep, *options.runner, clock.Observer());
		}
		AddWorldRow(isOneAwake ? "sleepers, one awake" : "sleepers", 500.0, world, clock, kMark, false, table);
	}
	return Ok{};
}
} // namespace

Result<BenchTable> BenchWorld(const BenchOptions& options)
{
	BenchTable table;
	table.columns = {{"tets", "tets"},
		{"bodies", "bodies"},
		{"near_ms", "near", 2},
		{"contacts_ms", "contacts", 2},
		{"solve_ms", "solve", 2},
		{"plan_ms", "plan", 2},
		{"cut_ms", "cut", 2},
		{"surface_ms", "surface", 2},
		{"pieces_ms", "pieces", 2},
		{"mean_ms", "mean", 2},
		{"p99_ms", "p99", 2},
		{"worst_ms", "worst", 2},
		{"over_mark", "/mark", 2}};
	for (const auto& [tets, mark] : {std::pair{5'040, 2.2}, std::pair{20'808, 7.4}})
	{
		if (std::string("panel").starts_with(options.only))
		{
			if (const Status added = AddPanel(tets, mark, options, table); !added)
			{
				return added.GetError();
			}
		}
	}
	if (std::string("sleepers").starts_with(options.only))
	{
		if (const Status added = AddSleepers(options, table); !added)
		{
			return added.GetError();
		}
	}
	if (std::string("crowd").starts_with(options.only))
	{
		if (const Status added = AddCrowd(1'000, options, table); !added)
		{
			return added.GetError();
		}
	}
	return table;
}
} // namespace FractureBench
