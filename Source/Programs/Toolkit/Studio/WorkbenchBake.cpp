// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// From a file to an object that can break.
#include "Studio/PrepareBreakable.h"
#include "Studio/ScaleStrength.h"
#include "Studio/Workbench.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;
using Clock = std::chrono::steady_clock;

// Of a finer surface: its longest edge, in shares of the object's longest side, and a limit to what pages can draw.
constexpr double kFineEdge = 1.0 / 32.0;
constexpr size_t kMostFineTriangles = 80'000;

Error CannotYet(const char* what)
{
	return {ErrorCode::InvalidSettings, what};
}

void FindBox(std::span<const Vec3> points, Vec3& low, Vec3& high)
{
	constexpr double kInfinity = std::numeric_limits<double>::infinity();
	low = {kInfinity, kInfinity, kInfinity};
	high = {-kInfinity, -kInfinity, -kInfinity};
	for (const Vec3& p : points)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
}

double LongestSide(std::span<const Vec3> points)
{
	Vec3 low;
	Vec3 high;
	FindBox(points, low, high);
	const Vec3 size = high - low;
	return std::max({size.x, size.y, size.z});
}

std::span<const Vec3> PointsOf(const ImportedModel& model)
{
	const auto* surface = std::get_if<ImportedSurface>(&model);
	return surface != nullptr ? std::span<const Vec3>(surface->mesh.positions)
							  : std::span<const Vec3>(std::get<ImportedTets>(model).mesh.nodes);
}

/// On z = 0, centred on the z axis, its longest side as long as wanted. Answers how long it was.
double SetOnGround(std::vector<Vec3>& points, double length)
{
	Vec3 low;
	Vec3 high;
	FindBox(points, low, high);
	const double longest = LongestSide(points);
	const double factor = length > 0.0 && longest > 0.0 ? length / longest : 1.0;
	const Vec3 foot{0.5 * (low.x + high.x), 0.5 * (low.y + high.y), low.z};
	for (Vec3& p : points)
	{
		p = (p - foot) * factor;
	}
	return longest;
}

SurfaceMesh BoundaryOf(const TetMesh& tets)
{
	SurfaceMesh mesh;
	mesh.positions = tets.nodes;
	mesh.triangles = BoundaryTriangles(tets);
	return mesh;
}
} // namespace

Status Workbench::Load(const std::string& name, ImportedModel model, double length)
{
	if (!(length >= 0.0 && length <= 1.0e4))
	{
		return CannotYet("the size must lie between 0 and 10000 metres");
	}
	SurfaceMesh shown;
	double fileLength = 0.0;
	std::vector<Warning> warnings;
	if (auto* surface = std::get_if<ImportedSurface>(&model))
	{
		if (const Status valid = ValidateSurface(surface->mesh, {}); !valid)
		{
			return valid;
		}
		fileLength = SetOnGround(surface->mesh.positions, length);
		shown = surface->mesh;
		warnings = surface->warnings;
	}
	else
	{
		auto& tets = std::get<ImportedTets>(model);
		fileLength = SetOnGround(tets.mesh.nodes, length);
		shown = BoundaryOf(tets.mesh);
		warnings = tets.warnings;
	}
	StudioView view;
	view.phase = StudioPhase::Loaded;
	view.name = name;
	view.origin = m_view.origin;
	view.length = length;
	view.warnings = std::move(warnings);
	view.bakeNumber = m_view.bakeNumber;
	view.request = m_view.request;
	view.request.strength = {}; // painted on another object
	FindBox(shown.positions, view.low, view.high);
	StudioBody body;
	body.number = m_nextNumber++;
	body.mesh = std::make_shared<const SurfaceMesh>(std::move(shown));
	view.bodies.push_back(std::move(body));
	m_model = std::move(model);
	m_fileLength = fileLength;
	m_fine.reset();
	m_painted.reset();
	m_parts.clear();
	m_recording = {};
	m_view = std::move(view);
	ForgetEdits();
	return Ok{};
}

Status Workbench::Resize(double length)
{
	if (m_view.phase == StudioPhase::Empty || m_view.isAsset)
	{
		return CannotYet(m_view.isAsset ? "A .frac file has its size already: load the mesh that it came from"
										: "Nothing is loaded: choose a sample or drop a file first");
	}
	const double fileLength = m_fileLength;
	const double before = LongestSide(PointsOf(m_model));
	StrengthSetup strength = m_view.request.strength;
	std::optional<SurfaceMesh> painted = m_view.object != nullptr ? m_view.object->surface : m_painted;
	if (const Status loaded = Load(m_view.name, m_model, length > 0.0 ? length : fileLength); !loaded)
	{
		return loaded;
	}
	m_fileLength = fileLength;
	m_view.length = length;
	const double factor = before > 0.0 ? LongestSide(PointsOf(m_model)) / before : 1.0;
	ScaleStrength(strength, factor);
	m_view.request.strength = std::move(strength);
	m_painted = std::move(painted);
	for (size_t v = 0; m_painted && v < m_painted->positions.size(); ++v)
	{
		m_painted->positions[v] *= factor;
	}
	return Ok{};
}

Status Workbench::LoadAsset(
	const std::string& name, BakedObject object, TaskRunner& runner, const ProgressSink& progress)
{
	Workbench fresh;
	fresh.m_nextNumber = m_nextNumber;
	fresh.m_view.name = name;
	fresh.m_view.bakeNumber = m_view.bakeNumber;
	fresh.m_view.isAsset = true;
	fresh.m_view.request.material = object.material;
	fresh.m_view.request.strength = object.strengthSetup;
	fresh.m_view.request.tets = static_cast<int32_t>(object.tets.tets.size());
	fresh.m_view.warnings = object.warnings;
	if (const Status taken = fresh.TakeObject(std::move(object), runner, progress); !taken)
	{
		return taken;
	}
	std::swap(m_view, fresh.m_view);
	std::swap(m_parts, fresh.m_parts);
	m_nextNumber = fresh.m_nextNumber;
	m_model = {};
	m_fine.reset();
	m_painted.reset();
	m_recording = {};
	ForgetEdits();
	ShowStrength(runner);
	CheckStrength(runner);
	return Ok{};
}

Status Workbench::Bake(const StudioBakeRequest& request, TaskRunner& runner, const ProgressSink& progress)
{
	if (m_view.phase == StudioPhase::Empty)
	{
		return CannotYet("Nothing is loaded: choose a sample or drop a file first");
	}
	if (m_view.isAsset)
	{
		return CannotYet("A .frac file is baked already: load the mesh that it came from to bake it again");
	}
	if (request.shellThickness > 0.0 && std::holds_alternative<ImportedTets>(m_model))
	{
		return CannotYet("A file of tetrahedra is solid: leave the sheet thickness empty");
	}
	if (request.tets < 50 || request.tets > 200'000)
	{
		return CannotYet("tets must lie between 50 and 200000");
	}
	const Clock::time_point start = Clock::now();
	StudioBakeRequest taken = request;
	const auto* surface = std::get_if<ImportedSurface>(&m_model);
	std::optional<FineSurface> fine;
	if (request.isFine && surface != nullptr)
	{
		const Vec3 size = m_view.high - m_view.low;
		fine = RefineSurface(surface->mesh, kFineEdge * std::max({size.x, size.y, size.z}), kMostFineTriangles);
	}
	const bool isOther = fine.has_value() != m_fine.has_value();
	Result<BakedObject> object = BakeSource(taken, fine, runner, progress);
	if (!object)
	{
		return object.GetError();
	}
	const std::vector<Warning> warnings = object->warnings;
	if (const Status ready = TakeObject(std::move(*object), runner, progress); !ready)
	{
		return ready;
	}
	m_fine = std::move(fine);
	m_painted.reset();
	m_view.warnings = surface != nullptr ? surface->warnings : std::vector<Warning>{};
	m_view.warnings.insert(m_view.warnings.end(), warnings.begin(), warnings.end());
	const bool isSameStrength = request.strength == m_view.request.strength && !isOther;
	m_view.request = std::move(taken);
	m_surface.reset();
	m_stroke.reset();
	m_hasEdits = false;
	if (!isSameStrength)
	{
		ForgetEdits();
	}
	ShowStrength(runner);
	CheckStrength(runner);
	m_view.bakeSeconds = std::chrono::duration<double>(Clock::now() - start).count();
	return Ok{};
}

BakeSettings Workbench::SettingsOf(const StudioBakeRequest& request)
{
	BakeSettings settings;
	settings.material = request.material;
	settings.strength = request.strength;
	settings.tets.targetTets = request.tets;
	settings.shellThickness = request.shellThickness;
	return settings;
}

/// The triangles that are baked; null: tets are.
const SurfaceMesh* Workbench::BakedSource() const
{
	const auto* surface = std::get_if<ImportedSurface>(&m_model);
	return m_fine ? &m_fine->mesh : surface != nullptr ? &surface->mesh : nullptr;
}

/// Paint that lies on the surface as it was before is carried over to what is baked now.
Result<BakedObject> Workbench::BakeSource(StudioBakeRequest& request,
	const std::optional<FineSurface>& fine,
	TaskRunner& runner,
	const ProgressSink& progress) const
{
	const auto* surface = std::get_if<ImportedSurface>(&m_model);
	BakeSettings settings = SettingsOf(request);
	const SurfaceMesh* const painted = m_painted ? &*m_painted : m_view.object ? &m_view.object->surface : nullptr;
	const bool isOther = m_painted || (painted != nullptr && fine.has_value() != m_fine.has_value());
	settings.strength = isOther ? StrengthSetup{} : request.strength;
	if (surface == nullptr && !progress.Report("check", 0.0)) // the core tells nothing of tets that are there already
	{
		return Error{ErrorCode::Cancelled, "cancelled"};
	}
	Result<BakedObject> object = surface != nullptr
		? BakeObject(fine ? fine->mesh : surface->mesh, settings, runner, progress)
		: BakeTetMesh(std::get<ImportedTets>(m_model).mesh, settings, runner);
	if (object && isOther && !request.strength.IsEmpty())
	{
		const bool wasFine = m_painted ? m_view.request.isFine : m_fine.has_value();
		CarryPaint(request.strength, *painted, object->surface, fine && !wasFine ? &*fine : nullptr);
		if (const Status applied = ApplyStrength(*object, request.strength, runner); !applied)
		{
			return applied.GetError();
		}
		settings.strength = request.strength;
		object->key = surface == nullptr ? BakeKey(std::get<ImportedTets>(m_model).mesh, settings)
										 : BakeKey(fine ? fine->mesh : surface->mesh, settings);
	}
	return object;
}

Status Workbench::TakeObject(BakedObject object, TaskRunner& runner, const ProgressSink& progress)
{
	auto kept = std::make_shared<const BakedObject>(object);
	Result<Breakable> breakable = PrepareBreakable(std::move(object), runner, progress);
	if (!breakable)
	{
		return breakable.GetError();
	}
	m_view.object = kept;
	m_parts.clear();
	m_parts[kNoIndex] = {std::make_shared<const Breakable>(std::move(*breakable)), kept, nullptr, nullptr};
	m_view.fragility = nullptr;
	m_fragilityMaps.clear();
	m_view.phase = StudioPhase::Baked;
	++m_view.bakeNumber;
	PutTogether();
	return Ok{};
}

/// The part without a number is the whole object; it stays to start from again.
void Workbench::PutTogether()
{
	const Part whole = m_parts.at(kNoIndex);
	m_parts.clear();
	m_parts[kNoIndex] = whole;
	StudioBody body;
	body.number = m_nextNumber++;
	body.mesh = std::shared_ptr<const SurfaceMesh>(whole.breakable, &whole.breakable->Object().surface);
	body.mass = whole.breakable->Object().mass;
	m_parts[body.number] = whole;
	FindBox(body.mesh->positions, m_view.low, m_view.high);
	m_view.bodies.assign(1, std::move(body));
	m_view.hits.clear();
	m_view.mostStress = 0.0;
	m_view.run = nullptr;
	m_view.played.reset();
	m_recording = {};
}
} // namespace FractureToolkit
