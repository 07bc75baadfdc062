// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/BreakableData.h"
#include "Break/LoadingLoop.h"
#include "Break/PieceBodies.h"
#include "FractureCore/Break.h"
#include "FractureCore/Hooks.h"
#include "Math/StressAlgebra.h"
#include "Math/SymmetricEigen.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace FractureCore
{
namespace
{
// Hosts compute with floats: points closer than this to a hull are not worth a vertex.
constexpr double kHullTolerance = 1.0e-6;

// Hulls of pieces with so many triangles in all are made at once: those of one piece, or some small ones.
constexpr size_t kTrianglesAStep = 600;

// Coming apart changes neither momentum nor kinetic energy; volumes of pieces add up to about 1e-12.
constexpr double kIdentityError = 1.0e-8;

std::vector<ConvexHull> HullsOfPiece(const SurfaceMesh& surface, const BreakSettings& settings)
{
	if (settings.hullsPerFragment == 1)
	{
		return {ComputeConvexHull(surface.positions, settings.hullVertices, kHullTolerance)};
	}
	DecompositionSettings decomposition;
	decomposition.maxHulls = settings.hullsPerFragment;
	decomposition.maxVertices = settings.hullVertices;
	return DecomposeConvex(surface.positions, surface.triangles, decomposition);
}
} // namespace

struct BreakEvent::Data
{
	const Breakable& breakable;
	Impact impact;
	std::vector<ContactImpulse> collision; // on the tets; impact has them as the host gave them
	std::vector<ContactImpulse> resting;
	BreakSettings settings;
	BreakStage stage = BreakStage::Solve;
	std::optional<CrackPlanner> planner; // of a shell: once its stress is known
	std::optional<FragmentCutter> cutter;
	BreakResult result;
	BodyMotion bodyMotion; // at the moment of the break
	bool hasBodies = false;
	size_t hulled = 0; // of the fragments

	Status SolveShell(TaskRunner& runner);
	Status StepPlan(TaskRunner& runner);
	Status Cut(TaskRunner& runner);
	void StartBodies();
	bool MakeHulls(TaskRunner& runner);
	Status FinishBodies();
};

/// The tension of a bent sheet is on one of its faces. A crack there goes through all of it.
Status BreakEvent::Data::SolveShell(TaskRunner& runner)
{
	StressWorkspace workspace;
	ShellStressField field;
	if (Status solved = SolveShellImpact(breakable.Shell(), collision, {}, workspace, field, runner); !solved)
	{
		return solved;
	}
	ShellStressField below; // what rests on it
	if (!resting.empty())
	{
		if (Status solved = SolveShellImpact(breakable.Shell(), resting, {}, workspace, below, runner); !solved)
		{
			return solved;
		}
	}
	std::vector<Sym3> stress;
	std::vector<Sym3> restingStress;
	for (size_t t = 0; t < field.upper.size(); ++t)
	{
		const auto tension = [&](const std::vector<Sym3>& own, const std::vector<Sym3>& other)
		{ return FindExtremes(other.empty() ? own[t] : Sum(own[t], other[t])).largest; };
		const bool isUpper = tension(field.upper, below.upper) >= tension(field.lower, below.lower);
		stress.insert(stress.end(), 3, isUpper ? field.upper[t] : field.lower[t]);
		if (!resting.empty())
		{
			restingStress.insert(restingStress.end(), 3, isUpper ? below.upper[t] : below.lower[t]);
		}
	}
	Result<CrackPlanner> created = CrackPlanner::CreateFromStress(breakable.Plan(),
		std::move(stress),
		std::move(restingStress),
		breakable.Object().material,
		breakable.TetStrength(),
		collision,
		settings.plan,
		impact.damage);
	if (!created)
	{
		return created.GetError();
	}
	planner.emplace(std::move(*created));
	return Ok{};
}

Status BreakEvent::Data::StepPlan(TaskRunner& runner)
{
	if (!planner)
	{
		return SolveShell(runner);
	}
	const Result<bool> done = planner->Step(runner);
	if (!done)
	{
		return done.GetError();
	}
	if (!*done)
	{
		stage = planner->SolvesNext() ? BreakStage::Solve : BreakStage::Plan;
		return Ok{};
	}
	result.plan = planner->Plan();
	planner.reset();
	stage = BreakStage::Cut;
	return Ok{};
}

Status BreakEvent::Data::Cut(TaskRunner& runner)
{
	FragmentSettings how = settings.fragments;
	if (how.maxFragments > 0)
	{
		how.countedVolume = std::max(how.countedVolume, settings.debrisVolume);
	}
	Result<FragmentCutter> created =
		FragmentCutter::Create(breakable.Cut(), result.plan.cracks, breakable.Object().material.density, how);
	if (!created)
	{
		return created.GetError();
	}
	cutter.emplace(std::move(*created));
	cutter->Cut(runner);
	stage = BreakStage::Surface;
	return Ok{};
}

/// A body that comes apart took only the impulse up to that moment: from then on nothing holds its pieces together.
/// One that is only cracked took all of it.
void BreakEvent::Data::StartBodies()
{
	const MassProperties& mass = breakable.Object().mass;
	result.separated = result.fragments.size() > 1;
	if (result.separated && result.plan.firstFailureLoad <= 1.0)
	{
		const LoadingOutcome outcome =
			LoadUntilSeparation(result.plan, breakable.Object().material, impact.restitution, impact.closingEnergy);
		result.impulseFraction = outcome.fraction;
		result.crackEnergy = outcome.crackEnergy;
		for (const ContactImpulse& contact : impact.loads.collision)
		{
			result.impulseLeft += contact.impulse * (1.0 - outcome.fraction);
		}
	}
	bodyMotion = MotionAfterImpulses(mass, impact, result.impulseFraction);
	result.debris = TakeDebris(result.fragments, settings.debrisVolume * mass.volume, bodyMotion, mass.centre);
	result.hulls.resize(result.fragments.size());
	for (const Fragment& fragment : result.fragments)
	{
		result.motions.push_back(MotionOfPiece(bodyMotion, mass.centre, fragment.mass.centre));
	}
	hasBodies = true;
}

/// Of some of the pieces. True: those were the last.
bool BreakEvent::Data::MakeHulls(TaskRunner& runner)
{
	const size_t first = hulled;
	size_t triangles = 0;
	while (hulled < result.fragments.size() && triangles < kTrianglesAStep)
	{
		triangles += result.fragments[hulled++].surface.triangles.size();
	}
	ParallelFor(runner,
		static_cast<int64_t>(hulled - first),
		1,
		[&](int64_t begin, int64_t)
		{
			const size_t piece = first + static_cast<size_t>(begin);
			result.hulls[piece] = HullsOfPiece(result.fragments[piece].surface, settings);
		});
	return hulled == result.fragments.size();
}

/// The identities hold to rounding for every body whose digits suffice to weigh it. A file may hold another one.
Status BreakEvent::Data::FinishBodies()
{
	const MassProperties& mass = breakable.Object().mass;
	result.momentumError = MomentumError(mass, bodyMotion, result);
	result.energyError = EnergyError(mass, bodyMotion, result);
	if (!(result.momentumError < kIdentityError && result.energyError < kIdentityError))
	{
		return Error{ErrorCode::InvalidMesh, "the body is too large or too far away to weigh its pieces"};
	}
	result.hash = HashOfResult(result);
	return Ok{};
}

BreakEvent::BreakEvent(std::unique_ptr<Data> data) : m_data(std::move(data)) {}

BreakEvent::BreakEvent(BreakEvent&& other) noexcept = default;
BreakEvent& BreakEvent::operator=(BreakEvent&& other) noexcept = default;
BreakEvent::~BreakEvent() = default;

Result<BreakEvent> BreakEvent::Create(const Breakable& breakable, const Impact& impact, const BreakSettings& settings)
{
	if (settings.hullVertices < 4 || settings.hullsPerFragment < 1)
	{
		return Error{ErrorCode::InvalidSettings, "a fragment needs at least one hull of at least 4 vertices"};
	}
	if (!(impact.restitution >= 0.0 && impact.restitution <= 1.0))
	{
		return Error{ErrorCode::InvalidSettings, "restitution must be from 0 to 1"};
	}
	if (!(impact.closingEnergy >= 0.0) || std::isinf(impact.closingEnergy))
	{
		return Error{ErrorCode::InvalidSettings, "closingEnergy must be a finite number of at least 0"};
	}
	std::vector<ContactImpulse> collision = breakable.GetData().contacts.OntoTets(impact.loads.collision);
	std::vector<ContactImpulse> resting = breakable.GetData().contacts.OntoTets(impact.loads.resting);
	BreakSettings used = settings;
	if (used.plan.rule == GrowthRule::Grains && used.plan.weakness.grains.seeds.empty())
	{
		used.plan.weakness = breakable.GetData().weakness;
	}
	std::optional<CrackPlanner> planner;
	if (!breakable.IsShell())
	{
		Result<CrackPlanner> created = CrackPlanner::Create(breakable.Plan(),
			breakable.Stress(),
			breakable.Object().material,
			breakable.TetStrength(),
			PlanLoads{collision, resting},
			used.plan,
			impact.damage);
		if (!created)
		{
			return created.GetError();
		}
		planner.emplace(std::move(*created));
	}
	// Moved vectors keep their memory, so the planner's view of them stays good.
	return BreakEvent(std::make_unique<Data>(Data{breakable,
		impact,
		std::move(collision),
		std::move(resting),
		std::move(used),
		BreakStage::Solve,
		std::move(planner),
		std::nullopt,
		{},
		{}}));
}

BreakStage BreakEvent::Stage() const
{
	return m_data->stage;
}

Status BreakEvent::Step(TaskRunner& runner)
{
	switch (m_data->stage)
	{
	case BreakStage::Solve:
	case BreakStage::Plan:
		return m_data->StepPlan(runner);
	case BreakStage::Cut:
		return m_data->Cut(runner);
	case BreakStage::Surface:
	{
		FragmentSet set = m_data->cutter->MakeSurfaces(runner);
		m_data->cutter.reset();
		m_data->result.fragments = std::move(set.fragments);
		m_data->result.mergedPieces = set.mergedPieces;
		m_data->stage = BreakStage::Bodies;
		return Ok{};
	}
	case BreakStage::Bodies:
		if (!m_data->hasBodies)
		{
			m_data->StartBodies();
		}
		if (m_data->MakeHulls(runner))
		{
			if (const Status finished = m_data->FinishBodies(); !finished)
			{
				return finished;
			}
			m_data->stage = BreakStage::Done;
		}
		return Ok{};
	case BreakStage::Done:
		break;
	}
	return Ok{};
}

const CrackPlan* BreakEvent::Plan() const
{
	return m_data->stage > BreakStage::Plan ? &m_data->result.plan : nullptr;
}

BreakResult BreakEvent::TakeResult()
{
	FRACTURECORE_ASSERT(m_data->stage == BreakStage::Done);
	return std::move(m_data->result);
}

Result<BreakResult> BreakBody(
	const Breakable& breakable, const Impact& impact, const BreakSettings& settings, TaskRunner& runner)
{
	Result<BreakEvent> event = BreakEvent::Create(breakable, impact, settings);
	if (!event)
	{
		return event.GetError();
	}
	while (event->Stage() != BreakStage::Done)
	{
		if (const Status status = event->Step(runner); !status)
		{
			return status.GetError();
		}
	}
	return event->TakeResult();
}
} // namespace FractureCore
