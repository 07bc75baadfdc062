// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Every field of a StrengthSetup in one fixed order, for whatever walks over them: keys hash them, files store them.
// WalkFields(value, op) calls op.Number(x) for each number, counts and choices included. An op that reads (kIsReading)
// fills in what it walks over; it also hears Require(isRight) and says with IsGood whether to go on.

#include "FractureCore/Strength.h"

#include <type_traits>

namespace FractureCore::StrengthFields
{
template <typename T, typename Of>
concept Is = std::is_same_v<std::remove_const_t<T>, Of>;

template <typename Op>
void Visit(Is<Vec3> auto& v, Op&& op)
{
	op(v.x, v.y, v.z);
}
template <typename Op>
void Visit(Is<PaintedValues> auto& v, Op&& op)
{
	op(v.depth, v.values);
}
template <typename Op>
void Visit(Is<BoxRegion> auto& v, Op&& op)
{
	op(v.low, v.high);
}
template <typename Op>
void Visit(Is<SphereRegion> auto& v, Op&& op)
{
	op(v.centre, v.radius);
}
template <typename Op>
void Visit(Is<HalfSpaceRegion> auto& v, Op&& op)
{
	op(v.point, v.normal);
}
template <typename Op>
void Visit(Is<NoiseLayer> auto& v, Op&& op)
{
	op(v.wavelength, v.octaves, v.isTurbulence, v.low, v.high, v.threshold, v.seed);
}
template <typename Op>
void Visit(Is<CleavingPlane> auto& v, Op&& op)
{
	op(v.point, v.normal, v.halfWidth, v.factor);
}
template <typename Op>
void Visit(Is<NoduleLayer> auto& v, Op&& op)
{
	op(v.spheres, v.scattered, v.scatteredRadius, v.factor, v.seed);
}
template <typename Op>
void Visit(Is<BandLayer> auto& v, Op&& op)
{
	op(v.origin, v.axis, v.period, v.amplitude);
}
template <typename Op>
void Visit(Is<GeometryLayer> auto& v, Op&& op)
{
	op(v.volumePower);
}
template <typename Op>
void Visit(Is<GrainLayer> auto& v, Op&& op)
{
	op(v.size, v.spread, v.factor, v.width, v.seed);
}
template <typename Op>
void Visit(Is<GrainSeed> auto& v, Op&& op)
{
	op(v.point, v.weight);
}
template <typename Op>
void Visit(Is<SeedLayer> auto& v, Op&& op)
{
	op(v.seeds, v.factor, v.width);
}
template <typename Op>
void Visit(Is<ScatterLayer> auto& v, Op&& op)
{
	op(v.modulus, v.referenceVolume, v.seed);
}
template <typename Op>
void Visit(Is<StrengthLayer> auto& v, Op&& op)
{
	op(v.source, v.blend, v.weight, v.mask);
}
template <typename Op>
void Visit(Is<Anchor> auto& v, Op&& op)
{
	op(v.region, v.axes);
}
template <typename Op>
void Visit(Is<StrengthSetup> auto& v, Op&& op)
{
	op(v.layers, v.anchors);
}

template <typename T>
struct Kind
{
	static constexpr bool kIsVector = false;
	static constexpr bool kIsOptional = false;
	static constexpr bool kIsVariant = false;
};
template <typename E>
struct Kind<std::vector<E>> : Kind<void>
{
	static constexpr bool kIsVector = true;
};
template <typename E>
struct Kind<std::optional<E>> : Kind<void>
{
	static constexpr bool kIsOptional = true;
};
template <typename... Es>
struct Kind<std::variant<Es...>> : Kind<void>
{
	static constexpr bool kIsVariant = true;

	/// Makes it hold alternative `index`; false if there is none.
	static bool Choose(std::variant<Es...>& value, uint32_t index)
	{
		uint32_t next = 0;
		return ((next++ == index ? (value.template emplace<Es>(), true) : false) || ...);
	}
};

template <typename T, typename Op>
void WalkFields(T& value, Op& op);

template <typename T, typename Op>
void WalkVector(T& values, Op& op)
{
	uint64_t count = values.size();
	op.Number(count);
	if constexpr (Op::kIsReading)
	{
		// One by one: a count that lies ends with the bytes.
		for (uint64_t i = 0; i < count && op.IsGood(); ++i)
		{
			WalkFields(values.emplace_back(), op);
		}
	}
	else
	{
		for (auto& value : values)
		{
			WalkFields(value, op);
		}
	}
}

template <typename T, typename Op>
void WalkOptional(T& value, Op& op)
{
	uint8_t isThere = value.has_value() ? 1 : 0;
	op.Number(isThere);
	if constexpr (Op::kIsReading)
	{
		if (isThere != 0)
		{
			value.emplace();
		}
		op.Require(isThere <= 1);
	}
	if (value)
	{
		WalkFields(*value, op);
	}
}

template <typename T, typename Op>
void WalkVariant(T& value, Op& op)
{
	uint32_t index = static_cast<uint32_t>(value.index());
	op.Number(index);
	if constexpr (Op::kIsReading)
	{
		op.Require(Kind<T>::Choose(value, index));
	}
	std::visit([&](auto& chosen) { WalkFields(chosen, op); }, value);
}

template <typename T, typename Op>
void WalkFields(T& value, Op& op)
{
	using Plain = std::remove_const_t<T>;
	if constexpr (std::is_same_v<Plain, bool>)
	{
		uint8_t byte = value ? 1 : 0;
		op.Number(byte);
		if constexpr (Op::kIsReading)
		{
			op.Require(byte <= 1);
			value = byte != 0;
		}
	}
	else if constexpr (std::is_arithmetic_v<Plain> || std::is_enum_v<Plain>)
	{
		op.Number(value);
	}
	else if constexpr (Kind<Plain>::kIsVector)
	{
		WalkVector(value, op);
	}
	else if constexpr (Kind<Plain>::kIsOptional)
	{
		WalkOptional(value, op);
	}
	else if constexpr (Kind<Plain>::kIsVariant)
	{
		WalkVariant(value, op);
	}
	else
	{
		Visit(value, [&](auto&... fields) { (WalkFields(fields, op), ...); });
	}
}
template <typename Op>
void WalkName(Is<std::string> auto& name, Op& op)
{
	uint64_t count = name.size();
	op.Number(count);
	if constexpr (Op::kIsReading)
	{
		for (uint64_t i = 0; i < count && op.IsGood(); ++i)
		{
			char letter = 0;
			op.Number(letter);
			name.push_back(letter);
		}
	}
	else
	{
		for (const char letter : name)
		{
			op.Number(letter);
		}
	}
}

/// What came later than the rest and is at its default in most setups: keys and files without it are as they were.
template <typename Op>
void WalkExtras(Is<StrengthSetup> auto& setup, Op& op)
{
	for (auto& layer : setup.layers)
	{
		WalkFields(layer.isHidden, op);
		WalkName(layer.name, op);
		if (auto* grains = std::get_if<GrainLayer>(&layer.source))
		{
			WalkFields(grains->seeds, op);
		}
	}
	for (auto& anchor : setup.anchors)
	{
		WalkFields(anchor.isHidden, op);
		WalkName(anchor.name, op);
	}
}

inline bool HasExtras(const StrengthSetup& setup)
{
	for (const StrengthLayer& layer : setup.layers)
	{
		const GrainLayer* grains = std::get_if<GrainLayer>(&layer.source);
		if (layer.isHidden || !layer.name.empty() || (grains != nullptr && !grains->seeds.empty()))
		{
			return true;
		}
	}
	for (const Anchor& anchor : setup.anchors)
	{
		if (anchor.isHidden || !anchor.name.empty())
		{
			return true;
		}
	}
	return false;
}
} // namespace FractureCore::StrengthFields
