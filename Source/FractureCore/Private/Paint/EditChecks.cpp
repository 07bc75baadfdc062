// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Paint/EditChecks.h"

#include <bit>
#include <cstdint>

namespace FractureCore
{
namespace
{
Status NamedByPlace(const Status& valid, const char* what, int32_t index)
{
	if (valid)
	{
		return Ok{};
	}
	// "layer 1: ..." of a setup that has this one only.
	const std::string& message = valid.GetError().message;
	return Error{valid.GetError().code,
		std::string(what) + " " + std::to_string(index + 1) + message.substr(message.find(':')),
		index};
}
} // namespace

StrengthLayer WithLook(StrengthSource source, const LayerLook& look)
{
	return {std::move(source), look.blend, look.weight, {}, look.name, look.isHidden};
}

Status CheckItem(const StrengthLayer& layer, int32_t index)
{
	return NamedByPlace(ValidateStrength({{layer}, {}}), "layer", index);
}

Status CheckItem(const Anchor& anchor, int32_t index)
{
	return NamedByPlace(ValidateStrength({{}, {anchor}}), "anchor", index);
}

PaintedValues* FindPaintToChange(StrengthSetup& setup, const PaintTarget& target)
{
	return const_cast<PaintedValues*>(FindPaint(setup, target));
}

std::vector<Vec3>* FindSeeds(StrengthSetup& setup, int32_t layer)
{
	const bool isThere = layer >= 0 && static_cast<size_t>(layer) < setup.layers.size();
	GrainLayer* grains = isThere ? std::get_if<GrainLayer>(&setup.layers[layer].source) : nullptr;
	return grains != nullptr ? &grains->seeds : nullptr;
}

bool IsSameFloat(float a, float b)
{
	return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); // -0 is not 0, and NaN is itself
}
} // namespace FractureCore
