// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Layers are sampled at the centres of the cells, one layer after the other over all cells. [Smith01] section 2.1 gives
// its strengths to bonds between tets; here they belong to tets, because cracks are judged by the stress in a tet.
#include "FractureCore/Strength.h"

#include "Base/Text.h"
#include "Strength/LayerSamplers.h"
#include "Strength/RegionQuery.h"
#include "Strength/StrengthCells.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr size_t kMostSampledAnchors = 8; // 8 bytes a node each

double BlendStrength(StrengthBlend blend, double below, double factor)
{
	switch (blend)
	{
	case StrengthBlend::Multiply:
		return below * factor;
	case StrengthBlend::Add:
		return below + factor;
	case StrengthBlend::Min:
		return std::min(below, factor);
	case StrengthBlend::Max:
		return std::max(below, factor);
	case StrengthBlend::Replace:
		break;
	}
	return factor;
}

const PaintedValues* PaintOf(const std::optional<Region>& region)
{
	return region ? std::get_if<PaintedValues>(&*region) : nullptr;
}

Status CheckPaintFits(const PaintedValues* paint, const BakedObject& object, const char* what, size_t index)
{
	if (paint != nullptr && paint->values.size() != object.surface.positions.size())
	{
		return Error{ErrorCode::InvalidSettings,
			std::string(what) + " " + std::to_string(index + 1) + ": it has " + std::to_string(paint->values.size()) +
				" painted values, but the baked surface has " + std::to_string(object.surface.positions.size()) +
				" vertices",
			static_cast<int64_t>(index)};
	}
	return Ok{};
}

Status CheckLayersFit(const BakedObject& object, std::span<const StrengthLayer> layers)
{
	for (size_t i = 0; i < layers.size(); ++i)
	{
		for (const PaintedValues* paint : {std::get_if<PaintedValues>(&layers[i].source), PaintOf(layers[i].mask)})
		{
			if (const Status fits = CheckPaintFits(paint, object, "layer", i); !fits)
			{
				return fits;
			}
		}
		if (std::holds_alternative<GeometryLayer>(layers[i].source) && object.kind == BakedKind::Shell)
		{
			return Error{ErrorCode::InvalidSettings,
				"layer " + std::to_string(i + 1) + ": geometry is about tets, and a shell has none",
				static_cast<int64_t>(i)};
		}
	}
	return Ok{};
}
} // namespace

struct StrengthPreview::Data
{
	// What was last found of a layer or an anchor, good as long as it says the same.
	struct SampledLayer
	{
		StrengthSource source;
		LayerValues values;
		std::optional<Region> mask;
		std::vector<double> covered; // 1 a cell; empty: no mask
	};
	struct SampledAnchor
	{
		Region region;
		std::vector<double> covered; // 1 a node
	};

	Data(const BakedObject& baked, TaskRunner& runner)
		: object(baked), cells(baked, runner), cellRegions(baked, cells.Centres()), nodeRegions(baked, NodesOf(baked))
	{
	}

	static std::span<const Vec3> NodesOf(const BakedObject& baked)
	{
		return baked.kind == BakedKind::Solid ? baked.tets.nodes : baked.surface.positions;
	}

	const SampledLayer& Sample(size_t index, const StrengthLayer& layer, TaskRunner& runner)
	{
		if (layers.size() <= index)
		{
			layers.resize(index + 1);
		}
		SampledLayer& known = layers[index];
		if (known.values.factors.empty() || known.source != layer.source)
		{
			known.values = SampleLayer(layer.source, cells, cellRegions, runner);
			known.source = layer.source;
		}
		if (known.mask != layer.mask)
		{
			known.covered = layer.mask ? cellRegions.Coverage(*layer.mask, runner) : std::vector<double>();
			known.mask = layer.mask;
		}
		return known;
	}

	const std::vector<double>& Sample(const Anchor& anchor, TaskRunner& runner)
	{
		const auto isKnown = [&](const SampledAnchor& known) { return known.region == anchor.region; };
		const auto found = std::find_if(anchors.begin(), anchors.end(), isKnown);
		if (found != anchors.end())
		{
			return found->covered;
		}
		if (anchors.size() == kMostSampledAnchors)
		{
			anchors.erase(anchors.begin());
		}
		const SampledAnchor& known =
			anchors.emplace_back(SampledAnchor{anchor.region, nodeRegions.Coverage(anchor.region, runner)});
		return known.covered;
	}

	const BakedObject& object;
	StrengthCells cells;
	RegionQuery cellRegions;
	RegionQuery nodeRegions;
	std::vector<SampledLayer> layers;
	std::vector<SampledAnchor> anchors;
};

StrengthPreview::StrengthPreview(const BakedObject& object, TaskRunner& runner)
	: m_data(std::make_unique<Data>(object, runner))
{
}
StrengthPreview::StrengthPreview(StrengthPreview&&) noexcept = default;
StrengthPreview& StrengthPreview::operator=(StrengthPreview&&) noexcept = default;
StrengthPreview::~StrengthPreview() = default;

Result<std::vector<double>> StrengthPreview::Strength(std::span<const StrengthLayer> layers, TaskRunner& runner)
{
	if (const Status fits = CheckLayersFit(m_data->object, layers); !fits)
	{
		return fits.GetError();
	}
	std::vector<double> strength(static_cast<size_t>(m_data->cells.Count()), 1.0);
	for (size_t i = 0; i < layers.size(); ++i)
	{
		if (layers[i].isHidden)
		{
			continue;
		}
		const Data::SampledLayer& layer = m_data->Sample(i, layers[i], runner);
		for (size_t cell = 0; cell < strength.size(); ++cell)
		{
			double weight = layers[i].weight;
			weight *= layer.values.influence.empty() ? 1.0 : layer.values.influence[cell];
			weight *= layer.covered.empty() ? 1.0 : layer.covered[cell];
			const double blended = BlendStrength(layers[i].blend, strength[cell], layer.values.factors[cell]);
			strength[cell] += weight * (blended - strength[cell]);
		}
	}
	for (double& value : strength)
	{
		value = m_data->object.material.tensileStrength * std::clamp(value, kLeastStrengthFactor, kMostStrengthFactor);
	}
	return strength;
}

Result<std::vector<uint8_t>> StrengthPreview::Held(std::span<const Anchor> anchors, TaskRunner& runner)
{
	for (size_t i = 0; i < anchors.size(); ++i)
	{
		const PaintedValues* paint = std::get_if<PaintedValues>(&anchors[i].region);
		if (const Status fits = CheckPaintFits(paint, m_data->object, "anchor", i); !fits)
		{
			return fits.GetError();
		}
	}
	std::vector<uint8_t> held(Data::NodesOf(m_data->object).size(), 0);
	for (size_t i = 0; i < anchors.size(); ++i)
	{
		if (anchors[i].isHidden)
		{
			continue;
		}
		const std::vector<double>& covered = m_data->Sample(anchors[i], runner);
		int64_t count = 0;
		for (size_t node = 0; node < held.size(); ++node)
		{
			if (covered[node] >= 0.5)
			{
				held[node] |= anchors[i].axes;
				++count;
			}
		}
		if (count == 0)
		{
			return Error{ErrorCode::InvalidSettings,
				"anchor " + std::to_string(i + 1) + " holds no node of the object",
				static_cast<int64_t>(i)};
		}
	}
	return held;
}

Result<std::vector<double>> EvaluateStrength(
	const BakedObject& object, std::span<const StrengthLayer> layers, TaskRunner& runner)
{
	return StrengthPreview(object, runner).Strength(layers, runner);
}

Result<std::vector<uint8_t>> EvaluateAnchors(
	const BakedObject& object, std::span<const Anchor> anchors, TaskRunner& runner)
{
	return StrengthPreview(object, runner).Held(anchors, runner);
}

Status ApplyStrength(BakedObject& object, const StrengthSetup& setup, TaskRunner& runner)
{
	Result<std::vector<double>> strength = std::vector<double>();
	if (!setup.layers.empty())
	{
		strength = EvaluateStrength(object, setup.layers, runner);
		if (!strength)
		{
			return strength.GetError();
		}
	}
	Result<std::vector<uint8_t>> held = std::vector<uint8_t>();
	if (HasVisibleAnchor(setup.anchors))
	{
		held = EvaluateAnchors(object, setup.anchors, runner);
		if (!held)
		{
			return held.GetError();
		}
	}
	object.strength = std::move(*strength);
	object.heldAxes = std::move(*held);
	object.strengthSetup = setup;
	return Ok{};
}
} // namespace FractureCore
