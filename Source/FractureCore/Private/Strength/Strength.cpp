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

void ApplyLayer(const StrengthLayer& layer,
	const StrengthCells& cells,
	const RegionQuery& regions,
	std::span<double> factors,
	TaskRunner& runner)
{
	const LayerValues values = SampleLayer(layer.source, cells, regions, runner);
	ParallelFor(runner,
		cells.Count(),
		kCellGrain,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t cell = begin; cell < end; ++cell)
			{
				double weight = layer.weight;
				weight *= values.influence.empty() ? 1.0 : values.influence[cell];
				weight *= layer.mask ? regions.Coverage(*layer.mask, cells.Centres()[cell]) : 1.0;
				const double blended = BlendStrength(layer.blend, factors[cell], values.factors[cell]);
				factors[cell] += weight * (blended - factors[cell]);
			}
		});
}
} // namespace

Result<std::vector<double>> EvaluateStrength(
	const BakedObject& object, std::span<const StrengthLayer> layers, TaskRunner& runner)
{
	if (const Status fits = CheckLayersFit(object, layers); !fits)
	{
		return fits.GetError();
	}
	const auto isPainted = [](const StrengthLayer& layer)
	{ return std::holds_alternative<PaintedValues>(layer.source) || PaintOf(layer.mask) != nullptr; };
	const RegionQuery regions(object, std::any_of(layers.begin(), layers.end(), isPainted), runner);
	const StrengthCells cells(object, runner);
	std::vector<double> strength(static_cast<size_t>(cells.Count()), 1.0);
	for (const StrengthLayer& layer : layers)
	{
		if (!layer.isHidden)
		{
			ApplyLayer(layer, cells, regions, strength, runner);
		}
	}
	for (double& value : strength)
	{
		value = object.material.tensileStrength * std::clamp(value, kLeastStrengthFactor, kMostStrengthFactor);
	}
	return strength;
}

Result<std::vector<uint8_t>> EvaluateAnchors(
	const BakedObject& object, std::span<const Anchor> anchors, TaskRunner& runner)
{
	bool isPainted = false;
	for (size_t i = 0; i < anchors.size(); ++i)
	{
		const PaintedValues* paint = std::get_if<PaintedValues>(&anchors[i].region);
		if (const Status fits = CheckPaintFits(paint, object, "anchor", i); !fits)
		{
			return fits.GetError();
		}
		isPainted = isPainted || paint != nullptr;
	}
	const RegionQuery regions(object, isPainted, runner);
	const std::vector<Vec3>& nodes = object.kind == BakedKind::Solid ? object.tets.nodes : object.surface.positions;
	std::vector<uint8_t> held(nodes.size(), 0);
	for (size_t i = 0; i < anchors.size(); ++i)
	{
		const Anchor& anchor = anchors[i];
		if (anchor.isHidden)
		{
			continue;
		}
		const int64_t count = ParallelReduce(
			runner,
			static_cast<int64_t>(nodes.size()),
			1024,
			int64_t{0},
			[&](int64_t begin, int64_t end)
			{
				int64_t found = 0;
				for (int64_t node = begin; node < end; ++node)
				{
					if (regions.Coverage(anchor.region, nodes[node]) >= 0.5)
					{
						held[node] |= anchor.axes;
						++found;
					}
				}
				return found;
			},
			[](int64_t a, int64_t b) { return a + b; });
		if (count == 0)
		{
			return Error{ErrorCode::InvalidSettings,
				"anchor " + std::to_string(i + 1) + " holds no node of the object",
				static_cast<int64_t>(i)};
		}
	}
	return held;
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
