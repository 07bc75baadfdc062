// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Strength is edited in view and seen at once; the object itself takes it when it is hit, run or saved, because making
// a body breakable takes longer than a stroke of the brush may.
#include "StrengthWriter.h"
#include "Studio/PrepareBreakable.h"
#include "Studio/Workbench.h"

#include "FractureCore/Asset.h"

#include <algorithm>
#include <cmath>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;

// Paint of strength 1 leaves as much of a difference: it is single.
constexpr double kRounding = 1.0e-6;

std::shared_ptr<const StudioHeatMap> MapOf(const std::shared_ptr<const BakedObject>& object,
	std::vector<float> nodes,
	const HeatScale& scale,
	HeatUnit unit,
	bool isEven = false)
{
	StudioHeatMap map{NodeSampler(object->tets.nodes, nodes),
		scale,
		unit,
		std::shared_ptr<const SurfaceMesh>(object, &object->surface),
		{},
		isEven};
	for (size_t v = 0; v < object->embedding.vertexTet.size(); ++v)
	{
		const int32_t* tet = object->tets.tets[static_cast<size_t>(object->embedding.vertexTet[v])].v;
		float sum = 0.0f;
		for (size_t k = 0; k < 4; ++k)
		{
			sum += object->embedding.vertexWeights[v][k] * nodes[static_cast<size_t>(tet[k])];
		}
		// A vertex that sticks out has a negative weight.
		map.surfaceValues.push_back(std::clamp(sum, static_cast<float>(scale.low), static_cast<float>(scale.high)));
	}
	return std::make_shared<const StudioHeatMap>(std::move(map));
}

/// Of an object whose source is not at hand: like any key, it tells other strength from this.
ContentHash EditedKey(BakedObject object)
{
	ContentHasher hasher;
	hasher.AddText("edited");
	const std::vector<uint8_t> bytes = SaveAsset(object);
	hasher.AddArray(std::span<const uint8_t>(bytes));
	return hasher.Finish();
}
} // namespace

std::vector<float> StudioHeatMap::At(const SurfaceMesh& mesh) const
{
	const bool isWhole = surface != nullptr && mesh.positions == surface->positions;
	return isWhole && surfaceValues.size() == mesh.positions.size() ? surfaceValues : values.Sample(mesh.positions);
}

std::vector<Vec3> SeedsOf(const StrengthSetup& setup)
{
	std::vector<Vec3> seeds;
	for (const StrengthLayer& layer : setup.layers)
	{
		if (const auto* grains = std::get_if<GrainLayer>(&layer.source); grains != nullptr && !layer.isHidden)
		{
			seeds.insert(seeds.end(), grains->seeds.begin(), grains->seeds.end());
		}
		if (const auto* placed = std::get_if<SeedLayer>(&layer.source); placed != nullptr && !layer.isHidden)
		{
			for (const GrainSeed& seed : placed->seeds)
			{
				seeds.push_back(seed.point);
			}
		}
	}
	return seeds;
}

ContentHash Workbench::FragilityKey() const
{
	ContentHasher hasher;
	hasher.AddText(std::to_string(m_view.bakeNumber));
	hasher.AddText(StrengthToJson(m_view.request.strength, true).dump());
	return hasher.Finish();
}

std::shared_ptr<const StudioHeatMap> Workbench::KnownFragility() const
{
	if (m_fragilityMaps.empty())
	{
		return nullptr;
	}
	const auto found = std::find_if(m_fragilityMaps.begin(),
		m_fragilityMaps.end(),
		[key = FragilityKey()](const auto& entry) { return entry.first == key; });
	return found == m_fragilityMaps.end() ? nullptr : found->second;
}

void Workbench::ForgetEdits()
{
	m_history.Clear();
	m_preview.reset();
	m_previewed.reset();
	m_surface.reset();
	m_stroke.reset();
	m_hasEdits = false;
	m_fragilityMaps.clear();
	m_view.undo.clear();
	m_view.redo.clear();
	m_view.findings.clear();
}

Status Workbench::BeginEdit(TaskRunner& runner)
{
	if (m_view.phase != StudioPhase::Baked)
	{
		return Error{ErrorCode::InvalidSettings, "Bake the object first: strength belongs to its tetrahedra"};
	}
	if (m_stroke)
	{
		if (const Status ended = EndStroke(true, runner); !ended)
		{
			return ended;
		}
	}
	if (m_view.bodies.size() != 1 || !m_view.hits.empty() || m_view.run != nullptr)
	{
		PutTogether();
	}
	return Ok{};
}

void Workbench::ShowStrength(TaskRunner& runner)
{
	const BakedObject& object = *m_view.object;
	const StrengthSetup& setup = m_view.request.strength;
	m_view.strength = nullptr;
	m_view.anchors = nullptr;
	if (object.tets.tets.empty())
	{
		return;
	}
	if (m_previewed != m_view.object)
	{
		m_preview.reset();
		m_previewed = m_view.object;
		m_preview.emplace(*m_previewed, runner);
	}
	if (const Result<std::vector<double>> strength = m_preview->Strength(setup.layers, runner); strength)
	{
		const auto [low, high] = std::minmax_element(strength->begin(), strength->end());
		const bool isEven = *high - *low <= kRounding * std::abs(*high);
		const HeatScale scale = FitHeatScale(isEven ? std::span(&*high, 1) : std::span<const double>(*strength));
		m_view.strength = MapOf(m_view.object, NodeMeans(object.tets, *strength), scale, HeatUnit::Megapascal, isEven);
	}
	// One by one: an anchor that holds nothing yet does not hide what the others hold.
	std::vector<uint8_t> all(object.tets.nodes.size(), 0);
	for (const Anchor& anchor : setup.anchors)
	{
		const Result<std::vector<uint8_t>> held = m_preview->Held(std::span(&anchor, 1), runner);
		for (size_t node = 0; held && node < all.size(); ++node)
		{
			all[node] |= (*held)[node];
		}
	}
	std::vector<float> nodes;
	for (const uint8_t axes : all)
	{
		nodes.push_back(axes != 0 ? 1.0f : 0.0f);
	}
	m_view.anchors = MapOf(m_view.object, std::move(nodes), {0.0, 1.0, false}, HeatUnit::Factor);
}

void Workbench::ShowEdit(TaskRunner& runner)
{
	m_hasEdits = true;
	m_view.fragility = KnownFragility();
	m_view.undo = m_history.NextUndo() != nullptr ? m_history.NextUndo()->name : "";
	m_view.redo = m_history.NextRedo() != nullptr ? m_history.NextRedo()->name : "";
	ShowStrength(runner);
	CheckStrength(runner);
}

void Workbench::CheckStrength(TaskRunner& runner)
{
	SetupToCheck check;
	check.name = m_view.name;
	check.object = m_view.object.get();
	check.setup = &m_view.request.strength;
	m_view.findings = CheckSetup(check, runner);
}

Status Workbench::Edit(const Change& change, bool merges, TaskRunner& runner)
{
	if (const Status ready = BeginEdit(runner); !ready)
	{
		return ready;
	}
	Result<EditRecord> record = change(m_view.request.strength, m_view.object->surface);
	if (!record)
	{
		return record.GetError();
	}
	m_history.Push(std::move(*record), merges);
	ShowEdit(runner);
	return Ok{};
}

Status Workbench::Undo(TaskRunner& runner)
{
	if (const Status ready = BeginEdit(runner); !ready)
	{
		return ready;
	}
	if (!m_history.Undo(m_view.request.strength))
	{
		return Error{ErrorCode::InvalidSettings, "There is nothing to undo"};
	}
	ShowEdit(runner);
	return Ok{};
}

Status Workbench::Redo(TaskRunner& runner)
{
	if (const Status ready = BeginEdit(runner); !ready)
	{
		return ready;
	}
	if (!m_history.Redo(m_view.request.strength))
	{
		return Error{ErrorCode::InvalidSettings, "There is nothing to redo"};
	}
	ShowEdit(runner);
	return Ok{};
}

Status Workbench::BeginStroke(const PaintTarget& target, const Brush& brush, TaskRunner& runner)
{
	if (const Status ready = BeginEdit(runner); !ready)
	{
		return ready;
	}
	if (!m_surface)
	{
		Result<PaintSurface> surface = PaintSurface::Create(m_view.object->surface, runner);
		if (!surface)
		{
			return surface.GetError();
		}
		m_surface = std::move(*surface);
	}
	Result<SetupStroke> stroke = SetupStroke::Begin(*m_surface, m_view.request.strength, target, brush);
	if (!stroke)
	{
		return stroke.GetError();
	}
	m_stroke = std::move(*stroke);
	return Ok{};
}

Status Workbench::Paint(std::span<const Vec3> points, TaskRunner& runner)
{
	if (!m_stroke)
	{
		return Error{ErrorCode::InvalidSettings, "There is no stroke to go on with: begin one first"};
	}
	for (const Vec3& point : points)
	{
		m_stroke->AddPoint(m_view.request.strength, {point});
	}
	m_hasEdits = true;
	ShowStrength(runner);
	return Ok{};
}

Status Workbench::EndStroke(bool isKept, TaskRunner& runner)
{
	if (!m_stroke)
	{
		return Error{ErrorCode::InvalidSettings, "There is no stroke to end"};
	}
	if (isKept)
	{
		m_history.Push(m_stroke->Finish(m_view.request.strength));
	}
	else
	{
		m_stroke->Cancel(m_view.request.strength);
	}
	m_stroke.reset();
	ShowEdit(runner);
	return Ok{};
}

Result<BakedObject> Workbench::EditedObject(TaskRunner& runner) const
{
	BakedObject object = *m_view.object;
	if (const Status applied = ApplyStrength(object, m_view.request.strength, runner); !applied)
	{
		// The same in words that say what to do.
		for (const SetupFinding& finding : m_view.findings)
		{
			if (finding.isError)
			{
				return Error{ErrorCode::InvalidSettings, finding.text};
			}
		}
		return applied.GetError();
	}
	const BakeSettings settings = SettingsOf(m_view.request);
	const SurfaceMesh* surface = BakedSource();
	object.key = m_view.isAsset ? EditedKey(object)
		: surface != nullptr    ? BakeKey(*surface, settings)
								: BakeKey(std::get<ImportedTets>(m_model).mesh, settings);
	return object;
}

/// The body on the bench gets the strength that is seen. It keeps its number: pages have its mesh.
Status Workbench::TakeEdits(TaskRunner& runner, const ProgressSink& progress)
{
	if (m_stroke)
	{
		if (const Status ended = EndStroke(true, runner); !ended)
		{
			return ended;
		}
	}
	if (!m_hasEdits)
	{
		return Ok{};
	}
	Result<BakedObject> object = EditedObject(runner);
	if (!object)
	{
		return object.GetError();
	}
	auto kept = std::make_shared<const BakedObject>(*object);
	Result<Breakable> breakable = PrepareBreakable(std::move(*object), runner, progress);
	if (!breakable)
	{
		return breakable.GetError();
	}
	const Part part = {std::make_shared<const Breakable>(std::move(*breakable)), kept, nullptr, nullptr};
	m_view.object = kept;
	m_parts[kNoIndex] = part;
	m_parts[m_view.bodies.front().number] = part;
	m_view.bodies.front().mesh = std::shared_ptr<const SurfaceMesh>(part.breakable, &part.breakable->Object().surface);
	m_hasEdits = false;
	return Ok{};
}
} // namespace FractureToolkit
