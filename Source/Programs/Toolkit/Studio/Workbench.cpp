// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/Workbench.h"

#include "Run/StressPaint.h"
#include "Studio/PrepareBreakable.h"

#include "FractureCore/Fragility.h"
#include "FractureCore/ShellFragility.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;
using Clock = std::chrono::steady_clock;

constexpr size_t kMostFragilityMaps = 8;
constexpr double kFragilityPulse = 1.0e-3; // s, as `fracturesim fragility` supposes

double SecondsSince(Clock::time_point start)
{
	return std::chrono::duration<double>(Clock::now() - start).count();
}

Error Missing(const char* what)
{
	return {ErrorCode::InvalidSettings, what};
}

/// Where in a list the body of that number is; none: it is not there.
template <typename Body>
int32_t PlaceOf(const std::vector<Body>& bodies, int32_t Body::*name, int32_t number)
{
	const auto found =
		std::find_if(bodies.begin(), bodies.end(), [&](const Body& body) { return body.*name == number; });
	return found == bodies.end() ? kNoIndex : static_cast<int32_t>(found - bodies.begin());
}

/// The fragility of a shell as it was baked; the bench's breakable may have refined it.
Result<FragilityMap> MapSheet(
	const BakedObject& object, const ContactPulse& pulse, TaskRunner& runner, const ProgressSink& progress)
{
	const Result<ShellModel> model = ShellModel::Create(object.surface.positions,
		object.surface.triangles,
		object.shellThickness,
		object.material,
		object.heldAxes,
		runner);
	if (!model)
	{
		return model.GetError();
	}
	return ComputeShellFragility(*model, object.material, object.strength, pulse, runner, progress);
}

} // namespace

Workbench::Workbench() = default;
Workbench::Workbench(Workbench&&) noexcept = default;
Workbench& Workbench::operator=(Workbench&&) noexcept = default;
Workbench::~Workbench() = default;

Status Workbench::Reset()
{
	if (m_view.phase != StudioPhase::Baked)
	{
		return Missing("There is nothing to put together: bake the object first");
	}
	PutTogether();
	return Ok{};
}

Status Workbench::MakePartBreakable(Part& part, TaskRunner& runner, const ProgressSink& progress) const
{
	if (part.breakable != nullptr)
	{
		return Ok{};
	}
	Result<BakedObject> object = BakePiece(*part.parent, *part.fragment, {}, runner);
	if (!object)
	{
		// Whoever waits for one piece may wait for what its thin walls need.
		PieceSettings fine;
		fine.maxTets = 100'000;
		object = BakePiece(*part.parent, *part.fragment, fine, runner);
	}
	if (!object)
	{
		return Error{object.GetError().code, "This piece stays whole: " + object.GetError().message};
	}
	auto kept = std::make_shared<const BakedObject>(*object);
	Result<Breakable> breakable = PrepareBreakable(std::move(*object), runner, progress);
	if (!breakable)
	{
		return Error{breakable.GetError().code, "This piece stays whole: " + breakable.GetError().message};
	}
	part.object = kept;
	part.breakable = std::make_shared<const Breakable>(std::move(*breakable));
	return Ok{};
}

Status Workbench::Hit(const StudioHit& hit, TaskRunner& runner, const ProgressSink& progress)
{
	if (m_view.phase != StudioPhase::Baked)
	{
		return Missing("Only a baked object can break: bake it first");
	}
	if (hit.frame == kNoIndex)
	{
		return HitBody(hit, runner, progress);
	}
	const StudioView view = m_view;
	const std::map<int32_t, Part> parts = m_parts;
	Status status = TakeFrame(hit.frame);
	Recording seen = status ? m_recording : Recording{};
	status = status ? HitBody(hit, runner, progress) : status;
	if (!status)
	{
		m_view = view;
		m_parts = parts;
		return status;
	}
	KeepFrames(seen, hit.frame + 1);
	m_view.played = StudioRunRecord{view.run->request, hit.frame + 1, HashOfRecording(seen)};
	m_view.hits.back().place = PlaceOf(view.run->Bodies(), &StudioRunBody::mesh, hit.body);
	return status;
}

Status Workbench::HitBody(const StudioHit& hit, TaskRunner& runner, const ProgressSink& progress)
{
	const int32_t place = PlaceOf(m_view.bodies, &StudioBody::number, hit.body);
	if (place == kNoIndex)
	{
		return Missing("That piece is no longer there");
	}
	if (const Status taken = TakeEdits(runner, progress); !taken)
	{
		return taken;
	}
	Part& part = m_parts.at(hit.body);
	if (const Status made = MakePartBreakable(part, runner, progress); !made)
	{
		return made;
	}
	const Clock::time_point start = Clock::now();
	const bool isHeld = std::any_of(
		part.breakable->HeldAxes().begin(), part.breakable->HeldAxes().end(), [](uint8_t axes) { return axes != 0; });
	const Result<ContactImpulse> contact =
		ImpulseOfHit(hit, part.object->material, isHeld ? 0.0 : part.breakable->Object().mass.mass);
	if (!contact)
	{
		return contact.GetError();
	}
	Impact impact;
	impact.loads.collision = std::span<const ContactImpulse>(&*contact, 1);
	impact.restitution = kStudioRestitution;
	// What a recording holds: everything else as it is by default, or a replay would come out differently.
	BreakSettings settings;
	settings.plan.seed = hit.seed;
	Result<BreakEvent> event = BreakEvent::Create(*part.breakable, impact, settings);
	if (!event)
	{
		return event.GetError();
	}
	while (event->Stage() != BreakStage::Done)
	{
		if (!progress.Report("Break", static_cast<double>(event->Stage()) / static_cast<double>(BreakStage::Done)))
		{
			return Error{ErrorCode::Cancelled, "cancelled"};
		}
		if (const Status status = event->Step(runner); !status)
		{
			return status;
		}
	}
	BreakResult result = event->TakeResult();
	StudioHitRecord record;
	record.hit = hit;
	record.place = place;
	record.contact = *contact;
	record.restitution = kStudioRestitution;
	record.isSeparated = result.separated;
	record.pieces = static_cast<int32_t>(result.fragments.size());
	record.debris = result.debris.pieces;
	record.load = result.plan.firstFailureLoad;
	record.milliseconds = 1.0e3 * SecondsSince(start);
	record.hash = result.hash;
	m_view.hits.push_back(record);
	m_view.run = nullptr;
	m_recording = {};
	TakeResult(hit, std::move(result), runner);
	return Ok{};
}

void Workbench::TakeResult(const StudioHit& hit, BreakResult result, TaskRunner& runner)
{
	const std::shared_ptr<const Breakable> breakable = m_parts.at(hit.body).breakable;
	const auto place = std::find_if(
		m_view.bodies.begin(), m_view.bodies.end(), [&](const StudioBody& body) { return body.number == hit.body; });
	std::vector<StudioBody> changed;
	if (result.separated)
	{
		for (Fragment& piece : result.fragments)
		{
			auto fragment = std::make_shared<const Fragment>(std::move(piece));
			StudioBody body;
			body.number = m_nextNumber++;
			body.parent = hit.body;
			body.generation = place->generation + 1;
			body.mesh = std::shared_ptr<const SurfaceMesh>(fragment, &fragment->surface);
			body.mass = fragment->mass;
			body.pose = place->pose;
			m_parts[body.number] = {nullptr, nullptr, breakable, std::move(fragment)};
			changed.push_back(std::move(body));
		}
	}
	else
	{
		changed.push_back(*place);
	}
	m_view.bodies.erase(place);
	if (!breakable->IsShell())
	{
		std::vector<ContactImpulse> contacts{m_view.hits.back().contact};
		SnapToTets(*breakable, contacts);
		const StressPaint paint(*breakable, contacts, runner);
		for (StudioBody& body : changed)
		{
			body.stress = paint.Sample(body.mesh->positions);
		}
	}
	m_view.bodies.insert(m_view.bodies.end(), changed.begin(), changed.end());
	m_view.mostStress = 0.0;
	for (const StudioBody& body : m_view.bodies)
	{
		for (const float value : body.stress)
		{
			m_view.mostStress = std::max(m_view.mostStress, static_cast<double>(value));
		}
	}
}

Status Workbench::MapFragility(TaskRunner& runner, const ProgressSink& progress)
{
	if (m_view.phase != StudioPhase::Baked)
	{
		return Missing("Bake the object first: where it is fragile follows from its stress");
	}
	if (m_view.fragility != nullptr && !m_stroke)
	{
		return Ok{};
	}
	if (const Status taken = TakeEdits(runner, progress); !taken)
	{
		return taken;
	}
	if (m_view.fragility != nullptr)
	{
		return Ok{};
	}
	const Part& whole = m_parts.at(kNoIndex);
	const BakedObject& object = *whole.object;
	const bool isShell = whole.breakable->IsShell();
	const ContactPulse pulse = GivenPulse(kFragilityPulse, PulseShape::HalfSine);
	const Result<FragilityMap> map = isShell
		? MapSheet(object, pulse, runner, progress)
		: ComputeFragility(whole.breakable->Stress(), object.material, object.strength, pulse, runner, progress);
	if (!map)
	{
		return map.GetError();
	}
	double high = 0.0;
	for (const double impulse : map->impulse)
	{
		high = std::isfinite(impulse) ? std::max(high, impulse) : high; // supports may take every blow at a node
	}
	if (high == 0.0)
	{
		return Missing("No blow can crack this object: supports hold all of its surface");
	}
	std::vector<Vec3> nodes;
	std::vector<double> impulses;
	std::vector<float> values;
	for (size_t i = 0; i < map->node.size(); ++i)
	{
		const size_t node = static_cast<size_t>(map->node[i]);
		nodes.push_back(isShell ? object.surface.positions[node] : object.tets.nodes[node]);
		impulses.push_back(std::min(map->impulse[i], high));
		values.push_back(static_cast<float>(impulses.back()));
	}
	m_view.fragility = std::make_shared<const StudioHeatMap>(StudioHeatMap{
		NodeSampler(std::move(nodes), std::move(values)), FitHeatScale(impulses), HeatUnit::NewtonSecond, nullptr, {}});
	if (m_fragilityMaps.size() == kMostFragilityMaps)
	{
		m_fragilityMaps.erase(m_fragilityMaps.begin());
	}
	m_fragilityMaps.emplace_back(FragilityKey(), m_view.fragility);
	return Ok{};
}
} // namespace FractureToolkit
