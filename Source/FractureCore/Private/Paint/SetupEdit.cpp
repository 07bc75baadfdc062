// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/SetupEdit.h"

#include "Paint/EditChecks.h"

#include <cmath>

namespace FractureCore
{
namespace
{
Error NoSuchItem(const char* what, int32_t index, size_t count)
{
	return {ErrorCode::InvalidSettings,
		std::string("there is no ") + what + " " + std::to_string(index + 1) + ": there are " + std::to_string(count),
		index};
}

bool IsPlaceIn(int32_t index, size_t count)
{
	return index >= 0 && static_cast<size_t>(index) < count;
}

std::string ItemName(const char* verb, const char* what, int32_t index)
{
	return std::string(verb) + " " + what + " " + std::to_string(index + 1);
}

template <typename Edit>
Result<EditRecord> Performed(StrengthSetup& setup, std::string name, Edit edit)
{
	EditRecord record{std::move(name), std::move(edit)};
	if (const Status done = RedoEdit(setup, record); !done)
	{
		return done.GetError();
	}
	return record;
}

const char* LookVerb(const LayerLook& before, const LayerLook& after)
{
	if (before.isHidden != after.isHidden)
	{
		return after.isHidden ? "Hide" : "Show";
	}
	if (before.blend != after.blend)
	{
		return "Blend";
	}
	return before.weight != after.weight ? "Weigh" : "Rename";
}
} // namespace

LayerLook LookOf(const StrengthLayer& layer)
{
	return {layer.name, layer.isHidden, layer.blend, layer.weight};
}

AnchorLook LookOf(const Anchor& anchor)
{
	return {anchor.name, anchor.isHidden, anchor.axes};
}

Result<EditRecord> AddLayer(StrengthSetup& setup, StrengthLayer layer, int32_t at)
{
	at = at == kNoIndex ? static_cast<int32_t>(setup.layers.size()) : at;
	if (!IsPlaceIn(at, setup.layers.size() + 1))
	{
		return NoSuchItem("place for layer", at, setup.layers.size());
	}
	if (const Status valid = CheckItem(layer, at); !valid)
	{
		return valid.GetError();
	}
	return Performed(setup, ItemName("Add", "layer", at), LayerListEdit{at, {}, std::move(layer)});
}

Result<EditRecord> RemoveLayer(StrengthSetup& setup, int32_t index)
{
	if (!IsPlaceIn(index, setup.layers.size()))
	{
		return NoSuchItem("layer", index, setup.layers.size());
	}
	return Performed(setup, ItemName("Remove", "layer", index), LayerListEdit{index, setup.layers[index], {}});
}

Result<EditRecord> MoveLayer(StrengthSetup& setup, int32_t from, int32_t to)
{
	for (const int32_t index : {from, to})
	{
		if (!IsPlaceIn(index, setup.layers.size()))
		{
			return NoSuchItem("layer", index, setup.layers.size());
		}
	}
	return Performed(setup, ItemName("Move", "layer", from), MoveEdit{from, to});
}

Result<EditRecord> SetLayerLook(StrengthSetup& setup, int32_t index, const LayerLook& look)
{
	if (!IsPlaceIn(index, setup.layers.size()))
	{
		return NoSuchItem("layer", index, setup.layers.size());
	}
	const LayerLook before = LookOf(setup.layers[index]);
	if (const Status valid = CheckItem(WithLook(GeometryLayer{}, look), index); !valid)
	{
		return valid.GetError();
	}
	return Performed(setup, ItemName(LookVerb(before, look), "layer", index), LayerLookEdit{index, before, look});
}

Result<EditRecord> SetLayerSource(StrengthSetup& setup, int32_t index, const StrengthSource& source)
{
	if (!IsPlaceIn(index, setup.layers.size()))
	{
		return NoSuchItem("layer", index, setup.layers.size());
	}
	const StrengthSource& before = setup.layers[index].source;
	if (std::holds_alternative<PaintedValues>(before) || std::holds_alternative<PaintedValues>(source))
	{
		return Error{ErrorCode::InvalidSettings,
			"layer " + std::to_string(index + 1) + ": paint is changed by strokes; add a layer to start anew",
			index};
	}
	if (const Status valid = CheckItem(WithLook(source, {}), index); !valid)
	{
		return valid.GetError();
	}
	return Performed(setup, ItemName("Change", "layer", index), SourceEdit{index, before, source});
}

Result<EditRecord> SetLayerMask(StrengthSetup& setup, int32_t index, const std::optional<Region>& mask)
{
	if (!IsPlaceIn(index, setup.layers.size()))
	{
		return NoSuchItem("layer", index, setup.layers.size());
	}
	StrengthLayer masked = WithLook(GeometryLayer{}, {});
	masked.mask = mask;
	if (const Status valid = CheckItem(masked, index); !valid)
	{
		return valid.GetError();
	}
	return Performed(setup, ItemName("Mask", "layer", index), MaskEdit{index, setup.layers[index].mask, mask});
}

Result<EditRecord> AddAnchor(StrengthSetup& setup, Anchor anchor, int32_t at)
{
	at = at == kNoIndex ? static_cast<int32_t>(setup.anchors.size()) : at;
	if (!IsPlaceIn(at, setup.anchors.size() + 1))
	{
		return NoSuchItem("place for anchor", at, setup.anchors.size());
	}
	if (const Status valid = CheckItem(anchor, at); !valid)
	{
		return valid.GetError();
	}
	return Performed(setup, ItemName("Add", "anchor", at), AnchorListEdit{at, {}, std::move(anchor)});
}

Result<EditRecord> RemoveAnchor(StrengthSetup& setup, int32_t index)
{
	if (!IsPlaceIn(index, setup.anchors.size()))
	{
		return NoSuchItem("anchor", index, setup.anchors.size());
	}
	return Performed(setup, ItemName("Remove", "anchor", index), AnchorListEdit{index, setup.anchors[index], {}});
}

Result<EditRecord> SetAnchorLook(StrengthSetup& setup, int32_t index, const AnchorLook& look)
{
	if (!IsPlaceIn(index, setup.anchors.size()))
	{
		return NoSuchItem("anchor", index, setup.anchors.size());
	}
	Anchor anchor = {HalfSpaceRegion{{}, {0.0, 0.0, 1.0}}, look.axes, look.name, look.isHidden};
	if (const Status valid = CheckItem(anchor, index); !valid)
	{
		return valid.GetError();
	}
	return Performed(
		setup, ItemName("Change", "anchor", index), AnchorLookEdit{index, LookOf(setup.anchors[index]), look});
}

Result<EditRecord> SetAnchorRegion(StrengthSetup& setup, int32_t index, const Region& region)
{
	if (!IsPlaceIn(index, setup.anchors.size()))
	{
		return NoSuchItem("anchor", index, setup.anchors.size());
	}
	if (const Status valid = CheckItem(Anchor{region}, index); !valid)
	{
		return valid.GetError();
	}
	return Performed(
		setup, ItemName("Change", "anchor", index), RegionEdit{index, setup.anchors[index].region, region});
}

Result<EditRecord> SetPaintDepth(StrengthSetup& setup, const PaintTarget& target, double depth)
{
	const PaintedValues* paint = FindPaint(setup, target);
	if (paint == nullptr)
	{
		return Error{ErrorCode::InvalidSettings, "there is no paint there whose depth could be set", target.index};
	}
	if (!(depth > 0.0 && std::isfinite(depth)))
	{
		return Error{
			ErrorCode::InvalidSettings, "the paint's depth must be a finite number of metres above 0", target.index};
	}
	return Performed(setup, "Set depth", DepthEdit{target, paint->depth, depth});
}

StrengthLayer BlankPaintedLayer(int32_t vertexCount, double depth)
{
	StrengthLayer layer;
	layer.source = PaintedValues{std::vector<float>(static_cast<size_t>(vertexCount), 1.0f), depth};
	return layer;
}

Anchor BlankPaintedAnchor(int32_t vertexCount, double depth)
{
	return {PaintedValues{std::vector<float>(static_cast<size_t>(vertexCount), 0.0f), depth}};
}

const PaintedValues* FindPaint(const StrengthSetup& setup, const PaintTarget& target)
{
	if (target.channel == PaintChannel::AnchorArea)
	{
		return IsPlaceIn(target.index, setup.anchors.size())
			? std::get_if<PaintedValues>(&setup.anchors[target.index].region)
			: nullptr;
	}
	if (!IsPlaceIn(target.index, setup.layers.size()))
	{
		return nullptr;
	}
	const StrengthLayer& layer = setup.layers[target.index];
	if (target.channel == PaintChannel::LayerValues)
	{
		return std::get_if<PaintedValues>(&layer.source);
	}
	const bool isMask = target.channel == PaintChannel::LayerMask && layer.mask;
	return isMask ? std::get_if<PaintedValues>(&*layer.mask) : nullptr;
}

float NeutralPaint(const StrengthSetup& setup, const PaintTarget& target)
{
	if (target.channel != PaintChannel::LayerValues || !IsPlaceIn(target.index, setup.layers.size()))
	{
		return 0.0f;
	}
	// For Min and Max no value changes nothing everywhere; 1 is the material's own strength.
	return setup.layers[target.index].blend == StrengthBlend::Add ? 0.0f : 1.0f;
}
} // namespace FractureCore
