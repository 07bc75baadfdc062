// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/SetupEdit.h"
#include "Paint/EditChecks.h"
#include "Paint/PaintMesh.h"
#include "Paint/StampLine.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
const char* StrokeName(const Brush& brush, PaintChannel channel)
{
	constexpr const char* kNames[4][4] = {{"Paint strength", "Paint mask", "Paint anchor", "Paint grain seeds"},
		{"Erase strength", "Erase mask", "Erase anchor", "Erase grain seeds"},
		{"Smooth strength", "Smooth mask", "Smooth anchor", "Smooth grain seeds"},
		{"Flood strength", "Flood mask", "Flood anchor", "Flood grain seeds"}};
	return kNames[static_cast<size_t>(brush.mode)][static_cast<size_t>(channel)];
}

Error CannotPaint(const PaintTarget& target, const std::string& why)
{
	const char* what = target.channel == PaintChannel::AnchorArea ? "anchor " : "layer ";
	return {ErrorCode::InvalidSettings, what + std::to_string(target.index + 1) + ": " + why, target.index};
}
} // namespace

/// Sets seeds under the brush, none closer to another than the spacing, or takes them away.
class SeedBrush
{
public:
	SeedBrush(const PaintSurface& surface, const Brush& brush)
		: m_surface(surface), m_brush(brush), m_line(surface, brush)
	{
	}

	void AddPoint(const PaintHit& hit, std::vector<Vec3>& seeds)
	{
		if (m_brush.mode == BrushMode::Flood)
		{
			AddAll(m_surface.Mesh().positions, seeds);
			return;
		}
		for (const PaintHit& stamp : m_line.GoTo(hit))
		{
			for (const PaintHit& image : m_line.Images(stamp))
			{
				m_brush.mode == BrushMode::Erase ? Erase(image.point, seeds) : Add(image, seeds);
			}
		}
	}

private:
	void Add(const PaintHit& image, std::vector<Vec3>& seeds) const
	{
		std::vector<Vec3> places = {image.point};
		for (const int32_t vertex : m_surface.Within(image, m_brush.radius, m_brush.reach).vertices)
		{
			places.push_back(m_surface.Mesh().positions[vertex]);
		}
		AddAll(places, seeds);
	}

	void AddAll(std::span<const Vec3> places, std::vector<Vec3>& seeds) const
	{
		const double spacing = static_cast<double>(m_brush.value);
		for (const Vec3& place : places)
		{
			const auto isClose = [&](const Vec3& seed) { return LengthSquared(seed - place) < spacing * spacing; };
			if (seeds.size() < kMostPaintedSeeds && std::none_of(seeds.begin(), seeds.end(), isClose))
			{
				seeds.push_back(place);
			}
		}
	}

	void Erase(const Vec3& point, std::vector<Vec3>& seeds) const
	{
		std::erase_if(
			seeds, [&](const Vec3& seed) { return LengthSquared(seed - point) < m_brush.radius * m_brush.radius; });
	}

	PaintSurface m_surface;
	Brush m_brush;
	StampLine m_line;
};

struct SetupStroke::Data
{
	PaintTarget target;
	Brush brush;
	std::optional<PaintStroke> paint;
	std::optional<SeedBrush> seeds; // for seeds only
	std::vector<Vec3> seedsBefore;
};

Result<SetupStroke> SetupStroke::Begin(
	const PaintSurface& surface, const StrengthSetup& setup, const PaintTarget& target, const Brush& brush)
{
	if (const Status valid = ValidateBrush(brush); !valid)
	{
		return valid.GetError();
	}
	auto data = std::make_unique<Data>(Data{target, brush, std::nullopt, std::nullopt, {}});
	if (target.channel == PaintChannel::GrainSeeds)
	{
		const std::vector<Vec3>* seeds = FindSeeds(const_cast<StrengthSetup&>(setup), target.index);
		if (seeds == nullptr)
		{
			return CannotPaint(target, "seeds are painted into a layer of grains; add one first");
		}
		if (brush.mode == BrushMode::Smooth)
		{
			return CannotPaint(target, "seeds cannot be smoothed; paint or erase them");
		}
		if (brush.mode != BrushMode::Erase && !(brush.value > 0.0f))
		{
			return CannotPaint(target, "the brush's value is the distance of seeds in metres and must be above 0");
		}
		data->seeds.emplace(surface, brush);
		data->seedsBefore = *seeds;
		return SetupStroke(std::move(data));
	}
	const PaintedValues* paint = FindPaint(setup, target);
	if (paint == nullptr)
	{
		return CannotPaint(target, "there is nothing painted there; add a painted layer, mask or anchor first");
	}
	if (paint->values.size() != static_cast<size_t>(surface.VertexCount()))
	{
		return CannotPaint(target,
			"it has " + std::to_string(paint->values.size()) + " painted values, but the surface has " +
				std::to_string(surface.VertexCount()) + " vertices; add a new one for this surface");
	}
	if (target.channel != PaintChannel::LayerValues && brush.value > 1.0f)
	{
		return CannotPaint(target, "the brush's value must be from 0 to 1 here");
	}
	Result<PaintStroke> stroke = PaintStroke::Begin(surface, brush, NeutralPaint(setup, target));
	if (!stroke)
	{
		return stroke.GetError();
	}
	data->paint = std::move(*stroke);
	return SetupStroke(std::move(data));
}

SetupStroke::SetupStroke(std::unique_ptr<Data> data) : m_data(std::move(data)) {}
SetupStroke::SetupStroke(SetupStroke&&) noexcept = default;
SetupStroke& SetupStroke::operator=(SetupStroke&&) noexcept = default;
SetupStroke::~SetupStroke() = default;

void SetupStroke::AddPoint(StrengthSetup& setup, const PaintHit& hit)
{
	if (m_data->seeds)
	{
		m_data->seeds->AddPoint(hit, *FindSeeds(setup, m_data->target.index));
	}
	else
	{
		m_data->paint->AddPoint(hit, FindPaintToChange(setup, m_data->target)->values);
	}
}

std::span<const int32_t> SetupStroke::Touched() const
{
	return m_data->paint ? std::span<const int32_t>(m_data->paint->Touched()) : std::span<const int32_t>();
}

EditRecord SetupStroke::Finish(const StrengthSetup& setup) const
{
	EditRecord record;
	record.name = StrokeName(m_data->brush, m_data->target.channel);
	if (m_data->seeds)
	{
		record.edit = SeedsEdit{m_data->target.index,
			m_data->seedsBefore,
			*FindSeeds(const_cast<StrengthSetup&>(setup), m_data->target.index)};
		return record;
	}
	const std::vector<float>& values = FindPaint(setup, m_data->target)->values;
	std::vector<std::pair<int32_t, float>> changed; // vertex, value before
	for (size_t i = 0; i < m_data->paint->Touched().size(); ++i)
	{
		const int32_t vertex = m_data->paint->Touched()[i];
		if (!IsSameFloat(values[vertex], m_data->paint->Before()[i]))
		{
			changed.emplace_back(vertex, m_data->paint->Before()[i]);
		}
	}
	std::sort(changed.begin(), changed.end());
	PaintedEdit edit{m_data->target, {}, {}, {}};
	edit.vertices.reserve(changed.size());
	edit.before.reserve(changed.size());
	edit.after.reserve(changed.size());
	for (const auto& [vertex, before] : changed)
	{
		edit.vertices.push_back(vertex);
		edit.before.push_back(before);
		edit.after.push_back(values[vertex]);
	}
	record.edit = std::move(edit);
	return record;
}

void SetupStroke::Cancel(StrengthSetup& setup) const
{
	if (m_data->seeds)
	{
		*FindSeeds(setup, m_data->target.index) = m_data->seedsBefore;
		return;
	}
	std::vector<float>& values = FindPaintToChange(setup, m_data->target)->values;
	for (size_t i = 0; i < m_data->paint->Touched().size(); ++i)
	{
		values[m_data->paint->Touched()[i]] = m_data->paint->Before()[i];
	}
}
} // namespace FractureCore
